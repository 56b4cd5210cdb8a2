import type { ThingState as State } from '@support-console/contract'
import type { panelShows } from '@support-console/contract/states.words'
import type { ReactNode } from 'react'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { ascending } from '../../../ui/data-table/index.ts'
import { localTime, sayTime, zoneOffset } from '../../../ui/local-time.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { StoredFinding } from '../../diagnosis/index.ts'
import styles from './company.module.css'
import { text } from './texts.ts'

interface Row {
  readonly state: State
}

/** The one state of a row's thing (D40), since when, and what its last diagnosis found. */
export const stateHeaders = [
  { key: 'state', value: text('State'), width: 220, ...ascending },
  {
    key: 'since',
    value: text('SinceColumn', { zone: zoneOffset(new Date(serverNow())) }),
    width: 140,
    isSortable: true,
  },
  { key: 'finding', value: text('Finding'), width: 236 },
]

export const stateColumns = {
  columns: {
    state: {
      columnContent: ({ state }: Row) => (
        <Wrapping>
          <ThingState of={state} isBrief hasFinding />
        </Wrapping>
      ),
    },
    since: { columnContent: ({ state: { since } }: Row) => since && <Since at={since} /> },
    finding: {
      columnContent: ({ state: { cause } }: Row) =>
        cause && (
          <Wrapping>
            <StoredFinding of={cause} />
          </Wrapping>
        ),
    },
  },
}

/** In two lines where one is too long: no column is beyond the page for it. */
const Wrapping = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.wrapping}>{children}</div>
)

/** The time of today, else the day with it; the column names the zone. */
function Since({ at }: { readonly at: string }) {
  const { day, time } = localTime(at)
  return (
    <time className="mono" dateTime={at} title={sayTime(at)}>
      {day === localTime(serverNow()).day ? time : `${day} ${time.slice(0, 5)}`}
    </time>
  )
}

const words = {
  wrong: 'ShowWrong',
  silent: 'ShowSilent',
  'other-environment': 'ShowElsewhere',
  'not-asked': 'ShowNotAsked',
} as const satisfies Record<(typeof panelShows)[number], string>

/** A list narrowed to what is wrong, silent, pointing elsewhere or never asked. */
export const ofShow = (shows: readonly (typeof panelShows)[number][]) => ({
  name: 'show',
  label: text('Show'),
  any: text('ShowAll'),
  options: shows.map((value) => ({ value, label: text(words[value]) })),
})
