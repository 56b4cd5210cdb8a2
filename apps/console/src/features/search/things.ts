import type { SearchHit } from '@support-console/contract'
import type { SearchFact, SearchHow, SearchKind } from '@support-console/contract/search.words'
import { text } from './texts.ts'

/** A thing of a list: a hit, or one that was visited. */
export type Thing = Omit<SearchHit, 'matched'> & Partial<Pick<SearchHit, 'matched'>> & { visitedAt?: string }

export const kindNames: Readonly<Record<SearchKind, string>> = {
  sim: text('KindSim'),
  panel: text('KindPanel'),
  company: text('KindCompany'),
  csr: text('KindCsr'),
  container: text('KindContainer'),
  person: text('KindPerson'),
  transaction: text('KindTransaction'),
}

export const groupNames: Readonly<Record<SearchKind, string>> = {
  sim: text('GroupSim'),
  panel: text('GroupPanel'),
  company: text('GroupCompany'),
  csr: text('GroupCsr'),
  container: text('GroupContainer'),
  person: text('GroupPerson'),
  transaction: text('GroupTransaction'),
}

export const factNames: Readonly<Record<SearchFact, string>> = {
  company: text('FactCompany'),
  carrier: text('FactCarrier'),
  state: text('FactState'),
  panel: text('FactPanel'),
  sim: text('FactSim'),
  remotePortalId: text('FactRemotePortalId'),
  physicalId: text('FactPhysicalId'),
  sapCompanyId: text('FactSapCompanyId'),
  ipAddress: text('FactIpAddress'),
  description: text('FactDescription'),
  release: text('FactRelease'),
  connections: text('FactConnections'),
  sims: text('FactSims'),
  panels: text('FactPanels'),
  role: text('FactRole'),
  who: text('FactWho'),
  at: text('FactAt'),
}

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
  batchId: text('FieldBatchId'),
  deploymentId: text('FieldDeploymentId'),
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

export const factOf = ({ facts }: Pick<Thing, 'facts'>, name: SearchFact): string =>
  facts.find((fact) => fact.name === name)?.value ?? ''

/** Kinds whose name a machine made. */
export const isCode = (kind: SearchKind): boolean => kind !== 'company' && kind !== 'person'
