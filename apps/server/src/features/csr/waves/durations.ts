import { sql } from 'kysely'
import type { From } from './waves.store.ts'

export const inMinutes = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined ? null : Math.round(ms / 6000) / 10

/** How long a deployment of a pair of releases takes: the median of the last ten; in milliseconds, by the release before. */
export async function usualDurations(db: From, release: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ from_release: string; ms: number }>`
    select from_release, percentile_cont(0.5) within group (order by ms)::float8 as ms from (
      select from_release, extract(epoch from finished_at - coalesce(started_at, created_at)) * 1000 as ms,
        row_number() over (partition by from_release order by created_at desc) as nth
      from csr_deployment where to_release = ${release} and state = 'succeeded') as taken
    where nth <= 10 group by 1`.execute(db)
  return new Map(rows.map((row) => [row.from_release, Math.round(row.ms)]))
}
