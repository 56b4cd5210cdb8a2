import { factRights, mostWatched, type Permission, standsForPanels } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { panelsAway } from '../webconnect/index.ts'
import { outageOf } from './outages.ts'

/** The panels that a row stands for; none where it is over, or may not be told. */
export async function panelsBehind(
  db: Kysely<Tables>,
  key: string,
  may: May,
): Promise<{ cloudIds: string[]; isAll: boolean }> {
  const row = await db.selectFrom('attention').selectAll().where('key', '=', key).executeTakeFirst()
  const noPanels = { cloudIds: [], isAll: true }
  if (!row?.rights.every((right) => may(right as Permission))) return noPanels
  const { what, since, until } = row
  const outage = outageOf(what)
  // What is an outage is told by sessions, and so are its panels; of the others the inventory tells.
  if (!standsForPanels(what) || !may(outage ? factRights.session : factRights.panel)) return noPanels
  const span = { from: since.toISOString(), to: (until ?? since).toISOString() }
  const found = outage
    ? await panelsAway(db, { ...outage, ...span, isDown: what.code === 'down' }, mostWatched + 1)
    : what.of.kind === 'panel'
      ? [what.of.id]
      : await panelsFound(db, what.of.id)
  return { cloudIds: found.slice(0, mostWatched), isAll: found.length <= mostWatched }
}

async function panelsFound(db: Kysely<Tables>, finding: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select thing_id as id from fleet_finding
    where finding = ${finding} and readings > 1 and expected_id is null order by 1 limit ${mostWatched + 1}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
