import type { Clock } from '../clock.ts'
import type { SettledCall } from './neighbour.ts'

/** So many of the last calls are looked at. */
const lastCalls = 40
/** It is in trouble when at least so many of the last ten calls failed, and until so many in a row have not. */
const [judged, failing, fineAgain] = [10, 5, 3]
/** An older call says nothing of now: of a neighbour that is not asked nothing is known. In milliseconds. */
export const quietMs = 30 * 60_000

/** A neighbour whose answers fail. */
export interface Trouble {
  /** As users know it: 'AT&T'. */
  system: string
  failed: number
  /** Of so many of the last calls. */
  calls: number
  /** When the first of them failed, and when it was last asked; UTC, ISO 8601. */
  since: string
  askedAt: string
}

/** How neighbours have answered of late, as this process has seen it. */
export interface Standing {
  note(call: SettledCall): void
  troubles(): Trouble[]
  /** Which systems were asked within `quietMs`. */
  asked(): string[]
}

/** A no is an answer; so is that there is nothing of that name. */
const answers: ReadonlySet<SettledCall['outcome']> = new Set(['success', 'refused', 'not-found'])

export function createStanding(clock: Pick<Clock, 'now'>): Standing {
  const systems = new Map<string, { at: number; hasFailed: boolean }[]>()
  const inTrouble = new Set<string>()

  return {
    note({ system, outcome }) {
      if (outcome === 'cancelled') return
      const at = clock.now().getTime()
      const of = (systems.get(system) ?? []).filter((each) => each.at > at - quietMs).slice(1 - lastCalls)
      of.push({ at, hasFailed: !answers.has(outcome) })
      systems.set(system, of)
      if (of.slice(-judged).filter(({ hasFailed }) => hasFailed).length >= failing) inTrouble.add(system)
      if (of.length >= fineAgain && of.slice(-fineAgain).every(({ hasFailed }) => !hasFailed)) {
        inTrouble.delete(system)
        // What was is over: it is not held against what comes.
        systems.set(system, of.slice(-fineAgain))
      }
    },
    asked() {
      const from = clock.now().getTime() - quietMs
      return [...systems].flatMap(([system, of]) => (of.some(({ at }) => at > from) ? system : []))
    },
    troubles() {
      const from = clock.now().getTime() - quietMs
      return [...inTrouble].flatMap((system) => {
        const of = (systems.get(system) ?? []).filter(({ at }) => at > from)
        const failed = of.filter(({ hasFailed }) => hasFailed)
        const [first, last] = [failed[0], of.at(-1)]
        if (!first || !last) {
          inTrouble.delete(system)
          return []
        }
        return {
          system,
          failed: failed.length,
          calls: of.length,
          since: new Date(first.at).toISOString(),
          askedAt: new Date(last.at).toISOString(),
        }
      })
    },
  }
}
