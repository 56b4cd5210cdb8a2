import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

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
