import {
  bareGuid,
  emailIsInvalid,
  emailPattern,
  guidPattern,
  isIccid,
  networkModels,
  normaliseIccid,
  plainTextPattern,
  SapCompanyId,
  SimId,
  type VendorCode,
  vendorCodes,
  vendorOf,
} from '@support-console/contract'
import { z } from 'zod'
import { releasePattern } from '../../csr/index.ts'
import type { Fault, Row } from './kind.ts'

// How cells are read: with the API's own schemas where it has them, and with its limits (D24, D26, R26).

/** What a spreadsheet makes of a long number. */
const scientific = /^\d([.,]\d+)?E\+?\d+$/i

export const simId = z.string().transform((text, context): string => {
  if (isIccid(text)) return text
  const normal = normaliseIccid(text)
  if (isIccid(normal)) return normal
  const message = scientific.test(text.trim())
    ? 'was shortened by a spreadsheet; its column must have the format "text" there'
    : (SimId.safeParse(normal).error?.issues[0]?.message ?? 'is no SIM ID')
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** As people type it, with spaces around it. */
export const sapCompanyId = z.string().trim().pipe(SapCompanyId)

export const vendorColumn = {
  name: 'vendorCode',
  required: true,
  meaning: listed(vendorCodes),
  schema: oneOf(vendorCodes),
} as const
export const networkModel = oneOf(networkModels)

/** Text of people: trimmed, without what neither the database nor a screen can show. */
export const plainText = (most: number, least = 0) =>
  z
    .string()
    .trim()
    .min(least, 'must not be empty')
    .max(most, `must have at most ${most.toLocaleString('en-US')} characters`)

/** Text to be kept to the letter. */
export const exactText = (most: number) =>
  z.string().max(most, `must have at most ${most.toLocaleString('en-US')} characters`)

/** One of the words, in capitals or not. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const byWord = new Map(words.map((word) => [word.toLowerCase(), word]))
  return z.string().transform((text, context): Word => {
    const word = byWord.get(text.trim().toLowerCase())
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: `must be ${listed(words)}` })
    return z.NEVER
  })
}

/** The schema's value, or null for an empty cell. */
export function optional<Value>(schema: z.ZodType<Value, string>) {
  return z.string().transform((text, context): Value | null => {
    if (text.trim() === '') return null
    const { data, error } = schema.safeParse(text)
    if (!error) return data
    for (const { message } of error.issues) context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Some of the words, separated by spaces, commas, semicolons, + or |; 'none' for none of them. */
export function someOf<const Word extends string>(words: readonly Word[]) {
  const byWord = new Map(words.map((word) => [word.toLowerCase(), word]))
  return z.string().transform((text, context): Word[] => {
    const given = text
      .toLowerCase()
      .split(/[\s,;+|]+/)
      .filter(Boolean)
    if (given.length === 1 && given[0] === 'none') return []
    if (given.length > 0 && given.every((word) => byWord.has(word)))
      return words.filter((word) => given.includes(word.toLowerCase()))
    const message = `must be some of ${listed(words, 'and')}, separated by spaces, or none`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** A whole number that the API's schema takes. */
export const wholeNumber = <Value>(schema: z.ZodType<Value, number>) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(schema)

export const usable = oneOf(['true', 'false', 'Usable', 'Unusable']).transform(
  (word) => word === 'true' || word === 'Usable',
)

const zonedInstant = z.iso.datetime({ offset: true })
const [firstInstant, endOfInstants] = [Date.UTC(1970), Date.UTC(3000)]

/** An instant with its zone, to the millisecond, as ISO 8601 in UTC. */
export const instant = z.string().transform((text, context): string => {
  const at = zonedInstant.safeParse(text.trim()).success ? new Date(text.trim()) : undefined
  const isKept = at && at.getTime() >= firstInstant && at.getTime() < endOfInstants
  if (isKept) return at.toISOString()
  const message = at
    ? 'must be between the years 1970 and 3000'
    : 'must be an instant with its zone, as 2026-11-01T05:30:00Z'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** A panel's, in capitals as they are kept; its characters are those that Panel Management takes (5). May be empty. */
export const cloudId = z
  .string()
  .trim()
  .regex(/^\w{0,40}$/, 'must be a cloud ID: letters, digits and underscores, at most 40')
  .toUpperCase()

/** To the letter, as the Remote Portal is asked by it. */
export const remotePortalId = z
  .string()
  .trim()
  .regex(
    /^[\w-]{0,39}\w[\w-]{0,39}$/,
    'must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40',
  )
  .max(40, 'must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40')

export const physicalPanelId = z
  .string()
  .trim()
  .regex(guidPattern, 'must be a physical ID (a GUID)')
  .transform(bareGuid)

export const yesOrNo = oneOf(['true', 'false']).transform((word) => word === 'true')

/** In lower case: upper and lower case are one address here. */
export const email = z
  .string()
  .trim()
  .max(254, emailIsInvalid)
  .regex(emailPattern, emailIsInvalid)
  .toLowerCase()

/** Text of one line, as its call takes it. */
export const oneLine = (most: number, least = 0) =>
  plainText(most, least).regex(plainTextPattern, 'must be one line without control characters')

export const ipv4 = z.string().trim().pipe(z.ipv4('must be an IPv4 address, as 10.1.2.3'))

export const release = z
  .string()
  .trim()
  .max(100, 'must have at most 100 characters')
  .regex(releasePattern, 'must be a release, as 5.0.0')

export const transactionId = z.string().trim().toLowerCase().pipe(z.guid('must be a transaction id (a UUID)'))

/** 1.85 or -0.5 to hundredths. */
export const amountInCents = z
  .string()
  .trim()
  .regex(/^-?\d{1,12}(\.\d{1,2})?$/, 'must be an amount as 12.34')
  .transform((text) => {
    const [, sign, whole = '0', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
    const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
    return sign === '-' && value !== 0 ? -value : value
  })

export const byteCount = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/, 'must be a whole number of bytes')
  .transform(Number)

export const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, 'must be a currency of three capitals, as USD')

/** The prefix names some carriers (specification 5); a line that says otherwise would hide which one is asked. */
export function vendorFitsPrefix(row: Row): Fault | undefined {
  const said = row.vendorCode as VendorCode
  const vendor = vendorOf(row.iccid as string, said)
  if (vendor === said) return undefined
  return { column: 'vendorCode', reason: `must be ${vendor}: the beginning of the SIM ID says so` }
}

export function listed(words: readonly string[], last = 'or'): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
