import { carrierNames, type VendorCode } from './carriers.ts'

/** What the fields that neighbours tell are called on the screens (2.5, 2.9). Imports no schema, so that the console can carry it. */
export const observedFieldNames = {
  deviceStatus: 'Device status',
  rawStatus: 'Status as sent',
  onlineStatus: 'Online status',
  imei: 'IMEI',
  phoneNumber: 'Phone number',
  ipAddress: 'IP address',
  realIp: 'Real IP',
  natIp: 'NAT IP',
  lastKnownAt: 'Last known',
  accountNumber: 'Account number',
  description: 'Description',
  referenceNumber: 'Reference number',
  activatedBy: 'Activated by',
  companyName: 'Company name',
  sapCompanyId: 'SAP company ID',
  managementDisabled: 'Management in Remote Portal',
  remotePortalId: 'Remote Portal ID',
  environment: 'Environment',
  cloudId: 'Cloud ID',
  physicalId: 'Physical ID',
  productId: 'Product ID',
  deviceId: 'Device ID',
  connection: 'Connection',
  container: 'Container',
  connectedAt: 'Connected since',
  heardAt: 'Last heard',
  iccid: 'SIM',
  host: 'Address',
  usedBytes: 'Data used',
  usedPercent: 'Data used (% of the plan)',
  usagePlan: 'Data plan',
  usageFrom: 'Usage from',
  usageTo: 'Usage to',
  usageDays: 'Usage by day',
  release: 'Release that runs',
  agentState: 'State of the agent',
  agentReason: 'Why',
  reportingPanels: 'Panels that report',
} as const

/** Fields whose values are words; what they are called alone tells nothing. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deviceStatus: {},
  onlineStatus: {},
  environment: {},
  managementDisabled: { true: 'Disabled', false: 'Enabled' },
  agentState: { idle: 'Idle', deploying: 'Deploying', failed: 'Core down' },
  connection: { connected: 'Connected', silent: 'Silent', gone: 'Not connected' },
}
export const isSaidInWords = (field: string): boolean => Object.hasOwn(valueWords, field)

/** In the words of the screens; one that is not known here is said without the program's name for it. */
export const observedFieldName = (field: string): string =>
  Object.hasOwn(observedFieldNames, field)
    ? observedFieldNames[field as keyof typeof observedFieldNames]
    : 'Another field'

export function observedValue(field: string, value: string): string {
  const words = valueWords[field]
  return words && Object.hasOwn(words, value) ? (words[value] ?? value) : value
}

/** Who told it, by one name everywhere: a code and a part of what a carrier tells are the carrier. */
export function sourceName(source: string): string {
  if (Object.hasOwn(carrierNames, source)) return carrierNames[source as VendorCode]
  return source.replace(/ (?:session|usage)$/, '')
}
