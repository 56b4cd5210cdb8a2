import type { Thing } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { type AuditEntry, appendAudit, appendAudits } from '../audit/append-audit.ts'
import { type AuditedTransaction, auditedTransaction } from '../audit/audited-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { JobSignals, Jobs } from '../jobs/jobs.ts'
import { inScope } from '../request-scope.ts'
import { parseTraceparent, traceIdOf } from '../traces/trace-context.ts'
import type { Beginner, Kind } from './behalf.ts'

/** A step of an undertaking, or its end, as its entry tells it: on whose behalf, and which thing it was done to. */
export type Step = Beginner & { object: Thing } & Pick<
    AuditEntry,
    'message' | 'result' | 'detail' | 'subTransactionId'
  >

/**
 * Says who works on the jobs of this name, within the transaction that began each. Before the start of `jobs`.
 * @param transactionOf undefined where the undertaking is over: then nothing is left to do
 */
export function takeUp<Data extends object>(
  jobs: Jobs,
  name: string,
  options: { atOnce: number },
  transactionOf: (data: Data) => Promise<string | undefined>,
  work: (data: Data, signals: JobSignals) => Promise<void>,
): void {
  jobs.handle<Data>(name, options, async (data, signals) => {
    const transactionId = await transactionOf(data)
    if (transactionId === undefined) return
    // What it was begun in goes on, however much later and on whichever server.
    const { traceparent } = data as { traceparent?: string }
    const parent = parseTraceparent(traceparent) ?? { traceId: traceIdOf(transactionId) }
    const span = jobs.tracer?.begin(`JOB ${name}`, 'consumer', parent, {
      'console.transaction_id': transactionId,
    })
    const run = inScope({ transactionId, traceId: parent.traceId, span }, () => work(data, signals))
    await run.then(
      () => span?.end(),
      (error: unknown) => {
        span?.end({}, true)
        throw error
      },
    )
  })
}

/** For `where`: the row is open, and this run was the last to take it over (R44). */
export const heldBy = (runId: string, openStates: readonly string[]): RawBuilder<boolean> =>
  sql`run_id = ${runId} and state in (${sql.join(openStates)})`

/**
 * Makes a step or the end of an undertaking durable together with its entry.
 * @param change what it does to the rows; undefined: the fence no longer holds, and there is nothing to enter
 * @returns whether it held
 */
export const settle = (
  db: Db,
  kind: Kind,
  change: (trx: AuditedTransaction) => Promise<Step | undefined>,
): Promise<boolean> =>
  auditedTransaction(db, async (trx) => {
    const step = await change(trx)
    if (step) await enter(trx, kind, step)
    return step !== undefined
  })

/** Enters steps in the transaction that makes them: every step of every undertaking comes by here. */
export async function enter(trx: AuditedTransaction, kind: Kind, ...steps: readonly Step[]): Promise<void> {
  const { name, permission, activity } = kind
  const [first, ...others] = steps.map(
    (step): AuditEntry => ({ ...step, source: 'server', route: `JOB ${name}`, permission, activity }),
  )
  if (first) await appendAudit(trx, first)
  await appendAudits(trx, others)
}
