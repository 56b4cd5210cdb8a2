import { randomUUID } from 'node:crypto'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Carrier } from '../../systems/carriers/carrier.ts'
import type { Lane } from './begin-batch.ts'
import { reportedResult } from './callback.ts'
import { laneStore, type Row } from './lane.store.ts'
import { createLook } from './look.ts'
import { type Ending, settleRow } from './settle-row.ts'
import type { Signals } from './signals.ts'

/** Times of a lane, in milliseconds. */
export interface LaneTimes {
  /** The first wait before a carrier is asked how a SIM or a request stands; it doubles up to `longestLookMs`. */
  firstLookMs: number
  longestLookMs: number
  /** How long a carrier that takes no requests is waited for, in all of a lane. */
  patienceMs: number
}

/** Verizon may work so many times longer on a request that it has taken than a lost answer is waited for. */
const followFactor = 5

/** How often a SIM is asked for in all, each time only after a read showed that nothing had happened. */
const mostAttempts = 3

/** After so many lost answers in a row, the rows that follow are left alone: nobody would know what became of them. */
const mostLostAnswers = 5

interface LaneParts {
  platform: Pick<Platform, 'db' | 'log' | 'clock'>
  carrier: Carrier
  lane: Lane
  times: LaneTimes
  signals: Signals
  /** The server stops: nothing more is asked, what is being asked is ended, and the rest is taken up again later. */
  stopping: AbortSignal
  /** Another run has this lane by now: not even what waits for its turn at the carrier may still be sent (R44). */
  lost: AbortSignal
}

/**
 * Works the rows of one carrier in one batch until none is open (D5). Rows that an earlier run left on their way are
 * settled first of all by asking how they stand, never by asking for the change again.
 */
