import type { Call } from '@support-console/contract'
import { appendAudit, appendAudits } from '../audit/append-audit.ts'
import { type AuditedTransaction, auditedTransaction, NotRecorded } from '../audit/audited-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { problems } from '../problem.ts'
import type { Attempt } from './attempt.ts'
import { Committed, type DataOf, type DataReply, type Notes, type UnitOfWork } from './call-context.ts'
import { type KeptAnswer, keepAnswer, noteCommitted, type OnceKey } from './call-once.ts'

interface Parts<C extends Call> {
  db: Db
  attempt: Attempt
  /** Undefined when the caller gave no transaction id: then nothing can repeat the call. */
  once: OnceKey | undefined
  /** Checks the reply by the call's schema; before the commit, so that a wrong answer changes nothing. */
  encode: (reply: DataReply<DataOf<C>>) => KeptAnswer
}

/** The unit of work of one mutating call; see UnitOfWork. */
export function createWork<C extends Call>({ db, attempt, once, encode }: Parts<C>): UnitOfWork<C> {
  /** R37: a change whose entry cannot be written does not happen; the caller is told that it was not his fault. */
  async function commit<T>(change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
    try {
      return await auditedTransaction(db, change)
    } catch (error) {
      if (!(error instanceof NotRecorded)) throw error
      throw problems.notRecorded(error, attempt.hasCommitted || error.mayHaveHappened)
    }
  }

  async function record<T>(trx: AuditedTransaction, notes: Notes<T>, given: T): Promise<void> {
    const [first, ...others] = [typeof notes === 'function' ? notes(given) : notes].flat()
    if (!first) throw new Error('a change without an entry')
    await appendAudit(trx, attempt.entryOf(first))
    await appendAudits(trx, others.map(attempt.entryOf))
  }

  async function step<T>(notes: Notes<T>, change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
    const result = await commit(async (trx) => {
      const result = await change(trx)
      if (once && !attempt.hasCommitted) await noteCommitted(trx, once)
      await record(trx, notes, result)
      return result
    })
    attempt.hasCommitted = true
    return result
  }

  return {
    about: attempt.about,
    step,
    async fail(problem, change) {
      await step({ result: problem.status, detail: problem.message }, change)
      attempt.noteEntered(problem)
      return problem
    },
    async finish(notes, change) {
      const reply = await commit(async (trx) => {
        const reply = await change(trx)
        const answer = encode(reply)
        if (once) await keepAnswer(trx, once, answer)
        await record(trx, notes, reply)
        return {
          ...reply,
          message: answer.message,
          status: answer.status as 'Success',
          data: answer.data as DataOf<C>,
        }
      })
      attempt.hasCommitted = true
      return Committed.of(reply)
    },
  }
}
