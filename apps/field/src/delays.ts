import { setTimeout as wait } from 'node:timers/promises'
import type { DelayMode } from './config.ts'

/** Kinds of work and the time that they take, in milliseconds from and to. */
const table = {
  /** Reading a SIM at a carrier. */
  query: { demo: [1000, 2000], real: [20_000, 150_000] },
  /** A second, smaller read at a carrier: session, online status. */
  'small-query': { demo: [200, 500], real: [1000, 5000] },
  /** Signing in at a carrier. */
  login: { demo: [50, 150], real: [200, 800] },
  /** Changing the state of a SIM. */
  change: { demo: [1000, 3000], real: [25_000, 35_000] },
  /** A carrier that only notes a change and answers later. */
  accept: { demo: [100, 300], real: [500, 2000] },
  /** Reading at MobileBroker, Connector, the Remote Portal and Pathfinder. */
  'own-system': { demo: [100, 400], real: [200, 1500] },
  /** Changing a panel at the Remote Portal or Pathfinder. */
  'panel-change': { demo: [300, 900], real: [1000, 5000] },
  /** An answer of a CSR's agent or of WebConnect. */
  agent: { demo: [30, 120], real: [50, 400] },
  /** Deploying a release on a CSR, from acceptance to the end. */
  deployment: { demo: [8000, 14_000], real: [60_000, 120_000], none: [150, 250] },
  /** The same on csr-08. */
  'slow-deployment': { demo: [30_000, 30_000], real: [300_000, 300_000], none: [2000, 2000] },
  /** The SIM whose carrier is very slow. */
  'very-slow': { demo: [15_000, 15_000], real: [150_000, 150_000], none: [300, 300] },
} satisfies Record<string, { demo: number[]; real: number[]; none?: number[] }>

export type Work = keyof typeof table

export interface Delays {
  mode: DelayMode
  /** What every time is multiplied with. */
  factor: number
  /** How long this piece of work takes now, in milliseconds. */
  milliseconds(work: Work): number
  wait(work: Work): Promise<void>
}

export function makeDelays(mode: DelayMode, factor = 1): Delays {
  const milliseconds = (work: Work): number => {
    const times: { demo: number[]; real: number[]; none?: number[] } = table[work]
    const [from = 0, to = 0] = times[mode] ?? []
    return Math.round((from + Math.random() * (to - from)) * factor)
  }
  return {
    mode,
    factor,
    milliseconds,
    wait: async (work) => {
      const time = milliseconds(work)
      if (time > 0) await wait(time, undefined, { ref: false })
    },
  }
}
