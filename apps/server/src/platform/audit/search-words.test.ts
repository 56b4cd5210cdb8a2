import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bareWord, pageQuery, searchQuery, searchWords, withoutSecrets } from './search-words.ts'

it('2.12 plain texts have the same words as texts that need to be made plain', () => {
  const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(ascii, (text) => {
      const withAccent = searchWords('Import', `${text} é`).filter((word) => word !== 'e')
      expect(searchWords('Import', text).filter((word) => word !== 'e')).toEqual(withAccent)
    }),
  )
})

it.each([
  [
    'Tést – SIM 8901170000000000013',
    ['test', 'sim', '8901170000000000013', '~3100000000000711098', '=Import'],
  ],
  ['sim_8901 a-b', ['sim', '8901', 'a', 'b', '=Import']],
  ['Straße ΆΛΦΑ ١٢٣', ['straße', 'αλφα', '١٢٣', '=Import']],
])('2.12 %s is found by its words, an id also by its end', (text, words) => {
  expect(searchWords('Import', text)).toEqual(words)
})

it('2.12 words count as far as 64 characters, in the search as in the entry', () => {
  const long = 'x'.repeat(70)
  expect(searchWords('P', long)).toEqual(['x'.repeat(64), '=P'])
  expect(searchQuery(long)).toBe(`'${'x'.repeat(64)}':*`)
})

it.each([
  ['VPN endpoint: "vpn.old.example" → "vpn.new.example"', ['vpn', 'endpoint', 'old', 'example', 'new']],
  [
    'VPN password: "hush 1"\ninstaller service key: replaced',
    ['vpn', 'password', 'installer', 'service', 'key'],
  ],
  ['{"token":"eyJ","other":1}', ['token']],
  [`sha256: ${'0f'.repeat(32)}, links: 1 to 7`, ['sha256', 'links', '1', 'to', '7', '~652ahs']],
  ['8901170000000000013 Ready', ['8901170000000000013', 'ready', '~3100000000000711098']],
])('use 2 the detail %s is found by its words, not by its secrets and hashes', (detail, words) => {
  expect(searchWords('P', '', detail)).toEqual([...words, '=P'])
})

it('2.12 an id is found by its end where it has six characters and a digit', () => {
  expect(searchWords('P', 'ab123 abc123 abcdef')).toEqual(['ab123', 'abc123', 'abcdef', '~321cba', '=P'])
  expect(searchQuery('Sim 8901')).toBe("'sim':* & ('8901':* | '~1098':*)")
  expect(['~321cba', 'abc123', '~3𝟙b'].map(bareWord)).toEqual(['abc123', 'abc123', 'b𝟙3'])
})

it.each(['', ' – ', '%&!'])('2.12 %j has nothing to look for', (text) => {
  expect(searchQuery(text)).toBeUndefined()
  expect(searchWords('P', text)).toEqual(['=P'])
})

it('2.12 what is longer than an ICCID and mixes letters with digits is no word of a detail', () => {
  const [letters, digits] = ['abcdefghijkl', '890117000000']
  const words = [
    `${letters}${digits}`,
    `${letters}${digits}7`,
    `${letters}${letters}x`,
    `${digits}${digits}7`,
  ]
  const found = searchWords('P', '', words.join(' ')).filter((word) => /^[a-z\d]/.test(word))
  expect(found).toEqual([words[0], words[2], words[3]])
  expect(searchWords('P', words[1] ?? '')).toContain(words[1])
})

it('2.12 of an entry two thousand words are found, each once', () => {
  const words = Array.from({ length: 1500 }, (_, i) => `w${i}`)
  const all = searchWords('P', `${words.join(' ')} ${words[0]}`, words.map((word) => `d${word}`).join(' '))
  const own = all.filter((word) => /^[wd]/.test(word))
  expect([own.length, new Set(own).size]).toEqual([2000, 2000])
  expect(
    searchWords('P', [...words, ...words.map((word) => `d${word}`)].join(' ')).filter((word) =>
      /^[wd]/.test(word),
    ),
  ).toEqual(own)
})

it('2.12 a screen is looked for as it is written, and by 64 characters', () => {
  expect(pageQuery("O'Hara \\ Sims")).toBe("'=O''Hara \\\\ Sims'")
  expect(pageQuery('x'.repeat(70))).toBe(`'=${'x'.repeat(64)}'`)
})

it.each([
  ['VPN Password: hush, hush\nother: 1', 'VPN Password:\nother: 1'],
  ['"secret" : "x"', '"secret" :'],
  ["'token'=x", "'token'="],
  ['api key = a key: b', 'api key ='],
  ['signature:x', 'signature:'],
  ['a key without a sign', 'a key without a sign'],
])('use 2 %j is kept as %j', (detail, kept) => {
  expect(withoutSecrets(detail)).toBe(kept)
})
