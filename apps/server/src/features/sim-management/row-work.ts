import type { ErrorStatus } from '@support-console/contract'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { ChangeOutcome } from '../../systems/carriers/carrier.ts'
import { reportedResult } from './callback.ts'
import type { laneStore, Row } from './lane.store.ts'
import type { LaneParts } from './lane-parts.ts'
import type { Look } from './look.ts'
import { type Ending, settleRow } from './settle-row.ts'

/** Verizon may work so many times longer on a request that it has taken than a lost answer is waited for. */
const followFactor = 5

/** How often a SIM is asked for in all, each time only after a read showed that nothing had happened. */
const mostAttempts = 3

/** After so many lost answers in a row, the rows that follow are left alone: no one would know what became of them. */
const mostLostAnswers = 5

/** One run of a lane, as the work at its rows needs it. */
interface LaneRun extends LaneParts {
  runId: string
  store: ReturnType<typeof laneStore>
  /** The run is to end, for whatever reason. */
  signal: AbortSignal
  /** No one waits for this SIM alone. */
  isPatient: boolean
  look: Look
  /** Works on beside the rows that are still to be asked for. */
  follow(row: Row, work: () => Promise<unknown>): void
}

const done = (note = ''): Ending => ({ state: 'done', note })
const failed = (problem: ErrorStatus, note: string): Ending => ({ state: 'failed', problem, note })
const unknown = (problem: ErrorStatus, note: string): Ending => ({ state: 'unknown', problem, note })
/** The carrier was not even asked. */
const unasked = (ending: Ending): Ending => ({ ...ending, wasAsked: false })

/** What a look says that shows nothing yet. */
const again = 'again'

/** What a run of a lane does at its rows, one by one: asks for the change, and finds out what became of it. */
export class RowWork {
  readonly #run: LaneRun
  #lostAnswers = 0
  /** Since when the carrier takes no requests; it is waited for, but not by each row again. */
  #busySince: number | undefined

  constructor(run: LaneRun) {
    this.#run = run
  }

  /** A row as an earlier run left it. */
  takeUp(row: Row): Promise<void> {
    if (row.request_id) return this.#followRequest(row)
    return row.problem ? this.#whyRefused(row) : this.#findOut(row)
  }

  async ask(row: Row): Promise<void> {
    const { carrier, store, lost, isPatient, follow } = this.#run
    const ending = this.#lostAnswers >= mostLostAnswers ? this.#leftAlone() : await this.#readFirst(row)
    if (ending) return this.#settle(row, unasked(ending))
    const reference = row.deactivation_id
    const outcome = await carrier.deactivate(row.iccid, { reference, signal: lost, isPatient })
    this.#noteManners(outcome.outcome)
    switch (outcome.outcome) {
      case 'done':
        return this.#settle(row, done())
      case 'refused':
        return this.#refused(row, outcome)
      case 'accepted': {
        const { requestId } = outcome
        await store.noteRequest(row, requestId)
        return follow(row, () => this.#followRequest({ ...row, request_id: requestId }))
      }
      case 'unknown':
        if (await store.move(row, 'settling', { note: outcome.sentence }))
          follow(row, () => this.#findOut(row))
        return
      case 'not-asked':
        return this.#askLater(row, outcome.sentence)
    }
  }

  /** The console itself failed at the row. */
  giveUp(row: Row): Promise<void> {
    return this.#settle(
      row,
      unknown('Error', 'The console failed on this SIM. Query it before you try again.'),
    )
  }

  #noteManners(outcome: ChangeOutcome['outcome']): void {
    if (outcome !== 'not-asked') this.#busySince = undefined
    this.#lostAnswers = outcome === 'unknown' ? this.#lostAnswers + 1 : 0
  }

