import type { SearchHit } from '@support-console/contract'
import type { SearchKind } from '@support-console/contract/identifiers'
import type { SearchFact, SearchHow } from '@support-console/contract/search.words'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { inSentence } from '../../kit/thing-words.ts'
import { sayAgo } from '../../ui/durations.ts'
import { sayMinute } from '../../ui/local-time.ts'
import { text } from './texts.ts'

/** A thing of a list: a hit, or one that was visited. */
export type Thing = Omit<SearchHit, 'matched'> & Partial<Pick<SearchHit, 'matched'>> & { visitedAt?: string }

/** What a fact is called; the compiler asks for each text. */
export const factName = (fact: SearchFact): string =>
  text(`Fact${fact.charAt(0).toUpperCase()}${fact.slice(1)}` as `Fact${Capitalize<SearchFact>}`)

const fields: Readonly<Record<string, string>> = {
  iccid: text('FieldIccid'),
  imei: text('FieldImei'),
  phoneNumber: text('FieldPhone'),
  ipAddress: text('FieldIp'),
  realIp: text('FieldIp'),
  natIp: text('FieldIp'),
  vpnUserName: text('FieldVpn'),
  cloudId: text('FieldCloudId'),
  remotePortalId: text('FieldRemotePortalId'),
  physicalId: text('FieldPhysicalId'),
  productId: text('FieldProductId'),
  deviceId: text('FieldDeviceId'),
  companyId: text('FieldCompanyId'),
  sapCompanyId: text('FieldSapCompanyId'),
  name: text('FieldName'),
  description: text('FieldDescription'),
  email: text('FieldEmail'),
  transactionId: text('FieldTransactionId'),
  subTransactionId: text('FieldSubTransactionId'),
  // Lasting work by its kind: 'batch ID'.
  ...Object.fromEntries(
    Object.keys(undertakingKinds).map((kind) => [`${kind}Id`, text('FieldWorkId', { kind })]),
  ),
}

/** What a form of identifier is called; a source's own name of one that we have none for. */
export const fieldName = (field: string): string => fields[field] ?? field

const hows: Readonly<Record<Exclude<SearchHow, 'observed'>, string>> = {
  exact: text('HowExact'),
  repaired: text('HowRepaired'),
  prefix: text('HowPrefix'),
  suffix: text('HowSuffix'),
  part: text('HowPart'),
  similar: text('HowSimilar'),
}

/** How what was typed fits; empty where it is all of it. */
export const howOf = ({ how, observed }: SearchHit['matched']): string =>
  how === 'observed' ? text('HowObserved', { source: observed?.source ?? '' }) : hows[how]

/** How it fits, and how long ago its source saw it last. */
export const howText = (matched: SearchHit['matched']): string =>
  matched.observed ? `${howOf(matched)} ${sayAgo(matched.observed.lastSeen)}` : howOf(matched)

type Fact = SearchHit['facts'][number]

/** A fact beside its name: an instant in the reader's own time. */
export const sayFact = ({ name, value }: Fact): string => (name === 'at' ? sayMinute(value) : value)

/** A fact alone: a number says of what it is. */
export const sayFactAlone = (fact: Fact): string => {
  const name = inSentence(factName(fact.name))
  if (fact.name === 'sapCompanyId') return `${name} ${fact.value}`
  return /^\d+$/.test(fact.value) ? `${fact.value} ${name}` : sayFact(fact)
}

/** Whether a fact says anything without its name. */
export const isSaidAlone = ({ name }: Fact): boolean =>
  name !== 'physicalId' && name !== 'usability' && name !== 'management'

export const factOf = ({ facts }: Pick<Thing, 'facts'>, name: SearchFact): string =>
  facts.find((fact) => fact.name === name)?.value ?? ''

/** Kinds whose name a machine made. */
export const isCode = (kind: SearchKind): boolean => kind !== 'company' && kind !== 'person'
