import { type Changes, type Situation, situations } from '@support-console/demo-world/situations'
import type { Present } from '../world/present.ts'
import type { Fault, Faults } from './faults.ts'

export interface Situations {
  present: Present
  list(): (Pick<Situation, 'sentence' | 'about' | 'before' | 'expects'> & {
    name: string
    isPresent: boolean
  })[]
  /** Adds one to those that are present. @returns undefined: there is none of this name */
  enter(name: string): Situation | undefined
  /** The same for one that has no name. */
  enterChanges(changes: Changes): void
  /** Everything is as it was; what a slow system held up goes on. */
  leave(): void
}

/** Situations live in memory, as faults do: a restart ends them. */
export function makeSituations(faults: Faults): Situations {
  let entered: { name: string; at: number; situation: Changes }[] = []
  let added: Fault[] = []
  /** Of several that speak of the same, the last one counts. */
  const last = <Found>(look: (situation: Changes) => Found | undefined): Found | undefined =>
    entered.map(({ situation }) => look(situation)).findLast((found) => found !== undefined)

  const enter = (name: string, situation: Changes) => {
    entered.push({ name, at: Date.now(), situation })
    added.push(...(situation.faults ?? []).map((fault) => faults.add(fault)))
  }

  return {
    present: {
      likeness: (iccid) => last(({ sims }) => sims?.[iccid]?.like),
      sim(observer, iccid) {
        const said = last(({ sims }) => sims?.[iccid])
        const own = said?.[observer] ?? said?.all
        if (own === undefined || own === 'unknown') return own
        const { session, ...told } = { ...(said?.all === 'unknown' ? {} : said?.all), ...own }
        const began = entered.findLast(({ situation }) => situation.sims?.[iccid])?.at ?? 0
        const before = (minutes: number) => began - minutes * 60_000
        return {
          ...told,
          ...(told.state && { change: { state: told.state, at: before(told.sinceMinutes ?? 0) } }),
          ...(session && {
            session: {
              began: before(session.beganMinutes),
              ended: session.endedMinutes === null ? null : before(session.endedMinutes),
            },
          }),
        }
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
      if (situation) enter(name, situation)
      return situation
    },
    enterChanges: (changes) => enter('', changes),
    leave() {
      faults.end(added)
      entered = []
      added = []
    },
  }
}
