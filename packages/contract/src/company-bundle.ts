import { z } from 'zod'
import {
  type CompanyFieldFacts,
  type CompanySections,
  companySections,
  mostSubnets,
  sapCompanyIdPattern,
  thresholds,
} from './companies.words.ts'
import { emailIsInvalid, emailPattern, longestEmail } from './email.ts'
import { networkProblem, overlap } from './ipv4.ts'
import { defaultVpnEndpoint, type NetworkModel } from './network-models.ts'
import { keptNumber, line, plainText, visibleLine } from './text.ts'

export const SapCompanyId = z
  .string()
  .regex(sapCompanyIdPattern, 'must be a SAP Company ID of 1 to 10 digits')

export const CompanyId = keptNumber

const { companyInfo, networkModelSettings } = companySections

/** What the texts among the settings must be. */
const texts: Readonly<Record<string, z.ZodType<string, string>>> = {
  companyName: visibleLine(companyInfo.companyName.longest),
  sapCompanyId: SapCompanyId,
  deviceRegion: visibleLine(companyInfo.deviceRegion.longest),
  usageAlertEmail: z
    .string()
    .trim()
    .max(longestEmail, emailIsInvalid)
    .refine((email) => email === '' || emailPattern.test(email), emailIsInvalid),
  /** Companies of other models than TIER3_STANDARD from before they had one have none (D34). */
  vpnEndpoint: line(networkModelSettings.vpnEndpoint.longest).regex(
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)?$/,
    'must be a host name',
  ),
}

const percent = z
  .number()
  .int('must be a whole number')
  .min(thresholds.least, `must be at least ${thresholds.least}`)
  .max(thresholds.most, `must be at most ${thresholds.most}`)

function settingSchema({ kind, words, of = [] }: CompanyFieldFacts, text: z.ZodType): z.ZodType {
  switch (kind) {
    case 'text':
      return text
    case 'flag':
      return z.boolean()
    case 'percent':
      return percent
    case 'one':
      return z.enum(of)
    case 'some':
      return z
        .array(z.enum(of))
        .refine((values) => new Set(values).size === values.length, `must name each of the ${words} once`)
  }
}

/** A section of the bundle; `kept`: its texts as they are kept, also those that an earlier version took in. */
function sectionOf<Section extends keyof CompanySections>(section: Section, kept?: 'kept') {
  const fields = Object.entries<CompanyFieldFacts>(companySections[section])
  return z.strictObject(
    Object.fromEntries(
      fields.map(([key, facts]) => [
        key,
        settingSchema(facts, (kept ? undefined : texts[key]) ?? z.string()),
      ]),
    ) as {
      [Key in keyof CompanySections[Section]]: z.ZodType<
        CompanySections[Section][Key],
        CompanySections[Section][Key]
      >
    },
  )
}

const Subnet = z.strictObject({
  /** Null, or left out: a new one. */
  subnetId: keptNumber.nullable().default(null),
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

/** What a loaded bundle has beside the settings (3). */
const beside = {
  companySettings: {
    companyId: CompanyId,
    /** UTC, ISO 8601. */
    createDate: z.iso.datetime(),
    updateDate: z.iso.datetime(),
  },
  /** The installer service key. */
  rpsControlSettings: { onlineServiceKey: z.guid() },
  companyInfo: { companyId: CompanyId },
  companyMobileAlertSettings: { sapCompanyId: SapCompanyId },
  networkModelSettings: {
    networkModelId: keptNumber,
    networkModelName: plainText(200),
    networkModelDescription: plainText(500),
  },
}

/** Left out, or sent back as it was loaded: it changes nothing, as the server makes the key and the rest follows. */
const orNot = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape

const saved = {
  companySettings: sectionOf('companySettings').extend(orNot(beside.companySettings)),
  rpsControlSettings: sectionOf('rpsControlSettings').extend(orNot(beside.rpsControlSettings)),
  companyInfo: sectionOf('companyInfo').extend(orNot(beside.companyInfo)),
  companyMobileAlertSettings: sectionOf('companyMobileAlertSettings').extend(
    orNot(beside.companyMobileAlertSettings),
  ),
  networkModelSettings: sectionOf('networkModelSettings').extend(orNot(beside.networkModelSettings)),
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

/** The whole of a company, as loaded (3). */
export const CompanyBundle = z.object({
  companySettings: sectionOf('companySettings', 'kept').extend(beside.companySettings),
  /** The key is empty where it was not asked for. */
  rpsControlSettings: sectionOf('rpsControlSettings', 'kept').extend({
    onlineServiceKey: z.union([z.guid(), z.literal('')]),
  }),
  companyInfo: sectionOf('companyInfo', 'kept').extend(beside.companyInfo),
  companyMobileAlertSettings: sectionOf('companyMobileAlertSettings', 'kept').extend(
    beside.companyMobileAlertSettings,
  ),
  networkModelSettings: sectionOf('networkModelSettings', 'kept').extend(beside.networkModelSettings),
  companySubnets: z.array(Subnet.extend({ subnetId: z.number().int().positive() })),
  /** Beside the bundle: what the form says about it. */
  facts: z.object({
    /** The e-mail of the person who saved it last; null: the import, or the seed. */
    updatedBy: z.string().nullable(),
    /**
     * SIMs of the company that are not deactivated: whom a change of endpoint or subnets reaches. Null: the reader may not know.
     */
    simCount: z.number().int().nullable(),
    /** Panels of the company: whom a switch reaches. Null: the reader may not know. */
    panelCount: z.number().int().nullable(),
    /** When the key was made, and by whom. */
    keyGeneratedAt: z.iso.datetime(),
    keyGeneratedBy: z.string().nullable(),
  }),
})
export type CompanyBundle = z.infer<typeof CompanyBundle>
