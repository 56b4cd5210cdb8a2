import type { FleetRow } from '@support-console/contract'
import { type FleetFilter, type FleetGrouping, fleetGroupings } from '@support-console/contract/fleet.words'
import { useMoment } from '../../api/moment.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useShownColumns } from '../../kit/views/index.ts'
import { ascending, type TableHeader } from '../../ui/data-table/index.ts'
import { hasNext } from './group-row.tsx'
import { text } from './texts.ts'
import { isGroup } from './use-chosen.ts'

const since: TableHeader = { key: 'since', value: text('Since'), width: 100, align: 'end', isSortable: true }
const ofGroups: TableHeader[] = [
  { key: 'things', value: text('HowMany'), width: 80, align: 'end', isSortable: true },
  { key: 'what', value: text('What'), wrap: true, isIdentifier: true },
  { key: 'next', value: text('Next'), width: 130 },
  { key: 'hours', value: text('Hours'), width: 232 },
  since,
]
const ofThings: TableHeader[] = [
  { key: 'thing', value: text('Thing'), isIdentifier: true, width: 176, ...ascending },
  { key: 'company', value: text('Company'), width: 150, ...ascending },
  { key: 'now', value: text('Now'), wrap: true },
  { key: 'before', value: text('Before'), width: 120 },
  since,
]
const usual = {
  groups: { key: 'things', direction: 'desc' },
  things: { key: 'since', direction: 'desc' },
} as const

/** How the list stands together, by its address; a row that is opened shows its things one by one. */
export function useGrouping(filter: FleetFilter) {
  const { address, put } = useAddress()
  const chosen = fleetGroupings.find((name) => name === address.get('by')) ?? 'cause'
  const by: FleetGrouping = filter.cause ? 'thing' : chosen
  const isOfThings = by === 'thing'
  const headers = isOfThings ? ofThings : ofGroups
  const inAddress = useViewInAddress(headers, isOfThings ? usual.things : usual.groups)
  const columns = useShownColumns(headers)
  const isPast = useMoment() !== null
  return {
    by,
    chosen,
    headers,
    isOfThings,
    ...inAddress,
    choose: (next: FleetGrouping) =>
      put({ by: next !== 'cause' && next, page: null, sort: null, direction: null }),
    /** In the past 'Now' is 'Then'; a column that would say nothing is left out. */
    shownOf: (rows: readonly FleetRow[]): readonly TableHeader[] =>
      columns
        .filter(({ key }) => {
          if (key === 'before') return rows.some((row) => !isGroup(row) && row.before !== '')
          return key !== 'next' || rows.some((row) => isGroup(row) && hasNext(row))
        })
        .map((each) => (isPast && each.key === 'now' ? { ...each, value: text('Then') } : each)),
  }
}
