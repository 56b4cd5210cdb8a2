import { type EventKind, kindsOfEvents, type Of, type WorldEvent } from './events.ts'
import { cloudIdOf } from './facts.ts'
import { absenceAt, type Interruption } from './interruptions.ts'
import type { Living } from './living.ts'
import type { Model } from './model.ts'
import { wordsOf } from './views.ts'

/** What is so of one panel, and which event is the cause. */
export interface Truth {
  panel: string
  /** Heard, connected and mute, or not connected; `between`: between two of its ordinary sessions. */
  is: 'heard' | 'mute' | 'absent' | 'between'
  isWrong: boolean
  /** When it was cut off. */
  since: string | null
  cause: ToldEvent | null
  /** Further events that would keep it away by themselves, the nearest to the panel first. */
  masked: ToldEvent[]
  /** Whether any view has told of the cause by then. */
  canBeKnown: boolean
  /** Other kinds of events that all views would tell in the same words. */
  alike: EventKind[]
}

interface ToldEvent {
  id: string
  what: EventKind
  of: Of
  at: string
  until: string | null
  /** It is over, and the panel is not back yet. */
  isOver: boolean
  /** How many panels it keeps away just now. */
  panels: number
}

/** So many of those that an event stops are compared. */
const mostCompared = 12
const iso = (at: number) => new Date(at).toISOString()

/** What is so at a moment, by following the model from each panel to its receiver. */
export function truthAt(living: Living, at: number) {
  const model = living.model()
  const reach = new Map<string, number[]>()
  const likes = new Map<string, EventKind[]>()
  const hidden = new Map<string, Model>()
  const panels = living.layout
    .containers()
    .flatMap(({ firstPanel, panels }) => Array.from({ length: panels }, (_, i) => firstPanel + i))

  const causesOf = (panel: number): Interruption[] => {
    const absence = absenceAt(model.absencesOf(panel), at)
    const begun = absence?.members.filter(({ from, back }) => from <= at && at < back) ?? []
    // What is over and only waited for comes after what lasts; then the first thing on the way.
    return begun.sort(
      (a, b) => Number(a.until <= at) - Number(b.until <= at) || a.layer - b.layer || a.from - b.from,
    )
  }

  /** The panels that an event keeps away. */
  function reachOf({ id }: WorldEvent): number[] {
    if (reach.size === 0)
      for (const panel of panels)
        for (const { event } of causesOf(panel)) reach.set(event.id, [...(reach.get(event.id) ?? []), panel])
    return reach.get(id) ?? []
  }

  const toldOf = ({ event, until }: Interruption): ToldEvent => ({
    ...{ id: event.id, what: event.what, of: event.of, at: iso(event.at) },
    until: Number.isFinite(until) ? iso(until) : null,
    isOver: until <= at,
    panels: reachOf(event).length,
  })

  function without(event: WorldEvent): Model {
    const kept = hidden.get(event.id)
    if (kept) return kept
    const others = living.modelWith(model.events.filter(({ id }) => id !== event.id))
    hidden.set(event.id, others)
    return others
  }

  /** Kinds of events that could stand in its place without any view saying another word. */
  function alikeOf(event: WorldEvent): EventKind[] {
    const kept = likes.get(event.id)
    if (kept) return kept
    const members = reachOf(event).slice(0, mostCompared)
    const words = (told: Model) => members.map((panel) => wordsOf(told, panel, at)).join()
    const own = words(model)
    const alike = (Object.keys(kindsOfEvents) as EventKind[]).filter((what) => {
      if (what === event.what || !('layer' in kindsOfEvents[what]) || !fits(what, event.of)) return false
      const { to: _, ...rest } = event
      const instead = model.events.map((each) => (each.id === event.id ? { ...rest, what } : each))
      return words(living.modelWith(instead)) === own
    })
    likes.set(event.id, alike)
    return alike
  }

  function of(panel: number): Truth {
    const session = model.sessionAt(panel, at)
    const causes = causesOf(panel)
    const [first, ...masked] = causes
    const is = first ? (session ? 'mute' : 'absent') : session ? 'heard' : 'between'
    const absence = absenceAt(model.absencesOf(panel), at)
    return {
      panel: cloudIdOf(panel),
      is,
      isWrong: first !== undefined,
      since: absence ? iso(absence.from) : null,
      cause: first ? toldOf(first) : null,
      masked: masked.map(toldOf),
      canBeKnown:
        first !== undefined && wordsOf(model, panel, at) !== wordsOf(without(first.event), panel, at),
      alike: first ? alikeOf(first.event) : [],
    }
  }

  return {
    of,
    wrong: () => panels.flatMap((panel) => (causesOf(panel).length > 0 ? [of(panel)] : [])),
  }
}

/** Whether an event of this kind can be of such a thing: of one panel all can, of many what many share. */
function fits(what: EventKind, of: Of): boolean {
  const isOfOne = typeof of.panel === 'string' || of.sim !== undefined
  const [thing] = what.split('.')
  if (isOfOne) return true
  if (thing === 'container') return of.container !== undefined
  if (thing === 'receiver') return of.receiver !== undefined
  return thing !== 'panel' || of.firmware !== undefined || Array.isArray(of.panel)
}
