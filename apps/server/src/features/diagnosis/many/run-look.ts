import type { Diagnosis, LookedState, SourceState, VendorCode } from '@support-console/contract'
import { asProblem } from '../../../platform/http/as-problem.ts'
import { untilAborted } from '../../../platform/outbound/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { patiently } from '../../../platform/request-scope.ts'
import type { Endings } from '../../../platform/undertakings/ended.ts'
import { takeOver } from '../../../platform/undertakings/runs.ts'
import type { Carriers } from '../../../systems/carriers/carrier.ts'
import type { Runs } from '../runs.ts'
import { kind } from './begin-look.ts'
import { type LookRow, type LookThing, lookStore, putAllBack } from './look.store.ts'

/** Things of one carrier that are looked at side by side at most, whatever the carrier itself takes. */
const mostAtOnce = 8
/** Where no carrier is known. */
const otherAtOnce = 4
/** After so many in a row that a source did not answer, the others of that carrier are left for later. */
const mostSilent = 3

const silences: Partial<Record<SourceState, string>> = {
  'no-answer': 'does not answer',
  refused: "refuses the console's credentials",
  unreadable: 'gives answers that cannot be read',
}

interface LookParts {
  platform: Pick<Platform, 'db' | 'log'>
  runs: Runs
  carriers: Carriers
  endings: Pick<Endings, 'subscribe'>
  lookId: string
  /** The server stops: nothing more is begun, and the rest is taken up by another. */
  stopping: AbortSignal
  /** Another run has this look by now (R44). */
  lost: AbortSignal
}

/**
 * Looks at what is left of a look, one thing after the other, as someone who looked at each would, but behind people: things
 * of one carrier at its pace, carriers side by side.
 */
export async function runLook(parts: LookParts): Promise<void> {
  const { platform, endings, lookId, stopping, lost } = parts
  // What an earlier run had begun is asked again.
  const run = await takeOver(platform.db, kind, lookId, (trx) => putAllBack(trx, lookId))
  if (!run) return
  const store = lookStore(platform.db, run)
  const look = run.row
  const over = new AbortController()
  const forget = endings.subscribe((ended) => {
    if (ended?.id === lookId) over.abort(new Error('the look is over'))
  })
  const failed = new AbortController()
  const signal = AbortSignal.any([stopping, lost, over.signal, failed.signal])
  /** Why things of a carrier are left for later. */
  const reasons = new Set<string>()
  try {
    const lanes = await store.carriers()
    await patiently(look.email, () =>
      Promise.all(
        lanes.map(async (carrier) => {
          const reason = await new Lane({ ...parts, look, store, signal }, carrier).run()
          if (reason) reasons.add(reason)
        }),
      ).catch((error: unknown) => failed.abort(error)),
    )
  } finally {
    forget()
  }
  if (over.signal.aborted) return
  signal.throwIfAborted()
  await store.end([...reasons].join(' '))
}

interface LaneParts extends LookParts {
  look: LookRow
  store: ReturnType<typeof lookStore>
  /** The run is to end, for whatever reason. */
  signal: AbortSignal
}

/** What one run of a look does with the things of one carrier. */
class Lane {
  readonly #parts: LaneParts
  readonly #carrier: string
  /** Of each source, where it was silent at the last, without an answer between. */
  readonly #silent = new Map<string, number[]>()
  #reason = ''

  constructor(parts: LaneParts, carrier: string) {
    this.#parts = parts
    this.#carrier = carrier
  }

  /** @returns why some are left; empty: none is */
  async run(): Promise<string> {
    const slots = this.#parts.carriers[this.#carrier as VendorCode]?.rules.inFlight ?? otherAtOnce
    await Promise.all(Array.from({ length: Math.min(slots, mostAtOnce) }, () => this.#work()))
    return this.#reason
  }

  async #work(): Promise<void> {
    const { store, signal } = this.#parts
    while (!signal.aborted && this.#reason === '') {
      const thing = await store.claim(this.#carrier)
      if (!thing) return
      const diagnosis = await this.#lookAt(thing)
      await store.noteFound(thing, diagnosis ? foundOf(diagnosis) : 'not-known')
      const left = this.#silentAt(thing, diagnosis?.sources ?? [])
      if (left.length > 0) await store.putBack(left)
    }
  }

  /** @returns undefined: it cannot be looked at, and keeps no one from the others */
  async #lookAt({ thing_kind: kind, thing_id: id, position }: LookThing): Promise<Diagnosis | undefined> {
    const { runs, look, signal, platform } = this.#parts
    const { run, leave } = runs.join({ kind, id, may: (right) => look.rights.includes(right) })
    try {
      await untilAborted(run.begun, signal)
      await untilAborted(run.ended, signal)
      return run.latest()
    } catch (error) {
      if (signal.aborted || asProblem(error).isOfDatabase) throw error
      platform.log.error({ err: error, lookId: look.look_id, position }, 'a thing could not be looked at')
      return undefined
    } finally {
      leave(false)
    }
  }

  /** @returns what is to be asked again, since a source was silent too often */
  #silentAt({ position }: LookThing, sources: Diagnosis['sources']): number[] {
    const left: number[] = []
    for (const { source, state } of sources) {
      const how = silences[state]
      const positions = how ? [...(this.#silent.get(source) ?? []), position] : []
      this.#silent.set(source, positions)
      if (positions.length < mostSilent) continue
      this.#reason = `${source} ${how}.`
      left.push(...positions)
    }
    return left
  }
}

/** What a verdict says, in the words of a look: what is silent without a known cause is wrong all the same. */
function foundOf({ verdict: { state } }: Diagnosis): Extract<LookedState, 'wrong' | 'not-known' | 'fine'> {
  if (state === 'fine') return 'fine'
  return state === 'not-known' || state === 'so-far' ? 'not-known' : 'wrong'
}
