import { z } from 'zod'
import { defineCall } from './call.ts'
import { mvnos } from './carriers.ts'
import {
  alertMethodologies,
  deliveryTypes,
  longestCompanyName,
  longestVpnEndpoint,
  mostSubnets,
  preferredLanguages,
  salesRegions,
  sapCompanyIdPattern,
  thresholds,
} from './companies.words.ts'
import { emailIsInvalid, emailPattern, longestEmail } from './email.ts'
import { networkProblem, overlap } from './ipv4.ts'
import { defaultVpnEndpoint, type NetworkModel, networkModelIds } from './network-models.ts'
import { line, plainText, visibleLine, wholeNumber } from './text.ts'

export const SapCompanyId = z
  .string()
  .regex(sapCompanyIdPattern, 'must be a SAP Company ID of 1 to 10 digits')

const CompanyName = visibleLine(longestCompanyName)
const CompanyId = z.number().int().positive()

const unique = <T>(values: readonly T[]) => new Set(values).size === values.length
const AnyNetworkModel = z.enum(Object.keys(networkModelIds) as NetworkModel[])

const CompanySettings = z.strictObject({
  mnvOsInUse: z.array(z.enum(mvnos)).refine(unique, 'must name each MVNO once'),
  servicePortalOnboarded: z.boolean(),
  makeRemotePortalReadOnly: z.boolean(),
  webconnectMobileEnabled: z.boolean(),
})

const RpsControlSettings = z.strictObject({
  useCiam: z.boolean(),
  allowUploadofPanelInfo: z.boolean(),
  useConnectorService: z.boolean(),
  /** Spelled as the specification spells it (3). */
  allowCBSAuthforClouldPanelConnections: z.boolean(),
})

const CompanyInfo = z.strictObject({
  companyName: CompanyName,
  sapCompanyId: SapCompanyId,
  sapSalesRegion: z.enum(salesRegions),
  deviceRegion: visibleLine(50),
})

const percent = z
  .number()
  .int('must be a whole number')
  .min(thresholds.least, `must be at least ${thresholds.least}`)
  .max(thresholds.most, `must be at most ${thresholds.most}`)

const CompanyMobileAlertSettings = z.strictObject({
  usageMonitoringEnabled: z.boolean(),
  alertThresholdPercent: percent,
  warningThresholdPercent: percent,
  alertMethodology: z.enum(alertMethodologies),
  /** Empty: nobody is told. */
  usageAlertEmail: z
    .string()
    .trim()
    .max(longestEmail, emailIsInvalid)
    .refine((email) => email === '' || emailPattern.test(email), emailIsInvalid),
  preferredLanguage: z.enum(preferredLanguages),
  DeliveryTypes: z.array(z.enum(deliveryTypes)).refine(unique, 'must name each delivery type once'),
})

/** A host name or IPv4 address. Companies of other models than TIER3_STANDARD from before they had one have none (D34). */
const VpnEndpoint = line(longestVpnEndpoint).regex(
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)?$/,
  'must be a host name',
)

const NetworkModelSettings = z.strictObject({ networkModel: AnyNetworkModel, vpnEndpoint: VpnEndpoint })

const Subnet = z.strictObject({
  /** Null, or left out: a new one. */
  subnetId: z.number().int().positive().nullable().default(null),
  domainIp: line(100),
  cidr: z.number().int().min(0, 'must be from 0 to 32').max(32, 'must be from 0 to 32'),
})

/** What fields of a bundle demand of each other (2.6, D26). */
function complaints(bundle: {
  companyMobileAlertSettings: { alertThresholdPercent: number; warningThresholdPercent: number }
  networkModelSettings: { networkModel: NetworkModel; vpnEndpoint: string }
  companySubnets: readonly { domainIp: string; cidr: number }[]
}): { path: (string | number)[]; message: string }[] {
  const { companyMobileAlertSettings: alerts, networkModelSettings: model, companySubnets: subnets } = bundle
  const found: { path: (string | number)[]; message: string }[] = []
  if (alerts.warningThresholdPercent > alerts.alertThresholdPercent)
    found.push({
      path: ['companyMobileAlertSettings', 'warningThresholdPercent'],
      message: 'must be below or equal to the alert threshold',
    })
  const isTier3 = model.networkModel === 'TIER3_STANDARD'
  if (isTier3 && model.vpnEndpoint === '')
    found.push({
      path: ['networkModelSettings', 'vpnEndpoint'],
      message: 'must be given for Tier3 Standard',
    })
  if (isTier3 && subnets.length > 0)
    found.push({ path: ['companySubnets'], message: 'must be empty for Tier3 Standard' })
  subnets.forEach((subnet, i) => {
    const problem = networkProblem(subnet)
    if (problem) found.push({ path: ['companySubnets', i, problem.field], message: problem.message })
    const twin = subnets.findIndex((other, j) => j < i && overlap(other, subnet))
    if (twin >= 0 && !problem)
      found.push({
        path: ['companySubnets', i, 'domainIp'],
        message: `overlaps subnet ${twin + 1} of this company`,
      })
  })
  return found
}

