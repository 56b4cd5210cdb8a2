import type { CompanyBundle, CompanyUpdate, NewCompany } from '@support-console/contract'
import {
  type CompanyField,
  type CompanyMode,
  type CompanyValues,
  companyFields,
  sectionsOf,
  valuesOf,
} from '@support-console/contract/companies.words'
import { readNetwork } from '@support-console/contract/ipv4'
import { defaultVpnEndpoint } from '@support-console/contract/network-models'
import { serverNow } from '../../ui/server-clock.ts'

/** A subnet as it stands in the form. */
export interface SubnetDraft {
  /** The row's own name on the screen. */
  readonly key: string
  /** Null: a new one. */
  readonly subnetId: number | null
  readonly domainIp: string
  readonly cidr: number
}

/** Numbers are as typed. */
type InForm<Value> = Value extends number
  ? string
  : Value extends readonly (infer Word)[]
    ? readonly Word[]
    : Value
/** What stands in the form, flat: one key per setting, and the subnets. */
export type CompanyDraft = { readonly [Key in CompanyField]: InForm<CompanyValues[Key]> } & {
  readonly subnets: readonly SubnetDraft[]
}
export type FieldKey = keyof CompanyDraft

/** Prefix length of a new subnet's row. */
const usualCidr = 24

let rowsMade = 0
export const subnetRow = (domainIp: string, cidr: number): SubnetDraft => ({
  key: `new-${serverNow()}-${++rowsMade}`,
  subnetId: null,
  domainIp,
  cidr,
})
export const blankSubnet = (): SubnetDraft => subnetRow('', usualCidr)

/** The settings with their numbers as they are typed. */
export const asTyped = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  ) as Omit<CompanyDraft, 'subnets'>

/** What a new company starts with (9); empty where someone must say it. */
const usual = asTyped(
  Object.fromEntries(Object.values(companyFields).map(({ key, standard = '' }) => [key, standard])),
)

/** A new company with the defaults, and what a link or a reservation says of it. */
export const newDraft = (
  known: Partial<Pick<CompanyDraft, 'companyName' | 'sapCompanyId' | 'sapSalesRegion' | 'deviceRegion'>> = {},
): CompanyDraft => ({
  ...usual,
  sapSalesRegion: 'us',
  networkModel: 'TIER3_STANDARD',
  ...known,
  subnets: [blankSubnet()],
})

/** The form of a company as it was loaded. */
export const draftOf = (bundle: CompanyBundle): CompanyDraft => ({
  ...asTyped(valuesOf(bundle)),
  subnets: bundle.companySubnets.map(({ subnetId, domainIp, cidr }) => ({
    key: `subnet-${subnetId}`,
    subnetId,
    domainIp,
    cidr,
  })),
})

/**
 * What is saved of a form: without white space around, without rows that were never filled in, and without what its
 * network model has no place for (2.6). The form itself keeps that, for anyone who switches the model to and fro.
 */
export function effective(draft: CompanyDraft): CompanyDraft {
  const isTier3 = draft.networkModel === 'TIER3_STANDARD'
  // Anyone who monitors nothing may leave the thresholds empty.
  const ifLeftEmpty = (typed: string, instead: string) =>
    typed.trim() === '' && !draft.usageMonitoringEnabled ? instead : typed
  const alertThresholdPercent = ifLeftEmpty(draft.alertThresholdPercent, usual.alertThresholdPercent)
  // The warning comes below or with the alert (D26).
  const usualWarning = Math.min(Number(usual.warningThresholdPercent), Number(alertThresholdPercent))
  return {
    ...draft,
    alertThresholdPercent,
    warningThresholdPercent: ifLeftEmpty(draft.warningThresholdPercent, String(usualWarning)),
    companyName: draft.companyName.trim(),
    sapCompanyId: draft.sapCompanyId.trim(),
    usageAlertEmail: draft.usageAlertEmail.trim(),
    vpnEndpoint: draft.vpnEndpoint.trim(),
    subnets: isTier3 ? [] : draft.subnets.filter((subnet) => !isUnused(subnet)).map(asRead),
  }
}

/** What is meant by an address with its prefix length or mask behind it, '10.20.0.0/16'; anything else is as it stands. */
export function asRead(subnet: SubnetDraft): SubnetDraft {
  const read = readNetwork(subnet.domainIp)
  const isSame = read?.domainIp === subnet.domainIp && read.cidr === undefined
  return read && !isSame ? { ...subnet, ...read } : subnet
}

/** A new row that no one filled in: nothing is meant by it. */
export const isUnused = ({ subnetId, domainIp }: SubnetDraft): boolean => subnetId === null && domainIp === ''

const savedOf = (draft: CompanyDraft) => {
  const { subnets, ...settings } = effective(draft)
  return {
    ...sectionsOf({
      ...settings,
      mnvOsInUse: [...settings.mnvOsInUse],
      DeliveryTypes: [...settings.DeliveryTypes],
      alertThresholdPercent: Number(settings.alertThresholdPercent),
      warningThresholdPercent: Number(settings.warningThresholdPercent),
    }),
    companySubnets: subnets.map(({ subnetId, domainIp, cidr }) => ({ subnetId, domainIp, cidr })),
  }
}

/** The VPN endpoint where it may not be chosen (D34): a company keeps its own, a new one has the usual one. */
export const fixedEndpoint = ({ vpnEndpoint }: CompanyDraft, mode: CompanyMode): string =>
  mode === 'update' ? vpnEndpoint : defaultVpnEndpoint

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
