import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { absenceDays } from './absences.ts'

/** What is kept of a panel in some hours. */
interface PanelDay {
  /** When it was away, as far as that reaches into the hours; null: it still is. */
  absences: { beganAt: Date; endedAt: Date | null }[]
  /** When its container answered. */
  answeredAt: Date[]
  /** Nothing older is kept. */
  keptFrom: Date
}

/** @param container that of its session; those that it was in when it left are read, too */
export async function readPanelDay(
  db: Db,
  { cloudId, container }: { cloudId: string; container: string },
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<PanelDay> {
  const { rows: absences } = await sql<{ beganAt: Date; endedAt: Date | null; container: string }>`
    select began_at as "beganAt", ended_at as "endedAt", container_name as container from webconnect_absence
    where cloud_id = ${cloudId} and began_at < ${until} and (ended_at is null or ended_at > ${from})
    order by began_at`.execute(db)
  const containers = [...new Set([container, ...absences.map((absence) => absence.container)])]
  const { rows: samples } = await sql<{ at: Date }>`
    select at from webconnect_sample where container_name = any(${containers}::text[])
      and at between ${from}::timestamptz - interval '15 minutes' and ${until} order by at`.execute(db)
  return {
    absences: absences.map(({ beganAt, endedAt }) => ({ beganAt, endedAt })),
    answeredAt: samples.map(({ at }) => at),
    keptFrom: new Date(now.getTime() - absenceDays * 24 * 3600_000),
  }
}
