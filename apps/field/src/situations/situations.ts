import { type Changes, type Situation, situations } from '@support-console/demo-world/situations'
import type { Fault, Faults } from '../control/faults.ts'
import type { SimState } from '../world/sims.ts'

export type Observer = 'carrier' | 'mobile-broker' | 'connector'

/** How a SIM is told in the present situations. */
type ToldSim = Exclude<NonNullable<NonNullable<Changes['sims']>[string]['carrier']>, 'unknown'>

/** What the present situations change; everything stays as it is where there is none. */
export interface Present {
  /** Another SIM that one is like which the demo world has not. */
  likeness(iccid: string): string | undefined
  /** 'unknown': that system does not know it; `change`: since when it is in a state. */
  sim(
    observer: Observer,
    iccid: string,
  ): 'unknown' | (ToldSim & { change?: { state: SimState; at: number } }) | undefined
  panel(cloudId: string): NonNullable<Changes['panels']>[string] | undefined
  connection(cloudId: string): NonNullable<Changes['connections']>[string] | undefined
  container(name: string): NonNullable<Changes['containers']>[string] | undefined
}

export interface Situations {
  present: Present
  list(): (Pick<Situation, 'sentence' | 'about' | 'before' | 'expects'> & {
    name: string
    isPresent: boolean
  })[]
  /** Adds one to those that are present. @returns undefined: there is none of this name */
  enter(name: string): Situation | undefined
  /** Everything is as it was; what a slow system held up goes on. */
  leave(): void
}

/** Situations live in memory, as faults do: a restart ends them. */
export function makeSituations(faults: Faults): Situations {
  let entered: { name: string; at: number; situation: Situation }[] = []
  let added: Fault[] = []
  /** Of several that speak of the same, the last one counts. */
  const last = <Found>(look: (situation: Situation) => Found | undefined): Found | undefined =>
    entered.map(({ situation }) => look(situation)).findLast((found) => found !== undefined)

  return {
    present: {
      likeness: (iccid) => last(({ sims }) => sims?.[iccid]?.like),
      sim(observer, iccid) {
        const said = last(({ sims }) => sims?.[iccid])
        const own = said?.[observer] ?? said?.all
        if (own === undefined || own === 'unknown') return own
        const told = { ...(said?.all === 'unknown' ? {} : said?.all), ...own }
        if (!told.state) return told
        const began = entered.findLast(({ situation }) => situation.sims?.[iccid])?.at ?? 0
        return { ...told, change: { state: told.state, at: began - (told.sinceMinutes ?? 0) * 60_000 } }
      },
      panel: (cloudId) => last(({ panels }) => panels?.[cloudId]),
      connection: (cloudId) => last(({ connections }) => connections?.[cloudId]),
      container: (name) => last(({ containers }) => containers?.[name]),
    },
    list: () =>
      Object.entries(situations).map(([name, { sentence, about, before, expects }]) => ({
        name,
        sentence,
        about,
        ...(before && { before }),
        expects,
        isPresent: entered.some((each) => each.name === name),
      })),
    enter(name) {
      const situation = Object.hasOwn(situations, name) ? situations[name] : undefined
      if (!situation) return undefined
      entered.push({ name, at: Date.now(), situation })
      added.push(...(situation.faults ?? []).map((fault) => faults.add(fault)))
      return situation
    },
    leave() {
      faults.end(added)
      entered = []
      added = []
    },
  }
}

/** Where nothing is otherwise. */
export const usual: Present = {
  likeness: () => undefined,
  sim: () => undefined,
  panel: () => undefined,
  connection: () => undefined,
  container: () => undefined,
}
