import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { instantOf, told, utcInstant } from '../../instants.ts'
import type { CarrierSim, CarrierUsage, RequestState } from '../carrier.ts'
import { dayOf, daysIn, monthIn, monthUpTo, type Period, placeOf, summedUp } from '../usage.ts'
import { refusalSentence } from './verizon.errors.ts'
import type { UsageRecord, VerizonDevice } from './verizon.wire.ts'

/** The spelling of some states is not published, so their beginnings decide. */
function statusOf(state: string): DeviceStatus {
  const word = state.toLowerCase()
  if (word.startsWith('deactive')) return 'Deactivated'
  if (word.startsWith('active')) return 'Active'
  if (word.startsWith('suspend')) return 'Suspended'
  if (word.startsWith('pre')) return 'Inventory'
  return 'Unknown'
}

/** Of several carriers' states the one that is still in service counts; where they contradict each other, none. */
function statusOfAll(states: readonly string[]): DeviceStatus {
  const all = [...new Set(states.map(statusOf))]
  const others = all.filter((status) => status !== 'Deactivated')
  if (others.length > 1) return 'Unknown'
  return others[0] ?? all[0] ?? 'Unknown'
}

export function idOf(device: VerizonDevice, kind: string): string {
  return device.deviceIds.find((id) => id.kind?.toLowerCase() === kind)?.id ?? ''
}

export function verizonOnline(device: VerizonDevice): OnlineStatus {
  if (device.connected == null) return 'Unknown'
  return device.connected ? 'Online' : 'Offline'
}

/**
 * Of the request status (Pending, Success, Failure) and of callbacks (Success, Failed); undefined for any other word.
 * @param code why it failed, the code after the service's name, where Verizon gave one
 */
export function requestStateOf(system: string, status: string, code = ''): RequestState | undefined {
  switch (status.trim().toLowerCase()) {
    case 'pending':
      return { state: 'pending' }
    case 'success':
      return { state: 'done' }
    case 'failure':
    case 'failed':
      return { state: 'refused', sentence: refusalSentence(system, code), ...(code ? { code } : {}) }
    default:
      return undefined
  }
}

/** What a record says of the SIM's state. */
export const verizonStatus = (device: VerizonDevice): DeviceStatus =>
  statusOfAll((device.carrierInformations ?? []).flatMap(({ state }) => state || []))

export function verizonSim(
  device: VerizonDevice,
  { iccid, descriptionField, now }: { iccid: string; descriptionField: string; now: Date },
): CarrierSim {
  const states = (device.carrierInformations ?? []).flatMap(({ state }) => (state ? [state] : []))
  const wanted = descriptionField.toLowerCase()
  return {
    iccid,
    deviceStatus: statusOfAll(states),
    rawStatus: [...new Set(states)].join(', '),
    imei: idOf(device, 'imei'),
    // Verizon's way to say that there is none.
    ipAddress: device.ipAddress === '0.0.0.0' ? '' : (device.ipAddress ?? ''),
    phoneNumber: idOf(device, 'mdn') || idOf(device, 'msisdn'),
    onlineStatus: verizonOnline(device),
    // Of one that is offline it is the beginning of its last session, and says nothing of its end.
    ...(device.connected && told('onlineSince', utcInstant(device.lastConnectionDate))),
    lastKnownAt:
      utcInstant(device.lastConnectionDate) || utcInstant(device.lastActivationDate) || now.toISOString(),
    accountNumber: device.accountName ?? '',
    description: device.customFields?.find((field) => field.key?.toLowerCase() === wanted)?.value ?? '',
  }
}

/** Where Verizon's calendar is kept of a device that names no billing cycle. */
const ZONE = 'America/New_York'

/** The billing cycle in which this moment lies, by the end that the device names: that of an earlier one may still stand there. */
export function cycleOf(device: VerizonDevice, now: Date): Period {
  const end = instantOf(device.billingCycleEndDate)
  return end === undefined ? monthIn(ZONE, now) : monthUpTo(end, now.getTime())
}

/**
 * What was used in a period, by days of UTC, as Verizon counts them. A day that several sources tell counts once, as that one
 * tells it which has seen the most; a record that comes twice is one. Undefined: a time that no one can read.
 */
export function verizonUsage(records: readonly UsageRecord[], period: Period): CarrierUsage | undefined {
  const days = new Map<string, Map<string, Map<string, number>>>()
  const plans = new Set<string>()
  for (const { bytesUsed, servicePlan, source, timestamp } of records) {
    const at = instantOf(timestamp)
    if (at === undefined) return undefined
    const day = dayOf(at)
    if (bytesUsed == null || day < period.from || day > period.to) continue
    const sources = days.get(day) ?? new Map<string, Map<string, number>>()
    const ofSource = sources.get(source ?? '') ?? new Map<string, number>()
    ofSource.set(servicePlan ?? '', Math.max(ofSource.get(servicePlan ?? '') ?? 0, bytesUsed))
    days.set(day, sources.set(source ?? '', ofSource))
    if (servicePlan) plans.add(servicePlan)
  }
  const used = Array.from<number | null>({ length: daysIn(period) }).fill(null)
  for (const [day, sources] of days) {
    const sums = [...sources.values()].map((plans) =>
      [...plans.values()].reduce((sum, bytes) => sum + bytes, 0),
    )
    used[placeOf(day, period)] = Math.max(...sums)
  }
  const usedBytes = used.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)
  return { ...period, usedBytes, plan: [...plans].join(', '), days: summedUp(used) }
}
