import { carrierNames, type FleetFilter, type FleetFinding } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { conditions, joinKnown } from './filter.ts'
import { type FindingRow, findingColumns, joinCompany, statesOf, toFinding } from './list-fleet.ts'

const rowsAtOnce = 1_000

/** What a file or a choice is made of: all that match, or those that are named. */
export type Which = { filter: FleetFilter } | { ids: readonly string[] }

/** `no-panel sim 8901170000000000013` */
export function partsOf(named: string): { finding: string; kind: string; id: string } {
  const [finding = '', kind = '', ...id] = named.split(' ')
  return { finding, kind, id: id.join(' ') }
}

function among(which: Which): RawBuilder<unknown> {
  if ('filter' in which) return sql`true`
  return sql`(it.finding, it.thing_kind, it.thing_id) in (select finding, kind, id from jsonb_to_recordset(
    ${JSON.stringify(which.ids.map(partsOf))}::jsonb) as wanted (finding text, kind text, id text))`
}

/** Whatever stands: what was chosen is chosen by name. */
const filterOf = (which: Which): FleetFilter =>
  'filter' in which ? which.filter : { stand: ['counts', 'once', 'expected'], not: {} }

/** Findings in the order of their names, part by part as they are taken; what the reader may not read is none (D45). */
export async function* allFindings(db: Db, view: View, which: Which): AsyncGenerator<FleetFinding> {
  for (let after: readonly [string, string] = ['', '']; ; ) {
    const { rows } = await sql<FindingRow>`
      select ${findingColumns(view)} from fleet_finding as it ${joinKnown} ${joinCompany}
      where ${conditions(view, filterOf(which))} and ${among(which)} and (it.finding, it.thing_id) > (${after[0]}, ${after[1]})
      order by it.finding, it.thing_id limit ${rowsAtOnce}`.execute(db)
    const states = await statesOf(db, view, rows)
    for (const row of rows) yield toFinding(row, states.get(`${row.thing_kind} ${row.thing_id}`) ?? null)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = [last.finding, last.thing_id]
  }
}

/** What names a time has its zone behind it. */
export const findingFile: readonly CsvColumn<FleetFinding>[] = [
  { header: 'Finding', cell: ({ code }) => code },
  { header: 'Kind', cell: ({ of }) => of.kind },
  { header: 'ID', cell: ({ of }) => of.id },
  { header: 'CompanyId', cell: ({ company }) => company?.companyId ?? '' },
  { header: 'Company', cell: ({ company }) => company?.name ?? '' },
  { header: 'Carrier', cell: ({ carrier }) => (carrier ? carrierNames[carrier] : '') },
  { header: 'Since', cell: ({ since }) => since },
  { header: 'Stands', cell: (row) => row.stand },
  { header: 'Source', cell: ({ source }) => source },
  { header: 'At', cell: ({ at }) => at },
  { header: 'Now', cell: ({ now }) => now },
  { header: 'Before', cell: ({ before }) => before },
  { header: 'State', cell: ({ state }) => state?.state ?? '' },
  { header: 'StateSince', cell: ({ state }) => state?.since ?? '' },
  { header: 'ExpectedUntil', cell: ({ expected }) => expected?.until ?? '' },
  { header: 'ExpectedBy', cell: ({ expected }) => expected?.by ?? '' },
  { header: 'Reason', cell: ({ expected }) => expected?.reason ?? '' },
]
