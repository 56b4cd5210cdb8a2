import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { inScope, isStop } from '../stops.ts'

type Kept = Selectable<Tables['webconnect_outage']>

/** The panels of an outage that lasts are noted so often, and who is back for so long after its end. */
const notedEvery = '1 minute'
const notedAfter = '1 day'

/** Notes the panels of each outage, and who is back, for as long as the outage is kept (issue 52, 5). */
export async function noteOutagePanels(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  const isDue = sql<boolean>`(noted_at is null or noted_at < ended_at or noted_at > ${at}::timestamptz
    or (coalesce(ended_at, 'infinity') > ${at}::timestamptz - ${notedAfter}::interval
      and noted_at <= ${at}::timestamptz - ${notedEvery}::interval))`
  const due = await db.selectFrom('webconnect_outage').selectAll().where(isDue).orderBy('outage_id').execute()
  for (const outage of due)
    await db.transaction().execute(async (trx) => {
      const isFirstAfterEnd = outage.ended_at !== null && (outage.noted_at ?? new Date(0)) < outage.ended_at
      if (outage.ended_at === null || isFirstAfterEnd || outage.noted_at === null)
        await notePanels(trx, outage)
      await (outage.how === 'down' ? noteReturnsOfDown(trx, outage, at) : noteReturns(trx, outage))
      await noteOthers(trx, outage, at)
    })
}

/** Of one that is told by how many are away only those who are; of others all who stopped. */
async function notePanels(trx: Kysely<Tables>, outage: Kept): Promise<void> {
  const { outage_id, how, began_at, stopped_until } = outage
  const isNew = sql`not exists (select from webconnect_outage_panel as noted
    where noted.outage_id = ${outage_id}::bigint and noted.cloud_id = stopped.cloud_id)`
  const stopped =
    how === 'down'
      ? sql`select present.cloud_id, panel.company_id, ${began_at}::timestamptz as stopped_at
          from webconnect_present as present left join panel using (cloud_id)
          where present.cloud_id <> '' and ${inContainer(outage)}`
      : sql`select cloud_id, max(company_id) as company_id, min(began_at) as stopped_at from webconnect_absence
          where began_at >= ${began_at}::timestamptz and began_at < ${stopped_until}::timestamptz + interval '1 ms'
            and ${how === 'excess' ? sql`ended_at is null` : isStop} ${inScope({ scope: outage.scope, id: outage.scope_id })}
          group by cloud_id`
  await sql`
    insert into webconnect_outage_panel (outage_id, cloud_id, company_id, stopped_at)
    select ${outage_id}::bigint, cloud_id, max(company_id), min(stopped_at) from (${stopped}) as stopped
    where ${isNew} group by cloud_id order by cloud_id on conflict do nothing`.execute(trx)
}

const inContainer = ({ scope, scope_id }: Kept) =>
  scope === 'container' ? sql`present.container_name = ${scope_id}` : sql`true`

/** A panel that fell silent and then left is back when neither lasts. */
async function noteReturns(trx: Kysely<Tables>, { outage_id }: Kept): Promise<void> {
  await sql`
    update webconnect_outage_panel as noted set back_at = back.at
    from (
      select own.cloud_id, max(absence.ended_at) as at
      from webconnect_outage_panel as own
      join webconnect_absence as first on first.cloud_id = own.cloud_id and first.began_at = own.stopped_at
        and first.ended_at is not null
      join webconnect_absence as absence on absence.cloud_id = own.cloud_id
        and absence.began_at between own.stopped_at and first.ended_at
      where own.outage_id = ${outage_id}::bigint and own.back_at is null
      group by own.cloud_id having bool_and(absence.ended_at is not null)) as back
    where noted.outage_id = ${outage_id}::bigint and noted.cloud_id = back.cloud_id`.execute(trx)
}

/** A panel of a container that did not answer is back with it, unless it is missed then; or before, on another container. */
async function noteReturnsOfDown(trx: Kysely<Tables>, outage: Kept, at: string): Promise<void> {
  const { outage_id, ended_at } = outage
  const isThere = sql`exists (select from webconnect_present as present where present.cloud_id = noted.cloud_id and ${inContainer(outage)})`
  await sql`
    update webconnect_outage_panel as noted set back_at = coalesce((
      select max(absence.ended_at) from webconnect_absence as absence
      where absence.cloud_id = noted.cloud_id and absence.began_at >= noted.stopped_at), ${ended_at ?? at}::timestamptz)
    where outage_id = ${outage_id}::bigint and back_at is null and (${ended_at !== null} or not ${isThere})
      and not exists (select from webconnect_absence as open where open.cloud_id = noted.cloud_id and open.ended_at is null)
      and not exists (select from webconnect_missed as missed where missed.cloud_id = noted.cloud_id)`.execute(
    trx,
  )
}

/** How it was everywhere else, as long as it lasts: who stopped in the same time, or is away. */
async function noteOthers(trx: Kysely<Tables>, outage: Kept, at: string): Promise<void> {
  const { outage_id, how, began_at, stopped_until, ended_at, noted_at } = outage
  const isCompared =
    how !== 'down' && outage.scope !== 'webconnect' && (ended_at === null || noted_at === null)
  const away =
    how === 'excess'
      ? sql`(select count(distinct cloud_id) from webconnect_absence where ended_at is null)`
      : sql`(select coalesce(sum(stopped), 0) from webconnect_stops where container_name = '' and carrier = '' and sim_range = ''
          and minute between date_trunc('minute', ${began_at}::timestamptz) and ${stopped_until}::timestamptz)`
  await sql`
    update webconnect_outage as kept set noted_at = ${at}::timestamptz${
      isCompared
        ? sql`, others_away = greatest(0, ${away} - (select count(*) from webconnect_outage_panel as own where own.outage_id = kept.outage_id)),
          others = (select greatest(0, sum(panels) - kept.members) from webconnect_population)`
        : sql``
    } where outage_id = ${outage_id}::bigint`.execute(trx)
}
