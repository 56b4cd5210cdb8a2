import type { Call } from '@support-console/contract'
import { appendAudit, appendAudits } from '../audit/append-audit.ts'
import { type AuditedTransaction, auditedTransaction, NotRecorded } from '../audit/audited-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { problems } from '../problem.ts'
import type { Attempt } from './attempt.ts'
import { Committed, type DataOf, type DataReply, type Entered, type UnitOfWork } from './call-context.ts'
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
  /** R37: a change whose entry cannot be written does not happen; the caller is told that it was not their fault. */
  async function commit<T>(change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
    try {
      return await auditedTransaction(db, change)
    } catch (error) {
      if (!(error instanceof NotRecorded)) throw error
      throw problems.notRecorded(error, attempt.hasCommitted || error.mayHaveHappened)
    }
  }

  async function record(trx: AuditedTransaction, { entry }: Entered): Promise<void> {
    const [first, ...others] = [entry].flat()
    if (!first) throw new Error('a change without an entry')
    await appendAudit(trx, attempt.entryOf(first))
    await appendAudits(trx, others.map(attempt.entryOf))
  }

  async function step<T extends Entered>(change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
    const given = await commit(async (trx) => {
      const given = await change(trx)
      if (once && !attempt.hasCommitted) await noteCommitted(trx, once)
      await record(trx, given)
      return given
    })
    attempt.hasCommitted = true
    return given
  }

  return {
    about: attempt.about,
    step,
    async fail(problem, change) {
      const entry = { result: problem.status, detail: problem.message }
      await step(async (trx) => {
        await change(trx)
        return { entry }
      })
      attempt.noteEntered(problem)
      return problem
    },
    async finish(change) {
      const { answer, afterwards } = await commit(async (trx) => {
        const outcome = await change(trx)
        const answer = encode(outcome)
        if (once) await keepAnswer(trx, once, answer)
        await record(trx, outcome)
        return { answer, afterwards: outcome.afterwards }
      })
      attempt.hasCommitted = true
      await afterwards?.()
      return Committed.of(answer as DataReply<DataOf<C>>)
    },
  }
}
