import type { Call } from '@support-console/contract'
import type { Transaction } from 'kysely'
import { appendAudit } from '../audit/append-audit.ts'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { User } from '../sign-on/user.ts'
import {
  type AuditNote,
  type CallContext,
  Committed,
  type DataOf,
  type DataReply,
  keyOf,
  type UnitOfWork,
} from './call-context.ts'
import { type KeptAnswer, keepAnswer, noteCommitted, type OnceKey } from './call-once.ts'
import { problems } from './problem.ts'

export interface Work<C extends Call> extends UnitOfWork<C> {
  /** Whether anything was committed; then a failed call must not simply run again. */
  readonly hasCommitted: boolean
}

interface Parts<C extends Call> {
  db: Db
  call: C
  context: CallContext<C>
  user: User
  /** Undefined when the caller gave no transaction id: then nothing can repeat the call. */
  once: OnceKey | undefined
  /** Checks the reply by the call's schema; before the commit, so that a wrong answer changes nothing. */
  encode: (reply: DataReply<DataOf<C>>) => KeptAnswer
}

/** The unit of work of one mutating call; see UnitOfWork. */
export function createWork<C extends Call>({ db, call, context, user, once, encode }: Parts<C>): Work<C> {
  let steps = 0
  const entryOf = (note: AuditNote) => ({
    source: note.source ?? 'server',
    user,
    transactionId: context.transactionId,
    subTransactionId: note.subTransactionId,
    remoteAddress: context.remoteAddress,
    route: keyOf(call),
    permission: call.access,
    activity: note.activity ?? call.summary,
    message: note.message,
    object: note.object ?? '',
    result: note.result ?? 'Success',
    detail: note.detail,
  })
  /** R37: a change whose entry cannot be written does not happen; the caller is told that it was not his fault. */
  async function record(trx: Transaction<Tables>, note: AuditNote): Promise<void> {
    try {
      await appendAudit(trx, entryOf(note))
    } catch (error) {
      throw problems.notRecorded(error, steps > 0)
    }
  }

  return {
    get hasCommitted() {
      return steps > 0
    },
    async step(note, change) {
      const result = await db.transaction().execute(async (trx) => {
        const result = await change(trx)
        if (once && steps === 0) await noteCommitted(trx, once)
        await record(trx, note)
        return result
      })
      steps++
      return result
    },
    async finish(note, change) {
      const reply = await db.transaction().execute(async (trx) => {
        const reply = await change(trx)
        const answer = encode(reply)
        if (once) await keepAnswer(trx, once, answer)
        await record(trx, typeof note === 'function' ? note(reply) : note)
        return {
          ...reply,
          message: answer.message,
          status: answer.status as 'Success',
          data: answer.data as DataOf<C>,
        }
      })
      steps++
      return Committed.of(reply)
    },
  }
}
