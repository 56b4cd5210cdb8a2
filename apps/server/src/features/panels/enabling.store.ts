import type { Enabling } from '@support-console/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Behalf } from '../../platform/undertakings/behalf.ts'
import { findWork, type Run, type WorkKind } from '../../platform/undertakings/runs.ts'
import type {} from './enabling.table.ts'

export const enablingKind: WorkKind<'enabling'> = {
  name: 'panels-enable',
  permission: 'panels.change',
  activity: 'Panel Info (CBS)',
  table: 'enabling',
  id: 'enabling_id',
}

/** Keeps the order, in the transaction of its call. */
export async function keepEnabling(
  trx: Transaction<Tables>,
  {
    enablingId,
    cloudIds,
    why,
    ...behalf
  }: Behalf & { enablingId: string; cloudIds: readonly string[]; why: string },
): Promise<void> {
  await trx
    .insertInto('enabling')
    .values({ enabling_id: enablingId, why, ...behalf })
    .execute()
  await sql`
    insert into enabling_panel (enabling_id, position, cloud_id)
    select ${enablingId}, place, id from unnest(${cloudIds}::text[]) with ordinality as given (id, place)`.execute(
    trx,
  )
}

/** Panels that are left. */
export const waitingPanels = (db: Kysely<Tables>, enablingId: string) =>
  db
    .selectFrom('enabling_panel')
    .select(['position', 'cloud_id as cloudId'])
    .where('enabling_id', '=', enablingId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .execute()

export interface Outcome {
  position: number
  state: 'enabled' | 'refused' | 'failed'
  message: string
}

/** Notes what became of a panel, where the run still has the order. */
export async function noteOutcome(
  db: Kysely<Tables>,
  { row, held }: Run<'enabling'>,
  { position, state, message }: Outcome,
): Promise<void> {
  await db
    .updateTable('enabling_panel')
    .set({ state, message, done_at: sql<Date>`clock_timestamp()` })
    .where('enabling_id', '=', row.enabling_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .where(held)
    .execute()
}

/** How many panels there are, and how many of them are enabled. */
export async function countPanels(
  trx: Transaction<Tables>,
  enablingId: string,
): Promise<{ enabled: number; all: number }> {
  const { rows } = await sql<{ enabled: number; all: number }>`
    select (count(*) filter (where state = 'enabled'))::integer as enabled, count(*)::integer as all
    from enabling_panel where enabling_id = ${enablingId}`.execute(trx)
  return rows[0] ?? { enabled: 0, all: 0 }
}

/** As it stands; undefined: there is none. */
export async function findEnabling(db: Kysely<Tables>, enablingId: string): Promise<Enabling | undefined> {
  const row = await findWork(db, enablingKind, enablingId)
  if (!row) return undefined
  const panels = await db
    .selectFrom('enabling_panel')
    .select(['cloud_id as cloudId', 'state', 'message'])
    .where('enabling_id', '=', enablingId)
    .orderBy('position')
    .execute()
  return {
    enablingId,
    isRunning: row.state === 'running',
    by: row.email,
    transactionId: row.transaction_id,
    beganAt: row.created_at.toISOString(),
    endedAt: row.finished_at?.toISOString() ?? null,
    panels,
  }
}
