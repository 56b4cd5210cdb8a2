import { networkModelNames } from '@support-console/contract/network-models'
import { sayDeviceRegion } from '@support-console/contract/regions'
import type { CompanyDraft, FieldKey, SubnetDraft } from './draft.ts'
import { text } from './texts.ts'

/** What the screens must know of a field beside its control. */
interface FieldFacts<Key extends FieldKey> {
  readonly label: string
  /** Where the server's complaints about it point (D7): the path in the bundle. */
  readonly path: string
  /** Its value in words, for the summary and for what others changed; empty for none. */
  readonly say: (value: CompanyDraft[Key]) => string
}

const plain = (value: string) => value
const yesOrNo = (value: boolean) => text(value ? 'On' : 'Off')
const inOrder = (values: readonly string[]) => [...values].sort().join(', ')
const percent = (value: string) => text('Percent', { value })

/** A subnet in words: '10.20.0.0/16'. */
export const saySubnet = ({ domainIp, cidr }: Pick<SubnetDraft, 'domainIp' | 'cidr'>) => `${domainIp}/${cidr}`

/** Every field of the form, in the page's order. */
export const fields: { readonly [Key in FieldKey]: FieldFacts<Key> } = {
  companyName: { label: text('CompanyName'), path: 'companyInfo.companyName', say: plain },
  sapCompanyId: { label: text('SapCompanyId'), path: 'companyInfo.sapCompanyId', say: plain },
  sapSalesRegion: { label: text('SalesRegion'), path: 'companyInfo.sapSalesRegion', say: plain },
  deviceRegion: { label: text('DeviceRegion'), path: 'companyInfo.deviceRegion', say: sayDeviceRegion },
  mnvOsInUse: { label: text('Mvnos'), path: 'companySettings.mnvOsInUse', say: inOrder },
  servicePortalOnboarded: {
    label: text('ServicePortalOnboarded'),
    path: 'companySettings.servicePortalOnboarded',
    say: yesOrNo,
  },
  makeRemotePortalReadOnly: {
    label: text('RemotePortalReadOnly'),
    path: 'companySettings.makeRemotePortalReadOnly',
    say: yesOrNo,
  },
  webconnectMobileEnabled: {
    label: text('WebconnectMobileEnabled'),
    path: 'companySettings.webconnectMobileEnabled',
    say: yesOrNo,
  },
  usageMonitoringEnabled: {
    label: text('UsageMonitoring'),
    path: 'companyMobileAlertSettings.usageMonitoringEnabled',
    say: yesOrNo,
  },
  warningThresholdPercent: {
    label: text('WarningThreshold'),
    path: 'companyMobileAlertSettings.warningThresholdPercent',
    say: percent,
  },
  alertThresholdPercent: {
    label: text('AlertThreshold'),
    path: 'companyMobileAlertSettings.alertThresholdPercent',
    say: percent,
  },
  usageAlertEmail: {
    label: text('UsageAlertEmail'),
    path: 'companyMobileAlertSettings.usageAlertEmail',
    say: plain,
  },
  alertMethodology: {
    label: text('AlertMethodology'),
    path: 'companyMobileAlertSettings.alertMethodology',
    say: (value) => text(value),
  },
  preferredLanguage: {
    label: text('PreferredLanguage'),
    path: 'companyMobileAlertSettings.preferredLanguage',
    say: plain,
  },
  DeliveryTypes: {
    label: text('DeliveryTypes'),
    path: 'companyMobileAlertSettings.DeliveryTypes',
    say: inOrder,
  },
  useCiam: { label: text('UseCiam'), path: 'rpsControlSettings.useCiam', say: yesOrNo },
  allowUploadofPanelInfo: {
    label: text('AllowUpload'),
    path: 'rpsControlSettings.allowUploadofPanelInfo',
    say: yesOrNo,
  },
  useConnectorService: {
    label: text('UseConnectorService'),
    path: 'rpsControlSettings.useConnectorService',
    say: yesOrNo,
  },
  allowCBSAuthforClouldPanelConnections: {
    label: text('AllowCbsAuth'),
    path: 'rpsControlSettings.allowCBSAuthforClouldPanelConnections',
    say: yesOrNo,
  },
  networkModel: {
    label: text('NetworkModel'),
    path: 'networkModelSettings.networkModel',
    say: (value) => networkModelNames[value],
  },
  vpnEndpoint: { label: text('VpnEndpoint'), path: 'networkModelSettings.vpnEndpoint', say: plain },
  subnets: {
    label: text('Subnets'),
    path: 'companySubnets',
    say: (value) => value.map(saySubnet).join(', '),
  },
}

export const fieldKeys = Object.keys(fields) as FieldKey[]

/** A field's value in words. */
export function sayField<Key extends FieldKey>(key: Key, draft: CompanyDraft): string {
  return fields[key].say(draft[key])
}

/** The id of a field's control, so that links lead to it. */
export const idOf = (key: FieldKey): string => `company-${key}`
/** The id of a subnet's address field. */
export const idOfSubnet = (key: string): string => `${idOf('subnets')}-${key}`

/** Values that machines made are set in mono. */
export const isMono = (key: FieldKey): boolean => ['sapCompanyId', 'vpnEndpoint', 'subnets'].includes(key)
