import { randomUUID } from 'node:crypto'
import { localOf, thing } from '@support-console/contract'
import { sql } from 'kysely'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problem.ts'
import { type Repeated, repeatedly } from '../../platform/repeatedly.ts'
import { inScope } from '../../platform/request-scope.ts'
import { eachApart } from '../../platform/side-by-side.ts'
import { mayStill } from '../../platform/sign-on/known-rights.ts'
import { beginnerOf } from '../../platform/undertakings/behalf.ts'
import { settleWork } from '../../platform/undertakings/runs.ts'
import { dueOrders, holdOrder, orderKind, tellSoon, tryLater } from './disabling.store.ts'
import type { DisablingRow } from './disabling.table.ts'
import { flagWork } from './flag-work.ts'
import { type FlagParts, OrderIsOver, setManagement } from './set-management.ts'

/** How often it is looked for ends that are due. */
const pauseMs = 5_000
const endsAtOnce = 4
const mostEnds = 100

type EndsParts = FlagParts & { platform: Pick<Platform, 'metrics'> }

/** Enables what was disabled for a time when its time is over, and tells of it before. */
export const createEnds = (parts: EndsParts): Repeated =>
  repeatedly(
    parts.platform,
    'ending what was disabled for a time',
    (signal) => lookForEnds(parts, signal),
    () => pauseMs,
  )

/**
 * Does what is due by now. The rows alone say what that is: what was missed while no server ran is due still.
 * @param signal begin nothing more
 */
export async function lookForEnds(parts: FlagParts, signal?: AbortSignal): Promise<void> {
  const { db, clock } = parts.platform
  await tellSoon(db, clock.now())
  const due = await dueOrders(db, clock.now(), mostEnds)
  await eachApart(endsAtOnce, due, async (id) => {
    if (signal?.aborted) return
    // Ends may take minutes where the Remote Portal is slow.
    await tellSoon(db, clock.now())
    await endOrder(parts, id)
  })
}

async function endOrder(parts: FlagParts, id: string): Promise<void> {
  const { db, clock } = parts.platform
  const runId = randomUUID()
  const row = await holdOrder(db, id, runId, clock.now())
  if (!row) return
  if (!(await mayStill(db, row, orderKind.permission))) {
    const reason = `${row.email} may no longer change panels, so nothing was changed. Enable it by hand.`
    return giveUp(parts, row, 'refused', reason)
  }
  const context = {
    ...beginnerOf(row),
    transactionId: row.end_transaction_id,
    // An attempt that is under way is waited for: it ends by the time limits of its calls.
    signal: new AbortController().signal,
  }
  const change = { cloudId: row.cloud_id, disabled: false, ends: { id, heldBy: runId } }
  const work = flagWork(db, orderKind, context, aboutEnd(row))
  await inScope({ transactionId: row.end_transaction_id, email: row.email }, () =>
    setManagement(parts, change, context, work),
  ).catch(async (error: unknown) => {
    if (error instanceof OrderIsOver) return
    if (!(error instanceof Problem)) throw error
    const isUnknownThere = error.cause instanceof NeighbourError && error.cause.kind === 'not-found'
    const isLasting = error.status === 'NotFound' || error.status === 'Conflict' || isUnknownThere
    if (isLasting) await giveUp(parts, row, 'failed', error.message)
    else await tryLater(db, row, error.message, clock.now())
  })
}

/** Says so, in the trail and to the person whose order it was. */
async function giveUp(
  { platform: { db } }: FlagParts,
  row: DisablingRow,
  state: 'refused' | 'failed',
  reason: string,
): Promise<void> {
  const entry = {
    transactionId: row.end_transaction_id,
    message: `Management of panel ${row.cloud_id} was to be enabled now, and was not`,
    object: thing('panel', row.cloud_id),
    result: state === 'refused' ? 'Forbidden' : 'Error',
    detail: reason,
  }
  const isHeld = sql<boolean>`held_by = ${row.held_by}`
  await settleWork(db, orderKind, row.disabling_id, { state, reason }, async () => entry, isHeld)
}

const aboutEnd = (row: DisablingRow) => {
  const until = row.time_zone
    ? `${localOf(row.until_at, row.time_zone)} (${row.time_zone})`
    : row.until_at.toISOString()
  return {
    message: `Enable management of panel ${row.cloud_id} in the Remote Portal: it was disabled until ${until}`,
    object: thing('panel', row.cloud_id),
  }
}
