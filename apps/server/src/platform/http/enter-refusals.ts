import type { Call } from '@support-console/contract'
import type { AuditNote, UnitOfWork } from './call-context.ts'
import { Problem } from './problem.ts'

/**
 * Runs a change of a call; where it is refused, the audit trail gets an entry that says so and why (R16). What failed
 * in passing has none: it may simply run again.
 */
export async function enteringRefusals<C extends Call, T>(
  work: Pick<UnitOfWork<C>, 'step'>,
  note: AuditNote,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const isRefusal = error instanceof Problem && !error.isPassing && error.status !== 'Error'
    if (isRefusal)
      await work.step({ ...note, result: error.status, detail: error.message }, async () => undefined)
    throw error
  }
}
