import { type LookedState, thing } from '@support-console/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Run } from '../../../platform/undertakings/runs.ts'
import type {} from './look.table.ts'

export type LookRow = Selectable<Tables['look']>
export type LookThing = Selectable<Tables['look_thing']>

/** What one run of a look may do to it: nothing, once another has it (R44), or it is over. */
export function lookStore(db: Db, { runId, row: { look_id: lookId }, held, end }: Run<'look'>) {
  const own = ({ position }: LookThing) =>
    db
      .updateTable('look_thing')
      .where('look_id', '=', lookId)
      .where('position', '=', position)
      .where('state', '=', 'looking')
      .where('run_id', '=', runId)
      .where(held)

  return {
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
        .where(held)
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
        .where(held)
        .execute()
    },
    /** @param reason why what is left was not looked at; empty: nothing is left */
    end: (reason: string): Promise<boolean> =>
      end({ state: reason ? 'paused' : 'finished', reason }, async (look, trx) => {
        await putAllBack(trx, lookId)
        return {
          message: `Bulk check${look.company_name ? ` of ${look.company_name}` : ''}`,
          object: objectOf(look),
          result: reason ? 'Unavailable' : 'Success',
          detail: [reason, await sayFound(trx, lookId)].filter(Boolean).join(' '),
        }
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
