import type { calls, Thing } from '@support-console/contract'
import { withWhy } from '@support-console/contract'
import { type AuditedTransaction, auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { type AuditNote, Committed, type Entered, type UnitOfWork } from '../../platform/http/call-context.ts'
import type { Beginner, Kind } from '../../platform/undertakings/behalf.ts'
import { enter } from '../../platform/undertakings/undertakings.ts'

/** The unit of work of a change that a server makes for someone, without a call: each step with its entry, as of a call. */
export function flagWork(
  db: Db,
  kind: Kind,
  beginner: Beginner,
  { why = '', ...entered }: { message: string; object: Thing; why?: string },
): UnitOfWork<typeof calls.enablePanelManagement> {
  const step = <T extends Entered>(change: (trx: AuditedTransaction) => Promise<T>): Promise<T> =>
    auditedTransaction(db, async (trx) => {
      const given = await change(trx)
      const notes: readonly AuditNote[] = [given.entry].flat()
      const steps = notes.map(({ result = 'Success', detail = '' }) => ({
        ...beginner,
        ...entered,
        result,
        detail: withWhy(why, detail),
      }))
      await enter(trx, kind, ...steps)
      return given
    })
  return {
    about: () => {},
    step,
    async fail(problem, change) {
      await step(async (trx) => {
        await change(trx)
        return { entry: { result: problem.status, detail: problem.message } }
      })
      return problem
    },
    finish: async (change) => Committed.of(await step(change)),
  }
}
