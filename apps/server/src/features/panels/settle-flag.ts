import { thing } from '@support-console/contract'
import { type AuditEntry, appendAudit } from '../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import { type Beginner, behalfOf, entryOnBehalf } from '../../platform/undertakings/behalf.ts'
import type { RemotePortal } from '../../systems/remote-portal/remote-portal.ts'
import { dropRun, endRun } from './panel-flag.store.ts'

/** A change of a flag that was begun, with who began it. */
export interface OpenFlag extends Beginner {
  cloudId: string
  remoteId: string
  runId: string
  wanted: boolean
  /** How often the Portal could not be read since. */
  looks: number
}

export const settlingJob = 'panel-flag'

/** Longer than any call that changes a flag. */
const firstLookSeconds = 100
const longestWaitSeconds = 3600
/** About two days. */
const mostLooks = 60

/** Puts the job in that looks, some time later, whether the change was left without an outcome. */
export function sendSettling(jobs: Jobs, db: Db, open: OpenFlag): Promise<void> {
  const afterSeconds = Math.min(longestWaitSeconds, firstLookSeconds * (open.looks + 1))
  return jobs.send(db, settlingJob, open, { afterSeconds })
}

/**
 * Settles a change whose answer never came, or whose server was killed in the middle of it: the inventory gets what the
 * Remote Portal says by now. Where the change ended in order there is nothing to do. It asks the Portal for nothing.
 */
export async function settleFlag(
  { db, portal, jobs }: { db: Db; portal: RemotePortal; jobs: Jobs },
  open: OpenFlag,
): Promise<void> {
  const { cloudId, remoteId, runId, user } = open
  const isOpen = await db
    .selectFrom('panel')
    .select('cloud_id')
    .where('cloud_id', '=', cloudId)
    .where('flag_run', '=', runId)
    .executeTakeFirst()
  if (!isOpen) return
  let flagged: boolean
  try {
    flagged = await portal.isDisabled(remoteId)
  } catch (error) {
    if (!(error instanceof NeighbourError)) throw error
    await auditedTransaction(db, async (trx) => {
      if (open.looks + 1 < mostLooks) return sendSettling(jobs, trx, { ...open, looks: open.looks + 1 })
      await dropRun(trx, cloudId, runId)
      await appendAudit(trx, entryOf(open, 'Error', `Given up: ${error.sentence}`))
    })
    return
  }
  await auditedTransaction(db, async (trx) => {
    const differed = await endRun(trx, { cloudId, runId, flagged, by: user.email, staysOpen: false })
    if (differed === undefined) return
    const state = flagged ? 'disabled' : 'enabled'
    const detail = `The Remote Portal says that management is ${state}${differed ? '; the inventory said otherwise until now' : ''}.`
    await appendAudit(trx, entryOf(open, flagged === open.wanted ? 'Success' : 'CarrierError', detail))
  })
}

const job = { name: settlingJob, permission: 'panels.change', activity: 'Panel Info (CBS)' }

const entryOf = (open: OpenFlag, result: string, detail: string): AuditEntry =>
  entryOnBehalf(behalfOf(open), job, {
    message: `Find out whether management of panel ${open.cloudId} was ${open.wanted ? 'disabled' : 'enabled'}`,
    object: thing('panel', open.cloudId),
    result,
    detail,
  })
