import {
  type CompanyBundle,
  type CompanyUpdate,
  defaultVpnEndpoint,
  type NewCompany,
} from '@support-console/contract'

/** What a form changes of a body, section by section. */
export interface FormInput {
  settings?: Partial<CompanyUpdate['companySettings']>
  rps?: Partial<CompanyUpdate['rpsControlSettings']>
  info?: Partial<CompanyUpdate['companyInfo']>
  alerts?: Partial<CompanyUpdate['companyMobileAlertSettings']>
  network?: Partial<CompanyUpdate['networkModelSettings']>
  subnets?: CompanyUpdate['companySubnets']
}

/** The body of a save out of a loaded company, as the form makes it (7). */
export function updateBody(bundle: CompanyBundle, input: FormInput = {}): CompanyUpdate {
  const { companyId: _id, createDate: _created, ...settings } = bundle.companySettings
  const { onlineServiceKey: _key, ...rps } = bundle.rpsControlSettings
  const { companyId: _sameId, ...info } = bundle.companyInfo
  const { sapCompanyId: _sap, ...alerts } = bundle.companyMobileAlertSettings
  const { networkModel, vpnEndpoint } = bundle.networkModelSettings
  return {
    companySettings: { ...settings, ...input.settings },
    rpsControlSettings: { ...rps, ...input.rps },
    companyInfo: { ...info, ...input.info },
    companyMobileAlertSettings: { ...alerts, ...input.alerts },
    networkModelSettings: { networkModel, vpnEndpoint, ...input.network },
    companySubnets: input.subnets ?? bundle.companySubnets,
    mode: 'update',
  }
}

/** The body of a new company with the defaults of section 9, but Tier2 Standard so that it may have subnets. */
export function newBody(
  info: Partial<NewCompany['companyInfo']> & { sapCompanyId: string },
  input: Omit<FormInput, 'info'> & { mode?: NewCompany['mode'] } = {},
): NewCompany {
  return {
    companySettings: {
      mnvOsInUse: ['Aeris', 'Wyless', 'Verizon'],
      servicePortalOnboarded: true,
      makeRemotePortalReadOnly: true,
      webconnectMobileEnabled: false,
      ...input.settings,
    },
    rpsControlSettings: {
      useCiam: true,
      allowUploadofPanelInfo: true,
      useConnectorService: true,
      allowCBSAuthforClouldPanelConnections: true,
      ...input.rps,
    },
    companyInfo: { companyName: 'New Company', sapSalesRegion: 'us', deviceRegion: 'us', ...info },
    companyMobileAlertSettings: {
      usageMonitoringEnabled: false,
      alertThresholdPercent: 100,
      warningThresholdPercent: 75,
      alertMethodology: 'OnceADay',
      usageAlertEmail: '',
      preferredLanguage: 'en-US',
      DeliveryTypes: ['Email'],
      ...input.alerts,
    },
    networkModelSettings: {
      networkModel: 'TIER2_STANDARD',
      vpnEndpoint: defaultVpnEndpoint,
      ...input.network,
    },
    companySubnets: input.subnets ?? [],
    mode: input.mode ?? 'add',
  }
}

/** A subnet that is not there yet. */
export const newSubnet = (network: string) => {
  const [domainIp = '', cidr] = network.split('/')
  return { subnetId: null, domainIp, cidr: Number(cidr) }
}
