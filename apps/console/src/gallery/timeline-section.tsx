import type { TimelineEntry } from '@support-console/contract'
import { useState } from 'react'
import { TimelineView } from '../features/timeline/timeline-view.tsx'

export const title = 'Timeline'

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
    what: 'No answer in 5 s.',
    from: at(4),
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
    what: 'imei',
    from: '352099001761481',
    to: '352099004764817',
    source: 'VZN',
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
  what: 'Mark SIM unusable',
}

const rest = {
  id: '8914800000000000055',
  error: null,
  olderError: null,
  isReadingOlder: false,
  tryAgain: () => {},
  download: { call: { status: 'initial' }, isRunning: false, run: async () => {} },
} as const

export default function Timelines() {
  const [shown, setShown] = useState(entries)
  const [hasNew, setNew] = useState(true)
  return (
    <>
      <TimelineView
        {...rest}
        entries={shown}
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
