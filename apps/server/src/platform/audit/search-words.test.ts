import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchQuery, searchWords } from './search-words.ts'

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
