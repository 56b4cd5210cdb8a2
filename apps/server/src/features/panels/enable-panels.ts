import { thing } from '@support-console/contract'
import type { JobSignals } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { mayStill } from '../../platform/sign-on/known-rights.ts'
import { beginnerOf } from '../../platform/undertakings/behalf.ts'
import { takeOver } from '../../platform/undertakings/runs.ts'
import { settle } from '../../platform/undertakings/undertakings.ts'
import { countPanels, enablingKind, noteOutcome, type Outcome, waitingPanels } from './enabling.store.ts'
import type { EnablingRow } from './enabling.table.ts'
import { flagWork } from './flag-work.ts'
import { runSeconds } from './panel-flag.store.ts'
import { type FlagParts, setManagement } from './set-management.ts'

/** So many panels the Remote Portal is asked about at the same time. */
const atOnce = 4

/**
 * Enables the panels of an order that are left, each as a person's own change would: what a killed run left on its way is found out
 * by reading. It is looked again for each whether the person may still.
 */
export async function enablePanels(
  parts: FlagParts,
  enablingId: string,
  { stopping, lost }: JobSignals,
): Promise<void> {
  const { db } = parts.platform
  const run = await takeOver(db, enablingKind, enablingId)
  if (!run) return
  const { row } = run
  // What a killed run was at is held for so long.
  const patience = { ms: (runSeconds + 5) * 1000, signal: AbortSignal.any([stopping, lost]) }
  await sideBySide(atOnce, await waitingPanels(db, enablingId), async ({ position, cloudId }) => {
    stopping.throwIfAborted()
    lost.throwIfAborted()
    if (!(await run.isHeld(db))) return
    await noteOutcome(db, run, { position, ...(await enableOne(parts, row, cloudId, patience)) })
  })
  await run.end({ state: 'finished' }, async (_, trx) => {
    const { enabled, all } = await countPanels(trx, enablingId)
    return {
      message: `Enabled management of ${enabled} of ${all} panels`,
      object: thing('transaction', row.transaction_id),
      result: enabled === all ? 'Success' : 'Error',
    }
  })
}

async function enableOne(
  parts: FlagParts,
  row: EnablingRow,
  cloudId: string,
  patience: { ms: number; signal: AbortSignal },
): Promise<Omit<Outcome, 'position'>> {
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
    const { reply } = await setManagement(parts, { cloudId, disabled: false, patience }, context, work)
    return { state: 'enabled', message: reply.message ?? '' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { state: 'failed', message: error.message }
  }
}
