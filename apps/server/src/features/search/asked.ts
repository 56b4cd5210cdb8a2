import {
  fewestDigits,
  fewestLetters,
  identifierForms,
  inAscii,
  normaliseIccid,
  typedGuid,
} from '@support-console/contract'
import type { Name } from './name.ts'

/** What someone typed, read in every way in which it may stand for something. */
export interface Asked {
  /** In small letters, spaces once. */
  name: string
  /** Its words, as the text index has them. */
  words: readonly string[]
  /** Digits alone, without what people put between them: enough of them to look for. */
  digits?: string
  /** Digits of a phone number, without the country code of North America. */
  phone?: string
  /** Letters, digits, underscore: capitals, without spaces. */
  code?: string
  /** The same without dashes, as Remote Portal IDs are found. */
  bareCode?: string
  /** The beginning of a UUID, at least eight hexadecimal digits, with its dashes. */
  uuid?: string
  ipAddress?: string
  /** It looks like an identifier, so that a name that is merely similar is none. */
  isIdentifier: boolean
  /** Names that do not hold it, as one look for a whole list has shown. */
  lacking?: ReadonlySet<Name>
  /** Names that are merely similar are not looked for. */
  isStrict?: boolean
}

/** What people write before an identifier. */
const label =
  /^(?:iccid|sim(?: ?id)?|imei|phone|tel|ip(?: address)?|panel|cloud id|company|csr|email|transaction)\s*[:#=]?\s+(?=\S)/i

export function readAsked(text: string): Asked {
  const name = identifierForms.name(text.trim().replace(label, '')) ?? ''
  const shown = inAscii(text).trim().replace(label, '')
  const plain = normaliseIccid(shown.replace(/[+().]/g, ''))
  const isNumber = /^\d+$/.test(plain)
  const ipAddress = identifierForms.ipAddress(shown)
  const digits = isNumber && !ipAddress && plain.length >= fewestDigits ? plain : undefined
  const code = identifierForms.cloudId(shown)
  const bareCode = identifierForms.remotePortalId(shown)
  const isCode = (read: string | undefined): read is string =>
    read !== undefined &&
    read.length >= (isNumber ? fewestDigits : fewestLetters) &&
    !(isNumber && read.length > 12)
  const uuid = uuidBeginning(shown)
  return {
    name,
    words: name.match(/[\p{L}\p{N}]+/gu) ?? [],
    ...(digits && { digits, phone: digits.replace(/^1(?=\d{10}$)/, '') }),
    ...(isCode(code) && { code }),
    ...(isCode(bareCode) && { bareCode }),
    ...(uuid && { uuid }),
    ...(ipAddress && { ipAddress }),
    isIdentifier: /\d{3}|@|^\S*\d\S*$/.test(shown) || uuid !== undefined,
  }
}

/** Eight hexadecimal digits at least, then where the dashes stand in a UUID; more digits alone are another number. */
function uuidBeginning(text: string): string | undefined {
  const typed = typedGuid(text).toLowerCase()
  if (/^\d{9,}$/.test(typed)) return undefined
  const hex = typed.replace(/[{}-]/g, '')
  if (!/^[0-9a-f]{8,32}$/.test(hex)) return undefined
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return parts.filter(Boolean).join('-')
}
