import { randomUUID } from 'node:crypto'
import { thing } from '@support-console/contract'
import type { JobSignals } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { mayStill } from '../../platform/sign-on/known-rights.ts'
import { beginnerOf, type Kind } from '../../platform/undertakings/behalf.ts'
import { settle } from '../../platform/undertakings/undertakings.ts'
import { endEnabling, isStillHeld, noteOutcome, takeOver, waitingPanels } from './enabling.store.ts'
import type { EnablingRow } from './enabling.table.ts'
import { flagWork } from './flag-work.ts'
import { type FlagParts, setManagement } from './set-management.ts'

export const enablingJob = 'panels-enable'
export interface EnablingJob {
  enablingId: string
}

export const enablingKind: Kind = {
  name: enablingJob,
  permission: 'panels.change',
  activity: 'Panel Info (CBS)',
}

/** So many panels the Remote Portal is asked about at the same time. */
const atOnce = 4

/**
 * Enables the panels of an order that are left, each as a person's own change would: what a killed run left on its way is found out
 * by reading. It is looked again for each whether the person may still.
 */
export async function enablePanels(
  parts: FlagParts,
  { enablingId }: EnablingJob,
  { stopping, lost }: JobSignals,
): Promise<void> {
  const { db } = parts.platform
  const runId = randomUUID()
  const row = await takeOver(db, enablingId, runId)
  if (!row) return
  await sideBySide(atOnce, await waitingPanels(db, enablingId), async ({ position, cloudId }) => {
    stopping.throwIfAborted()
    lost.throwIfAborted()
    if (!(await isStillHeld(db, enablingId, runId))) return
    await noteOutcome(db, { enablingId, runId, position, ...(await enableOne(parts, row, cloudId)) })
  })
  await settle(db, enablingKind, async (trx) => {
    const ended = await endEnabling(trx, enablingId, runId)
    if (!ended) return undefined
    const { enabled, others } = ended
    return {
      ...beginnerOf(row),
      message: `Enabled management of ${enabled} of ${enabled + others} panels`,
      object: thing('transaction', row.transaction_id),
      result: others === 0 ? 'Success' : 'Error',
    }
  })
}

async function enableOne(
  parts: FlagParts,
  row: EnablingRow,
  cloudId: string,
): Promise<{ state: 'enabled' | 'refused' | 'failed'; message: string }> {
  const { db } = parts.platform
  const about = {
    message: `Enable management of panel ${cloudId} in the Remote Portal`,
    object: thing('panel', cloudId),
    why: row.why,
  }
  if (!(await mayStill(db, { ...row, ordered_at: row.created_at }, enablingKind.permission))) {
    const message = `${row.email} may no longer change panels, so nothing was changed.`
    const refusal = { ...beginnerOf(row), message: about.message, object: about.object }
    await settle(db, enablingKind, async () => ({ ...refusal, result: 'Forbidden', detail: message }))
    return { state: 'refused', message }
  }
  // A change that is under way is waited for: it ends by the time limits of its calls.
  const context = { ...beginnerOf(row), signal: new AbortController().signal }
  try {
    const work = flagWork(db, enablingKind, context, about)
    const { reply } = await setManagement(parts, { cloudId, disabled: false }, context, work)
    return { state: 'enabled', message: reply.message ?? '' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { state: 'failed', message: error.message }
  }
}
