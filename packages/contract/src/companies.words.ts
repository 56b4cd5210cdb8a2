/** The settings of a company, with their words and limits (2.6, 3). No schemas, so that the console can carry it. */
import type { ChangedField } from './audit-trail.words.ts'
import { mvnos } from './carriers.ts'
import { longestEmail } from './email.ts'
import { defaultVpnEndpoint, type NetworkModel, networkModelNames } from './network-models.ts'

/** How a company is known to SAP and to us (decision 26). */
export const sapCompanyIdPattern = /^\d{1,10}$/
/** Subnets of one company at most. */
export const mostSubnets = 64
/** Alert and warning threshold, in percent. */
export const thresholds = { least: 1, most: 100 } as const

export const salesRegions = ['us', 'ca'] as const
export type SalesRegion = (typeof salesRegions)[number]
export const networkModels = Object.keys(networkModelNames) as NetworkModel[]

/** How a company comes into being, or that it exists (2.6). */
export type CompanyMode = 'add' | 'reservation' | 'update'

interface More {
  /** How long a text may be, in characters. */
  readonly longest?: number
  /** The words it can be, or can have some of. */
  readonly of?: readonly string[]
  /** What a new company starts with (9); absent: it must be said. */
  readonly standard?: string | number | boolean | readonly string[]
  /** The modes in which it is not to be chosen (2.6); whether the VPN endpoint is, its network model says (D34). */
  readonly fixedIn?: readonly CompanyMode[]
}

/** What is to be known of a setting. */
export interface CompanyFieldFacts extends More {
  /** A line of text, yes or no, a threshold in percent, one word of a list, or some of its words. */
  readonly kind: 'text' | 'flag' | 'percent' | 'one' | 'some'
  /** Where the database keeps it. */
  readonly column: string
  /** What the audit trail calls it. */
  readonly words: string
}

const setting = <
  Kind extends CompanyFieldFacts['kind'],
  Column extends string,
  const Facts extends More = Record<never, never>,
>(
  kind: Kind,
  column: Column,
  words: string,
  facts?: Facts,
) => ({ kind, column, words, ...facts }) as { kind: Kind; column: Column; words: string } & Facts

const flag = <Column extends string>(column: Column, words: string, standard: boolean) =>
  setting('flag', column, words, { standard })

/** All settings, in their sections of the bundle under the keys that they have there (3). */
export const companySections = {
  companyInfo: {
    companyName: setting('text', 'name', 'company name', { longest: 200, fixedIn: ['reservation'] }),
    sapCompanyId: setting('text', 'sap_company_id', 'SAP Company ID', { fixedIn: ['reservation', 'update'] }),
    sapSalesRegion: setting('one', 'sap_sales_region', 'sales region', {
      of: salesRegions,
      fixedIn: ['reservation'],
    }),
    deviceRegion: setting('text', 'device_region', 'device region', { longest: 50, fixedIn: ['update'] }),
  },
  companySettings: {
    mnvOsInUse: setting('some', 'mnvos_in_use', 'MVNOs in use', { of: mvnos, standard: mvnos }),
    servicePortalOnboarded: flag('service_portal_onboarded', 'service portal onboarded', true),
    makeRemotePortalReadOnly: flag('make_remote_portal_read_only', 'remote portal read-only', true),
    webconnectMobileEnabled: flag('webconnect_mobile_enabled', 'WebConnect mobile enabled', false),
  },
  rpsControlSettings: {
    useCiam: flag('use_ciam', 'use CIAM', true),
    allowUploadofPanelInfo: flag('allow_upload_of_panel_info', 'allow upload of panel info', true),
    useConnectorService: flag('use_connector_service', 'use connector service', true),
    /** Spelled as the specification spells it (3). */
    allowCBSAuthforClouldPanelConnections: flag(
      'allow_cbs_auth_for_cloud_panel_connections',
      'allow CBS authentication for cloud panel connections',
      true,
    ),
  },
  companyMobileAlertSettings: {
    usageMonitoringEnabled: flag('usage_monitoring_enabled', 'usage monitoring', false),
    alertThresholdPercent: setting('percent', 'alert_threshold_percent', 'alert threshold', {
      standard: 100,
    }),
    warningThresholdPercent: setting('percent', 'warning_threshold_percent', 'warning threshold', {
      standard: 75,
    }),
    alertMethodology: setting('one', 'alert_methodology', 'alert methodology', {
      of: ['OnceADay', 'EveryTime', 'OnceAMonth'],
      standard: 'OnceADay',
    }),
    /** Empty: no one is told. */
    usageAlertEmail: setting('text', 'usage_alert_email', 'usage alert email', {
      longest: longestEmail,
      standard: '',
    }),
    preferredLanguage: setting('one', 'preferred_language', 'preferred language', {
      of: ['en-US', 'fr-CA'],
      standard: 'en-US',
    }),
    DeliveryTypes: setting('some', 'delivery_types', 'delivery types', {
      of: ['Email', 'SMS'],
      standard: ['Email'],
    }),
  },
  networkModelSettings: {
    networkModel: setting('one', 'network_model', 'network model', {
      of: networkModels,
      fixedIn: ['update'],
    }),
    /** A host name or IPv4 address. */
    vpnEndpoint: setting('text', 'vpn_endpoint', 'VPN endpoint', {
      longest: 253,
      standard: defaultVpnEndpoint,
    }),
  },
} as const satisfies Record<string, Record<string, CompanyFieldFacts>>

