import type { ThingKind } from '@support-console/contract'
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { idsOfPanel } from '../panels/index.ts'

/** Where a page of a history ended; the next one goes on before it. */
type HistoryPlace = Pick<Selectable<Tables['user_action']>, 'at' | 'id'>

/**
 * The entries of the trail that are about a thing, the newest first, however it was named: a panel by its cloud ID and
 * by its physical IDs.
 * @param before the last entry of the page that was read before
 */
export async function readHistory(
  db: Kysely<Tables>,
  { kind, id }: { kind: ThingKind; id: string },
  { before, limit }: { before?: HistoryPlace; limit: number },
) {
  const ids = kind === 'panel' ? await idsOfPanel(db, id) : [id]
  // One walk along user_action_by_thing for each form, so that none reads more than the page.
  const { rows } = await sql<Selectable<Tables['user_action']>>`
    select entry.* from unnest(${ids}::text[]) as form (id) cross join lateral (
      select * from user_action
      where thing_kind = ${kind} and thing_id = form.id
        and (at, id) < (${before?.at ?? 'infinity'}::timestamptz, ${before?.id ?? 0}::bigint)
      order by at desc, id desc limit ${limit}) as entry
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}
