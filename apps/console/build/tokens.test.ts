import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = parts
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

const grounds = ['frame', 'sheet', 'sunken', 'raised', 'hover', 'selected']
const tints = ['accent', 'ok', 'warn', 'error', 'pending', 'unknown', 'info'].map((name) => `${name}-tint`)
const neutral = ['text-1', 'text-2', 'text-3']
const states = ['accent', 'ok', 'warn', 'error', 'pending', 'unknown', 'info']

/** Every pair that may meet on a page: foreground, background, and the least contrast (4.5 text, 3 shapes). */
const pairs: readonly (readonly [string, string, number])[] = [
  ...neutral.flatMap((text) =>
    [...grounds, ...tints, 'pressed'].map((ground) => [text, ground, 4.5] as const),
  ),
  ...states.flatMap((state) => [...grounds, `${state}-tint`].map((ground) => [state, ground, 4.5] as const)),
  ...['accent', 'accent-hover'].map((text) => [text, 'pressed', 4.5] as const),
  ...['accent-hover', 'accent-press'].flatMap((text) =>
    grounds.map((ground) => [text, ground, 4.5] as const),
  ),
  ...['accent', 'accent-hover', 'accent-press'].map((fill) => ['on-accent', fill, 4.5] as const),
  ...['error-fill', 'error-fill-hover', 'error-fill-press'].map((fill) => ['on-error', fill, 4.5] as const),
  ['sheet', 'text-1', 4.5],
  ...[...grounds, 'pressed'].map((ground) => ['focus', ground, 3] as const),
  ...['frame', 'sheet', 'sunken', 'raised'].map((ground) => ['control', ground, 3] as const),
  ...['ok', 'error-fill', 'accent'].map((bar) => [bar, 'line', 3] as const),
  ...states.flatMap((state) =>
    ['sheet', 'frame', `${state}-tint`].map((ground) => [state, ground, 3] as const),
  ),
]

const need = (name: string): { light: string; dark: string } => {
  const token = tokens.get(name)
  if (!token) throw new Error(`tokens.css has no colour ${name}`)
  return token
}

describe('D28 tokens.css', () => {
  it.each(['light', 'dark'] as const)('keeps the contrast of every pair that may meet (%s)', (theme) => {
    const failing = pairs
      .map(([front, back, least]) => ({
        front,
        back,
        least,
        is: contrast(need(front)[theme], need(back)[theme]),
      }))
      .filter(({ is, least }) => is < least)
    expect(failing).toEqual([])
  })

  it('gives every colour for light and for dark', () => {
    const colours = css.match(/^\s*--[\w-]+: (?:light-dark\()?#.*/gm) ?? []
    expect(tokens.size).toBeGreaterThan(0)
    expect(colours).toHaveLength(tokens.size)
    expect([...css.matchAll(/#[\da-f]{3,8}\b/g)].every(([hex]) => hex.length === 7)).toBe(true)
  })
})