/**
 * What is sent: the bundle's sections, with or without the fields that a loaded one has beside (3), so that it can be
 * sent back as it is. None of those changes anything: the key is made by the server, the rest follows from other fields.
 */
const saved = {
  companySettings: CompanySettings.extend({
    companyId: CompanyId.optional(),
    createDate: plainText(50).optional(),
    updateDate: plainText(50).optional(),
  }),
  rpsControlSettings: RpsControlSettings.extend({ onlineServiceKey: plainText(100).optional() }),
  companyInfo: CompanyInfo.extend({ companyId: CompanyId.optional() }),
  companyMobileAlertSettings: CompanyMobileAlertSettings.extend({
    sapCompanyId: plainText(100).optional(),
  }),
  networkModelSettings: NetworkModelSettings.extend({
    networkModelId: z.number().optional(),
    networkModelName: plainText(200).optional(),
    networkModelDescription: plainText(500).optional(),
  }),
  companySubnets: z.array(Subnet).max(mostSubnets, `must be at most ${mostSubnets} subnets`),
  facts: z.record(z.string(), z.unknown()).optional(),
}

/** A new company; `reservation`: name, SAP ID and sales region are those of the reservation with that SAP ID (2.6). */
export const NewCompany = z
  .strictObject({ ...saved, mode: z.enum(['add', 'reservation']) })
  .superRefine((bundle, context) => {
    const { networkModel, vpnEndpoint } = bundle.networkModelSettings
    if (networkModel !== 'TIER3_STANDARD' && vpnEndpoint !== '' && vpnEndpoint !== defaultVpnEndpoint)
      context.addIssue({
        code: 'custom',
        path: ['networkModelSettings', 'vpnEndpoint'],
        message: `must be ${defaultVpnEndpoint} unless the model is Tier3 Standard`,
      })
    for (const { path, message } of complaints(bundle)) context.addIssue({ code: 'custom', path, message })
  })
export type NewCompany = z.infer<typeof NewCompany>

/**
 * An existing company: SAP ID, network model and device region are fixed and must be those that it has (2.6), and so is
 * the VPN endpoint unless the model is TIER3_STANDARD (D34).
 * `updateDate` is the one it was loaded with (D10).
 */
export const CompanyUpdate = z
  .strictObject({
    ...saved,
    companySettings: saved.companySettings.extend({ updateDate: z.iso.datetime() }),
    mode: z.literal('update'),
  })
  .superRefine((bundle, context) => {
    for (const { path, message } of complaints(bundle)) context.addIssue({ code: 'custom', path, message })
  })
export type CompanyUpdate = z.infer<typeof CompanyUpdate>

/** The whole of a company, as loaded (3): texts as they are kept, also those that an earlier version took in. */
export const CompanyBundle = z.object({
  companySettings: CompanySettings.extend({
    companyId: CompanyId,
    /** UTC, ISO 8601. */
    createDate: z.iso.datetime(),
    updateDate: z.iso.datetime(),
  }),
  rpsControlSettings: RpsControlSettings.extend({
    /** The installer service key. */
    onlineServiceKey: z.guid(),
  }),
  companyInfo: CompanyInfo.extend({
    companyId: CompanyId,
    companyName: z.string(),
    deviceRegion: z.string(),
  }),
  companyMobileAlertSettings: CompanyMobileAlertSettings.extend({
    sapCompanyId: SapCompanyId,
    usageAlertEmail: z.string(),
  }),
  networkModelSettings: NetworkModelSettings.extend({
    networkModelId: z.number().int(),
    networkModelName: z.string(),
    networkModelDescription: z.string(),
    vpnEndpoint: z.string(),
  }),
  companySubnets: z.array(Subnet.extend({ subnetId: z.number().int().positive() })),
  /** Beside the bundle: what the form says about it. */
  facts: z.object({
    /** The e-mail of whoever saved it last; null: the import, or the seed. */
    updatedBy: z.string().nullable(),
    /** SIMs of the company that are not deactivated: whom a change of endpoint or subnets reaches. */
    simCount: z.number().int(),
    /** When the key was made, and by whom. */
    keyGeneratedAt: z.iso.datetime(),
    keyGeneratedBy: z.string().nullable(),
  }),
})
export type CompanyBundle = z.infer<typeof CompanyBundle>

