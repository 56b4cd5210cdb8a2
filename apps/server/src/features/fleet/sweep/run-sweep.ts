import { type VendorCode, vendorCodes } from '@support-console/contract'
import { statusOfNeighbour } from '../../../platform/http/neighbour-problem.ts'
import { fieldsOf, type Observation } from '../../../platform/observations/observed.ts'
import { NeighbourError } from '../../../platform/outbound/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { patiently } from '../../../platform/request-scope.ts'
import { type Run, takeOver } from '../../../platform/undertakings/runs.ts'
import type { Carrier, Carriers, SwappedSim } from '../../../systems/carriers/carrier.ts'
import type { View } from '../../states/index.ts'
import { judgeEverything, judgeOnceSeen } from '../survey.ts'
import { type AskApart, askOnceSeenApart, isOver } from './ask-apart.ts'
import { kind } from './begin-sweep.ts'
import { takeIn } from './coverage.ts'
import { endSweep } from './end-sweep.ts'
import { type LaneRow, NotHeld, type SweepRow, sweptLaneStore } from './sweep.store.ts'

/** How a carrier is looked at. */
export interface SweepSettings {
  /** Calls in a second at most. */
  perSecond: Readonly<Record<VendorCode, number>>
  /** Within so many nights each SIM is read singly. */
  nights: number
}

export interface SweepParts {
  platform: Pick<Platform, 'db' | 'log' | 'clock'>
  carriers: Carriers
  view: () => View
  settings: SweepSettings
  askApart: AskApart
  /** Looks at the panels that are silent and were not looked at, once all SIMs were. */
  lookAtSilent: () => Promise<void>
  sweepId: string
  /** The server stops: nothing more is begun, and the rest is taken up by another. */
  stopping: AbortSignal
  /** Another run has this sweep by now (R44). */
  lost: AbortSignal
}

/** After so many calls in a row without an answer a carrier is left for later. */
const mostSilent = 3
/** How long it is waited after the carrier said that it is too much; each further time twice as long. */
const slowMs = 2_000
const slowestMs = 60_000
/** Its calls then stand further apart, and come nearer again with each answer. */
const apart = { by: 1.5, most: 20, nearer: 0.98 }
/** Of so many days it is asked which SIMs came into another device: for so long that is a finding. */
const swappedMs = 30 * 86_400_000
/** SIMs of one carrier that are read side by side at most. */
const mostAtOnce = 8

/** Looks at all that is left of a sweep: carriers side by side, each at its pace and behind people. */
export async function runSweep(parts: SweepParts): Promise<void> {
  const { platform, lookAtSilent, sweepId, stopping, lost } = parts
  const run = await takeOver(platform.db, kind, sweepId)
  if (!run) return
  const sweep = run.row
  await takeIn(platform.db)
  // What is found by what is kept is read a second time by the lanes.
  await judgeOnce(parts, sweep, AbortSignal.any([stopping, lost]))
  const failed = new AbortController()
  const signal = AbortSignal.any([stopping, lost, failed.signal])
  try {
    const lanes = () =>
      vendorCodes.map((carrier) =>
        new Lane({ ...parts, run, signal }, carrier).run().catch((error: unknown) => {
          failed.abort(error)
          throw error
        }),
      )
    await patiently(sweep.email, () => Promise.all(lanes()), { slowsDown: true })
  } catch (error) {
    if (error instanceof NotHeld || failed.signal.reason instanceof NotHeld) return
    throw error
  }
  signal.throwIfAborted()
  await patiently(sweep.email, () => askOnceSeenApart(parts, run, signal))
  await judgeOnceSeen(platform.db, parts.view, signal)
  await endSweep(platform, run)
  await lookAtSilent()
}

/** Where a lane has begun, an earlier run of the sweep has done it. */
async function judgeOnce({ platform: { db }, view }: SweepParts, sweep: SweepRow, signal: AbortSignal) {
  const begun = db.selectFrom('sweep_lane').select('carrier').where('sweep_id', '=', sweep.sweep_id)
  if (await begun.where('began_at', 'is not', null).executeTakeFirst()) return
  await judgeEverything(db, view, signal)
}

interface LaneParts extends SweepParts {
  run: Run<'sweep'>
  /** The run is to end, for whatever reason. */
  signal: AbortSignal
}

