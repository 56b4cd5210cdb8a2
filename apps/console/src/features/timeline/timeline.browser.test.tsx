import type { TimelineEntry } from '@support-console/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'
import { noFilter } from './entries.ts'
import { TimelineView } from './timeline-view.tsx'

const step = { from: null, to: null, detail: '', state: '', by: '', source: '', object: '' }
const at = (hoursAgo: number, seconds = 0) =>
  new Date(Date.UTC(2026, 10, 22, 14, 54, 48) - hoursAgo * 3_600_000 + seconds * 1000).toISOString()
const transactionId = '79e8af3e-61ff-4c7e-9d53-0a1f2b3c61ff'

const entries: TimelineEntry[] = [
  {
    ...step,
    id: 'a4',
    at: at(0.7),
    kind: 'action',
    what: 'Check online status of SIM 8914800000000000055',
    by: 'support@example.com',
    source: 'SIM Management',
    transactionId: '5c1d90aa-0000-4c7e-9d53-0a1f2b3c77e2',
    steps: [],
  },
  {
    ...step,
    id: 'g1',
    at: at(1),
    kind: 'gap',
    what: 'ended',
    detail: 'No answer in 5 s.',
    since: at(4),
    to: at(1),
    source: 'Connector',
    state: 'Unavailable',
    transactionId: null,
    steps: [],
  },
  {
    ...step,
    id: 'o3',
    at: at(72),
    kind: 'observation',
    what: '',
    changes: [
      {
        field: 'deviceStatus',
        before: 'Active',
        after: 'Suspended',
        source: 'Verizon',
        alsoBy: ['MobileBroker'],
      },
      { field: 'ipAddress', before: '172.17.16.1', after: '', source: 'Verizon', alsoBy: [] },
      { field: 'natIp', before: '10.0.0.1', after: '10.0.0.2', source: 'Connector', alsoBy: [] },
    ],
    source: 'Verizon',
    by: 'engineer@example.com',
    transactionId: null,
    steps: [],
  },
  {
    ...step,
    id: 'd2',
    at: at(75),
    kind: 'deactivation',
    what: 'failed',
    state: 'failed',
    file: 'harbor-swap.csv',
    detail: 'Verizon refuses: the line is suspended.',
    by: 'engineer@example.com',
    source: 'VZN',
    transactionId,
    steps: [
      {
        ...step,
        id: 'a2',
        at: at(75, 0.1),
        kind: 'action',
        what: 'Deactivate SIM',
        by: 'engineer@example.com',
      },
      { ...step, id: 's1', at: at(75, 2.9), kind: 'sim-activity', what: 'Error', source: 'VZN' },
    ],
  },
  {
    ...step,
    id: 'r1',
    at: at(400),
    kind: 'deployment',
    what: 'upgrade',
    from: '4.2.1',
    to: '5.0.0',
    state: 'succeeded',
    by: 'engineer@example.com',
    transactionId: null,
    steps: [],
  },
]
const older: TimelineEntry = {
  ...(entries[4] as TimelineEntry),
  id: 'r0',
  at: at(900),
  from: '4.1.0',
  to: '4.2.1',
}
const newer: TimelineEntry = {
  ...(entries[0] as TimelineEntry),
  id: 'a5',
  at: at(0.1),
  what: 'Mark SIM 8914800000000000055 unusable',
}

const rest = {
  of: { kind: 'sim', ids: ['8914800000000000055'] },
  looks: [
    { at: at(0.5), count: 11 },
    { at: at(0.75), count: 1 },
    { at: at(400), count: 3 },
  ],
  error: null,
  olderError: null,
  isFiltering: false,
  people: ['engineer@example.com', 'support@example.com'],
  isReadingOlder: false,
  tryAgain: () => {},
  download: { call: { status: 'initial' }, isRunning: false, run: async () => {} },
} as const

/** What the server would be asked for. */
let asked = noFilter

function Timelines() {
  const [shown, setShown] = useState(entries)
  const [hasNew, setNew] = useState(true)
  const [filter, setFilter] = useState(noFilter)
  asked = filter
  return (
    <>
      <TimelineView
        {...rest}
        entries={filter.search === 'nothing of the kind' ? [] : shown}
        filter={filter}
        onFilter={setFilter}
        withheld={['deactivation']}
        isLoading={false}
        hasOlder={!shown.includes(older)}
        readOlder={() => setShown([...shown, older])}
        newCount={hasNew ? 1 : 0}
        showNew={() => {
          setNew(false)
          setShown([newer, ...shown])
          return newer.id
        }}
      />
      <TimelineView
        {...rest}
        entries={[]}
        filter={noFilter}
        onFilter={() => {}}
        withheld={[]}
        isLoading={false}
        hasOlder={false}
        readOlder={() => {}}
        newCount={0}
        showNew={() => undefined}
      />
    </>
  )
}

