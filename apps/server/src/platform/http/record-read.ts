import type { Call } from '@support-console/contract'
import { appendAudit } from '../audit/append-audit.ts'
import { auditedTransaction, NotRecorded } from '../audit/audited-transaction.ts'
import { problems } from '../problem.ts'
import type { Api } from './api.ts'
import { createAttempt } from './attempt.ts'
import type { AuditNote, CallContext } from './call-context.ts'

/**
 * Puts on record who is about to be given what a reading call answers with: secrets, or the trail itself (D18, D32).
 * To be waited for before the answer leaves.
 * @throws Problem where the entry cannot be written: then there is no answer
 */
export async function recordRead<C extends Call>(
  { platform: { db, log, clock }, running }: Api,
  call: C,
  context: CallContext<C>,
  note: AuditNote = {},
): Promise<void> {
  const entry = createAttempt({ db, log, clock, running }, call, { ...context, isParsed: true }).entryOf(note)
  try {
    await auditedTransaction(db, (trx) => appendAudit(trx, entry))
  } catch (error) {
    throw error instanceof NotRecorded ? problems.notHandedOut(error) : error
  }
}
