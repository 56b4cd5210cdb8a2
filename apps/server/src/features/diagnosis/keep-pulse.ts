import type { Clock } from '../../platform/clock.ts'
import type { Observations } from '../../platform/observations/observations.ts'
import type { Pulse } from './facts.ts'

/** How long an answer counts, and of how many things of a source the last is remembered. */
const countsMs = 10 * 60_000
const mostThings = 500

/** A thing that is unknown to its source was answered. */
const isAnswer = (status: string) => status === 'NotFound'

/** How the things that were asked for of late fared at each source, as this server has seen it. */
export interface Pulses {
  /** Of other things than this one. */
  of(source: string, apartFrom: string): Pulse
}

/** Listens to what is noted of answers, no matter who asked. */
export function keepPulses(observations: Observations, clock: Clock): Pulses {
  const sources = new Map<string, Map<string, { at: number; failed: boolean }>>()
  observations.onNote(({ source, id, said }) => {
    const things = sources.get(source) ?? new Map()
    sources.set(source, things)
    things.delete(id)
    things.set(id, { at: clock.now().getTime(), failed: 'status' in said && !isAnswer(said.status) })
    const [earliest] = things.keys()
    if (things.size > mostThings) things.delete(earliest)
  })
  return {
    of(source, apartFrom) {
      const since = clock.now().getTime() - countsMs
      const others = [...(sources.get(source) ?? [])]
        .filter(([id, { at }]) => id !== apartFrom && at >= since)
        .map(([, each]) => each)
      const failures = others.filter(({ failed }) => failed).map(({ at }) => at)
      return {
        answered: others.length - failures.length,
        failed: failures.length,
        failedSince: failures.length > 0 ? new Date(Math.min(...failures)).toISOString() : null,
      }
    },
  }
}