  #leftAlone(): Ending {
    const note = `${this.#run.carrier.name} did not answer for the SIMs before this one, so it was not asked. Nothing was changed.`
    return failed('Unavailable', note)
  }

  /** Where someone deactivated this SIM already, or tried to and never learned the result: why it is not to be asked for. */
  async #readFirst(row: Row): Promise<Ending | undefined> {
    if (!row.read_first) return undefined
    const seen = await this.#run.look.atSim(row.iccid, this.#run.signal)
    switch (seen.is) {
      case 'active':
        return undefined
      case 'deactivated':
        return done('was already deactivated; nothing was asked')
      case 'not there':
        return failed('NotFound', seen.sentence)
      case 'unreadable':
        return failed(seen.problem, `${seen.sentence} The SIM had to be read first, so nothing was asked.`)
    }
  }

  async #refused(
    row: Row,
    { why, sentence: note }: Extract<ChangeOutcome, { outcome: 'refused' }>,
  ): Promise<void> {
    const problem = why === 'not-found' ? 'NotFound' : 'CarrierError'
    if (why !== 'refused') return this.#settle(row, failed(problem, note))
    const { store, follow } = this.#run
    if (await store.move(row, 'settling', { note, problem }))
      follow(row, () => this.#whyRefused({ ...row, note, problem }))
  }

  async #askLater(row: Row, sentence: string): Promise<void> {
    const { platform, times, store, endings, signal } = this.#run
    const now = platform.clock.elapsed()
    this.#busySince ??= now
    if (now - this.#busySince >= times.patienceMs)
      return this.#settle(row, unasked(failed('Unavailable', `${sentence} Nothing was changed.`)))
    await store.putBack(row)
    await endings.wait(row.deactivation_id, times.firstLookMs, signal)
  }

  /** Most carriers refuse what is deactivated already; then that is what the row must say. */
  async #whyRefused(row: Row): Promise<void> {
    const seen = await this.#run.look.atSim(row.iccid, this.#run.signal)
    const isDone = seen.is === 'deactivated'
    return this.#settle(
      row,
      isDone
        ? done('was already deactivated; nothing was changed')
        : failed(row.problem ?? 'CarrierError', row.note),
    )
  }

  /** A request that the carrier has taken: its result comes by callback, or is asked for. */
  async #followRequest(row: Row): Promise<void> {
    const { platform, carrier, times, endings, look, signal } = this.#run
    const { request_id: requestId } = row
    const { requestState } = carrier
    if (!requestId || !requestState) return this.#findOut(row)
    const since = platform.clock.elapsed()
    await endings.wait(row.deactivation_id, times.firstLookMs, signal)
    await this.#keepLooking(row, 2 * times.firstLookMs, async () => {
      const result =
        (await reportedResult(platform.db, requestId)) ??
        (await look.atRequest(requestState, requestId, signal))
      if (result?.state === 'done') return this.#settle(row, done())
      if (result?.state === 'refused')
        return this.#whyRefused({ ...row, note: result.sentence, problem: 'CarrierError' })
      const patienceMs = carrier.rules.settleWithinMs * (result ? followFactor : 1)
      return platform.clock.elapsed() - since > patienceMs ? this.#findOut(row) : again
    })
  }

  /** No one knows whether the change was made: the SIM is read until it says so, or can no longer change (D5). */
  async #findOut(row: Row): Promise<void> {
    const { platform, carrier, times, look, signal } = this.#run
    const { settleWithinMs } = carrier.rules
    // Not since the row was taken up: the request may have waited long for its turn before it was sent.
    const since = platform.clock.elapsed()
    const tookMs = () => platform.clock.elapsed() - since
    await this.#keepLooking(row, times.firstLookMs, async (own) => {
      // The run before this one has noted after all that the carrier took its request.
      if (own.request_id !== row.request_id) return this.#followRequest(own)
      const mayStillHappen = tookMs() < settleWithinMs
      const seen = await look.atSim(row.iccid, signal)
      if (seen.is !== 'unreadable') this.#lostAnswers = 0
      switch (seen.is) {
        case 'deactivated':
          return this.#settle(row, done(`confirmed by reading the SIM at ${carrier.name}`))
        case 'not there':
          return this.#settle(row, failed('NotFound', seen.sentence))
        case 'active':
          return mayStillHappen ? again : this.#notCarriedOut(row, seen.status)
        case 'unreadable': {
          if (tookMs() <= settleWithinMs + times.patienceMs) return again
          const note = `${carrier.name} did not say whether the SIM was deactivated, and cannot be asked for its state. ${seen.sentence} Query the SIM before you try again.`
          return this.#settle(row, unknown(seen.problem, note))
        }
      }
    })
  }

  /** Looks, ever more seldom, until a look does not say `again`, or the row is another's by now, or settled. */
  async #keepLooking(row: Row, firstMs: number, look: (own: Row) => Promise<unknown>): Promise<void> {
    const { store, times, endings, signal } = this.#run
    for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 2, times.longestLookMs)) {
      const own = signal.aborted ? undefined : await store.own(row)
      if (!own || (await look(own)) !== again) return
      await endings.wait(row.deactivation_id, waitMs, signal)
    }
  }

  async #notCarriedOut(row: Row, status: string): Promise<unknown> {
    const { carrier, store } = this.#run
    if (row.request_id) {
      const note = `${carrier.name} took the request and reported no result; the SIM is still ${status} there. A late result will be noted here. Query the SIM before you try again.`
      return this.#settle(row, unknown('CarrierError', note))
    }
    // Read and found unchanged: this is the one case in which a carrier is asked again.
    if (row.attempts < mostAttempts) return store.putBack(row, `still ${status} at ${carrier.name}`)
    const note = `${carrier.name} did not carry it out: the SIM is still ${status} there. Nothing was changed.`
    return this.#settle(row, failed('CarrierError', note))
  }

  async #settle(row: Row, ending: Ending): Promise<void> {
    const { platform, endings, runId } = this.#run
    const { deactivation_id: deactivationId, batch_id: batchId } = row
    const isOurs = await auditedTransaction(platform.db, (trx) =>
      settleRow(trx, { deactivationId, batchId }, ending, { runId }),
    )
    if (isOurs) endings.settled(deactivationId)
    else platform.log.warn({ deactivationId, batchId }, 'another server settled a row')
  }
}
