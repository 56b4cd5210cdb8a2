import type { ThingState as State } from '@support-console/contract'
import { type panelShows, toneOf } from '@support-console/contract/states.words'
import { ThingState } from '../../../kit/thing-state/index.ts'
import { sayTime } from '../../../ui/local-time.ts'
import { StoredFinding } from '../../diagnosis/index.ts'
import { text } from './texts.ts'

interface Row {
  readonly state: State
}

/** The one state of a row's thing (D40), since when, and what its last diagnosis found. */
export const stateHeaders = [
  {
    key: 'state',
    value: text('State'),
    width: 216,
    isSortable: true,
    shouldSortInAscendingOrderByDefault: true,
  },
  { key: 'since', value: text('SinceColumn'), width: 190, isSortable: true },
  { key: 'finding', value: text('Finding'), width: 220 },
]

export const stateColumns = {
  mark: ({ state }: Row) => (toneOf(state) === 'bad' ? ('error' as const) : undefined),
  columns: {
    state: { columnContent: ({ state }: Row) => <ThingState of={state} isBrief /> },
    since: { columnContent: ({ state: { since } }: Row) => since && sayTime(since) },
    finding: { columnContent: ({ state: { cause } }: Row) => cause && <StoredFinding of={cause} /> },
  },
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
