import type { BatchRowState } from '@support-console/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Lane } from './begin-batch.ts'
import { openStates } from './deactivations.table.ts'

export type Row = Selectable<Tables['deactivation']>

/** What one run of a lane may do to its rows; every write is refused where another run has taken over (R44). */
export interface LaneStore {
  /** Makes this run the one that may write, and returns the rows that an earlier one left on their way. */
  takeOver(): Promise<Row[]>
  /** The next row to ask the carrier about, noted as asked before anybody asks (R37, R43). */
  claim(): Promise<Row | undefined>
  /** @returns false: the row is another's by now, or settled */
  move(
    row: Row,
    to: Extract<BatchRowState, 'ready' | 'waiting' | 'settling'>,
    facts?: Partial<Row>,
  ): Promise<boolean>
  /** The row as it stands, if this run may still settle it. */
  own(row: Row): Promise<Row | undefined>
}

export function laneStore(db: Db, { batchId, vendorCode }: Lane, runId: string): LaneStore {
  return {
    takeOver() {
      return db.transaction().execute(async (trx) => {
        await trx
          .updateTable('deactivation')
          .set({ run_id: runId, state: sql`case when state = 'asking' then 'settling' else state end` })
          .where('batch_id', '=', batchId)
          .where('vendor_code', '=', vendorCode)
          .where('state', 'in', openStates)
          .execute()
        return trx
          .selectFrom('deactivation')
          .selectAll()
          .where('run_id', '=', runId)
          .where('state', 'in', ['waiting', 'settling'])
          .orderBy('position')
          .execute()
      })
    },
    claim() {
      return db
        .updateTable('deactivation')
        .set({
          state: 'asking',
          attempts: sql`attempts + 1`,
          asked_at: sql<Date>`clock_timestamp()`,
        })
        .where('deactivation_id', '=', ({ selectFrom }) =>
          selectFrom('deactivation as next')
            .select('next.deactivation_id')
            .where('next.run_id', '=', runId)
            .where('next.state', '=', 'ready')
            .orderBy('next.position')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst()
    },
    async move(row, to, facts = {}) {
      const moved = await db
        .updateTable('deactivation')
        .set({ ...facts, state: to })
        .where('deactivation_id', '=', row.deactivation_id)
        .where('run_id', '=', runId)
        .where('state', 'in', openStates)
        .returning('deactivation_id')
        .executeTakeFirst()
      return moved !== undefined
    },
    own(row) {
      return db
        .selectFrom('deactivation')
        .selectAll()
        .where('deactivation_id', '=', row.deactivation_id)
        .where('run_id', '=', runId)
        .where('state', 'in', openStates)
        .executeTakeFirst()
    },
  }
}
