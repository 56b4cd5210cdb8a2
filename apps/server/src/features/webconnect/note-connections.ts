import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { keepObservationsIn } from '../../platform/observations/observations.store.ts'
import { fieldsOf, type Observation } from '../../platform/observations/observed.ts'
import { inInventoryAs } from '../sims/index.ts'
import { noteAbsences } from './absences.ts'
import { fillPresent, keepPresent, observedOf, source } from './present-panels.ts'
import type { ContainerLook, SeenPanel } from './seen-panel.ts'

/** How many panels are written in one transaction. */
const atOnce = 1_000
/** Who is missed for no longer has not been gone: it began another session, as panels do several times a day. */
const missedAtMostMs = 5 * 60_000

interface Missed {
  id: string
  fields: Record<string, string>
  since: Date
  took_ms: number
}

/**
 * Keeps of the panels at a container only what is otherwise than before: connected, moved here, silent, back, gone
 * (connected console 2). One that the container does not tell of is `webconnect_missed` at once, and kept as gone when it
 * has been so for five minutes; if it is back before with the same SIM and address, nothing has happened. A panel that another
 * container has too is taken over by a newer connection alone; of several connections of one panel the latest counts.
 */
export async function noteConnections(
  db: Db,
  container: string,
  seen: readonly SeenPanel[],
  look: ContainerLook,
): Promise<void> {
  await fillPresent(db, look.askedAt)
  const latest = new Map<string, SeenPanel>()
  for (const panel of seen)
    if (!((latest.get(panel.id)?.connected_at ?? '') > panel.connected_at)) latest.set(panel.id, panel)
  const panels = [...latest.values()]
  const ids = panels.map(({ id }) => id)
  const { rows: changed } = await sql<SeenPanel & { before_iccid: string; is_same_but_sim: boolean }>`
    select seen.*, coalesce(before.fields ->> 'iccid', '') as before_iccid,
      coalesce((before.fields ->> 'container', before.fields ->> 'connection', before.fields ->> 'host')
        is not distinct from (${container}, seen.connection, seen.host), false) as is_same_but_sim from jsonb_to_recordset(${JSON.stringify(panels)}::jsonb)
      as seen (id text, connection text, connected_at text, iccid text, host text, heard_at text)
    left join ${observedOf(sql.ref('seen.id'))} as before on true
    left join webconnect_missed as missed on missed.cloud_id = seen.id
    where before.fields is null
      or (before.fields ->> 'container' = ${container} or before.fields ->> 'connection' = 'gone' or missed.since is not null
          or (seen.connection = 'connected' and seen.connected_at > before.fields ->> 'connectedAt'))
        and (before.fields ->> 'container', before.fields ->> 'connection', before.fields ->> 'iccid', before.fields ->> 'host')
          is distinct from (${container}, seen.connection, seen.iccid, seen.host)`.execute(db)
  const own = await inInventoryAs(
    db,
    changed.map(({ iccid }) => iccid),
  )
  const others = changed.flatMap(({ before_iccid, is_same_but_sim, ...panel }) => {
    const iccid = own.get(panel.iccid) ?? panel.iccid
    return is_same_but_sim && iccid === before_iccid ? [] : [{ ...panel, iccid }]
  })
  const { rows: missed } = await sql<{ id: string }>`
    insert into webconnect_missed (cloud_id, container_name, since, took_ms)
    select cloud_id, ${container}, ${look.askedAt}, ${look.tookMs} from webconnect_present
    cross join ${observedOf(sql.ref('cloud_id'))} as observed
    where container_name = ${container} and cloud_id <> all(${ids}::text[])
      and fields ->> 'container' = container_name and fields ->> 'connection' <> 'gone'
    on conflict (cloud_id) do update set (container_name, since, took_ms)
        = (excluded.container_name, excluded.since, excluded.took_ms)
      where webconnect_missed.container_name <> excluded.container_name
    returning cloud_id as id`.execute(db)
  await noteAbsences(db, container, { panels, missed: missed.map(({ id }) => id) }, look)
  const { rows: gone } = await sql<Missed>`
    select cloud_id as id, fields, since, took_ms from webconnect_missed
    cross join ${observedOf(sql.ref('cloud_id'))} as observed
    where container_name = ${container} and fields ->> 'container' = container_name and fields ->> 'connection' <> 'gone'
      and since <= ${look.askedAt}::timestamptz - ${missedAtMostMs} * interval '1 ms'`.execute(db)

  const { askedAt, tookMs } = look
  const observed = (id: string, fields: object, at = { askedAt, tookMs }): Observation => ({
    kind: 'panel',
    id,
    source,
    ...at,
    said: { fields: fieldsOf(fields) },
  })
  const all = [
    ...others.map(({ id, connected_at, heard_at, ...rest }) => {
      const heardAt = rest.connection === 'silent' ? heard_at : ''
      return observed(id, { ...rest, container, connectedAt: connected_at, heardAt })
    }),
    ...gone.map(({ id, fields, since, took_ms }) =>
      observed(id, { ...fields, connection: 'gone' }, { askedAt: since.toISOString(), tookMs: took_ms }),
    ),
  ]
  for (let i = 0; i < all.length; i += atOnce) {
    const some = all.slice(i, i + atOnce)
    await db.transaction().execute(async (trx) => {
      await keepObservationsIn(trx, some)
      await keepPresent(
        trx,
        some.map(({ id }) => id),
      )
    })
  }
  await noteRefused(db, container, panels, look)
  // Last, so that who cannot be kept as back or gone is still missed.
  await sql`delete from webconnect_missed where cloud_id = any(${[...ids, ...gone.map(({ id }) => id)]}::text[])`.execute(
    db,
  )
}

/** Of who is refused already nothing is written. A session that another container has as well says nothing of the panel. */
async function noteRefused(
  db: Db,
  container: string,
  panels: readonly SeenPanel[],
  { askedAt }: ContainerLook,
): Promise<void> {
  const ids = panels.filter(({ is_refused }) => is_refused).map(({ id }) => id)
  await sql`delete from webconnect_refused where container_name = ${container} and cloud_id <> all(${ids}::text[])`.execute(
    db,
  )
  if (ids.length === 0) return
  await sql`
    insert into webconnect_refused as kept (cloud_id, container_name, since)
    select told.id, ${container}, ${askedAt} from unnest(${ids}::text[]) as told (id)
    cross join ${observedOf(sql.ref('told.id'))} as observed
    where fields ->> 'container' = ${container}
      and not exists (select from webconnect_refused where cloud_id = told.id and container_name = ${container})
    order by 1 on conflict (cloud_id) do update set (container_name, since) = (excluded.container_name, excluded.since)
      where kept.container_name <> excluded.container_name`.execute(db)
}
