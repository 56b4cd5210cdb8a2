import type { Store } from '../store/store.ts'
import { openWorldClock, type WorldClock } from './clock.ts'
import type { WorldEvent } from './events.ts'
import { type Layout, openLayout } from './layout.ts'
import { type Ground, type Model, modelOf } from './model.ts'
import type { SimState } from './sims.ts'

/** A seed, a size, and events, under a name. */
export interface Story {
  name: string
  events: readonly WorldEvent[]
}

/** The one world: its clock, its places, and what has happened and will. */
export interface Living {
  clock: WorldClock
  layout: Layout
  /** What is so, by all stories that play. */
  model(): Model
  /** The same with these events instead. */
  modelWith(events: readonly WorldEvent[]): Model
  playing(): readonly Story[]
  /** Plays a story beside those that play. */
  play(story: Story): void
  /** Ends those for which this holds. */
  end(isOver: (story: Story) => boolean): void
  /** A carrier changed a SIM because it was asked to. */
  noteChange(iccid: string, state: SimState, at: number): void
  /** WebConnect has so many containers; undefined: the demo world's. */
  resize: Layout['resize']
}

export function openLiving(store: Store): Living {
  const clock = openWorldClock()
  const layout = openLayout()
  const made = new Map<string, WorldEvent[]>()
  const nothing: readonly WorldEvent[] = []
  const ground: Ground = {
    layout,
    epoch: store.keep('webconnect-first-start', clock.now),
    madeChanges: (iccid) => (made.size === 0 ? nothing : (made.get(iccid) ?? nothing)),
  }
  let stories: readonly Story[] = []
  let model = modelOf([], ground)
  const replay = () => {
    model = modelOf(
      stories.flatMap(({ events }) => events),
      ground,
    )
  }
  return {
    clock,
    layout,
    model: () => model,
    modelWith: (events) => modelOf(events, ground),
    playing: () => stories,
    play(story) {
      stories = [...stories, story]
      replay()
    },
    end(isOver) {
      stories = stories.filter((story) => !isOver(story))
      replay()
    },
    noteChange(iccid, state, at) {
      const changes = made.get(iccid) ?? []
      const last = changes.at(-1)
      if (last && last.until === undefined) last.until = at
      const what = state === 'suspended' ? 'carrier.suspended' : 'carrier.deactivated'
      if (state === 'suspended' || state === 'deactivated')
        changes.push({ id: `made-${iccid}-${at}`, at, what, of: { sim: iccid }, lag: 0 })
      made.set(iccid, changes)
    },
    resize(size) {
      layout.resize(size)
      replay()
    },
  }
}