export const CompanyListItem = z.object({
  companyId: CompanyId,
  companyName: z.string(),
  sapCompanyId: z.string(),
  sapSalesRegion: z.enum(salesRegions),
})
export type CompanyListItem = z.infer<typeof CompanyListItem>

/** A company that has been announced and does not exist yet. */
export const Reservation = z.object({
  /** Its SAP Company ID. */
  value: z.string(),
  /** Its name. */
  label: z.string(),
  sapSalesRegion: z.enum(salesRegions),
  deviceRegion: z.string(),
})
export type Reservation = z.infer<typeof Reservation>

export const listCompanies = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies',
  access: 'companies.read',
  spec: '2.6, 3, 7',
  summary: 'All companies by name, the reservations that are open, and the device regions',
  data: z.object({
    companyInfos: z.array(CompanyListItem),
    reservations: z.array(Reservation),
    deviceRegionOptions: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
})

const params = z.strictObject({
  companyId: wholeNumber(1, 2_147_483_647, 'must be the id of a company'),
})

export const getCompany = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/rpscontrols',
  access: 'companies.read',
  spec: '2.6, 3, 7',
  summary: 'A company with all its settings',
  params,
  data: CompanyBundle,
  carriesSecret: true,
})

export const updateCompany = defineCall({
  method: 'PUT',
  path: '/companymanager/v1/companies/{companyId}/rpscontrols',
  access: 'companies.change',
  spec: '2.6, 7, D10',
  audit: { screen: 'Company Management', action: 'Save company {companyId}', object: 'company {companyId}' },
  summary: 'Save a company; 409 when somebody else has saved it since it was loaded',
  params,
  body: CompanyUpdate,
  data: z.object({ companyId: CompanyId, updateDate: z.iso.datetime() }),
})

export const createCompany = defineCall({
  method: 'POST',
  path: '/companymanager/v1/companies/rpscontrols',
  access: 'companies.change',
  spec: '2.6, 7',
  audit: { screen: 'Company Management', action: 'Create a company' },
  summary: 'Create a company, out of a reservation or of its own; its installer service key is made with it',
  body: NewCompany,
  data: z.object({ companyId: CompanyId, updateDate: z.iso.datetime() }),
})

export const generateInstallerServiceKey = defineCall({
  method: 'POST',
  path: '/companymanager/v1/companies/{companyId}/isk',
  access: 'companies.change',
  spec: '2.6',
  audit: {
    screen: 'Company Management',
    action: 'Generate an installer service key of company {companyId}',
    object: 'company {companyId}',
  },
  summary: 'Replace the installer service key: earlier ones link no new RPS install any more',
  params,
  /** The key that the user saw: a second click, or a second person, replaces nothing unseen. */
  body: z.strictObject({ replaces: z.guid('must be an installer service key') }),
  data: z.object({
    onlineServiceKey: z.guid(),
    updateDate: z.iso.datetime(),
    keyGeneratedAt: z.iso.datetime(),
    keyGeneratedBy: z.string().nullable(),
  }),
  carriesSecret: true,
})

export const verifyInstallerServiceKey = defineCall({
  method: 'POST',
  path: '/companymanager/v1/isk/verify',
  access: 'neighbour',
  spec: '2.6',
  audit: {
    screen: 'Company Management',
    action: 'Verify an installer service key',
    changesNothing: true,
  },
  summary:
    'The linking service asks whether a new RPS install may be linked with a key; its own token stands in the Authorization header',
  body: z.strictObject({ key: z.guid('must be an installer service key') }),
  data: z.object({
    valid: z.boolean(),
    /** Whose key it is, when it is valid. */
    companyId: CompanyId.nullable(),
    sapCompanyId: z.string().nullable(),
    /** When a newer key took its place, where that is why. */
    replacedAt: z.iso.datetime().nullable(),
  }),
})

export const companiesCalls = {
  listCompanies,
  getCompany,
  updateCompany,
  createCompany,
  generateInstallerServiceKey,
  verifyInstallerServiceKey,
}
