import { randomUUID } from 'node:crypto'
import { asProblem } from '../../platform/http/as-problem.ts'
import { laneStore, type Row } from './lane.store.ts'
import type { LaneParts } from './lane-parts.ts'
import { createLook } from './look.ts'
import { RowWork } from './row-work.ts'

/**
 * Works the rows of one carrier in one batch until none is open (D5). Rows that an earlier run left on their way are
 * settled first of all by asking how they stand, never by asking for the change again.
 */
export async function runLane(parts: LaneParts): Promise<void> {
  const { platform, carrier } = parts
  const runId = randomUUID()
  const store = laneStore(platform, parts.lane, runId)
  const failed = new AbortController()
  const signal = AbortSignal.any([parts.stopping, parts.lost, failed.signal])
  const isPatient = !(await store.isSingle())
  const look = createLook(platform, carrier, isPatient)
  const followers = new Set<Promise<void>>()
  const rows = new RowWork({ ...parts, runId, store, signal, isPatient, look, follow })

  let left = await store.takeOver()
  do {
    for (const row of left) follow(row, () => rows.takeUp(row))
    // A row that turns out not to have been carried out becomes ready again while others are still on their way.
    while (await askReadyRows()) await Promise.all(followers)
    await Promise.all(followers)
    if (signal.aborted) throw signal.reason
    left = await store.onTheirWay()
  } while (left.length > 0)

  /** Runs beside the rows that are still to be asked for. */
  function follow(row: Row, work: () => Promise<unknown>): void {
    const done = guarded(row, work).finally(() => followers.delete(done))
    followers.add(done)
  }

  /**
   * One row that cannot be worked must not keep the others from it. What is the database's is not the row's: it ends the
   * run, and the next one finds out how the row stands.
   */
  async function guarded(row: Row, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      platform.log.error({ err: error, deactivationId: row.deactivation_id }, 'working a row failed')
      if (asProblem(error).isOfDatabase) return failed.abort(error)
      await rows.giveUp(row).catch(() => failed.abort(error))
    }
  }

  async function askReadyRows(): Promise<boolean> {
    let asked = 0
    const slot = async () => {
      for (;;) {
        const row = signal.aborted ? undefined : await store.claim()
        if (!row) return
        asked++
        await guarded(row, () => rows.ask(row))
      }
    }
    const slots = Array.from({ length: carrier.rules.inFlight }, () =>
      slot().catch((error: unknown) => failed.abort(error)),
    )
    await Promise.all(slots)
    return !signal.aborted && (asked > 0 || followers.size > 0)
  }
}