/** What one run of a sweep does with the SIMs of one carrier. */
class Lane {
  readonly #parts: LaneParts
  readonly #carrier: Carrier
  readonly #store: ReturnType<typeof sweptLaneStore>
  readonly #apartMs: number
  /** How many times further apart than permitted its calls stand. */
  #apartBy = 1
  #nextAt = 0
  #slowMs = slowMs
  #silent = 0

  constructor(parts: LaneParts, carrier: VendorCode) {
    this.#parts = parts
    this.#carrier = parts.carriers[carrier]
    this.#store = sweptLaneStore(parts.platform.db, { ...parts, carrier })
    this.#apartMs = 1000 / parts.settings.perSecond[carrier]
  }

  async run(): Promise<void> {
    const { clock, db } = this.#parts.platform
    const kept = await db
      .selectFrom('sweep_lane')
      .selectAll()
      .where('sweep_id', '=', this.#parts.sweepId)
      .where('carrier', '=', this.#carrier.vendorCode)
      .executeTakeFirst()
    if (!kept || kept.state === 'finished') return
    let lane = await this.#store.note({ began_at: kept.began_at ?? clock.now(), reason: '' })
    if (lane.phase === 'list') lane = await this.#readList(lane)
    if (lane.state === 'running') await this.#store.pace()
    if (lane.phase === 'reads') lane = await this.#readAll(lane)
    if (lane.phase === 'reads' && lane.state === 'running') lane = await this.#store.planAgain(lane)
    if (lane.phase === 'again') lane = await this.#readAll(lane)
    if (lane.state === 'running')
      await this.#store.note({ state: 'finished', phase: 'done', reason: '', ended_at: clock.now() })
  }

  async #readList(begun: LaneRow): Promise<LaneRow> {
    const { platform, settings } = this.#parts
    const { clock } = platform
    const { list } = this.#carrier
    if (!list) return this.#store.planAll()
    const since = list.tellsChanges ? await this.#watermark() : null
    let lane = begun
    if (lane.place === null) {
      const now = clock.now()
      const swapped = await this.#swapped(now)
      const planned = since ? 0 : await this.#count()
      lane = await this.#store.beginList(list.first(since, now), { at: now, planned, swapped })
    }
    while (lane.phase === 'list' && lane.place !== null) {
      const { place: from } = lane
      const askedAt = clock.now()
      const page = await this.#ask((signal) => list.page(from, { signal, isPatient: true }))
      if (typeof page === 'string') return this.#pause(page)
      const { isWhole, tellsChanges } = list
      const how = { isWhole, tellsChanges, isOfChanges: since !== null, nights: settings.nights }
      lane = await this.#store.keepPage(page, { ...how, askedAt, lane })
    }
    return lane
  }

  /** What a carrier tells beside its list; where it does not, the lane goes on without. */
  async #swapped(now: Date): Promise<readonly SwappedSim[]> {
    const { swapped } = this.#carrier
    if (!swapped) return []
    const since = new Date(now.getTime() - swappedMs)
    try {
      const sims = await this.#ask((signal) => swapped(since, { signal, isPatient: true }), true)
      return typeof sims === 'string' ? [] : sims
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error
      this.#parts.platform.log.warn({ err: error }, 'a carrier does not tell which SIMs were swapped')
      return []
    }
  }

  async #readAll(begun: LaneRow): Promise<LaneRow> {
    const { clock } = this.#parts.platform
    const atOnce = Math.min(this.#carrier.rules.inFlight, mostAtOnce)
    for (let lane = begun; ; ) {
      const iccids = await this.#store.nextReads(lane, atOnce)
      if (iccids.length === 0) return lane
      const askedAt = clock.now()
      const answers = await Promise.all(iccids.map((iccid) => this.#readOne(iccid)))
      const stuck = answers.find((answer) => typeof answer === 'string')
      if (typeof stuck === 'string') return this.#pause(stuck)
      lane = await this.#store.keepReads(
        answers.filter((answer) => typeof answer !== 'string'),
        askedAt,
        lane,
      )
    }
  }

  /** @returns a sentence: the carrier is left for later */
  async #readOne(
    iccid: string,
  ): Promise<string | { iccid: string; said: Observation['said']; isAnswer: boolean }> {
    const { platform } = this.#parts
    const options = { isPatient: true, stateOnly: true }
    try {
      const sim = await this.#ask((signal) => this.#carrier.readSim(iccid, { ...options, signal }), true)
      return typeof sim === 'string' ? sim : { iccid, said: { fields: fieldsOf(sim) }, isAnswer: true }
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error
      const said = { status: statusOfNeighbour[error.kind], problem: error.sentence, failure: error.kind }
      if (error.kind !== 'not-found')
        platform.log.warn(
          { iccid, system: error.system, kind: error.kind },
          'a SIM could not be read by the sweep',
        )
      return { iccid, said, isAnswer: error.kind === 'not-found' }
    }
  }

