import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'

/** Of samples that are no longer kept one by one, the last in so many seconds stays. */
const stretchSeconds = 600

/**
 * Forgets samples older than `keepHours`, thins those older than `detailHours`, and forgets containers that no one heard
 * of for `keepHours`.
 */
export async function thinSamples(
  db: Db,
  { detailHours, keepHours }: { detailHours: number; keepHours: number },
): Promise<void> {
  await sql`
    delete from webconnect_sample where at < now() - ${keepHours} * interval '1 hour'`.execute(db)
  await sql`
    delete from webconnect_sample as sample using (
      select container_name, at, row_number() over (
        partition by container_name, floor(extract(epoch from at) / ${stretchSeconds}) order by at desc) as place
      from webconnect_sample where at < now() - ${detailHours} * interval '1 hour'
    ) as old
    where old.place > 1 and sample.container_name = old.container_name and sample.at = old.at`.execute(db)
  await sql`
    delete from webconnect_container
    where problem <> '' and coalesce(said_at, create_date) < now() - ${keepHours} * interval '1 hour'`.execute(
    db,
  )
}
