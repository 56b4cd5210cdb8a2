import type { Enabling } from '@support-console/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { asChange } from '../../platform/database/work.ts'
import type { Behalf } from '../../platform/undertakings/behalf.ts'
import { heldBy } from '../../platform/undertakings/undertakings.ts'
import type { EnablingRow } from './enabling.table.ts'

const now = sql<Date>`clock_timestamp()`

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

/** Takes it over for a run; undefined: it is over. */
export const takeOver = (
  db: Kysely<Tables>,
  enablingId: string,
  runId: string,
): Promise<EnablingRow | undefined> =>
  asChange(() =>
    db
      .updateTable('enabling')
      .set({ run_id: runId })
      .where('enabling_id', '=', enablingId)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst(),
  )

/** Panels that are left. */
export const waitingPanels = (db: Kysely<Tables>, enablingId: string) =>
  db
    .selectFrom('enabling_panel')
    .select(['position', 'cloud_id as cloudId'])
    .where('enabling_id', '=', enablingId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .execute()

/** Whether the run still has it. */
export async function isStillHeld(db: Kysely<Tables>, enablingId: string, runId: string): Promise<boolean> {
  const row = db.selectFrom('enabling').select('enabling_id').where('enabling_id', '=', enablingId)
  return (await row.where(heldBy(runId, ['running'])).executeTakeFirst()) !== undefined
}

/** Notes what became of a panel, where the run still has the order. */
export async function noteOutcome(
  db: Kysely<Tables>,
  { enablingId, runId, position, state, message }: Outcome,
): Promise<void> {
  await asChange(() =>
    sql`
      update enabling_panel set state = ${state}, message = ${message}, done_at = ${now}
      where enabling_id = ${enablingId} and position = ${position} and state = 'waiting'
        and exists (select from enabling where enabling_id = ${enablingId} and ${heldBy(runId, ['running'])})`.execute(
      db,
    ),
  )
}

interface Outcome {
  enablingId: string
  runId: string
  position: number
  state: 'enabled' | 'refused' | 'failed'
  message: string
}

/** Ends it. @returns how many panels came to what; undefined: the run has it no more, or some wait */
export async function endEnabling(
  trx: Transaction<Tables>,
  enablingId: string,
  runId: string,
): Promise<{ enabled: number; others: number } | undefined> {
  const { rows } = await sql<{ enabled: number; others: number }>`
    with ended as (
      update enabling set state = 'finished', finished_at = ${now}
      where enabling_id = ${enablingId} and ${heldBy(runId, ['running'])}
        and not exists (select from enabling_panel where enabling_id = ${enablingId} and state = 'waiting')
      returning enabling_id)
    select (count(*) filter (where state = 'enabled'))::integer as enabled,
      (count(*) filter (where state <> 'enabled'))::integer as others
    from ended join enabling_panel using (enabling_id) having count(*) > 0`.execute(trx)
  return rows[0]
}

/** As it stands; undefined: there is none. */
export async function findEnabling(db: Kysely<Tables>, enablingId: string): Promise<Enabling | undefined> {
  const row = await db
    .selectFrom('enabling')
    .selectAll()
    .where('enabling_id', '=', enablingId)
    .executeTakeFirst()
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
