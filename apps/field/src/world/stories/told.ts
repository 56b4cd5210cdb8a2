import { toldStories } from '@support-console/demo-world/stories'
import { readEvent } from '../events.ts'
import type { Story } from '../living.ts'

const minute = 60_000
const ofHow = ['lasts', 'after', 'spread', 'back', 'share', 'lag']

/** A told story that begins then; undefined: there is none of this name. */
export function storyNamed(name: string, begins: number): Story | undefined {
  const story = Object.hasOwn(toldStories, name) ? toldStories[name] : undefined
  const lines = story?.tells.split('\n').filter(Boolean)
  return lines && { name, events: lines.map((line, i) => eventOf(line.trim(), `${name}/${i + 1}`, begins)) }
}

function eventOf(line: string, id: string, begins: number) {
  const [from, what, ...parts] = line.split(' ')
  const at = begins + Number(from) * minute
  const pairs = parts.map((part) => part.split('=') as [string, string])
  const worthOf = (text: string) => (/^-?[\d.]+$/.test(text) && !/\..*\./.test(text) ? Number(text) : text)
  const pick = (is: (key: string) => boolean) => pairs.filter(([key]) => is(key))
  const how = Object.fromEntries(pick((key) => ofHow.includes(key)).map(([key, text]) => [key, Number(text)]))
  const { lasts, ...rest } = how
  const iso = (ms: number) => new Date(ms).toISOString()
  return readEvent(
    {
      ...{ at: iso(at), what, ...rest },
      ...(lasts !== undefined && { until: iso(at + lasts * minute) }),
      of: Object.fromEntries(pick((key) => !ofHow.includes(key) && !key.startsWith('to.'))),
      to: Object.fromEntries(
        pick((key) => key.startsWith('to.')).map(([key, text]) => [key.slice(3), worthOf(text)]),
      ),
    },
    id,
  )
}
