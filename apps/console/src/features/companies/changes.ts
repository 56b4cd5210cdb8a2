import { type CompanyDraft, effective, type FieldKey } from './draft.ts'
import { fieldKeys, fields, sayField, saySubnet } from './fields.ts'
import { text } from './texts.ts'

/** A field that differs, with both values in words; empty for none. */
export interface Change {
  readonly key: FieldKey
  readonly from: string
  readonly to: string
}

/** Whether a field says the same in both: lists whatever their order, subnets by what they are. */
export function isSame(key: FieldKey, one: CompanyDraft, other: CompanyDraft): boolean {
  if (key === 'mnvOsInUse' || key === 'DeliveryTypes') return sayField(key, one) === sayField(key, other)
  if (key !== 'subnets') return String(one[key]) === String(other[key])
  const ids = (draft: CompanyDraft) =>
    draft.subnets.map((subnet) => `${subnet.subnetId ?? ''} ${saySubnet(subnet)}`).sort()
  return ids(one).join() === ids(other).join()
}

/** What saving `draft` changes of `base`, in the page's order. */
export function changesOf(base: CompanyDraft, draft: CompanyDraft): Change[] {
  const [before, after] = [effective(base), effective(draft)]
  return fieldKeys
    .filter((key) => !isSame(key, before, after))
    .map((key) => ({ key, from: sayField(key, before), to: sayField(key, after) }))
}

/** What a change reaches, and what they lose by a wrong one (2.6, U7); `off`: only where it is switched off. */
const reaches = {
  networkModel: ['sims', 'ReachesModel'],
  vpnEndpoint: ['sims', 'ReachesEndpoint'],
  subnets: ['sims', 'ReachesSubnets'],
  usageMonitoringEnabled: ['sims', 'ReachesMonitoring', 'off'],
  warningThresholdPercent: ['sims', 'ReachesThreshold'],
  alertThresholdPercent: ['sims', 'ReachesThreshold'],
  useConnectorService: ['panels', 'ReachesSwitch', 'off'],
  allowCBSAuthforClouldPanelConnections: ['panels', 'ReachesSwitch', 'off'],
  webconnectMobileEnabled: ['panels', 'ReachesSwitch', 'off'],
} as const satisfies Partial<Record<FieldKey, readonly [of: 'sims' | 'panels', says: string, when?: 'off']>>

/** How many of a company's SIMs and panels there are to reach; null: the reader may not know. */
export type Reach = Readonly<Record<'sims' | 'panels', number | null>>

/** How far these changes reach, a sentence each. */
export function consequencesOf(changes: readonly Change[], reach: Reach): string[] {
  const said = changes.flatMap(({ key, to }) => {
    const found = Object.hasOwn(reaches, key) && reaches[key as keyof typeof reaches]
    if (!found || (found[2] === 'off' && to !== text('Off'))) return []
    const [of, says] = found
    const count = reach[of]
    const setting = fields[key].label
    if (count === 0) return []
    const who =
      count === null
        ? text(of === 'sims' ? 'ItsSims' : 'ItsPanels')
        : text(of === 'sims' ? 'OfSims' : 'OfPanels', { count })
    return text(says, { who, setting })
  })
  return [...new Set(said)]
}
