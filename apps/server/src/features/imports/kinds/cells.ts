import {
  bareEmail,
  bareValue,
  emailIsInvalid,
  emailPattern,
  inAscii,
  isIccid,
  networkModels,
  normaliseIccid,
  plainTextPattern,
  readGuid,
  SapCompanyId,
  SimId,
  type VendorCode,
  vendorCodes,
  vendorOf,
  withoutGaps,
  withoutMarks,
  withoutUnseen,
} from '@support-console/contract'
import { z } from 'zod'
import { releasePattern } from '../../csr/index.ts'
import type { Fault, Row } from './kind.ts'

// How cells are read: with the API's own schemas where it has them, and with its limits (D24, D26, R26).

/** What a spreadsheet makes of a long number. */
const scientific = /^\d([.,]\d+)?E\+?\d+$/i

/** Text of people, without marks that no one sees. */
const seen = z.string().transform((text) => withoutMarks(text).trim())
/** The same for a schema of the API. */
export const asSeen = <Value>(schema: z.ZodType<Value, string>) => seen.pipe(schema)
/** A number of the API, written in any script's digits. */
export const asWritten = <Value>(schema: z.ZodType<Value, string>) => written.pipe(schema)

/** A cell as it is written, in the digits and signs of any script (D47). */
const written = z.string().transform((text) => inAscii(text).trim())
/** What a cell names, as the console's fields and lists read it (D47). */
export const named = z.string().transform((text) => bareValue(text))

export const simId = z.string().transform((text, context): string => {
  const normal = normaliseIccid(text)
  if (isIccid(normal)) return normal
  const message = scientific.test(normal)
    ? 'was shortened by a spreadsheet; its column must have the format "text" there'
    : (SimId.safeParse(normal).error?.issues[0]?.message ?? 'is no SIM ID')
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** As people type it, with what they put between digits. */
export const sapCompanyId = named.transform(withoutGaps).pipe(SapCompanyId)

export const vendorColumn = {
  name: 'vendorCode',
  required: true,
  meaning: listed(vendorCodes),
  schema: oneOf(vendorCodes),
} as const
export const networkModel = oneOf(networkModels)

/** Text of people: trimmed, without marks that no one sees. */
export const plainText = (most: number, least = 0) =>
  z
    .string()
    .overwrite((text) => withoutMarks(text).trim())
    .min(least, 'must not be empty')
    .max(most, `must have at most ${most.toLocaleString('en-US')} characters`)

/** Text to be kept to the letter. */
export const exactText = (most: number) =>
  z.string().max(most, `must have at most ${most.toLocaleString('en-US')} characters`)

/** One of the words, in capitals or not. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const byWord = new Map(words.map((word) => [word.toLowerCase(), word]))
  return z.string().transform((text, context): Word => {
    const word = byWord.get(bareValue(text).toLowerCase())
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: `must be ${listed(words)}` })
    return z.NEVER
  })
}

/** The schema's value, or null for an empty cell. */
export function optional<Value>(schema: z.ZodType<Value, string>) {
  return z.string().transform((text, context): Value | null => {
    if (withoutUnseen(text).trim() === '') return null
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
    const given = bareValue(text)
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
  written
    .pipe(z.string().regex(/^\d{1,9}$/, 'must be a whole number'))
    .transform(Number)
    .pipe(schema)

export const usable = oneOf(['true', 'false', 'Usable', 'Unusable']).transform(
  (word) => word === 'true' || word === 'Usable',
)

const zonedInstant = z.iso.datetime({ offset: true })
const [firstInstant, endOfInstants] = [Date.UTC(1970), Date.UTC(3000)]

/** An instant with its zone, to the millisecond, as ISO 8601 in UTC. */
export const instant = written.transform((text, context): string => {
  const at = zonedInstant.safeParse(text).success ? new Date(text) : undefined
  const isKept = at && at.getTime() >= firstInstant && at.getTime() < endOfInstants
  if (isKept) return at.toISOString()
  const message = at
    ? 'must be between the years 1970 and 3000'
    : 'must be an instant with its zone, as 2026-11-01T05:30:00Z'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** A panel's, in capitals as they are kept; its characters are those that Panel Management takes (5). May be empty. */
export const cloudId = cloudIdOf(0)
export const neededCloudId = cloudIdOf(1)

function cloudIdOf(least: number) {
  return named.pipe(
    z
      .string()
      .min(least, 'must not be empty')
      .regex(/^\w{0,40}$/, 'must be a cloud ID: letters, digits and underscores, at most 40')
      .toUpperCase(),
  )
}

/** To the letter, as the Remote Portal is asked by it. */
export const remotePortalId = named.pipe(
  z
    .string()
    .regex(
      /^[\w-]{0,39}\w[\w-]{0,39}$/,
      'must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40',
    )
    .max(40, 'must be a Remote Portal ID: letters, digits, underscores and dashes, at most 40'),
)

const guid = (message: string) =>
  z.string().transform((text, context): string => {
    const read = readGuid(text)
    if (read !== undefined) return read
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const physicalPanelId = guid('must be a physical ID (a GUID)')

export const yesOrNo = oneOf(['true', 'false']).transform((word) => word === 'true')

/** In lower case: upper and lower case are one address here. */
export const email = z
  .string()
  .overwrite(bareEmail)
  .max(254, emailIsInvalid)
  .regex(emailPattern, emailIsInvalid)
  .toLowerCase()

/** Text of one line, as its call takes it. */
export const oneLine = (most: number, least = 0) =>
  plainText(most, least).regex(plainTextPattern, 'must be one line without control characters')

export const ipv4 = named.pipe(z.ipv4('must be an IPv4 address, as 10.1.2.3'))

export const release = written.pipe(
  z
    .string()
    .max(100, 'must have at most 100 characters')
    .regex(releasePattern, 'must be a release, as 5.0.0'),
)

export const transactionId = guid('must be a transaction id (a UUID)')

/** 1.85 or -0.5 to hundredths. */
export const amountInCents = written
  .pipe(z.string().regex(/^-?\d{1,12}(\.\d{1,2})?$/, 'must be an amount as 12.34'))
  .transform((text) => {
    const [, sign, whole = '0', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
    const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
    return sign === '-' && value !== 0 ? -value : value
  })

export const byteCount = written
  .pipe(z.string().regex(/^\d{1,15}$/, 'must be a whole number of bytes'))
  .transform(Number)

export const currency = written.pipe(
  z.string().regex(/^[A-Z]{3}$/, 'must be a currency of three capitals, as USD'),
)

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
