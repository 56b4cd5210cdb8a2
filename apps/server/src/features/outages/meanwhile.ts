import type { KeptOutage } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Of these objects of the audit trail those that an outage touched: its panels, their companies and their CSR servers. */
export async function touchedBy(
  db: Kysely<Tables>,
  { outageId, of }: Pick<KeptOutage, 'outageId' | 'of'>,
  objects: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ object: string }>`
    with own as (
      select cloud_id, own.company_id, receiver from webconnect_outage_panel as own left join panel using (cloud_id)
      where outage_id = ${outageId}::bigint)
    select object from unnest(${objects}::text[]) as told (object)
    where object in (select 'panel ' || cloud_id from own) or object in (select 'company ' || company_id from own)
      or object in (select 'csr ' || ip_address from csr where server in (select receiver from own)
        or (${of.kind} = 'csr' and server = ${of.id}))`.execute(db)
  return new Set(rows.map(({ object }) => object))
}

/** Watches on panels of an outage that ended since it began. */
export async function watchesEnded(
  db: Kysely<Tables>,
  { outageId, from, endedAt }: Pick<KeptOutage, 'outageId' | 'from' | 'endedAt'>,
) {
  const until = endedAt === null ? null : new Date(Date.parse(endedAt) + watchedAfterMs).toISOString()
  const { rows } = await sql<{
    watchId: string
    cloudId: string
    by: string
    state: 'back' | 'over' | 'stopped'
    endedAt: Date
  }>`
    select watch_id as "watchId", cloud_id as "cloudId", email as by, state, finished_at as "endedAt"
    from watch join webconnect_outage_panel using (cloud_id)
    where outage_id = ${outageId}::bigint and finished_at >= ${from}::timestamptz and state <> 'running'
      and (${until}::timestamptz is null or finished_at <= ${until}::timestamptz)
    order by finished_at, cloud_id limit ${mostWatches}`.execute(db)
  return rows.map(({ endedAt: at, ...watch }) => ({ ...watch, endedAt: at.toISOString() }))
}
/** A watch ends when its panel was back for a while; so many are told. */
const watchedAfterMs = 3600_000
const mostWatches = 200
