import type {
  AlertMethodology,
  CompanyBundle,
  CompanyUpdate,
  DeliveryType,
  Mvno,
  NetworkModel,
  NewCompany,
  PreferredLanguage,
  SalesRegion,
} from '@support-console/contract'
import { mvnos } from '@support-console/contract/carriers'
import { parseIpv4 } from '@support-console/contract/ipv4'
import { defaultVpnEndpoint } from '@support-console/contract/network-models'

/** A subnet as it stands in the form. */
export interface SubnetDraft {
  /** The row's own name on the screen. */
  readonly key: string
  /** Null: a new one. */
  readonly subnetId: number | null
  readonly domainIp: string
  readonly cidr: number
}

/** What stands in the form, flat: one key per field. Numbers are as typed. */
export interface CompanyDraft {
  readonly companyName: string
  readonly sapCompanyId: string
  readonly sapSalesRegion: SalesRegion
  readonly deviceRegion: string
  readonly mnvOsInUse: readonly Mvno[]
  readonly servicePortalOnboarded: boolean
  readonly makeRemotePortalReadOnly: boolean
  readonly webconnectMobileEnabled: boolean
  readonly usageMonitoringEnabled: boolean
  readonly warningThresholdPercent: string
  readonly alertThresholdPercent: string
  readonly usageAlertEmail: string
  readonly alertMethodology: AlertMethodology
  readonly preferredLanguage: PreferredLanguage
  readonly DeliveryTypes: readonly DeliveryType[]
  readonly useCiam: boolean
  readonly allowUploadofPanelInfo: boolean
  readonly useConnectorService: boolean
  readonly allowCBSAuthforClouldPanelConnections: boolean
  readonly networkModel: NetworkModel
  readonly vpnEndpoint: string
  readonly subnets: readonly SubnetDraft[]
}
export type FieldKey = keyof CompanyDraft

/** Prefix length of a new subnet's row. */
const usualCidr = 24

let rowsMade = 0
export const blankSubnet = (): SubnetDraft => ({
  key: `new-${Date.now()}-${++rowsMade}`,
  subnetId: null,
  domainIp: '',
  cidr: usualCidr,
})

/** A new company with the defaults (9), and what a link or a reservation says of it. */
export function newDraft(
  known: Partial<Pick<CompanyDraft, 'companyName' | 'sapCompanyId' | 'sapSalesRegion' | 'deviceRegion'>> = {},
): CompanyDraft {
  return {
    companyName: '',
    sapCompanyId: '',
    sapSalesRegion: 'us',
    deviceRegion: '',
    ...known,
    mnvOsInUse: [...mvnos],
    servicePortalOnboarded: true,
    makeRemotePortalReadOnly: true,
    webconnectMobileEnabled: false,
    usageMonitoringEnabled: false,
    warningThresholdPercent: String(usualThresholds.warning),
    alertThresholdPercent: String(usualThresholds.alert),
    usageAlertEmail: '',
    alertMethodology: 'OnceADay',
    preferredLanguage: 'en-US',
    DeliveryTypes: ['Email'],
    useCiam: true,
    allowUploadofPanelInfo: true,
    useConnectorService: true,
    allowCBSAuthforClouldPanelConnections: true,
    networkModel: 'TIER3_STANDARD',
    vpnEndpoint: defaultVpnEndpoint,
    subnets: [blankSubnet()],
  }
}

/** The form of a company as it was loaded. */
export function draftOf(bundle: CompanyBundle): CompanyDraft {
  const { companySettings, rpsControlSettings, companyInfo, companyMobileAlertSettings: alerts } = bundle
  return {
    companyName: companyInfo.companyName,
    sapCompanyId: companyInfo.sapCompanyId,
    sapSalesRegion: companyInfo.sapSalesRegion,
    deviceRegion: companyInfo.deviceRegion,
    mnvOsInUse: companySettings.mnvOsInUse,
    servicePortalOnboarded: companySettings.servicePortalOnboarded,
    makeRemotePortalReadOnly: companySettings.makeRemotePortalReadOnly,
    webconnectMobileEnabled: companySettings.webconnectMobileEnabled,
    usageMonitoringEnabled: alerts.usageMonitoringEnabled,
    warningThresholdPercent: String(alerts.warningThresholdPercent),
    alertThresholdPercent: String(alerts.alertThresholdPercent),
    usageAlertEmail: alerts.usageAlertEmail,
    alertMethodology: alerts.alertMethodology,
    preferredLanguage: alerts.preferredLanguage,
    DeliveryTypes: alerts.DeliveryTypes,
    useCiam: rpsControlSettings.useCiam,
    allowUploadofPanelInfo: rpsControlSettings.allowUploadofPanelInfo,
    useConnectorService: rpsControlSettings.useConnectorService,
    allowCBSAuthforClouldPanelConnections: rpsControlSettings.allowCBSAuthforClouldPanelConnections,
    networkModel: bundle.networkModelSettings.networkModel,
    vpnEndpoint: bundle.networkModelSettings.vpnEndpoint,
    subnets: bundle.companySubnets.map(({ subnetId, domainIp, cidr }) => ({
      key: `subnet-${subnetId}`,
      subnetId,
      domainIp,
      cidr,
    })),
  }
}

