import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apca } from './apca.facts.ts'

const sources = globSync('**/*.{css,ts,tsx}', { cwd: join(import.meta.dirname, '..') }).map((file) =>
  readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
)
const named = (pattern: RegExp) =>
  new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name)))

it('D28 every custom property that a look uses without a fallback is set somewhere', () => {
  const used = named(/var\((--[a-z0-9-]+)\)/g)
  const set = named(/(?<!var\()(--[a-z0-9-]+)['"]?\]?\s*[:,]/g)
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => !set.has(name))).toEqual([])
})

const tokens = new Map(
  [
    ...readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(
      /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
    ),
  ].map(([, name = '', ...colours]) => [name, colours.map(channelsOf)]),
)

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** The ratio of WCAG 2. */
function ratio(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [one, other].map(light2).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
const light2 = (colour: readonly number[]): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, part, at) => {
    const value = (colour[at] ?? 0) / 255
    return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  }, 0)

const still = ['sheet', 'frame', 'sunken', 'raised']
const moved = ['hover', 'selected', 'pressed']
const states = ['ok', 'warn', 'error', 'pending', 'unknown', 'info']
/** What is written on what, and the least Lc: 75 for running text, 50 for a link or a word of state, 45 for what says least. */
const written: readonly (readonly [texts: readonly string[], grounds: readonly string[], least: number])[] = [
  [['text-1'], [...still, ...moved, ...states.map((state) => `${state}-tint`), 'accent-tint'], 75],
  [['text-2'], still, 75],
  [['text-2'], moved, 70],
  [['accent', ...states], ['sheet', 'raised'], 50],
  [['text-3'], still, 45],
  [['on-accent'], ['accent', 'accent-hover', 'accent-press'], 45],
  [['on-error'], ['error-fill', 'error-fill-hover', 'error-fill-press'], 45],
  ...states.map((state) => [[state], [`${state}-tint`], 45] as const),
]

describe.each(['light', 'dark'] as const)('whole 8 what is written can be read, %s', (theme) => {
  const at = theme === 'light' ? 0 : 1
  const colour = (name: string) => tokens.get(name)?.[at] ?? expect.unreachable(`no token ${name}`)
  const pairs = written.flatMap(([texts, on, least]) =>
    texts.flatMap((text) => on.map((ground) => ({ text, ground, least }))),
  )
  it('whole 8 by APCA: running text at least Lc 75, all else what its size asks', () => {
    const said = pairs
      .map(({ text, ground, least }) => ({ text, ground, least, lc: apca(colour(text), colour(ground)) }))
      .filter(({ lc, least }) => lc < least)
      .map(({ text, ground, lc }) => `${text} on ${ground}: ${lc.toFixed(1)}`)
    expect(said).toEqual([])
  })
  it('whole 8 by the contrast ratio: at least 4.5 to 1', () => {
    const said = pairs
      .map(({ text, ground }) => `${text} on ${ground}: ${ratio(colour(text), colour(ground)).toFixed(2)}`)
      .filter((each) => Number(each.split(': ')[1]) < 4.5)
    expect(said).toEqual([])
  })
})

it('whole 8 the formula gives what its authors published', () => {
  expect(apca([0x88, 0x88, 0x88], [255, 255, 255])).toBeCloseTo(63.06, 1)
  expect(apca([255, 255, 255], [0x88, 0x88, 0x88])).toBeCloseTo(68.54, 1)
  expect(apca([0, 0, 0], [0xaa, 0xaa, 0xaa])).toBeCloseTo(58.15, 1)
})