const timeline = page.getByRole('region', { name: 'Timeline' }).first()
const items = timeline.getByRole('listitem')
const says = (locator: Locator, pattern: RegExp) =>
  expect.poll(() => locator.element().textContent.replace(/\s+/g, ' ')).toMatch(pattern)
const count = (text: string) => expect.element(timeline.getByText(text, { exact: true })).toBeVisible()

describe('use 2 the timeline', () => {
  // No one is asked what the reader may.
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  beforeEach(() =>
    show(
      <QueryClientProvider client={client}>
        <Timelines />
      </QueryClientProvider>,
    ),
  )

  it('stands by days of the reader’s zone, each entry with who and what, changes from what to what', async () => {
    expect(textsOf(timeline.getByRole('heading', { level: 3 }))).toEqual([
      expect.stringMatching(/22 November( 2026)? UTC[+−]\d\d:\d\d.*12 checks found no change$/),
      expect.stringMatching(/^(Today, |Yesterday, )?19 November/),
      expect.stringMatching(/^(Today, |Yesterday, )?[56] November.*at least 3 checks found no change$/),
    ])
    await says(timeline, /Connector: no answer between .* and .*\. Nothing is known of this time\./)
    await says(timeline, /Verizon: Active → Suspended, IP address changed; Connector: NAT IP changed/)
    await says(timeline, /checked by engineer@example\.com/)
    await says(
      timeline,
      /Not deactivated at Verizon in harbor-swap\.csv ?\d more|Not deactivated at Verizon in harbor-swap\.csv/,
    )
    await says(items.first(), /Check online status/)
    expect(items.first().element().textContent).not.toContain('8914800000000000055')
    await says(timeline, /5 entries since \d November/)
    await expect.element(timeline.getByText('Your roles do not let you see deactivations.')).toBeVisible()
    await expectNoViolations('section:first-child')
  })

  it('opens the fields of a look: what each was and is, and who else said so', async () => {
    const fold = timeline.getByRole('button', { name: '3 fields' })
    await press(fold, '{Enter}')
    const rows = timeline.getByRole('table').getByRole('row')
    await expect
      .poll(() => textsOf(rows))
      .toEqual([
        'FieldBeforeAfterAlso said by',
        'Device statusActiveSuspendedMobileBroker',
        'IP address172.17.16.1noneno other source',
        'Connector: NAT IP10.0.0.110.0.0.2no other source',
      ])
    await press(fold, '{Enter}')
    await expect.element(timeline.getByRole('table')).not.toBeInTheDocument()
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

  it('is narrowed by kind, and says of how many; asks for a person and for words', async () => {
    const ofSim = timeline.getByRole('button', { name: 'SIM 1' })
    await ofSim.click()
    await expect.element(ofSim).toHaveAttribute('aria-pressed', 'true')
    await says(timeline, /1 of 5 entries since/)
    await timeline.getByRole('button', { name: 'All 5' }).click()
    const search = timeline.getByRole('searchbox', { name: 'Search the timeline' })
    await search.fill('nothing of the kind')
    await count('No entry matches')
    // The ways out stay where they were.
    await expect.element(timeline.getByRole('button', { name: 'Observed 0' })).toBeVisible()
    await expect.element(timeline.getByText('This is the first entry.')).not.toBeInTheDocument()
    await count('Not among the newest entries. Older ones may match.')
    await expect.element(timeline.getByRole('button', { name: 'Older entries' })).toBeVisible()
    await timeline.getByRole('button', { name: 'Show all' }).click()
    await says(timeline, /5 entries since/)
    await timeline.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'support@example.com' }).click()
    await expect.poll(() => asked).toEqual({ group: 'All', person: 'support@example.com', search: '' })
  })

  it('D37 says that there is something new, and puts it there only when it is asked for, with the focus', async () => {
    await says(timeline, /5 entries since/)
    const pill = timeline.getByRole('status').getByRole('button', { name: '1 new entry' })
    await expect.element(pill).toBeVisible()
    await pill.click()
    await says(timeline, /6 entries since/)
    await expect.element(items.first()).toHaveFocus()
    await says(items.first(), /Mark unusable/)
    await expect.element(pill).not.toBeInTheDocument()
  })

  it('goes on to older entries, and says where it ends; an empty one says so', async () => {
    await timeline.getByRole('button', { name: 'Older entries' }).click()
    await says(timeline, /6 entries since/)
    await count('This is the first entry.')
    await timeline.getByRole('button', { name: 'People 2' }).click()
    await expect.element(timeline.getByText('This is the first entry.')).not.toBeInTheDocument()
    await expect.element(page.getByText('No entry yet')).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })
})
