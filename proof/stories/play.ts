import { generator } from '../../apps/field/src/world/generator.ts'
import type { Truth } from '../../apps/field/src/world/truth.ts'
import { type Judgement, judge } from './judge.ts'
import type { StoryStage } from './stage.ts'
import { findStepFaults, findUntrue, othersOf, tellEverywhere } from './surfaces.ts'

/** How one outage of many was told. */
export interface ToldOutage {
  story: string
  event: string
  what: string
  /** Seconds from when the collector could know until Home had a row; null: never. */
  toldAfterS: number | null
  /** How many rows it had at most. */
  mostRows: number
  /** No row is left long after it is over. */
  isGone: boolean
}

/** What was looked at beside the verdict; empty where all is as it should be. */
interface Beside {
  /** Surfaces that say another thing. */
  others: string[]
  /** What its sentence says and is not so. */
  untrue: string[]
  stepFaults: string[]
}

export interface Played {
  judgements: (Judgement & Beside)[]
  outages: ToldOutage[]
  /** Rows while nothing that stops five panels was so. */
  falseRows: string[]
  minutes: number
}

const minute = 60_000
const fewest = 5
/** What is missed for so long is gone; what is not heard for so long is silent. */
const knownAfter = { absent: 5 * minute, mute: 15 * minute }
/** So long the fleet is seen; then no one looks. */
const seenMinutes = 3
const unseenDays = 2
const asksAtOnce = 3

/**
 * Plays one story by the minute, and asks at drawn moments about drawn panels.
 * @param quietMinutes so long before it the fleet is looked at: after three hours it is known what is usual
 */
export async function playStory(
  stage: StoryStage,
  order: { seed: number; size: number } | { name: string },
  minutes: number,
  { seed, asks, quietMinutes }: { seed: number; asks: number; quietMinutes: number },
): Promise<Played> {
  const below = generator(`moments ${seed}`)
  // Everyone was seen once; what the story tells of the time before happened while no one looked.
  for (let i = 0; i < seenMinutes; i++) await stage.passMinute()
  await stage.skip(unseenDays * 1440 * minute)
  const begins = new Date(stage.now() + quietMinutes * minute).toISOString()
  const { name, events }: Story = await stage.control('POST', 'stories', { ...order, begins })
  for (let i = 0; i < quietMinutes; i++) await stage.passMinute()
  const moments = new Set(Array.from({ length: asks }, () => 20 + below(Math.max(1, minutes - 20))))
  const played: Played = { judgements: [], outages: [], falseRows: [], minutes }
  const watch = watchOutages(name, lateTimes(events), played)
  let due = 0
  for (let i = 0; i < minutes; i++) {
    await stage.passMinute()
    const wrong = await stage.truth()
    watch.see(stage.now(), wrong, await stage.attention())
    if (moments.has(i)) due += 1
    // Nothing is asked while nothing is wrong; then it is asked later.
    if (due === 0 || wrong.length === 0) continue
    due -= 1
    // Each event as often, however many panels it stops.
    const events = [...Map.groupBy(wrong, ({ cause }) => cause?.id ?? '').values()]
    for (let n = 0; n < asksAtOnce && events.length > 0; n++) {
      const [those = []] = events.splice(below(events.length), 1)
      const truth = those[below(those.length)]
      if (!truth) continue
      const at = new Date(stage.now()).toISOString()
      const said = await stage.ask(truth.panel)
      const told = await tellEverywhere(stage, truth.panel, said)
      played.judgements.push({
        ...judge(name, at, truth, said),
        others: [...othersOf(told.state), ...othersOf(told.cause)].map(({ by, says }) => `${by}: ${says}`),
        untrue: findUntrue(truth, said),
        stepFaults: await findStepFaults(stage, truth, said),
      })
    }
  }
  watch.end()
  return played
}

interface Story {
  name: string
  events: readonly { at: string; until?: string; what: string; of: { container?: string } }[]
}

/** When which container's figures are late, and shortly afterwards: a row that says so is right. */
const lateTimes = (events: Story['events']) =>
  events
    .filter(({ what }) => what === 'container.figures-late')
    .map(({ at, until, of }) => ({
      ...{ key: `late ${of.container}`, from: Date.parse(at) },
      to: until ? Date.parse(until) + 15 * minute : Number.POSITIVE_INFINITY,
    }))

interface Watched {
  what: string
  /** Since when each panel is as it is. */
  since: Map<string, { is: string; at: number }>
  knownAt?: number
  told?: number
  most: number
}

function watchOutages(story: string, late: ReturnType<typeof lateTimes>, played: Played) {
  const seen = new Map<string, Watched>()
  let calmSince = 0
  let lastRows: readonly { key: string }[] = []
  return {
    see(now: number, wrong: readonly Truth[], all: readonly { key: string; since: string }[]) {
      const rows = all.filter(
        ({ key }) => !late.some((each) => each.key === key && each.from <= now && now <= each.to),
      )
      lastRows = rows
      const lasting: Watched[] = []
      for (const [id, those] of Map.groupBy(wrong, ({ cause }) => cause?.id ?? '')) {
        const outage: Watched = seen.get(id) ?? {
          what: those[0]?.cause?.what ?? '',
          since: new Map(),
          most: 0,
        }
        seen.set(id, outage)
        for (const { panel, is } of those)
          if (outage.since.get(panel)?.is !== is) outage.since.set(panel, { is, at: now })
        const known = those.filter(({ panel, is }) => {
          const began = outage.since.get(panel)?.at ?? now
          return now - began >= knownAfter[is === 'mute' ? 'mute' : 'absent']
        })
        if (known.length < fewest) continue
        outage.knownAt ??= now
        if (rows.length > 0) outage.told ??= now
        lasting.push(outage)
      }
      // Each has a row of its own.
      for (const outage of lasting) outage.most = Math.max(outage.most, rows.length - lasting.length + 1)
      const isCalm = wrong.length < fewest
      if (!isCalm) calmSince = 0
      else calmSince ||= now
      if (calmSince && now - calmSince > 60 * minute)
        for (const { key } of rows)
          if (!played.falseRows.includes(`${story}: ${key}`)) played.falseRows.push(`${story}: ${key}`)
    },
    end() {
      for (const [event, { what, knownAt, told, most }] of seen)
        if (knownAt !== undefined)
          played.outages.push({
            ...{ story, event, what, mostRows: most },
            toldAfterS: told === undefined ? null : (told - knownAt) / 1000,
            isGone: !calmSince || lastRows.length === 0,
          })
    },
  }
}
