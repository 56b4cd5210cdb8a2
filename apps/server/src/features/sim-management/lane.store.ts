import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Platform } from '../../platform/platform.ts'
import { heldBy, settle } from '../../platform/undertakings/undertakings.ts'
import type { Lane } from './begin-batch.ts'
import { openStates } from './deactivations.table.ts'
import { kind, leftOut, lockBatch, noteIfFinished, stepOf } from './settle-row.ts'

export type Row = Selectable<Tables['deactivation']>

const triesToNoteRequest = 10

/** What one run of a lane may do to its rows; writes are refused where another run has taken over (R44). */
export function laneStore(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { batchId, vendorCode }: Lane,
  runId: string,
) {
  const ofRow = ({ deactivation_id }: Row) => sql<boolean>`deactivation_id = ${deactivation_id}`
  const held = heldBy(runId, openStates)
  /** Rows of this run that were asked for and are not settled. */
  const onTheirWay = (trx: Kysely<Tables> = db): Promise<Row[]> =>
    trx
      .selectFrom('deactivation')
      .selectAll()
      .where('run_id', '=', runId)
      .where('state', 'in', ['waiting', 'settling'])
      .orderBy('position')
      .execute()

  return {
    onTheirWay,
    /** Makes this run the one that may write, and returns the rows that an earlier one left on their way. */
    takeOver: () =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('deactivation')
          .set({ run_id: runId, state: sql`case when state = 'asking' then 'settling' else state end` })
          .where('batch_id', '=', batchId)
          .where('vendor_code', '=', vendorCode)
          .where('state', 'in', openStates)
          .execute()
        return onTheirWay(trx)
      }),
    /** Whether someone asked for this SIM alone, and waits. */
    async isSingle(): Promise<boolean> {
      const batch = db.selectFrom('deactivation_batch').select('is_single').where('batch_id', '=', batchId)
      return (await batch.executeTakeFirst())?.is_single ?? false
    },
    /** The next row to ask the carrier about, noted as asked before anybody asks (R37, R43). */
    claim: (): Promise<Row | undefined> =>
      db
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
        .executeTakeFirst(),
    /** @returns false: the row is another's by now, or settled */
    async move(row: Row, to: 'settling', facts: Pick<Partial<Row>, 'note' | 'problem'>): Promise<boolean> {
      const moved = db.updateTable('deactivation').set({ ...facts, state: to })
      return (await moved.where(ofRow(row)).where(held).returning('iccid').executeTakeFirst()) !== undefined
    },
    /**
     * Notes that Verizon has taken a request, no matter who may write by now: without its id no one could ask for its result,
     * and the SIM would be asked for again. Tries for a while where the database is away.
     */
    async noteRequest(row: Row, requestId: string): Promise<void> {
      for (let tries = 1; ; tries++) {
        try {
          await db
            .updateTable('deactivation')
            .set({ request_id: requestId, state: 'waiting' })
            .where(ofRow(row))
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
    /**
     * The carrier was not asked after all, or did nothing: the row is ready again, or left out where the batch was
     * stopped meanwhile.
     * @param why set where the carrier was asked, and is to be asked again: it stands in the audit trail
     */
    putBack: (row: Row, why?: string) =>
      settle(db, kind, async (trx) => {
        const batch = await lockBatch(trx, batchId)
        const left = batch.stopped_at && leftOut(batch.stopped_by)
        const put = await trx
          .updateTable('deactivation')
          .set(left ?? { state: 'ready', note: '', problem: null, settled_at: null })
          .set({ asked_at: null, ...(why === undefined && { attempts: row.attempts - 1 }) })
          .where(ofRow(row))
          .where('request_id', 'is', null)
          .where(held)
          .returning('iccid')
          .executeTakeFirst()
        if (put && left) await noteIfFinished(trx, batchId)
        if (put && left) return stepOf(batch, row, 'Stopped', left.note)
        return put && why !== undefined
          ? stepOf(batch, row, 'Intent', `${why}; it is asked again`)
          : undefined
      }),
    /** The row as it stands, if this run may still settle it. */
    own: (row: Row): Promise<Row | undefined> =>
      db.selectFrom('deactivation').selectAll().where(ofRow(row)).where(held).executeTakeFirst(),
  }
}