type Table = typeof companySections
type Section = keyof Table
export type CompanyField = { [S in Section]: keyof Table[S] }[Section]

/** A setting's facts, with its name as the rest of its type. */
type FactsOf<Key extends CompanyField> = {
  [S in Section]: Key extends keyof Table[S] ? Table[S][Key] : never
}[Section]

type ValueOf<Facts> = Facts extends { kind: 'flag' }
  ? boolean
  : Facts extends { kind: 'percent' }
    ? number
    : Facts extends { kind: 'one'; of: readonly (infer Word)[] }
      ? Word
      : Facts extends { kind: 'some'; of: readonly (infer Word)[] }
        ? Word[]
        : string

/** The settings of a company, flat. */
export type CompanyValues = { [Key in CompanyField]: ValueOf<FactsOf<Key>> }

/** The same in their sections, as the bundle has them. */
export type CompanySections = { [S in Section]: { [Key in keyof Table[S]]: ValueOf<Table[S][Key]> } }

/** The columns that keep them. */
export type CompanyColumns = { [Key in CompanyField as FactsOf<Key>['column']]: CompanyValues[Key] }

/** A setting with its name and its section. */
export type CompanyFieldEntry = CompanyFieldFacts & { readonly key: CompanyField; readonly section: Section }

const entries: readonly CompanyFieldEntry[] = Object.entries(companySections).flatMap(([section, fields]) =>
  Object.entries<CompanyFieldFacts>(fields).map(([key, facts]) => ({
    ...facts,
    key: key as CompanyField,
    section: section as Section,
  })),
)

/** The settings by their names, in the table's order. */
export const companyFields = Object.fromEntries(entries.map((entry) => [entry.key, entry])) as Readonly<
  Record<CompanyField, CompanyFieldEntry>
>

/** Whether a user who creates or saves a company has no choice there. */
export const isFixed = (key: CompanyField, mode: CompanyMode, networkModel: NetworkModel): boolean =>
  key === 'vpnEndpoint'
    ? networkModel !== 'TIER3_STANDARD'
    : (companyFields[key].fixedIn?.includes(mode) ?? false)

/** Where complaints about a setting point: its path in the bundle (D7). */
export const pathOf = (key: CompanyField): string => `${companyFields[key].section}.${key}`

/** The settings of a bundle, flat. */
export const valuesOf = (bundle: CompanySections): CompanyValues =>
  Object.fromEntries(
    entries.map(({ key, section }) => [key, (bundle[section] as Record<string, unknown>)[key]]),
  ) as CompanyValues

/** The settings in their sections. */
export function sectionsOf(values: CompanyValues): CompanySections {
  const sections: Record<string, Record<string, unknown>> = {}
  for (const { key, section } of entries) sections[section] = { ...sections[section], [key]: values[key] }
  return sections as CompanySections
}

/** A setting's value as the trail says it. Texts of people in quotation marks, so that they cannot pass for another field. */
export function sayValue(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? JSON.stringify(value) : value.join(', ') || 'none'
}

type Said = Parameters<typeof sayValue>[0]
/** What the trail says of a setting that was changed; nothing where it says the same. */
export function sayChange(words: string, before: Said, after: Said): string[] {
  const [from, to] = [sayValue(before), sayValue(after)]
  return from === to ? [] : [`${words}: ${from} → ${to}`]
}

/** What the trail says of subnets that a company gained, lost or changed. */
export const saySubnetChange = {
  added: (network: string) => `subnet ${network}: added`,
  removed: (network: string) => `subnet ${network}: removed`,
  moved: (from: string, to: string) => `subnet: ${from} → ${to}`,
}

type Former =
  | {
      readonly [Key in CompanyField]: { readonly key: Key; readonly value: CompanyValues[Key] }
    }[CompanyField]
  | { readonly key: 'subnets'; readonly was: string | null; readonly is: string | null }

const isSame = (field: string, words: string) =>
  field.slice(1) === words.slice(1) && field[0]?.toLowerCase() === words[0]?.toLowerCase()

/**
 * What a change replaced, of the words that are shown of it (`shownChange`); undefined: nothing that can be put back in the form of
 * an existing company. `was` null: a subnet that was not there; `is` null: one that is no longer there.
 */
export function formerOf({ field, before, after }: ChangedField): Former | undefined {
  if (isSame(field, 'subnet')) return { key: 'subnets', was: before || null, is: after || null }
  const entry = entries.find(({ words }) => isSame(field, words))
  if (!entry || entry.fixedIn?.includes('update')) return undefined
  return { key: entry.key, value: readValue(entry, before) } as Former
}

function readValue({ kind, of = [] }: CompanyFieldFacts, said: string): string | number | boolean | string[] {
  if (kind === 'flag') return said === 'yes'
  if (kind === 'percent') return Number(said)
  return kind === 'some' ? of.filter((word) => said.split(', ').includes(word)) : said
}

/** Whether the trail says of a save what was before, so that the form of the company can put it back. */
export const canPutBack = (object: string, changes: readonly ChangedField[]): boolean =>
  /^company [1-9]\d*$/.test(object) &&
  // A new company replaced nothing; its entry has all that is fixed, too.
  !changes.some(({ field }) => isSame(field, companySections.companyInfo.sapCompanyId.words)) &&
  changes.some((change) => formerOf(change) !== undefined)
