import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CompanyTable } from '../../parts/data-table-companies.tsx'
import { LogTable } from '../../parts/data-table-log.tsx'
import {
  CallTable,
  ChipsPart,
  ClickableTable,
  ManyTable,
  SelectionTable,
  StateTable,
} from '../../parts/data-table-section.tsx'
import { standOn } from '../../testing/device.ts'
import { refusals } from '../../testing/policy.ts'
import { show } from '../../testing/show.ts'
import { goTo, header, rows, sortButton } from '../../testing/table.ts'
import { boxOf, expectNoViolations, press } from '../../testing/widget.ts'

it('2.14 the header stays in view under the header bar when the page scrolls', async () => {
  show(<LogTable />)
  rows.nth(60).element().scrollIntoView()
  await userEvent.wheel(page.getByRole('table'), { delta: { y: 200 } })
  await expect.element(header('Status')).toBeInViewport()
  expect(boxOf(header('Status')).y).toBeLessThan(60)
})

describe('data table on a phone', () => {
  const phone = { width: 390, height: 844 }

  it('2.14 D28 the page never scrolls sideways, the region does, and the identifying column stays', async () => {
    await standOn(phone)
    show(<CompanyTable caption="Companies" count={1250} />)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    const region = page.getByRole('region', { name: 'Companies' })
    await expect.element(region).toHaveAttribute('tabindex', '0')
    const cell = rows.first().getByCss('td').first()
    cell.element().scrollIntoView()
    region.element().scrollTo(200, 0)
    await expect.poll(() => region.element().scrollLeft).toBeGreaterThan(0)
    await expect.element(cell).toBeInViewport({ ratio: 0.99 })
    expect(boxOf(rows.first()).height).toBeGreaterThanOrEqual(36)
    expect(boxOf(page.getByRole('button', { name: 'Next page' })).height).toBeGreaterThanOrEqual(36)
  })

  it('2.14 the header follows the page although the region scrolls sideways', async () => {
    await standOn(phone)
    show(<LogTable />)
    rows.nth(50).element().scrollIntoView()
    await expect.element(header('Sim ID')).toBeInViewport()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    it(`2.14 D28 no accessibility violation, ${colorScheme}, ${width} wide`, async () => {
      await standOn({ colorScheme, width })
      // The last page of the log: a check of colours takes its time over each cell.
      goTo('?page=12')
      show(
        <>
          <LogTable />
          <SelectionTable />
          <StateTable />
          <ClickableTable />
          <ManyTable />
          <ChipsPart />
          <section>
            <CallTable />
          </section>
        </>,
      )
      await page
        .getByRole('button', { name: /^Sub rows of / })
        .first()
        .click()
      await expectNoViolations('main')
      for (const state of ['rejected', 'pending']) {
        await page.getByRole('button', { name: state, exact: true }).click()
        await expectNoViolations('main > section')
      }
    })
  }
}

it('2.14 R20 the table lives under a policy without inline styles', async () => {
  show(<ManyTable />)
  await press(page.getByRole('region', { name: 'Many companies' }), '{End}')
  await sortButton('SIMs').click()
  await expect.element(header('SIMs')).toHaveAttribute('aria-sort')
  expect(refusals()).toEqual([])
})