  /**
   * Asks once it is its turn, and again after a while where the carrier says that it is too much.
   * @returns a sentence: the carrier is left for later. Throws what is about one SIM alone
   */
  async #ask<T>(call: (signal: AbortSignal) => Promise<T>, isOfOne = false): Promise<T | string> {
    const { signal, run } = this.#parts
    const { clock } = this.#parts.platform
    for (;;) {
      await this.#turn()
      if (isOver(run.row, clock)) return 'The hours of the night are over.'
      try {
        const answer = await call(signal)
        this.#silent = 0
        this.#slowMs = Math.max(slowMs, this.#slowMs / 2)
        this.#apartBy = Math.max(1, this.#apartBy * apart.nearer)
        return answer
      } catch (error) {
        const reason = await this.#reasonOf(error, isOfOne)
        if (reason !== '') return reason
      }
    }
  }

  /** Why the carrier is left for later; empty: it is asked again. Throws what is about one SIM alone */
  async #reasonOf(error: unknown, isOfOne: boolean): Promise<string> {
    this.#parts.signal.throwIfAborted()
    if (!(error instanceof NeighbourError)) throw error
    if (error.kind === 'busy') {
      // Not sent: too many people wait for the carrier, and it said nothing.
      const { clock } = this.#parts.platform
      await (error.sent ? this.#slowDown(error) : clock.wait(slowMs, this.#parts.signal))
      return ''
    }
    const isAnswer = isOfOne && (error.kind === 'not-found' || error.kind === 'refused')
    this.#silent = isAnswer ? 0 : this.#silent + 1
    if (!isAnswer && (this.#silent >= mostSilent || error.kind === 'credentials')) return error.sentence
    if (isOfOne) throw error
    return ''
  }

  async #slowDown({ retryAfterMs }: NeighbourError): Promise<void> {
    const { clock, db } = this.#parts.platform
    const ms = Math.max(retryAfterMs ?? 0, this.#slowMs)
    this.#slowMs = Math.min(this.#slowMs * 2, slowestMs)
    this.#apartBy = Math.min(this.#apartBy * apart.by, apart.most)
    const { slowed } = await db
      .selectFrom('sweep_lane')
      .select('slowed')
      .where('sweep_id', '=', this.#parts.sweepId)
      .where('carrier', '=', this.#carrier.vendorCode)
      .executeTakeFirstOrThrow()
    const reason = `${this.#carrier.name} takes fewer calls at the moment.`
    await this.#store.note({ slowed: slowed + 1, reason })
    await clock.wait(ms, this.#parts.signal)
  }

  /** Waits until this lane may ask again. */
  async #turn(): Promise<void> {
    const { clock } = this.#parts.platform
    const now = clock.elapsed()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + this.#apartMs * this.#apartBy
    if (at > now) await clock.wait(at - now, this.#parts.signal)
    this.#parts.signal.throwIfAborted()
  }

  #pause(reason: string): Promise<LaneRow> {
    return this.#store.note({ state: 'paused', reason })
  }

  async #watermark(): Promise<Date | null> {
    const row = await this.#parts.platform.db
      .selectFrom('sweep_carrier')
      .select('watermark')
      .where('carrier', '=', this.#carrier.vendorCode)
      .executeTakeFirst()
    return row?.watermark ?? null
  }

  async #count(): Promise<number> {
    const row = await this.#parts.platform.db
      .selectFrom('sweep_sim')
      .select(({ fn }) => fn.countAll<string>().as('sims'))
      .where('carrier', '=', this.#carrier.vendorCode)
      .executeTakeFirstOrThrow()
    return Number(row.sims)
  }
}
