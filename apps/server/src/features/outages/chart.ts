import type { KeptOutage } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Bars of a chart: so many at most, and each so many minutes long. */
const mostBars = 60
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440, 2880, 10_080]
const minuteMs = 60_000
/** So many minutes before its first stop show that all was well. */
const minutesBefore = 5

/** How many panels stopped and came back in each step from shortly before an outage until it was over, or now. */
export async function chartOf(
  db: Kysely<Tables>,
  { outageId, from, endedAt }: Pick<KeptOutage, 'outageId' | 'from' | 'endedAt'>,
  now: Date,
) {
  const begin = Math.floor(Date.parse(from) / minuteMs) * minuteMs
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt)
  const minutes = (end - begin) / minuteMs + minutesBefore + 1
  const stepMinutes = steps.find((step) => minutes / step <= mostBars) ?? steps.at(-1) ?? 1
  const first = begin - Math.max(minutesBefore, stepMinutes) * minuteMs
  const bars = Math.min(mostBars + 2, Math.ceil((end + 1 - first) / (stepMinutes * minuteMs)))
  const countBy = async (column: 'stopped_at' | 'back_at') => {
    const { rows } = await sql<{ bar: number; count: number }>`
      select floor(extract(epoch from ${sql.ref(column)} - ${new Date(first).toISOString()}::timestamptz) / ${stepMinutes * 60})::integer as bar,
        count(*)::integer as count
      from webconnect_outage_panel where outage_id = ${outageId}::bigint and ${sql.ref(column)} is not null group by 1`.execute(
      db,
    )
    const counts = new Map(rows.map(({ bar, count }) => [bar, count]))
    return Array.from({ length: bars }, (_, bar) => counts.get(bar) ?? 0)
  }
  const [stopped, back] = await Promise.all([countBy('stopped_at'), countBy('back_at')])
  return { from: new Date(first).toISOString(), stepMinutes, stopped, back }
}
