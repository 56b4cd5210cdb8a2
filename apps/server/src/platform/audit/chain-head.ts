import type { Platform } from '../platform.ts'
import { readHead } from './chain.ts'

/**
 * Writes the chain's head to the log whenever it moved (R41): a chain alone does not show that its tail was cut.
 * Called at least every minute and at the stop.
 */
export function createHeadWitness({ db, log, metrics }: Platform): () => Promise<void> {
  let written = -1
  return async () => {
    const head = await readHead(db)
    if (!head || head.number === written) return
    written = head.number
    metrics.auditHead.set(head.number)
    log.info(head, 'audit chain head')
  }
}
