import { toldStories } from '@support-console/demo-world/stories'
import { describe, expect, it } from 'vitest'
import { openStore } from '../store/store.ts'
import { absenceAt } from './interruptions.ts'
import { openLiving } from './living.ts'
import { storyDrawn, storyNamed } from './stories.ts'
import { truthAt } from './truth.ts'

const minute = 60_000
const begin = Date.parse('2026-03-02T06:00:00Z')
const seeds = Array.from({ length: 12 }, (_, i) => 410 + i)

function opened() {
  const living = openLiving(openStore(''))
  living.clock.set({ now: begin, speed: 0 })
  return living
}
const stories = (living: ReturnType<typeof opened>) => [
  ...Object.keys(toldStories).flatMap((name) => storyNamed(name, begin) ?? []),
  ...seeds.map((seed) => storyDrawn(seed, 1 + (seed % 3), begin, living.layout)),
]

describe('living world: the model', () => {
  it('a last-received time stays while no event lets the panel be heard', () => {
    const living = opened()
    const wrong: string[] = []
    let frozen = 0
    for (const story of stories(living)) {
      living.end(() => true)
      living.play(story)
      const model = living.model()
      for (let panel = 10; panel < 2540; panel += 23) {
        const moments = Array.from({ length: 120 }, (_, i) => begin + i * 4 * minute + panel * 7)
        const looks = moments.map((at) => ({
          at,
          absence: absenceAt(model.absencesOf(panel), at),
          heard: model.sessionAt(panel, at)?.heard,
        }))
        for (const [i, { at, heard, absence }] of looks.entries()) {
          const last = looks[i - 1]
          if (typeof heard !== 'number' || typeof last?.heard !== 'number') continue
          const isFrozen = absence !== undefined && absence === last.absence
          if (isFrozen) frozen += 1
          if (heard > at || heard < last.heard || (isFrozen && heard !== last.heard))
            wrong.push(`${story.name}: ${panel} at ${new Date(at).toISOString()}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(frozen).toBeGreaterThan(100)
  })

  it('who is cut off comes back 3 to 40 minutes after its cause, in a session that is new', () => {
    const living = opened()
    living.play({
      name: 'one',
      events: [
        {
          id: 'a',
          at: begin,
          what: 'carrier.region-down',
          of: { region: 'att-region-2' },
          until: begin + minute,
        },
      ],
    })
    const model = living.model()
    const delays: number[] = []
    for (let panel = 10; panel < 2540; panel++)
      for (const { back } of model.absencesOf(panel)) {
        const [before, after] = [model.sessionAt(panel, begin - 1), model.sessionAt(panel, back + 1)]
        delays.push((back - begin) / minute - 1)
        if (before && after) expect(after.began).toBeGreaterThan(begin)
      }
    expect(delays.length).toBeGreaterThan(150)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...delays)).toBeLessThanOrEqual(40)
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(20)
  })

  it('the same seed makes the same story, another one another; size 0 stops no one', () => {
    const living = opened()
    const draw = (seed: number, size = 2) => storyDrawn(seed, size, begin, living.layout)
    expect(draw(7)).toEqual(draw(7))
    expect(draw(8).events).not.toEqual(draw(7).events)
    living.play(draw(7, 0))
    for (let hours = 0; hours < 48; hours++)
      expect(truthAt(living, begin + hours * 60 * minute).wrong()).toEqual([])
  })

  it('drawn stories have many kinds of events', () => {
    const { layout } = opened()
    const drawn = Array.from({ length: 40 }, (_, i) => storyDrawn(i + 1, 1 + (i % 3), begin, layout))
    const kinds = new Set(drawn.flatMap(({ events }) => events.map(({ what }) => what)))
    expect(kinds.size).toBeGreaterThan(20)
  })

  it('the demo story cuts off 12 to 40 panels of one container for ten minutes', () => {
    const living = opened()
    const demo = storyNamed('demo', begin)
    if (demo) living.play(demo)
    const wrongAt = (minutes: number) => truthAt(living, begin + minutes * minute).wrong()
    expect(wrongAt(1.9)).toEqual([])
    const wrong = wrongAt(6)
    expect(wrong.length).toBeGreaterThanOrEqual(12)
    expect(wrong.length).toBeLessThanOrEqual(40)
    expect(new Set(wrong.map(({ cause }) => cause?.what))).toEqual(new Set(['carrier.region-down']))
    expect(wrongAt(53)).toEqual([])
  })

  it('twenty stories and more are told, and all but the still one have events', () => {
    const names = Object.keys(toldStories)
    expect(names.length).toBeGreaterThanOrEqual(20)
    for (const name of names)
      expect((storyNamed(name, begin)?.events.length ?? 0) > 0, name).toBe(name !== 'still')
  })
})
