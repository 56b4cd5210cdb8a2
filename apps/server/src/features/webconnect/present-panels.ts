import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export const source = 'WebConnect'
const everyMs = 60 * 60_000

/**
 * What was last seen of a panel, by its key: joined plainly, all that is observed would be read at each look for as long as
 * PostgreSQL has no figures of the table, or thinks that it is small.
 */
export const observedOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`lateral (
  select fields from observation where thing_kind = 'panel' and thing_id = ${id} and source = ${source} limit 1)`

/**
 * Puts into `webconnect_present` who was last seen where, of all panels: after a crash of the database, which empties it (the
 * row without names, which says that it was done, goes as well), and once an hour, for what a server of an older version
 * kept meanwhile. Of several that find it due one does it, and the others wait.
 * @param now UTC, ISO 8601
 */
export async function fillPresent(db: Db, now: string): Promise<void> {
  const isFresh = sql`filled_at between ${now}::timestamptz - ${everyMs} * interval '1 ms'
    and ${now}::timestamptz + ${everyMs} * interval '1 ms'`
  await sql`
    with due as (
      insert into webconnect_present as it (cloud_id, container_name, filled_at)
      select '', '', ${now}::timestamptz where not exists (select from webconnect_present where cloud_id = '' and ${isFresh})
      on conflict (cloud_id, container_name) do update set filled_at = excluded.filled_at
        where not (it.${isFresh})
      returning filled_at)
    insert into webconnect_present (cloud_id, container_name)
    select thing_id, fields ->> 'container' from observation where exists (select from due)
      and thing_kind = 'panel' and source = ${source} and fields ->> 'connection' <> 'gone'
      and not exists (
        select from webconnect_present where cloud_id = thing_id and container_name = fields ->> 'container')
    order by 1, 2 on conflict do nothing`.execute(db)
}

/**
 * Makes `webconnect_present` right for these panels, within the transaction that keeps what was seen of them: then no crash
 * comes between the two, and until its end no one else keeps them. In the order in which all are filled in.
 */
export async function keepPresent(trx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    insert into webconnect_present (cloud_id, container_name)
    select told.id, fields ->> 'container' from unnest(${ids}::text[]) as told (id)
    cross join ${observedOf(sql.ref('told.id'))} as observed
    where fields ->> 'connection' <> 'gone' order by 1, 2 on conflict do nothing`.execute(trx)
  await sql`
    delete from webconnect_present where cloud_id = any(${ids}::text[]) and (
      select fields ->> 'connection' <> 'gone' and fields ->> 'container' = container_name
      from ${observedOf(sql.ref('cloud_id'))} as observed) is not true`.execute(trx)
}
