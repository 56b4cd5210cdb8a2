import { bareEmail, emailPattern } from './email.ts'
import { folded } from './folded.ts'
import { readGuid } from './guid.ts'
import { ICCID_PATTERN, normaliseIccid } from './iccid.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'
import { bareValue, withoutGaps, withoutMarks } from './pasted.ts'
import type { Permission } from './permissions.ts'

/**
 * The one table of what can be named: how its identifiers look and what their one form is, and who may read it. Where it
 * is shown, `pageOf` of the addresses says. Without schemas, so that the console can carry it.
 */

/** Reads an identifier however it was typed or pasted, into its one form; undefined where the text is none. */
type Reading = (text: string) => string | undefined

/** The case comes last: in the other one U+017F and U+212A would be letters of ASCII, which they are not. */
const fitting =
  (pattern: RegExp, normal: (text: string) => string, inCase = (text: string) => text): Reading =>
  (text) => {
    const read = normal(text)
    return pattern.test(read) ? inCase(read) : undefined
  }
const lower = (text: string) => text.toLowerCase()
const upper = (text: string) => text.toUpperCase()
/** Of what may have a colon of its own. */
const word = (text: string) => bareValue(text, { hasAnyLabel: false })
const dense = (text: string) => bareValue(text).replace(/\s/g, '')
/** What people put between digits, and what they write before a number. */
const digits = (text: string) =>
  withoutGaps(bareValue(text)).replace(/^[+^%#*$@]?(?:imei|tel|phone)|[+().]/gi, '')
/** Of North America ten digits, with or without its country code. */
const phone = (text: string) => digits(text).replace(/^1(?=\d{10}$)/, '')
const number = (text: string) => withoutGaps(bareValue(text))

/** How each form of an identifier is read. The IMEI's check digit counts for nothing here. */
export const identifierForms = {
  iccid: fitting(ICCID_PATTERN, normaliseIccid),
  imei: fitting(/^\d{14,16}$/, digits),
  phoneNumber: fitting(/^\d{10,15}$/, phone),
  ipAddress: (text) => {
    const address = parseIpv4(bareValue(text))
    return address === undefined ? undefined : formatIpv4(address)
  },
  vpnUserName: fitting(/^\S{3,80}$/, word, lower),
  cloudId: fitting(/^[A-Z0-9_]{1,40}$/i, dense, upper),
  /** Without its dashes, as it is found (docs/decisions.md, 010). */
  remotePortalId: fitting(/^[A-Z0-9_]{1,40}$/i, (text) => withoutGaps(bareValue(text)), upper),
  physicalId: readGuid,
  productId: fitting(/^[\w.-]{1,80}$/, word, lower),
  deviceId: fitting(/^[\w.:-]{1,80}$/, word, lower),
  /** As large as the database's integers. */
  companyId: (text) => {
    const read = number(text)
    return /^[1-9]\d{0,9}$/.test(read) && Number(read) < 2 ** 31 ? read : undefined
  },
  sapCompanyId: fitting(/^\d{1,10}$/, number),
  name: (text) => folded(withoutMarks(text)).replace(/\s+/g, ' ').trim() || undefined,
  email: fitting(emailPattern, bareEmail, lower),
  transactionId: readGuid,
  subTransactionId: readGuid,
  /** Of lasting work of whichever kind. */
  undertakingId: readGuid,
} as const satisfies Record<string, Reading>

export type IdentifierForm = keyof typeof identifierForms

interface Identified {
  /** Anyone who may read it may know that it exists. */
  readonly permission: Permission
}

/** What has a place of its own in the console. A new kind is one entry here, its page, and one search source of the server. */
export const identified = {
  sim: { permission: 'sim-information.read' },
  panel: { permission: 'panels.read' },
  company: { permission: 'companies.read' },
  csr: { permission: 'csr.read' },
  container: { permission: 'webconnect.read' },
  /** Someone at the Remote Portal. */
  person: { permission: 'users.read' },
  /** Someone of ours, whom the audit trail names. */
  staff: { permission: 'user-actions.read' },
  transaction: { permission: 'user-actions.read' },
} as const satisfies Record<string, Identified>

/** By what each is found, its main identifier first. */
const formsOf = {
  sim: ['iccid', 'imei', 'phoneNumber', 'ipAddress', 'vpnUserName'],
  panel: ['cloudId', 'remotePortalId', 'physicalId', 'productId', 'deviceId'],
  company: ['companyId', 'name', 'sapCompanyId', 'ipAddress'],
  csr: ['name', 'ipAddress'],
  container: ['name'],
  person: ['email'],
  staff: ['email'],
  transaction: ['transactionId', 'subTransactionId', 'undertakingId'],
} as const satisfies Record<keyof typeof identified, readonly [IdentifierForm, ...IdentifierForm[]]>

export type IdentifiedKind = keyof typeof identified

/** What the search finds, in the order of the palette; someone of ours is a person, too. */
export type SearchKind = Exclude<IdentifiedKind, 'staff'>
export const searchKinds = (Object.keys(identified) as IdentifiedKind[]).filter(
  (kind): kind is SearchKind => kind !== 'staff',
)

/** The one form of a thing's main identifier; undefined: the text is none of this kind. */
export const mainIdentifier = (kind: IdentifiedKind, text: string): string | undefined =>
  identifierForms[formsOf[kind][0]](text)

/** What an entry of the audit trail may be about. */
export const thingKinds = [
  'sim',
  'panel',
  'company',
  'csr',
  'container',
  'user',
  'transaction',
  'batch',
  'session',
  'reservation',
] as const
export type ThingKind = (typeof thingKinds)[number]

/** A thing as the audit trail names it, and finds it by: its kind and its main identifier, 'sim 8901170000000000013'. */
export type Thing = `${ThingKind} ${string}`

export const thing = (kind: ThingKind, id: string | number): Thing => `${kind} ${id}`

/**
 * Up to 254 visible characters of ASCII, as the audit trail's schema has it, too. No class of characters, such as `\S`: what is in
 * one differs between JavaScript, PGlite and PostgreSQL.
 */
const pattern = new RegExp(`^(?:${thingKinds.join('|')}) [!-~]{1,254}$`)

/** Whether a text names a thing: the database reads it from the object of an audit entry by the same rule. */
export const isThing = (text: string): text is Thing => pattern.test(text)

/** In which forms things are asked for; of the other kinds none is. */
const formsOfThings: Partial<Record<ThingKind, readonly IdentifierForm[]>> = {
  sim: ['iccid'],
  panel: ['cloudId', 'physicalId'],
  company: ['companyId'],
  csr: ['ipAddress'],
  user: ['email'],
  batch: ['undertakingId'],
}

/** The thing that someone asked for, 'panel cbs0000001', in its one form; undefined: the text names none. */
export function readThing(asked: string): Thing | undefined {
  const kind = thingKinds.find((each) => asked.startsWith(`${each} `))
  if (!kind) return undefined
  const given = asked.slice(kind.length + 1)
  const [id] = formsOfThings[kind]?.flatMap((form) => identifierForms[form](given) ?? []) ?? []
  const named = thing(kind, id ?? '')
  return isThing(named) ? named : undefined
}
