import { thing } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Beginner, Kind } from '../../platform/undertakings/behalf.ts'
import { type Step, settle } from '../../platform/undertakings/undertakings.ts'
import { ask } from '../../systems/ask.ts'
import type { RemotePortal } from '../../systems/remote-portal/remote-portal.adapter.ts'
import { noteFlag, settleOrder } from './disabling.store.ts'
import { dropRun, endRun, isOpen } from './panel-flag.store.ts'

/** A change of a flag that was begun, with who began it. */
export interface OpenFlag extends Beginner {
  cloudId: string
  remoteId: string
  runId: string
  wanted: boolean
  /** The order to disable for a time whose end it is. */
  ends?: string | undefined
  /** How often the Portal could not be read since. */
  looks: number
}

export const settlingJob = 'panel-flag'
const kind: Kind = { name: settlingJob, permission: 'panels.change', activity: 'Panel Info (CBS)' }

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
  {
    platform,
    portal,
    jobs,
  }: { platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>; portal: RemotePortal; jobs: Jobs },
  open: OpenFlag,
): Promise<void> {
  const { db } = platform
  const { cloudId, remoteId, runId, user } = open
  if (!(await isOpen(db, cloudId, runId))) return
  const { data: flagged, report } = await ask(
    { platform },
    portal.name,
    () => portal.isDisabled(remoteId),
    aboutFlag(open),
  )
  if (flagged === null) {
    const looks = open.looks + 1
    if (looks < mostLooks) return sendSettling(jobs, db, { ...open, looks })
    await settle(db, kind, async (trx) => {
      if ((await dropRun(trx, cloudId, runId)) === undefined) return undefined
      await settleOrder(trx, runId, 'running')
      return stepOf(open, 'Error', `Given up: ${report.message}`)
    })
    return
  }
  await settle(db, kind, async (trx) => {
    const differed = await endRun(trx, { cloudId, runId, flagged, by: user.email, staysOpen: false })
    if (differed === undefined) return undefined
    const { wanted, ends } = open
    await noteFlag(trx, { cloudId, runId, wanted, ends, flagged, isSure: true, by: user.email })
    const state = flagged ? 'disabled' : 'enabled'
    const detail = `The Remote Portal says that management is ${state}${differed ? '; the inventory was out of date' : ''}.`
    return stepOf(open, flagged === open.wanted ? 'Success' : 'CarrierError', detail)
  })
}

/** What the Remote Portal tells is kept of the panel. */
export const aboutFlag = ({ cloudId, remoteId }: Pick<OpenFlag, 'cloudId' | 'remoteId'>) => ({
  kind: 'panel' as const,
  id: cloudId,
  fields: (managementDisabled: boolean) => ({ managementDisabled, remotePortalId: remoteId }),
})

const stepOf = (
  { user, transactionId, remoteAddress, cloudId, wanted }: OpenFlag,
  result: string,
  detail: string,
): Step => ({
  user,
  transactionId,
  remoteAddress,
  message: `Find out whether management of panel ${cloudId} was ${wanted ? 'disabled' : 'enabled'}`,
  object: thing('panel', cloudId),
  result,
  detail,
})
