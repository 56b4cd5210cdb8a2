import type { Changes } from '@support-console/demo-world/situations'
import type { SimState } from './sims.ts'

export type Observer = 'carrier' | 'mobile-broker' | 'connector'

/** How a SIM is told in the present situations. */
type ToldSim = Exclude<NonNullable<NonNullable<Changes['sims']>[string]['carrier']>, 'unknown'>

/** What the present situations change; everything stays as it is where there is none. */
export interface Present {
  /** Another SIM that one is like which the demo world has not. */
  likeness(iccid: string): string | undefined
  /** 'unknown': that system does not know it; `change`: since when it is in a state; `session`: in milliseconds. */
  sim(
    observer: Observer,
    iccid: string,
  ):
    | 'unknown'
    | (Omit<ToldSim, 'session'> & {
        change?: { state: SimState; at: number }
        session?: { began: number; ended: number | null }
      })
    | undefined
  panel(cloudId: string): NonNullable<Changes['panels']>[string] | undefined
  connection(cloudId: string): NonNullable<Changes['connections']>[string] | undefined
  container(name: string): NonNullable<Changes['containers']>[string] | undefined
}

/** Where nothing is otherwise. */
export const usual: Present = {
  likeness: () => undefined,
  sim: () => undefined,
  panel: () => undefined,
  connection: () => undefined,
  container: () => undefined,
}
