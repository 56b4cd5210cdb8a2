import { companyFields, pathOf as pathOfSetting } from '@support-console/contract/companies.words'
import { networkModelNames } from '@support-console/contract/network-models'
import { withoutUnseen } from '@support-console/contract/pasted'
import { sayDeviceRegion } from '@support-console/contract/regions'
import type { FieldChecks } from '../../ui/form/field-checks.ts'
import {
  alertChecks,
  emailChecks,
  nameChecks,
  noSpaces,
  oneLine,
  sapCompanyIdChecks,
  vpnEndpointChecks,
  warningChecks,
} from './checks.ts'
import type { CompanyDraft, FieldKey, SubnetDraft } from './draft.ts'
import { text } from './texts.ts'

/** What the screens must know of a field beside what the contract says of it. */
export interface FieldFacts<Value> {
  readonly label: string
  /** Its value in words, for the summary and for what others changed, where its kind does not tell; empty for none. */
  readonly say?: (value: Value) => string
  readonly checks?: (draft: CompanyDraft) => FieldChecks
  readonly help?: string
  /** Made of what was typed. */
  readonly clean?: (typed: string) => string
  /** Values that machines made are set in mono. */
  readonly isMono?: boolean
  /** Text of people, which may run from right to left. */
  readonly isProse?: boolean
}

/** A subnet in words: '10.20.0.0/16'. */
export const saySubnet = ({ domainIp, cidr }: Pick<SubnetDraft, 'domainIp' | 'cidr'>) => `${domainIp}/${cidr}`

/** Every field of the form, in the page's order. */
export const fields: { readonly [Key in FieldKey]: FieldFacts<CompanyDraft[Key]> } = {
  companyName: { label: text('CompanyName'), checks: () => nameChecks, clean: oneLine, isProse: true },
  sapCompanyId: {
    label: text('SapCompanyId'),
    checks: () => sapCompanyIdChecks,
    clean: noSpaces,
    isMono: true,
  },
  sapSalesRegion: { label: text('SalesRegion') },
  deviceRegion: { label: text('DeviceRegion'), say: sayDeviceRegion },
  mnvOsInUse: { label: text('Mvnos') },
  servicePortalOnboarded: { label: text('ServicePortalOnboarded') },
  makeRemotePortalReadOnly: { label: text('RemotePortalReadOnly') },
  webconnectMobileEnabled: { label: text('WebconnectMobileEnabled') },
  usageMonitoringEnabled: { label: text('UsageMonitoring') },
  warningThresholdPercent: {
    label: text('WarningThreshold'),
    checks: warningChecks,
    help: text('WarningHelp'),
  },
  alertThresholdPercent: { label: text('AlertThreshold'), checks: alertChecks },
  usageAlertEmail: {
    label: text('UsageAlertEmail'),
    checks: () => emailChecks,
    help: text('UsageAlertEmailHelp'),
    clean: withoutUnseen,
  },
  alertMethodology: { label: text('AlertMethodology'), say: (value) => text(value) },
  preferredLanguage: { label: text('PreferredLanguage') },
  DeliveryTypes: { label: text('DeliveryTypes') },
  useCiam: { label: text('UseCiam') },
  allowUploadofPanelInfo: { label: text('AllowUpload') },
  useConnectorService: { label: text('UseConnectorService') },
  allowCBSAuthforClouldPanelConnections: { label: text('AllowCbsAuth') },
  networkModel: { label: text('NetworkModel'), say: (value) => networkModelNames[value] },
  vpnEndpoint: {
    label: text('VpnEndpoint'),
    checks: ({ networkModel }) => (networkModel === 'TIER3_STANDARD' ? vpnEndpointChecks : {}),
    clean: noSpaces,
    isMono: true,
  },
  subnets: { label: text('Subnets'), say: (value) => value.map(saySubnet).join(', '), isMono: true },
}

export const fieldKeys = Object.keys(fields) as FieldKey[]

/** A field's value in words. */
export function sayField<Key extends FieldKey>(key: Key, draft: CompanyDraft): string {
  const value = draft[key]
  const say = fields[key].say as ((value: CompanyDraft[Key]) => string) | undefined
  if (say) return say(value)
  if (typeof value === 'boolean') return text(value ? 'On' : 'Off')
  if (Array.isArray(value)) return [...value].sort().join(', ')
  const { kind } = companyFields[key as Exclude<FieldKey, 'subnets'>]
  return kind === 'percent' ? text('Percent', { value: String(value) }) : String(value)
}

/** Where the server's complaints about a field point (D7): the path in the bundle. */
export const pathOf = (key: FieldKey): string => (key === 'subnets' ? 'companySubnets' : pathOfSetting(key))

/** The id of a field's control, so that links lead to it. */
export const idOf = (key: FieldKey): string => `company-${key}`
/** The id of a subnet's address field. */
export const idOfSubnet = (key: string): string => `${idOf('subnets')}-${key}`
