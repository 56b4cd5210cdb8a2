import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A personal token: `isc_`, 32 random base62 digits (190 bits), and 6 of their CRC-32, so that what was mistyped or made up is known
 * without the database. No dash: a double click takes all of it.
 */
const prefix = 'isc_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomDigits = 32
const checkDigits = 6

export const isPersonalToken = (text: string): boolean => text.startsWith(prefix)

export function makeSecret(): string {
  const random = Array.from({ length: randomDigits }, () => digits[randomInt(digits.length)]).join('')
  return prefix + random + checksum(random)
}

/** Whether the checksum is right: one in four thousand million that are made up. */
export function isWhole(token: string): boolean {
  const random = token.slice(prefix.length, prefix.length + randomDigits)
  return /^isc_[0-9A-Za-z]{38}$/.test(token) && token.slice(-checkDigits) === checksum(random)
}

/** What is kept of it. A plain hash is enough: no one tries 190 random bits. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What it is known by in lists: not enough to guess the rest. */
export const beginningOf = (token: string): string => token.slice(0, prefix.length + 4)

/** What there is of it in the database. */
export interface KeptSecret {
  readonly beginning: string
  readonly hash: Uint8Array
}
export const keptOf = (token: string): KeptSecret => ({ beginning: beginningOf(token), hash: hashOf(token) })

function checksum(random: string): string {
  let left = crc32(random)
  let text = ''
  for (let place = 0; place < checkDigits; place++) {
    text = digits[left % digits.length] + text
    left = Math.floor(left / digits.length)
  }
  return text
}
