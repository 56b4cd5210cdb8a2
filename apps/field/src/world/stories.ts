import { drawnStory } from '@support-console/demo-world/drawn-story'
import { toldStories } from '@support-console/demo-world/stories'
import { BadEvent, readEvent } from './events.ts'
import { factsOf, numberOfPanel } from './facts.ts'
import { generator } from './generator.ts'
import type { Layout } from './layout.ts'
import type { Story } from './living.ts'
import { seedPanels } from './panels.ts'

const minute = 60_000
const ofHow = ['lasts', 'after', 'spread', 'back', 'share', 'lag']

/** A told story that begins then; undefined: there is none of this name. */
export function storyNamed(name: string, begins: number): Story | undefined {
  const story = Object.hasOwn(toldStories, name) ? toldStories[name] : undefined
  return story && storyOf(name, story.tells.split('\n'), begins)
}

/** A drawn story that begins then: the same for the same seed, size and beginning. */
export function storyDrawn(seed: number, size: number, begins: number, layout: Layout): Story {
  if (!(Number.isInteger(size) && size >= 0 && size <= 3)) throw new BadEvent("'size' is 0, 1, 2 or 3.")
  const below = generator(`story ${seed} ${size}`)
  const panels = seedPanels().filter(
    ({ cloudId, connected, environment }) =>
      connected && environment === 'TEST' && layout.containerOf(numberOfPanel(cloudId)) !== '',
  )
  const aPanel = () => {
    const number = numberOfPanel(panels[below(panels.length)]?.cloudId ?? '')
    return factsOf(number, layout.containerOf(number))
  }
  return storyOf(`drawn-${seed}-${size}`, drawnStory(size, { below, aPanel }), begins)
}

const storyOf = (name: string, lines: readonly string[], begins: number): Story => ({
  name,
  events: lines.filter(Boolean).map((line, i) => eventOf(line.trim(), `${name}/${i + 1}`, begins)),
})

/** An event as a line tells it: packages/demo-world/src/stories.ts. */
function eventOf(line: string, id: string, begins: number) {
  const pairs = line.split(' ').map((part) => part.split('=') as [string, string?])
  const [[from], [what]] = pairs as [[string], [string]]
  const at = begins + Number(from) * minute
  const [how, of, to]: Record<string, unknown>[] = [{}, {}, {}]
  for (const [key, text = ''] of pairs.slice(2))
    if (ofHow.includes(key)) Object.assign(how as object, { [key]: Number(text) })
    else if (key.startsWith('to.')) Object.assign(to as object, { [key.slice(3)]: wordOf(text) })
    else Object.assign(of as object, { [key]: text })
  const { lasts, ...rest } = how as Record<string, number>
  const iso = (ms: number) => new Date(ms).toISOString()
  const until = lasts === undefined ? {} : { until: iso(at + lasts * minute) }
  return readEvent({ at: iso(at), what, of, to, ...until, ...rest }, id)
}

/** A number, true or false, where it is one. */
function wordOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return Number.isNaN(Number(text)) ? text : Number(text)
}
