import { type Kysely, type Selectable, sql } from 'kysely'
import { appendAudit } from '../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Lane } from './begin-batch.ts'
import { openStates } from './deactivations.table.ts'
import { entryOf, lockBatch, noteIfFinished, stoppedBy } from './settle-row.ts'

export type Row = Selectable<Tables['deactivation']>

/** What one run of a lane may do to its rows; writes are refused where another run has taken over (R44). */
interface LaneStore {
  /** Makes this run the one that may write, and returns the rows that an earlier one left on their way. */
  takeOver(): Promise<Row[]>
  /** Whether somebody asked for this SIM alone, and waits. */
  isSingle(): Promise<boolean>
  /** Rows of this run that were asked for and are not settled. */
  onTheirWay(): Promise<Row[]>
  /** The next row to ask the carrier about, noted as asked before anybody asks (R37, R43). */
  claim(): Promise<Row | undefined>
  /** @returns false: the row is another's by now, or settled */
  move(row: Row, to: 'settling', facts: Pick<Partial<Row>, 'note' | 'problem'>): Promise<boolean>
  /**
   * Notes that Verizon has taken a request, whoever may write by now: without its id nobody could ask for its result,
   * and the SIM would be asked for again. Tries for a while where the database is away.
   */
  noteRequest(row: Row, requestId: string): Promise<void>
  /**
   * The carrier was not asked after all, or did nothing: the row is ready again, or left out where the batch was
   * stopped meanwhile.
   * @param why set where the carrier was asked, and is to be asked again: it stands in the audit trail
   */
  putBack(row: Row, why?: string): Promise<void>
  /** The row as it stands, if this run may still settle it. */
  own(row: Row): Promise<Row | undefined>
}

const triesToNoteRequest = 10

export function laneStore(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { batchId, vendorCode }: Lane,
  runId: string,
): LaneStore {
  const onTheirWay = (db: Kysely<Tables>): Promise<Row[]> =>
    db
      .selectFrom('deactivation')
      .selectAll()
      .where('run_id', '=', runId)
      .where('state', 'in', ['waiting', 'settling'])
      .orderBy('position')
      .execute()

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
        return onTheirWay(trx)
      })
    },
    onTheirWay: () => onTheirWay(db),
    async isSingle() {
      const batch = db.selectFrom('deactivation_batch').select('is_single').where('batch_id', '=', batchId)
      return (await batch.executeTakeFirst())?.is_single ?? false
    },
    claim() {
      return db
        .updateTable('deactivation')
        .set({
          state: 'asking',
          attempts: sql`attempts + 1`,
          asked_at: sql<Date>`clock_timestamp()`,
          note: '',
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
    async move(row, to, facts) {
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
    async noteRequest(row, requestId) {
      for (let tries = 1; ; tries++) {
        try {
          await db
            .updateTable('deactivation')
            .set({ request_id: requestId, state: 'waiting' })
            .where('deactivation_id', '=', row.deactivation_id)
            .where('request_id', 'is', null)
            .where('state', 'in', openStates)
            .execute()
          return
        } catch (error) {
          if (tries === triesToNoteRequest) throw error
          await clock.wait(1000)
        }
      }
    },
    putBack(row, why) {
      return auditedTransaction(db, async (trx) => {
        const batch = await lockBatch(trx, batchId)
        const isStopped = batch.stopped_at !== null
        const put = await trx
          .updateTable('deactivation')
          .set({
            state: isStopped ? 'stopped' : 'ready',
            note: isStopped ? stoppedBy(batch.stopped_by) : '',
            problem: isStopped ? 'Conflict' : null,
            settled_at: isStopped ? sql<Date>`clock_timestamp()` : null,
            asked_at: null,
            ...(why === undefined && { attempts: row.attempts - 1 }),
          })
          .where('deactivation_id', '=', row.deactivation_id)
          .where('run_id', '=', runId)
          .where('request_id', 'is', null)
          .where('state', 'in', openStates)
          .returning('iccid')
          .executeTakeFirst()
        if (!put) return
        const entry = (result: string, detail: string) =>
          appendAudit(trx, entryOf(batch, row, { result, detail }))
        if (isStopped) {
          await noteIfFinished(trx, batchId)
          await entry('Stopped', stoppedBy(batch.stopped_by))
        } else if (why !== undefined) await entry('Intent', `${why}; it is asked again`)
      })
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
