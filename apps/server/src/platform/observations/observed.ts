import {
  type IdentifierForm,
  identifierForms,
  type NeighbourFailure,
  type observedFieldNames,
} from '@support-console/contract'
import { wireText } from '../wire-text.ts'

/** Of what neighbours speak, as the contract's identifiers have it. */
type ObservedKind = 'sim' | 'panel' | 'csr'

/** What a neighbour said of a thing, or that it did not answer. */
export interface Observation {
  kind: ObservedKind
  /** The thing's main identifier in its one form, or the identifier that it was asked for. */
  id: string
  /** Who was asked, as people know it: 'AT&T', 'MobileBroker'. */
  source: string
  /** UTC, ISO 8601. */
  askedAt: string
  tookMs: number
  /** The transaction in which someone looked, and who; absent: no one asked for it. */
  look?: { transactionId: string; email: string } | undefined
  /** `fields`: what it said. Fields that it was not asked for are absent, those that it does not know are empty. */
  said: { fields: Fields } | { status: string; problem: string; failure?: NeighbourFailure }
}

export type Fields = Readonly<Record<string, string>>

/**
 * The fields that are kept, whatever a source tells: no secret is among them. Beside those that name a thing, the form
 * in which a search compares them; `null`: it names none.
 */
const keptFields = {
  deviceStatus: null,
  rawStatus: null,
  onlineStatus: null,
  imei: 'imei',
  phoneNumber: 'phoneNumber',
  ipAddress: 'ipAddress',
  realIp: 'ipAddress',
  natIp: 'ipAddress',
  lastKnownAt: null,
  accountNumber: null,
  description: null,
  referenceNumber: null,
  activatedBy: null,
  companyName: null,
  sapCompanyId: 'sapCompanyId',
  managementDisabled: null,
  remotePortalId: 'remotePortalId',
  environment: null,
  cloudId: 'cloudId',
  physicalId: 'physicalId',
  productId: 'productId',
  deviceId: 'deviceId',
  connection: null,
  container: null,
  connectedAt: null,
  /** When a silent panel was last heard. */
  heardAt: null,
  iccid: 'iccid',
  host: 'ipAddress',
  usedBytes: null,
  usedPercent: null,
  usagePlan: null,
  usageFrom: null,
  usageTo: null,
  usageDays: null,
  release: null,
  agentState: null,
  agentReason: null,
  reportingPanels: null,
} as const satisfies Record<keyof typeof observedFieldNames, IdentifierForm | null>
type KeptField = keyof typeof keptFields
export const keptFieldNames = Object.keys(keptFields) as KeptField[]

/** These go on while nothing happens: they are kept, and are no change. */
const going: readonly string[] = [
  'lastKnownAt',
  'connectedAt',
  'heardAt',
  'usedBytes',
  'usedPercent',
  'usageFrom',
  'usageTo',
  'usageDays',
  'reportingPanels',
] satisfies KeptField[]

const longest = 500

/** What is kept of data as a system's adapter tells it. */
export function fieldsOf(data: object): Record<string, string> {
  const told = data as Record<string, unknown>
  return Object.fromEntries(
    keptFieldNames.flatMap((name) => {
      const value = told[name]
      return typeof value === 'string' || typeof value === 'boolean'
        ? [[name, wireText(String(value), longest)]]
        : []
    }),
  )
}

/** Which fields differ from the observation before; of a first one, and of those that it was not asked for, none. */
export const changesOf = (before: Fields | null | undefined, now: Fields) =>
  Object.entries(now).flatMap(([field, after]) => {
    const was = before?.[field] ?? after
    return was === after || going.includes(field) ? [] : [{ field, before: was, after }]
  })

/** What a field of an observation names, in the one form of its identifiers; undefined: nothing. */
export function formOf(field: string, text: string): string | undefined {
  const form = Object.hasOwn(keptFields, field) ? keptFields[field as KeptField] : null
  return form ? identifierForms[form](text) : undefined
}

/** The identifiers among the fields, each in its one form, its own apart. */
export const identifiersOf = (id: string, fields: Fields) =>
  keptFieldNames.flatMap((field) => {
    const form = formOf(field, fields[field] ?? '')
    return form && form !== id ? [{ field, form }] : []
  })
