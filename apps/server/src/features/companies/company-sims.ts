import {
  type CompanySim,
  type CompanySimFilter,
  type CompanySimSort,
  carrierNames,
  factRights,
  type VendorCode,
  withoutGaps,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import {
  filterColumns,
  noSimState,
  type SimStateRow,
  type StateFilterRow,
  simStateSql,
  stateColumns,
  toSimState,
  type View,
} from '../states/index.ts'
import { type CompanyList, isToldOf } from './company-lists.store.ts'

interface SimRow extends SimStateRow, StateFilterRow {
  iccid: string
  vendor_code: VendorCode
  carrier: string
  usable: boolean | null
  panel: string | null
}

/** No join: the database would guess how many rows have one. */
const carrier = sql`case vendor_code ${sql.join(
  Object.entries(carrierNames).map(([code, name]) => sql`when ${code} then ${name}`),
  sql` `,
)} end`

export const companySims: CompanyList<SimRow, CompanySimFilter, CompanySimSort> = {
  table: 'sim',
  id: 'iccid',
  rows: (companyId, view) => {
    const state = simStateSql(view, sql`sim.iccid`, companyId)
    return sql`
    select ${state.columns}, ${filterColumns(state)}, sim.iccid, sim.vendor_code, ${carrier} as carrier,
      ${view.may(factRights.usability) ? sql`sim.usable` : sql`null::boolean`} as usable, nullif(sim.panel, '') as panel
    from sim
    ${state.joins}
    where sim.company_id = ${companyId}`
  },
  conditions: ({ text, state, show, vendorCode, usable }, _companyId, may) => {
    const part = text && withoutGaps(text).toLowerCase()
    return [
      ...(state ? [sql`state = ${state}`] : []),
      ...(show ? [sql.ref(shows[show])] : []),
      ...(vendorCode ? [sql`vendor_code = ${vendorCode}`] : []),
      ...(usable ? [sql`usable = ${usable === 'true'}`] : []),
      ...(part
        ? [
            sql`(strpos(iccid, ${part}) > 0 or strpos(lower(panel), ${part}) > 0 or ${isToldOf('sim', 'iccid', part, may)})`,
          ]
        : []),
    ]
  },
  sorts: { iccid: 'iccid', carrier: 'carrier', state: 'state_rank', since: 'state_since', panel: 'panel' },
}

const shows = { wrong: 'is_wrong', 'not-asked': 'is_not_asked' } as const

const stateOf = (row: SimRow, view: View) => toSimState(row, view) ?? noSimState

export const toCompanySim = (row: SimRow, view: View): CompanySim => ({
  iccid: row.iccid,
  vendorCode: row.vendor_code,
  usable: row.usable,
  state: stateOf(row, view),
  panel: row.panel,
})

/** What names a time has its zone behind it. */
export const companySimColumns = (view: View): readonly CsvColumn<SimRow>[] => [
  { header: 'ICCID', cell: (row) => row.iccid },
  { header: 'Carrier', cell: (row) => row.carrier },
  ...stateColumns<SimRow>((row) => stateOf(row, view)),
  { header: 'Usable', cell: (row) => String(row.usable ?? '') },
  { header: 'Panel', cell: (row) => row.panel ?? '' },
]
