import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { grounds, patterns, said } from './lib/nothing-said.ts'

const root = join(import.meta.dirname, '..')
const speaksOfNothing = /\b(?:no|none|nothing|0)\b/i

/** Texts of the console, by catalogue and key. */
async function catalogueTexts(): Promise<[string, string][]> {
  const folder = join(root, 'apps/console/src/texts/en-US')
  const found: [string, string][] = []
  for (const file of readdirSync(folder)) {
    const catalogues: Record<string, unknown> = await import(join(folder, file))
    for (const catalogue of Object.values(catalogues))
      for (const [key, text] of Object.entries((catalogue ?? {}) as Record<string, unknown>))
        if (typeof text === 'string') found.push([`${file.replace('.ts', '')} ${key}`, text])
  }
  return found
}

const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const isStatement =
  /\b(?:select|from|where|on conflict|update|insert|join|union|interval|coalesce)\b .*(?:\n|=|\()|^\s*(?:select|case|with|and|or) |strpos\(|\|\||length\(/

/** Sentences of the server's features: texts of several words that are no statement of SQL. */
function serverSentences(): [string, string][] {
  const folder = join(root, 'apps/server/src/features')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|schema|proof|facts)\.ts$|-stage\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(tokens)].flatMap(
        ([token]): [string, string][] => {
          const text = token
            .slice(1, -1)
            .replace(/\s+/g, ' ')
            .replaceAll(/\$\{[^}]*(?:\}|$)/g, '…')
          const isText = !token.startsWith('/') && text.includes(' ') && !isStatement.test(token.slice(1, -1))
          return isText ? [[`${file.replaceAll('\\', '/')} ${text.slice(0, 40)}`, text]] : []
        },
      ),
    )
}

describe('52.12, D55 a sentence that speaks of nothing', async () => {
  const sentences = [...(await catalogueTexts()), ...serverSentences()].filter(([, text]) =>
    speaksOfNothing.test(text),
  )
  const named = new Set(Object.values(said).flat())
  const isNamed = ([at, text]: readonly [string, string]) =>
    named.has(at) || patterns.some(([pattern]) => pattern.test(text))

  it('names what must have been heard', () => {
    expect(sentences.length).toBeGreaterThan(300)
    expect(sentences.filter((sentence) => !isNamed(sentence)).map(([at, text]) => `${at}: ${text}`)).toEqual(
      [],
    )
  })

  it('stands there once, and still', () => {
    const all = Object.values(said).flat()
    expect(all.filter((at, index) => all.indexOf(at) !== index)).toEqual([])
    const there = new Set(sentences.map(([at]) => at))
    expect(all.filter((at) => !there.has(at))).toEqual([])
    expect(Object.keys(said)).toEqual(Object.keys(grounds))
  })

  it('one that is new and has no ground is noticed', () => {
    expect(isNamed(['fleet NothingWrong', 'Nothing is wrong anywhere.'])).toBe(false)
    expect(isNamed(['fleet NothingSaved', 'Nothing was saved.'])).toBe(true)
  })
})
