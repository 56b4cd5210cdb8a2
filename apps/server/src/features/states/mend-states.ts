import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'

const atOnce = 2_000
/** So many rows of one company are read at most before they are added up. */
const mostRows = 40

const cell = sql.raw('company_id, thing_kind, place, state, environment, is_here, is_asked')

/** Adds up what each change of a state counted. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    with scattered as (
      delete from state_count where company_id in (
        select company_id from state_count group by company_id having count(*) > ${mostRows}) returning *)
    insert into state_count (${cell}, things)
      select ${cell}, sum(things) from scattered group by ${cell} having sum(things) <> 0`.execute(db)
}

/**
 * What a crash of the database empties without a word (webconnect.schema) made states, too: so these are kept again.
 */
export async function keepAfterCrash(db: Db): Promise<void> {
  await sql`
    select keep_states('panel', array(
      select kept.thing_id from thing_state as kept
      where kept.thing_kind = 'panel' and (
        (kept.refused_since is not null and not exists (select from webconnect_refused where cloud_id = kept.thing_id))
        or (kept.flaps_until is not null and not exists (select from webconnect_sessions where cloud_id = kept.thing_id)))))`.execute(
    db,
  )
}

/**
 * Holds kept states against what the words say, and companies' counts against the states.
 * @param most of each kind of thing so many, all of them without it
 * @param isMending what differs is mended
 * @returns how many states were compared, and how many states and counts differed
 */
export async function compareStates(
  db: Db,
  { most = Number.POSITIVE_INFINITY, isMending }: { most?: number; isMending: boolean },
): Promise<{ compared: number; states: number; counts: number }> {
  let [states, compared] = [0, 0]
  for (const [kind, ids] of [
    ['sim', sql`select iccid from sim`],
    ['panel', sql`select cloud_id from panel`],
  ] as const)
    for (let after = '', looked = 0; looked < most; looked += atOnce) {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select thing_id as id from thing_state where thing_kind = ${kind}
          union select thing_id from observation where thing_kind = ${kind} union ${ids}) as things
        where id > ${after} order by id limit ${atOnce}`.execute(db)
      const chunk = rows.map(({ id }) => id)
      const last = chunk.at(-1)
      if (last === undefined) break
      states += await mendChunk(db, kind, chunk, isMending)
      compared += chunk.length
      after = last
    }
  return { compared, states, counts: await mendCounts(db, isMending) }
}

async function mendChunk(
  db: Db,
  kind: 'sim' | 'panel',
  ids: readonly string[],
  isMending: boolean,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select said.thing_id as id from states_of(${kind}, ${ids}::text[]) as said
    left join thing_state as kept using (thing_kind, thing_id) where said is distinct from kept`.execute(db)
  if (isMending && rows.length > 0)
    await sql`select keep_states(${kind}, ${rows.map(({ id }) => id)}::text[])`.execute(db)
  return rows.length
}

/** No state changes meanwhile. */
const mendCounts = (db: Db, isMending: boolean): Promise<number> =>
  db.transaction().execute(async (trx) => {
    if (isMending) await sql`lock table thing_state in share mode`.execute(trx)
    const differing = sql`
      select ${cell}, sum(things) as things from (
        select ${cell}, 1 as things from thing_state where company_id is not null and not is_judged and flaps_until is null
        union all select ${cell}, -things from state_count) as compared
      group by ${cell} having sum(things) <> 0`
    const { rows } = await (isMending
      ? sql`insert into state_count (${cell}, things) ${differing} returning 1`
      : differing
    ).execute(trx)
    return rows.length
  })
