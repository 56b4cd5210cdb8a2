import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders } from './text.ts'

const catalogues = import.meta.glob<Record<string, Readonly<Record<string, string>>>>('./en-US/*.ts', {
  eager: true,
})
const texts = Object.entries(catalogues).flatMap(([file, module]) =>
  Object.values(module).flatMap((catalogue) =>
    Object.entries(catalogue).map(([key, value]) => ({ at: `${file} ${key}`, value })),
  ),
)

/** The rows of 'On the screens': a word, those that we do not use for it, and texts that the specification has so. */
const words = (() => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/words.md'), 'utf8')
  const [, onScreens = ''] = /## On the screens\n([\s\S]*?)\n## /.exec(document) ?? []
  return onScreens
    .split('\n')
    .filter((line) => /^\| (?!word \|)[^-]/.test(line))
    .map((line) => {
      const [word = '', , not = '', fixed = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      return {
        word,
        not: not.split(', ').filter(Boolean),
        fixed: [...fixed.matchAll(/`([^`]+)`/g)].map(([, text]) => text),
      }
    })
})()

describe('use 4 docs/words.md', () => {
  it('has each word once', () => {
    expect(words).not.toEqual([])
    const all = words.flatMap(({ word, not }) => [word, ...not])
    expect(all).toEqual([...new Set(all)])
  })

  it.each(words)('the texts say "$word", and never another word for it', ({ not, fixed }) => {
    const found = texts.filter(
      ({ value }) => !fixed.includes(value) && not.some((word) => holds(value, word)),
    )
    expect(found).toEqual([])
  })

  it('names only texts that stand somewhere', () => {
    for (const { fixed } of words)
      for (const text of fixed) expect(texts.map(({ value }) => value)).toContain(text)
  })
})

/** Verbs, and words that end with an s where they are of one, too. */
const ofOne =
  /^(?:address|Success|is|as|was|has|does|needs|fits|reports|differs|runs|replaces|begins|tells|this|matches|lasts)$/

describe('issue 54 texts with a number', () => {
  it.each(texts.filter(({ value }) => value.includes('@@')))('$at has a word for one of it', ({ value }) => {
    const names = [...value.matchAll(/@@(\w+)@@/g)].map(([, name = '']) => [name, 1] as const)
    const said = fillPlaceholders(value, Object.fromEntries(names))
    const counted = /(?<![/\d])\b1 (?:(?:more|new|other|different|failed|shared|cloud) )?([A-Za-z]+s)\b/g
    const many = [...said.matchAll(counted)].map(([, word = '']) => word)
    expect(many.filter((word) => !ofOne.test(word))).toEqual([])
    expect(said).not.toMatch(/[{|}]/)
  })
})

/** As a word of its own, letter for letter: 'mail address' is none in 'email addresses'. */
const holds = (text: string, word: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}@])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}@])`,
    'u',
  ).test(text)
