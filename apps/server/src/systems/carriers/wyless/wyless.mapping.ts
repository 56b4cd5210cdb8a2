import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { utcInstant } from '../../instants.ts'
import type { CarrierSim } from '../carrier.ts'
import type { WylessResponse } from './wyless.wire.ts'

/** The exact values are not published, so their beginnings decide (Active or Activated, Suspend or Suspended…). */
export function wylessStatus(status: string): DeviceStatus {
  const word = status.toLowerCase()
  if (word.startsWith('deactiv') || word.startsWith('scrap') || word.startsWith('pending scrap'))
    return 'Deactivated'
  if (word.startsWith('activ')) return 'Active'
  if (word.startsWith('suspend')) return 'Suspended'
  if (word.startsWith('stock')) return 'Inventory'
  return 'Unknown'
}

/** Online or Offline; None, Updated and Unused say nothing about now. */
export function wylessOnline(status: string): OnlineStatus {
  return status === 'Online' || status === 'Offline' ? status : 'Unknown'
}

export function wylessSim(
  sim: WylessResponse,
  onlineStatus: OnlineStatus,
  iccid: string,
  now: Date,
): CarrierSim {
  return {
    iccid,
    deviceStatus: wylessStatus(sim.Status ?? ''),
    rawStatus: sim.Status ?? '',
    imei: sim.IMEI ?? '',
    ipAddress: sim.IPAddress ?? '',
    phoneNumber: sim.MSISDN ?? '',
    onlineStatus,
    lastKnownAt: utcInstant(sim.Time) || now.toISOString(),
  }
}
