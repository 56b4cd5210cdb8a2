import { type Changes, type Situation, situations } from '@support-console/demo-world/situations'
import type { EventKind, WorldEvent } from '../world/events.ts'
import type { Living } from '../world/living.ts'
import type { Observer, Present, SaidOfSim } from '../world/present.ts'
import { panelAt, simAt } from '../world/views.ts'
import type { Fault, Faults } from './faults.ts'

export interface Situations {
  /** What systems say of SIMs and panels: as the world has it, and over it what the situations have. */
  present: Present
  list(): (Told & { name: string; isPresent: boolean })[]
  /** Adds one to those that are present. @returns undefined: there is none of this name */
  enter(name: string): Told | undefined
  /** The same for one that has no name. */
  enterChanges(changes: Changes): void
  /** Everything is as it was; what a slow system held up goes on. */
  leave(): void
}

/** What is said of one to those who try it. */
type Told = Pick<Situation, 'sentence' | 'about' | 'before' | 'expects'>
const toldOf = ({ sentence, about, before, expects }: Situation): Told => ({
  ...{ sentence, about, expects },
  ...(before && { before }),
})

const minute = 60_000
const nameOfStory = (name: string) => `situation ${name}`

/** Situations live in memory, as faults do: a restart ends them. Each is a story whose moments are fixed when it is entered. */
export function makeSituations(faults: Faults, living: Living): Situations {
  const { clock } = living
  let entered: { name: string; at: number; changes: Changes }[] = []
  let added: Fault[] = []
  /** Of several that speak of the same, the last one counts. */
  const last = <Found>(look: (changes: Changes) => Found | undefined): Found | undefined =>
    entered.length === 0
      ? undefined
      : entered.map(({ changes }) => look(changes)).findLast((found) => found !== undefined)

  const enter = (name: string, changes: Changes) => {
    const at = clock.now()
    entered.push({ name, at, changes })
    added.push(...(changes.faults ?? []).map((fault) => faults.add(fault)))
    const events = eventsOf(changes, at, `${name || 'unnamed'}-${entered.length}`)
    // Of what a later one speaks an earlier one is silent.
    const isNewer = ({ of }: WorldEvent) =>
      events.some((event) =>
        of.panel
          ? event.of.panel === of.panel
          : of.container !== undefined && event.of.container === of.container,
      )
    const earlier = living.playing().filter(isSituation)
    living.end(isSituation)
    for (const story of earlier)
      living.play({ ...story, events: story.events.filter((event) => !isNewer(event)) })
    living.play({ name: nameOfStory(name), events })
  }
  const isSituation = ({ name }: { name: string }) => name.startsWith(nameOfStory(''))

  function saidBySituation(observer: Observer, iccid: string): ReturnType<Present['sim']> {
    const said = last(({ sims }) => sims?.[iccid])
    const own = said?.[observer] ?? said?.all
    if (own === undefined || own === 'unknown') return own
    const { session, sinceMinutes, ...told } = { ...(said?.all === 'unknown' ? {} : said?.all), ...own }
    const at = entered.findLast(({ changes }) => changes.sims?.[iccid])?.at ?? 0
    const before = (minutes: number) => at - minutes * minute
    return {
      ...told,
      ...(told.state && { change: { state: told.state, at: before(sinceMinutes ?? 0) } }),
      ...(session && {
        session: {
          began: before(session.beganMinutes),
          ended: session.endedMinutes === null ? null : before(session.endedMinutes),
        },
      }),
    }
  }

  return {
    present: {
      now: clock.now,
      likeness: (iccid) => last(({ sims }) => sims?.[iccid]?.like),
      sim(observer, iccid) {
        const world: SaidOfSim | undefined = simAt(living.model(), observer, iccid, clock.now())
        const said = saidBySituation(observer, iccid)
        return said === undefined || said === 'unknown' ? (said ?? world) : { ...world, ...said }
      },
      panel(cloudId) {
        const world = panelAt(living.model(), cloudId, clock.now())
        const said = last(({ panels }) => panels?.[cloudId])
        return said ? { ...world, ...said } : world
      },
    },
    list: () =>
      Object.entries(situations).map(([name, situation]) => ({
        name,
        ...toldOf(situation),
        isPresent: entered.some((each) => each.name === name),
      })),
    enter(name) {
      const situation = Object.hasOwn(situations, name) ? situations[name] : undefined
      if (!situation) return undefined
      enter(name, situation)
      return toldOf(situation)
    },
    enterChanges: (changes) => enter('', changes),
    leave() {
      faults.end(added)
      living.end(isSituation)
      entered = []
      added = []
    },
  }
}

/** What happens in a situation, at moments counted back from when it is entered. */
export function eventsOf({ connections, containers }: Changes, now: number, name: string): WorldEvent[] {
  const events: WorldEvent[] = []
  const before = (minutes: number) => now - minutes * minute
  const add = (what: EventKind, rest: Pick<WorldEvent, 'at' | 'of' | 'to'>) =>
    events.push({ id: `${name}/${events.length + 1}`, what, ...rest })
  for (const [panel, how] of Object.entries(connections ?? {})) {
    const of = { panel }
    if (how === 'none') {
      add('panel.away', { at: now, of })
      continue
    }
    const { heardMinutes, sentMinutes, connectedMinutes = 180, ...to } = how
    const began = before(Math.max(connectedMinutes, heardMinutes ?? 0))
    add('panel.steady', {
      at: began,
      of,
      to: { ...to, ...(sentMinutes !== undefined && { sentAt: before(sentMinutes) }) },
    })
    if (heardMinutes !== undefined) add('panel.mute', { at: before(heardMinutes), of })
  }
  for (const [container, { is, clockMinutes, isWithoutZone, heardMinutes }] of Object.entries(
    containers ?? {},
  )) {
    const of = { container }
    if (is) add('container.stopped', { at: now, of, to: { how: is } })
    if (clockMinutes) {
      const to = { minutes: clockMinutes, ...(isWithoutZone && { isWithoutZone }) }
      add('container.clock-wrong', { at: now, of, to })
    }
    if (heardMinutes !== undefined) add('container.deaf', { at: before(heardMinutes), of })
  }
  return events
}
