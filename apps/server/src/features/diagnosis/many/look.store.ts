import { type LookedState, thing } from '@support-console/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { type Step, settle } from '../../../platform/undertakings/undertakings.ts'
import { kind } from './begin-look.ts'
import type {} from './look.table.ts'

export type LookRow = Selectable<Tables['look']>
export type LookThing = Selectable<Tables['look_thing']>

/** What one run of a look may do to it: nothing, once another has it (R44), or it is over. */
export function lookStore(db: Db, lookId: string, runId: string) {
  const isHeld = sql<boolean>`exists (
    select from look where look.look_id = ${lookId} and look.run_id = ${runId} and look.state = 'running')`
  const own = ({ position }: LookThing) =>
    db
      .updateTable('look_thing')
      .where('look_id', '=', lookId)
      .where('position', '=', position)
      .where('state', '=', 'looking')
      .where('run_id', '=', runId)
      .where(isHeld)

  return {
    /** Makes this run the one that may write. What an earlier one had begun is asked again. @returns undefined: it is over */
    takeOver: (): Promise<LookRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const look = await trx
          .updateTable('look')
          .set({ run_id: runId })
          .where('look_id', '=', lookId)
          .where('state', '=', 'running')
          .returningAll()
          .executeTakeFirst()
        if (look) await putAllBack(trx, lookId)
        return look
      }),
    /** The carriers of what is left. */
    async carriers(): Promise<string[]> {
      const rows = db.selectFrom('look_thing').select('carrier').distinct().where('look_id', '=', lookId)
      return (await rows.where('state', '=', 'ready').execute()).map(({ carrier }) => carrier)
    },
    /** The next to be looked at; undefined: there is none, or the look is not this run's. */
    claim: (carrier: string): Promise<LookThing | undefined> =>
      db
        .updateTable('look_thing')
        .set({ state: 'looking', run_id: runId })
        .where('look_id', '=', lookId)
        .where('position', '=', ({ selectFrom }) =>
          selectFrom('look_thing as next')
            .select('next.position')
            .where('next.look_id', '=', lookId)
            .where('next.carrier', '=', carrier)
            .where('next.state', '=', 'ready')
            .orderBy('next.position')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .where(isHeld)
        .returningAll()
        .executeTakeFirst(),
    async noteFound(
      of: LookThing,
      state: Extract<LookedState, 'wrong' | 'not-known' | 'fine'>,
    ): Promise<void> {
      await own(of).set({ state, looked_at: sql<Date>`clock_timestamp()` }).execute()
    },
    /** They are to be looked at again. */
    async putBack(positions: readonly number[]): Promise<void> {
      await db
        .updateTable('look_thing')
        .set({ state: 'ready', looked_at: null })
        .where('look_id', '=', lookId)
        .where('position', 'in', positions)
        .where('run_id', '=', runId)
        .where(isHeld)
        .execute()
    },
    /** @param reason why what is left was not looked at; empty: nothing is left */
    end: (reason: string): Promise<boolean> =>
      settle(db, kind, async (trx) => {
        const look = await trx
          .updateTable('look')
          .set({ state: reason ? 'paused' : 'finished', reason, finished_at: sql<Date>`clock_timestamp()` })
          .where('look_id', '=', lookId)
          .where('run_id', '=', runId)
          .where('state', '=', 'running')
          .returningAll()
          .executeTakeFirst()
        if (!look) return undefined
        await putAllBack(trx, lookId)
        return stepOf(look, reason ? 'Unavailable' : 'Success', [reason, await sayFound(trx, lookId)])
      }),
  }
}

/** What was begun and has not ended. */
export const putAllBack = (trx: Transaction<Tables> | AuditedTransaction, lookId: string) =>
  trx
    .updateTable('look_thing')
    .set({ state: 'ready', run_id: null })
    .where('look_id', '=', lookId)
    .where('state', '=', 'looking')
    .execute()

/** A step of a look, on behalf of the person who began it. */
const stepOf = (look: LookRow, result: string, detail: readonly string[]): Step => ({
  ...beginnerOf(look),
  message: `Bulk check${look.company_name ? ` of ${look.company_name}` : ''}`,
  object: objectOf(look),
  result,
  detail: detail.filter(Boolean).join(' '),
})

export const objectOf = ({
  company_id: companyId,
  transaction_id: transactionId,
}: Pick<LookRow, 'company_id' | 'transaction_id'>) =>
  companyId === null ? thing('transaction', transactionId) : thing('company', companyId)

/** '268 of 410 checked: 12 wrong, 3 not known, 253 fine.' */
export async function sayFound(trx: Db | AuditedTransaction, lookId: string): Promise<string> {
  const { rows } = await sql<Record<'total' | 'wrong' | 'unknown' | 'fine', number>>`
    select count(*)::int as total, count(*) filter (where state = 'wrong')::int as wrong,
      count(*) filter (where state = 'not-known')::int as unknown, count(*) filter (where state = 'fine')::int as fine
    from look_thing where look_id = ${lookId}`.execute(trx)
  const { total = 0, wrong = 0, unknown = 0, fine = 0 } = rows[0] ?? {}
  return `${wrong + unknown + fine} of ${total} checked: ${wrong} wrong, ${unknown} not known, ${fine} fine.`
}
