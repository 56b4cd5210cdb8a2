import type { Platform } from '../platform.ts'

/**
 * Writes the chain's head to the log whenever it moved (R41): a chain alone does not show that its tail was cut.
 * Called at least every minute and at the stop.
 */
export function createHeadWitness({ db, log, metrics }: Platform): () => Promise<void> {
  let written = -1
  return async () => {
    const head = await db
      .selectFrom('user_action')
      .select(['number', 'hash', 'at'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!head || head.number === written) return
    written = head.number
    metrics.auditHead.set(head.number)
    log.info({ number: head.number, hash: head.hash, at: head.at }, 'audit chain head')
  }
}
