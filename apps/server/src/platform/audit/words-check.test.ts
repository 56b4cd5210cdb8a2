import { describe, expect, it } from 'vitest'
import { chainOf } from '../../testing/made-chain.ts'
import type { ProvenEntry } from './chain.ts'
import type { KeptLink } from './read-links.ts'
import { searchWords } from './search-words.ts'
import { complainAboutThings } from './things-check.ts'
import { complainAboutWords } from './words-check.ts'

/** The link of an entry with these texts, number 101. */
function linkOf(fields: Partial<ProvenEntry>, more: Partial<KeptLink> = {}): KeptLink {
  const [link] = chainOf({ number: 1, fields: { activity: 'Test', message: '', object: '', ...fields } })
  if (!link?.entry) throw new Error('no link')
  const { activity, message, object, detail } = link.entry
  return { ...link, words: searchWords(activity, `${message} ${object}`, detail), thing: null, ...more }
}

describe('2.12 the words that an entry is found by', () => {
  /** How many are missing, and how many are not its own; undefined: nothing is said. */
  function wrong(link: KeptLink): number[] | undefined {
    const [sentence, ...more] = complainAboutWords([link])
    expect(more).toEqual([])
    if (sentence === undefined) return undefined
    expect(sentence).toMatch(
      /^The entry 101 of .* \(link 1\) is as the chain holds it, but a search finds it by/,
    )
    return (sentence.match(/\d+(?= of| are not its own)/g) ?? []).slice(-2).map(Number)
  }
  const texts = { message: 'Deactivate SIM', object: 'sim 8901170000000000013', detail: 'VPN password: x' }
  const own = linkOf(texts).words ?? []

  it.each([
    ['as they are', own, undefined],
    ['in another order, and twice', [...own.toReversed(), 'sim'], undefined],
    ['none', [], [own.length, 0]],
    ['one less', own.filter((word) => word !== 'deactivate'), [1, 0]],
    ['one more', [...own, 'other'], [0, 1]],
    ['another one', own.map((word) => (word === 'sim' ? 'sam' : word)), [1, 1]],
    ['without its screen', own.filter((word) => word !== '=Test'), [1, 0]],
    ['with its secret', [...own, 'x'], [0, 1]],
  ])('are judged: %s', (_what, words, numbers) => {
    expect(wrong(linkOf(texts, { words }))).toEqual(numbers)
  })

  it('are not judged where they, the entry, or a link that holds it are not there', () => {
    const other = { words: ['other'] }
    expect(wrong(linkOf(texts, other))).toBeDefined()
    expect(wrong(linkOf(texts, { words: undefined }))).toBeUndefined()
    expect(wrong(linkOf(texts, { ...other, entry: undefined }))).toBeUndefined()
    expect(wrong(linkOf(texts, { ...other, content: 'a'.repeat(64) }))).toBeUndefined()
  })

  it('are what they are where every Unicode knows the letters, and may be either where not', () => {
    const known = linkOf({ message: 'Été Αθήνα 京都 кофе' })
    expect(wrong({ ...known, words: [...(known.words ?? []), 'été'] })).toEqual([0, 1])
    const message = 'abc\u{e0fff}def 1234567'
    const rest = ['1234567', '~7654321', '=Test']
    for (const words of [
      ['abc', 'def'],
      ['abcdef'],
      ['abc\u{e0fff}def'],
      ['abc\u{e0fff}def', '~fed\u{e0fff}cba'],
      [],
    ])
      expect(wrong(linkOf({ message }, { words: [...words, ...rest] }))).toBeUndefined()
    expect(wrong(linkOf({ message }, { words: ['abc', '=Test', '1234567'] }))).toEqual([1, 0])
    expect(wrong(linkOf({ message }, { words: ['abd', ...rest] }))).toEqual([0, 1])
    expect(wrong(linkOf({ message }, { words: ['abc', ...rest, 'ü'] }))).toEqual([0, 1])
  })

  it('beyond two thousand may be there or not, where some are uncertain', () => {
    const many = Array.from({ length: 2100 }, (_, i) => `w${i}`)
    const message = `${many.join(' ')} x\u{e0fff}`
    const kept = (words: string[]) => wrong(linkOf({ message }, { words: [...words, '=Test'] }))
    expect(kept(many.slice(0, 2000))).toBeUndefined()
    expect(kept([...many.slice(0, 2000), 'w2050'])).toBeUndefined()
    expect(kept(many.slice(0, 900))?.[0]).toBeGreaterThanOrEqual(100)
    expect(kept([...many.slice(0, 2000), 'w2100'])).toEqual([0, 1])
  })
})

describe('D19 G1 the history that an entry stands in', () => {
  const object = 'sim 8901170000000000013'
  const said = (thing: string | null | undefined, about: string) =>
    [...complainAboutThings([linkOf({ object: about }, { thing })])].map((sentence) =>
      sentence.replace(/^The entry 101 of .* \(link 1\) stands in the history of /, ''),
    )

  it('is that of its thing, and none where it is about none', () => {
    expect(said(object, object)).toEqual([])
    expect(said(null, 'audit trail')).toEqual([])
    expect(said(null, object)).toEqual([`nothing, but is about ${object}.`])
    expect(said('sim 1', object)).toEqual([`sim 1, but is about ${object}.`])
    expect(said('sim \u001b', 'audit trail')).toEqual(['sim \\u001b, but is about no thing.'])
    expect(said(undefined, object)).toEqual([])
    expect([...complainAboutThings([linkOf({ object }, { thing: null, entry: undefined })])]).toEqual([])
  })

  it.each(['sim \u00a0x', 'sim a b', 'sim ', 'sims 1', 'xsim 1', 'sim a\tb', 'person 1', 'user ä@b.co'])(
    'of %j is none',
    (about) => {
      expect(said(null, about)).toEqual([])
      expect(said(about, about)).toHaveLength(1)
    },
  )
})
