import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { utcInstant } from '../../instants.ts'
import type { CarrierSim, RequestState } from '../carrier.ts'
import { refusalSentence } from './verizon.errors.ts'
import type { VerizonDevice } from './verizon.wire.ts'

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
    lastKnownAt:
      utcInstant(device.lastConnectionDate) || utcInstant(device.lastActivationDate) || now.toISOString(),
    accountNumber: device.accountName ?? '',
    description: device.customFields?.find((field) => field.key?.toLowerCase() === wanted)?.value ?? '',
  }
}
