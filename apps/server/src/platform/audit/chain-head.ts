import type { Gauge } from 'prom-client'
import type { Db } from '../database/open-database.ts'
import type { Logger } from '../logging/logger.ts'
import { readHead } from './chain.ts'

/**
 * Writes the chain's head to the log whenever it moved (R41): a chain alone does not show that its tail was cut.
 * Called at least every minute and at the stop.
 */
export function createHeadWitness({
  db,
  log,
  metrics,
}: {
  db: Db
  log: Logger
  metrics: { auditHead: Gauge }
}): () => Promise<void> {
  let written = -1
  return async () => {
    const head = await readHead(db)
    if (!head || head.number === written) return
    written = head.number
    metrics.auditHead.set(head.number)
    log.info(head, 'audit chain head')
  }
}
