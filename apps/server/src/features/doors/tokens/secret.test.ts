import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { beginningOf, hashOf, isPersonalToken, isWhole, makeSecret } from './secret.ts'

it('D58 a token is isc_, 32 digits and the six of their checksum, and begins recognisably', () => {
  const made = Array.from({ length: 200 }, makeSecret)
  for (const token of made) {
    expect(token).toMatch(/^isc_[0-9A-Za-z]{38}$/)
    expect([isPersonalToken(token), isWhole(token)]).toEqual([true, true])
    expect(token.startsWith(beginningOf(token)) && beginningOf(token).length).toBe(8)
  }
  expect(new Set(made).size).toBe(200)
})

it('D58 the checksum is the CRC-32 of the 32 digits, as other scanners count it', () => {
  // Python's zlib: crc32 is 2700251856.
  const zeros = '0'.repeat(32)
  expect([isWhole(`isc_${zeros}2wjyrI`), isWhole(`isc_${zeros}2wjyrJ`)]).toEqual([true, false])
})

it.each([
  [
    'one character is another',
    (token: string) => `${token.slice(0, 9)}${token[9] === 'a' ? 'b' : 'a'}${token.slice(10)}`,
  ],
  ['two change places', (token: string) => swapped(token)],
  ['the last is missing', (token: string) => token.slice(0, -1)],
  ['one is too many', (token: string) => `${token}0`],
  ['a line ends it', (token: string) => `${token}\n`],
  ['the prefix is another', (token: string) => token.replace('isc_', 'ISC_')],
])('D58 a token is not whole where %s', (_, alter) => {
  for (let times = 0; times < 50; times++) expect(isWhole(alter(makeSecret()))).toBe(false)
})

it('56.1 a million guesses find nothing: neither checksum nor hash', () => {
  const kept = new Set(Array.from({ length: 1000 }, () => hashOf(makeSecret()).toString('base64')))
  const bytes = randomBytes(38_000_000)
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const guess = Buffer.alloc(42)
  guess.write('isc_')
  let whole = 0
  let found = 0
  for (let times = 0; times < 1_000_000; times++) {
    for (let place = 0; place < 38; place++)
      guess[4 + place] = digits.charCodeAt((bytes[times * 38 + place] as number) % 62)
    const text = guess.toString('latin1')
    if (isWhole(text)) whole++
    // Whatever its checksum: as if every guess had come as far as the database.
    if (kept.has(hashOf(text).toString('base64'))) found++
  }
  // By chance one run in 57,000 has one.
  expect([whole <= 1, found]).toEqual([true, 0])
})

/** Two different neighbours among the random digits. */
function swapped(token: string): string {
  const at = [...token].findIndex((digit, index) => index >= 4 && index < 35 && digit !== token[index + 1])
  return `${token.slice(0, at)}${token[at + 1]}${token[at]}${token.slice(at + 2)}`
}
