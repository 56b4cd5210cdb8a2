import { carrierNames, type FleetFilter, type FleetFinding } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { type FindingRow, findingsOf } from './list-fleet.ts'
import { membersSql } from './members.ts'

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
  return sql`(member.finding, member.thing_kind, member.thing_id) in (select finding, kind, id from jsonb_to_recordset(
    ${JSON.stringify(which.ids.map(partsOf))}::jsonb) as wanted (finding text, kind text, id text))`
}

/** Whatever stands: what was chosen is chosen by name. */
const filterOf = (which: Which): FleetFilter =>
  'filter' in which ? which.filter : { stand: ['counts', 'once', 'expected'], not: {} }

/** Things in the order of their findings, part by part as they are taken; what the reader may not read is none (D45). */
export async function* allFindings(db: Db, view: View, which: Which): AsyncGenerator<FleetFinding> {
  const { rows: members } = await sql<Pick<FindingRow, 'finding' | 'thing_id' | 'cause' | 'also'>>`
    with ${membersSql(view, filterOf(which))}
    select finding, thing_id, cause, also from member where ${among(which)} order by finding, thing_id`.execute(
    db,
  )
  for (let from = 0; from < members.length; from += rowsAtOnce) {
    const part = members.slice(from, from + rowsAtOnce)
    const shown = await findingsOf(db, view, part)
    for (const { finding, thing_id } of part) {
      const row = shown.get(`${finding} ${thing_id}`)
      if (row) yield row
    }
  }
}

/** What names a time has its zone behind it. */
export const findingFile: readonly CsvColumn<FleetFinding>[] = [
  { header: 'Finding', cell: ({ code }) => code },
  { header: 'Cause', cell: ({ cause }) => cause },
  { header: 'MoreFindings', cell: ({ also }) => String(also) },
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