export async function runLane(parts: LaneParts): Promise<void> {
  const { platform, carrier, lane, times, lost } = parts
  const { clock } = platform
  const runId = randomUUID()
  const store = laneStore(platform, lane, runId)
  const failed = new AbortController()
  const signal = AbortSignal.any([parts.stopping, lost, failed.signal])
  const isPatient = !(await store.isSingle())
  const look = createLook(carrier, isPatient)
  const followers = new Set<Promise<void>>()
  const patience = createPatience(clock, times.patienceMs)
  let lostAnswers = 0

  let left = await store.takeOver()
  do {
    for (const row of left) follow(row, takeUp)
    // A row that turns out not to have been carried out becomes ready again while others are still on their way.
    while (await askReadyRows()) await Promise.all(followers)
    await Promise.all(followers)
    if (signal.aborted) throw signal.reason
    left = await store.onTheirWay()
  } while (left.length > 0)

  /** Runs beside the rows that are still to be asked for. */
  function follow(row: Row, work: (row: Row) => Promise<void>): void {
    const done = guarded(row, () => work(row)).finally(() => followers.delete(done))
    followers.add(done)
  }

  /** One row that cannot be worked must not keep the others from it; what is the database's ends the run. */
  async function guarded(row: Row, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      platform.log.error({ err: error, deactivationId: row.deactivation_id }, 'working a row failed')
      const note = 'The console failed at this SIM. Query it before you try again.'
      await settle(row, { state: 'unknown', note, problem: 'Error' }).catch(() => failed.abort(error))
    }
  }

  async function askReadyRows(): Promise<boolean> {
    let asked = 0
    const slot = async () => {
      for (;;) {
        if (signal.aborted) return
        const row = await store.claim()
        if (!row) return
        asked++
        await guarded(row, () => ask(row))
      }
    }
    const slots = Array.from({ length: carrier.rules.inFlight }, () =>
      slot().catch((error: unknown) => failed.abort(error)),
    )
    await Promise.all(slots)
    return !signal.aborted && (asked > 0 || followers.size > 0)
  }

  /** A row as an earlier run left it. */
  function takeUp(row: Row): Promise<void> {
    if (row.request_id) return followRequest(row)
    return row.problem ? whyRefused(row) : findOut(row)
  }

  async function ask(row: Row): Promise<void> {
    if (lostAnswers >= mostLostAnswers) {
      const note = `${carrier.name} gave no answer for the SIMs before this one, so it was not asked. Nothing was changed.`
      return settle(row, { state: 'failed', note, problem: 'Unavailable', wasAsked: false })
    }
    if (row.read_first && !(await mayBeAsked(row))) return
    const outcome = await carrier.deactivate(row.iccid, {
      reference: row.deactivation_id,
      signal: lost,
      isPatient,
    })
    if (outcome.outcome !== 'not-asked') patience.reset()
    lostAnswers = outcome.outcome === 'unknown' ? lostAnswers + 1 : 0
    switch (outcome.outcome) {
      case 'done':
        return settle(row, { state: 'done', note: '' })
      case 'refused': {
        const { why, sentence: note } = outcome
        const problem = why === 'not-found' ? 'NotFound' : 'CarrierError'
        if (why !== 'refused') return settle(row, { state: 'failed', note, problem })
        if (await store.move(row, 'settling', { note, problem }))
          follow({ ...row, note, problem }, whyRefused)
        return
      }
      case 'accepted':
        await store.noteRequest(row, outcome.requestId)
        return follow({ ...row, request_id: outcome.requestId }, followRequest)
      case 'unknown':
        if (await store.move(row, 'settling', { note: outcome.sentence })) follow(row, findOut)
        return
      case 'not-asked': {
        if (!patience.isLeft()) {
          const note = `${outcome.sentence} Nothing was changed.`
          return settle(row, { state: 'failed', note, problem: 'Unavailable', wasAsked: false })
        }
        await store.putBack(row)
        await parts.signals.wait(row.deactivation_id, times.firstLookMs, signal)
      }
    }
  }

  /** Somebody deactivated this SIM already, or tried to and never learned the result. */
  async function mayBeAsked(row: Row): Promise<boolean> {
    const seen = await look(row.iccid, signal)
    if (seen.is === 'deactivated')
      await settle(row, {
        state: 'done',
        note: 'was deactivated already; nothing was asked',
        wasAsked: false,
      })
    else if (seen.is === 'not there')
      await settle(row, { state: 'failed', note: seen.sentence, problem: 'NotFound', wasAsked: false })
    else if (seen.is === 'unreadable') {
      const note = `${seen.sentence} The SIM had to be read first, so nothing was asked.`
      await settle(row, { state: 'failed', note, problem: seen.problem, wasAsked: false })
    }
    return seen.is === 'active'
  }

  /** Most carriers refuse what is deactivated already; then that is what the row must say. */
  async function whyRefused(row: Row): Promise<void> {
    const seen = await look(row.iccid, signal)
    if (seen.is === 'deactivated')
      return settle(row, { state: 'done', note: 'was deactivated already; nothing was changed' })
    return settle(row, { state: 'failed', note: row.note, problem: row.problem ?? 'CarrierError' })
  }

  /** A request that the carrier has taken: its result comes by callback, or is asked for. */
  async function followRequest(row: Row): Promise<void> {
    const { request_id: requestId } = row
    if (!requestId || !carrier.requestState) return findOut(row)
    const since = clock.elapsed()
    for (let wait = times.firstLookMs; ; wait = Math.min(wait * 2, times.longestLookMs)) {
      await parts.signals.wait(row.deactivation_id, wait, signal)
      if (signal.aborted || !(await store.own(row))) return
      const result =
        (await reportedResult(platform.db, requestId)) ??
        (await look.atRequest(carrier.requestState, requestId, signal))
      if (result?.state === 'done') return settle(row, { state: 'done', note: '' })
      if (result?.state === 'refused')
        return whyRefused({ ...row, note: result.sentence, problem: 'CarrierError' })
      if (clock.elapsed() - since > carrier.rules.settleWithinMs * (result ? followFactor : 1))
        return findOut(row)
    }
  }

  /** Nobody knows whether the change was made: the SIM is read until it says so, or can no longer change (D5). */
  async function findOut(row: Row): Promise<void> {
    const { settleWithinMs } = carrier.rules
    // Not since the row was taken up: the request may have waited long for its turn before it was sent.
    const since = clock.elapsed()
    for (let wait = times.firstLookMs; ; wait = Math.min(wait * 2, times.longestLookMs)) {
      const own = signal.aborted ? undefined : await store.own(row)
      if (!own) return
      // The run before this one has noted after all that the carrier took its request.
      if (own.request_id !== row.request_id) return followRequest(own)
      const mayStillHappen = clock.elapsed() - since < settleWithinMs
      const seen = await look(row.iccid, signal)
      if (seen.is !== 'unreadable') lostAnswers = 0
      if (seen.is === 'deactivated')
        return settle(row, { state: 'done', note: `confirmed by reading the SIM at ${carrier.name}` })
      if (seen.is === 'not there')
        return settle(row, { state: 'failed', note: seen.sentence, problem: 'NotFound' })
      if (seen.is === 'active' && !mayStillHappen) return notCarriedOut(row, seen.status)
      if (seen.is === 'unreadable' && clock.elapsed() - since > settleWithinMs + times.patienceMs) {
        const note = `${carrier.name} did not say whether the SIM was deactivated, and cannot be asked for its state. ${seen.sentence} Query the SIM before you try again.`
        return settle(row, { state: 'unknown', note, problem: seen.problem })
      }
      await parts.signals.wait(row.deactivation_id, wait, signal)
    }
  }

  async function notCarriedOut(row: Row, status: string): Promise<void> {
    if (row.request_id) {
      const note = `${carrier.name} took the request and reported no result; the SIM is still ${status} there. A late result will be noted here. Query the SIM before you try again.`
      return settle(row, { state: 'unknown', note, problem: 'CarrierError' })
    }
    // Read and found unchanged: this is the one case in which a carrier is asked again.
    if (row.attempts < mostAttempts) return store.putBack(row, `still ${status} at ${carrier.name}`)
    const note = `${carrier.name} did not carry it out: the SIM is still ${status} there. Nothing was changed.`
    return settle(row, { state: 'failed', note, problem: 'CarrierError' })
  }

  async function settle(row: Row, ending: Ending): Promise<void> {
    const { deactivation_id: deactivationId, batch_id: batchId } = row
    const isOurs = await auditedTransaction(platform.db, (trx) =>
      settleRow(trx, { deactivationId, batchId }, ending, { runId }),
    )
    if (isOurs) parts.signals.settled(deactivationId, batchId)
    else platform.log.warn({ deactivationId, batchId }, 'a row was settled by somebody else')
  }
}

/** A carrier that takes no requests is waited for, but not by each row anew. */
function createPatience(clock: Clock, patienceMs: number) {
  let since: number | undefined
  return {
    isLeft: () => {
      since ??= clock.elapsed()
      return clock.elapsed() - since < patienceMs
    },
    reset: () => {
      since = undefined
    },
  }
}
