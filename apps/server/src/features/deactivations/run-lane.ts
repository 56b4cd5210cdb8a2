import { randomUUID } from 'node:crypto'
import type { ErrorStatus } from '@support-console/contract'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Carrier } from '../../systems/carriers/carrier.ts'
import type { Lane } from './begin-batch.ts'
import { reportedResult } from './callback.ts'
import { laneStore, type Row } from './lane.store.ts'
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
  platform: Pick<Platform, 'db' | 'log'>
  carrier: Carrier
  lane: Lane
  times: LaneTimes
  signals: Signals
  /** The server stops: nothing more is asked, and what is left is taken up again later. */
  signal: AbortSignal
}

/**
 * Works the rows of one carrier in one batch until none is open (D5). Rows that an earlier run left on their way are
 * settled first of all by asking how they stand, never by asking for the change again.
 */
export async function runLane(parts: LaneParts): Promise<void> {
  const { platform, carrier, lane, times } = parts
  const runId = randomUUID()
  const store = laneStore(platform.db, lane, runId)
  const failed = new AbortController()
  const signal = AbortSignal.any([parts.signal, failed.signal])
  const followers = new Set<Promise<void>>()
  const follow = (work: Promise<void>) => {
    const done = work.catch((error: unknown) => failed.abort(error)).finally(() => followers.delete(done))
    followers.add(done)
  }
  const patience = createPatience(times.patienceMs)
  let lostAnswers = 0

  for (const row of await store.takeOver()) follow(row.request_id ? followRequest(row) : findOut(row))
  // A row that turns out not to have been carried out becomes ready again while others are still on their way.
  while (await askReadyRows()) await Promise.all(followers)
  await Promise.all(followers)
  if (signal.aborted) throw signal.reason

  async function askReadyRows(): Promise<boolean> {
    let asked = 0
    const slot = async () => {
      for (;;) {
        if (signal.aborted) return
        const row = await store.claim()
        if (!row) return
        asked++
        await ask(row)
      }
    }
    const slots = Array.from({ length: carrier.rules.inFlight }, () =>
      slot().catch((error: unknown) => failed.abort(error)),
    )
    await Promise.all(slots)
    return !signal.aborted && (asked > 0 || followers.size > 0)
  }

  async function ask(row: Row): Promise<void> {
    if (lostAnswers >= mostLostAnswers) {
      const note = `${carrier.name} gave no answer for the SIMs before this one, so it was not asked. Nothing was changed.`
      return settle(row, { state: 'failed', note, problem: 'Unavailable' })
    }
    if (row.read_first && !(await mayBeAsked(row))) return
    const outcome = await carrier.deactivate(row.iccid, { reference: row.deactivation_id })
    if (outcome.outcome !== 'not-asked') patience.reset()
    lostAnswers = outcome.outcome === 'unknown' ? lostAnswers + 1 : 0
    switch (outcome.outcome) {
      case 'done':
        return settle(row, { state: 'done', note: '' })
      case 'refused':
        if (await store.move(row, 'settling')) follow(whyRefused(row, outcome.sentence))
        return
      case 'accepted': {
        const facts = { request_id: outcome.requestId }
        if (await store.move(row, 'waiting', facts)) follow(followRequest({ ...row, ...facts }))
        return
      }
      case 'unknown':
        if (await store.move(row, 'settling', { note: outcome.sentence }))
          follow(findOut({ ...row, note: outcome.sentence }))
        return
      case 'not-asked': {
        if (!patience.isLeft()) {
          const note = `${outcome.sentence} Nothing was changed.`
          return settle(row, { state: 'failed', note, problem: 'Unavailable' })
        }
        await store.move(row, 'ready', { attempts: row.attempts - 1, asked_at: null })
        await parts.signals.wait(row.deactivation_id, times.firstLookMs, signal)
      }
    }
  }

  /** Most carriers refuse what is deactivated already; then that is what the row must say. */
  async function whyRefused(row: Row, sentence: string): Promise<void> {
    const look = await lookAt(row)
    if (signal.aborted) return
    if (look.is === 'deactivated')
      return settle(row, { state: 'done', note: 'was deactivated already; nothing was changed' })
    return settle(row, { state: 'failed', note: sentence, problem: 'CarrierError' })
  }

  /** An earlier deactivation of this SIM ended unknown, or the inventory says that it is over already. */
  async function mayBeAsked(row: Row): Promise<boolean> {
    const look = await lookAt(row)
    if (look.is === 'deactivated')
      await settle(row, { state: 'done', note: 'was deactivated already; nothing was asked' })
    else if (look.is === 'not there')
      await settle(row, { state: 'failed', note: look.sentence, problem: 'NotFound' })
    else if (look.is === 'unreadable') {
      const note = `${look.sentence} The SIM had to be read first, so nothing was asked.`
      await settle(row, { state: 'failed', note, problem: look.problem })
    }
    return look.is === 'active'
  }

  /** A request that the carrier has taken: its result comes by callback, or is asked for. */
  async function followRequest(row: Row): Promise<void> {
    const { request_id: requestId } = row
    if (!requestId || !carrier.requestState) return findOut(row)
    const since = Date.now()
    for (let wait = times.firstLookMs; ; wait = Math.min(wait * 2, times.longestLookMs)) {
      await parts.signals.wait(row.deactivation_id, wait, signal)
      if (signal.aborted || !(await store.own(row))) return
      const reported = await reportedResult(platform.db, requestId)
      if (reported) return settle(row, reported)
      const result = await carrier.requestState(requestId, { signal }).catch((error: unknown) => {
        if (error instanceof NeighbourError) return undefined
        throw error
      })
      if (result?.state === 'done') return settle(row, { state: 'done', note: '' })
      if (result?.state === 'refused')
        return settle(row, { state: 'failed', note: result.sentence, problem: 'CarrierError' })
      if (Date.now() - since > carrier.rules.settleWithinMs * (result ? followFactor : 1)) return findOut(row)
    }
  }

  /** Nobody knows whether the change was made: the SIM is read until it says so, or can no longer change (D5). */
  async function findOut(row: Row): Promise<void> {
    const { settleWithinMs } = carrier.rules
    // Not since the row was taken up: the request may have waited long for its turn before it was sent.
    const since = Date.now()
    for (let wait = times.firstLookMs; ; wait = Math.min(wait * 2, times.longestLookMs)) {
      if (signal.aborted || !(await store.own(row))) return
      const mayStillHappen = Date.now() - since < settleWithinMs
      const look = await lookAt(row)
      if (signal.aborted) return
      if (look.is === 'deactivated')
        return settle(row, { state: 'done', note: `confirmed by reading the SIM at ${carrier.name}` })
      if (look.is === 'not there')
        return settle(row, { state: 'failed', note: look.sentence, problem: 'NotFound' })
      if (look.is === 'active' && !mayStillHappen) return notCarriedOut(row, look.status)
      if (look.is === 'unreadable' && Date.now() - since > settleWithinMs + times.patienceMs) {
        const note = `${carrier.name} did not say whether the SIM was deactivated, and cannot be asked for its state. ${look.sentence} Query the SIM before you try again.`
        return settle(row, { state: 'unknown', note, problem: look.problem })
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
    if (row.attempts < mostAttempts) return void (await store.move(row, 'ready', { asked_at: null }))
    const note = `${carrier.name} did not carry it out: the SIM is still ${status} there. Nothing was changed.`
    return settle(row, { state: 'failed', note, problem: 'CarrierError' })
  }

  type Look =
    | { is: 'deactivated' }
    | { is: 'active'; status: string }
    | { is: 'not there'; sentence: string }
    | { is: 'unreadable'; sentence: string; problem: ErrorStatus }

  async function lookAt(row: Row): Promise<Look> {
    try {
      const sim = await carrier.readSim(row.iccid, { signal })
      lostAnswers = 0
      if (carrier.rules.deactivated.includes(sim.deviceStatus)) return { is: 'deactivated' }
      return { is: 'active', status: sim.rawStatus }
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error
      if (error.kind === 'not-found') return { is: 'not there', sentence: error.sentence }
      const isAway = error.kind === 'unreachable' || error.kind === 'timeout' || error.kind === 'busy'
      return { is: 'unreadable', sentence: error.sentence, problem: isAway ? 'Unavailable' : 'CarrierError' }
    }
  }

  async function settle(row: Row, ending: Ending): Promise<void> {
    const { deactivation_id: deactivationId, batch_id: batchId } = row
    const isOurs = await platform.db
      .transaction()
      .execute((trx) => settleRow(trx, { deactivationId, batchId }, ending, { runId }))
    if (isOurs) parts.signals.settled(deactivationId, batchId)
    else platform.log.warn({ deactivationId, batchId }, 'a row was settled by somebody else')
  }
}

/** A carrier that takes no requests is waited for, but not by each row anew. */
function createPatience(patienceMs: number) {
  let since: number | undefined
  return {
    isLeft: () => {
      since ??= Date.now()
      return Date.now() - since < patienceMs
    },
    reset: () => {
      since = undefined
    },
  }
}
