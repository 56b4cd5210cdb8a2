import type { Changes } from '@support-console/demo-world/situations'
import type { SimState } from './sims.ts'

export type Observer = 'carrier' | 'mobile-broker' | 'connector'

/** How a SIM is told in the present situations. */
type ToldSim = Exclude<NonNullable<NonNullable<Changes['sims']>[string]['carrier']>, 'unknown'>

/** What a system says of a SIM otherwise than usual. */
export type SaidOfSim = Omit<ToldSim, 'session' | 'sinceMinutes'> & {
  /** Since when it is in a state. */
  change?: { state: SimState; at: number }
  /** In milliseconds; no beginning: as it was. */
  session?: { began?: number; ended: number | null }
}

/** What Remote Portal and Pathfinder say of a panel otherwise than usual. */
export interface SaidOfPanel {
  managementDisabled?: boolean
  environment?: 'PROD' | 'TEST' | 'DEV'
  managementChangedAt?: number
  environmentChangedAt?: number
}

/** What is said of SIMs and panels just now, where something has happened; everything else stays as it is. */
export interface Present {
  /** The world's time of day. */
  now(): number
  /** Another SIM that one is like which the demo world has not. */
  likeness(iccid: string): string | undefined
  /** 'unknown': that system does not know it. */
  sim(observer: Observer, iccid: string): 'unknown' | SaidOfSim | undefined
  panel(cloudId: string): SaidOfPanel | undefined
}

/** Where nothing is otherwise. */
export const usual: Present = {
  now: () => Date.now(),
  likeness: () => undefined,
  sim: () => undefined,
  panel: () => undefined,
}