/** Thresholds of a company (9), for whoever leaves them empty because nothing is monitored. */
const usualThresholds = { alert: 100, warning: 75 }

/**
 * What is saved of a form: without white space around, without rows that were never filled in, and without what its
 * network model has no place for (2.6). The form itself keeps that, for whoever switches the model to and fro.
 */
export function effective(draft: CompanyDraft): CompanyDraft {
  const isTier3 = draft.networkModel === 'TIER3_STANDARD'
  const ifLeftEmpty = (typed: string, usual: number) =>
    typed.trim() === '' && !draft.usageMonitoringEnabled ? String(usual) : typed
  const alertThresholdPercent = ifLeftEmpty(draft.alertThresholdPercent, usualThresholds.alert)
  // The warning comes below or with the alert (D26).
  const usualWarning = Math.min(usualThresholds.warning, Number(alertThresholdPercent))
  return {
    ...draft,
    alertThresholdPercent,
    warningThresholdPercent: ifLeftEmpty(draft.warningThresholdPercent, usualWarning),
    companyName: draft.companyName.trim(),
    sapCompanyId: draft.sapCompanyId.trim(),
    usageAlertEmail: draft.usageAlertEmail.trim(),
    vpnEndpoint: draft.vpnEndpoint.trim(),
    subnets: isTier3 ? [] : draft.subnets.filter((subnet) => !isUnused(subnet)).map(asRead),
  }
}

/** What is meant by an address with its prefix length behind it, '10.20.0.0/16'; anything else is as it stands. */
export function asRead(subnet: SubnetDraft): SubnetDraft {
  const [, domainIp = '', length] = /^([\d.]+)\/(\d{1,2})$/.exec(subnet.domainIp) ?? []
  const cidr = Number(length)
  return parseIpv4(domainIp) === undefined || cidr > 32 ? subnet : { ...subnet, domainIp, cidr }
}

/** A new row that nobody filled in: nothing is meant by it. */
export const isUnused = ({ subnetId, domainIp }: SubnetDraft): boolean => subnetId === null && domainIp === ''

const savedOf = (draft: CompanyDraft) => {
  const said = effective(draft)
  return {
    companySettings: {
      mnvOsInUse: [...said.mnvOsInUse],
      servicePortalOnboarded: said.servicePortalOnboarded,
      makeRemotePortalReadOnly: said.makeRemotePortalReadOnly,
      webconnectMobileEnabled: said.webconnectMobileEnabled,
    },
    rpsControlSettings: {
      useCiam: said.useCiam,
      allowUploadofPanelInfo: said.allowUploadofPanelInfo,
      useConnectorService: said.useConnectorService,
      allowCBSAuthforClouldPanelConnections: said.allowCBSAuthforClouldPanelConnections,
    },
    companyInfo: {
      companyName: said.companyName,
      sapCompanyId: said.sapCompanyId,
      sapSalesRegion: said.sapSalesRegion,
      deviceRegion: said.deviceRegion,
    },
    companyMobileAlertSettings: {
      usageMonitoringEnabled: said.usageMonitoringEnabled,
      alertThresholdPercent: Number(said.alertThresholdPercent),
      warningThresholdPercent: Number(said.warningThresholdPercent),
      alertMethodology: said.alertMethodology,
      usageAlertEmail: said.usageAlertEmail,
      preferredLanguage: said.preferredLanguage,
      DeliveryTypes: [...said.DeliveryTypes],
    },
    networkModelSettings: { networkModel: said.networkModel, vpnEndpoint: said.vpnEndpoint },
    companySubnets: said.subnets.map(({ subnetId, domainIp, cidr }) => ({ subnetId, domainIp, cidr })),
  }
}

/** The VPN endpoint where it may not be chosen (D34): a company keeps its own, a new one has the usual one. */
export const fixedEndpoint = (
  { vpnEndpoint }: CompanyDraft,
  mode: 'add' | 'reservation' | 'update',
): string => (mode === 'update' ? vpnEndpoint : defaultVpnEndpoint)

/** The body that creates a company. */
export const newCompanyOf = (draft: CompanyDraft, mode: 'add' | 'reservation'): NewCompany => {
  const vpnEndpoint = draft.networkModel === 'TIER3_STANDARD' ? draft.vpnEndpoint : fixedEndpoint(draft, mode)
  return { ...savedOf({ ...draft, vpnEndpoint }), mode }
}

/** The body that saves an existing company over the state it was loaded in (D10). */
export function companyUpdateOf(draft: CompanyDraft, base: CompanyBundle): CompanyUpdate {
  const saved = savedOf(draft)
  return {
    ...saved,
    companySettings: { ...saved.companySettings, updateDate: base.companySettings.updateDate },
    mode: 'update',
  }
}
