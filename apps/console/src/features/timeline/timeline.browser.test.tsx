import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import Timelines from '../../gallery/timeline-section.tsx'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'

const timeline = page.getByRole('region', { name: 'Timeline' }).first()
const entries = timeline.getByRole('listitem')
const says = (locator: Locator, pattern: RegExp) =>
  expect.poll(() => locator.element().textContent.replace(/\s+/g, ' ')).toMatch(pattern)
const count = (text: string) => expect.element(timeline.getByText(text, { exact: true })).toBeVisible()

describe('use 2 the timeline', () => {
  beforeEach(() => show(<Timelines />))

  it('stands by days of the reader’s zone, each entry with who and what, changes from what to what', async () => {
    expect(textsOf(timeline.getByRole('heading', { level: 3 }))).toEqual([
      expect.stringMatching(/2026-11-22 UTC[+−]\d\d:\d\d$/),
      expect.stringMatching(/^2026-11-19 UTC/),
      expect.stringMatching(/^2026-11-(05|06) UTC/),
    ])
    await says(timeline, /Connector silent from .* \(3 h 0 min\)\. Nothing is known of this time\./)
    await says(timeline, /VZN: imei 352099001761481 → 352099004764817/)
    await count('5 entries')
    await expect
      .element(timeline.getByText('Deactivations are not shown: your roles do not give them.'))
      .toBeVisible()
    await expectNoViolations('section:first-child')
  })

  it('folds the steps of a transaction under its first; the keyboard opens them, the oldest first', async () => {
    const fold = timeline.getByRole('button', { name: '2 more steps, 3 s' })
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
    await press(fold, '{Enter}')
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
    const steps = timeline.getByRole('list').nth(2).getByRole('listitem')
    await expect
      .poll(() => textsOf(steps))
      .toEqual([
        expect.stringMatching(/^\+0\.1 s ?Deactivate SIM/),
        expect.stringMatching(/^\+2\.9 s ?SIM activity: Error/),
      ])
    await press(fold, '{Enter}')
    await expect.element(timeline.getByText('+2.9 s')).not.toBeInTheDocument()
  })

  it('is narrowed by kind, person and words, and says of how many', async () => {
    const work = timeline.getByRole('button', { name: 'Work 2' })
    await work.click()
    await expect.element(work).toHaveAttribute('aria-pressed', 'true')
    await count('2 of 5 entries')
    const search = timeline.getByRole('searchbox', { name: 'Search the timeline' })
    await search.fill('suspended verizon')
    await count('1 of 5 entries')
    await search.fill('nothing of the kind')
    await count('No entry fits')
    await timeline.getByRole('button', { name: 'Show all' }).click()
    await count('5 entries')
    await timeline.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'support@example.com' }).click()
    await count('1 of 5 entries')
  })

  it('D37 says that there is something new, and puts it there only when it is asked for, with the focus', async () => {
    await count('5 entries')
    const pill = timeline.getByRole('status').getByRole('button', { name: '1 new entry' })
    await expect.element(pill).toBeVisible()
    await pill.click()
    await count('6 entries')
    await expect.element(entries.first()).toHaveFocus()
    await says(entries.first(), /Mark SIM unusable/)
    await expect.element(pill).not.toBeInTheDocument()
  })

  it('goes on to older entries, and says where it ends; an empty one says so', async () => {
    await timeline.getByRole('button', { name: 'Older entries' }).click()
    await count('6 entries')
    await count('This is the first entry that is kept.')
    await expect.element(page.getByText('No entry yet')).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })
})
