import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { utcInstant } from '../../instants.ts'
import type { CarrierSim } from '../carrier.ts'
import { beginsWithOne, type WylessWords } from '../carrier-words.ts'
import type { WylessResponse } from './wyless.wire.ts'

/** The exact values are not published, so their beginnings decide (Active or Activated, Suspend or Suspended…). */
export function wylessStatus(status: string, words: WylessWords): DeviceStatus {
  const word = status.trim().toLowerCase()
  if (beginsWithOne(words.deactivated, word)) return 'Deactivated'
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
  { iccid, now, words }: { iccid: string; now: Date; words: WylessWords },
): CarrierSim {
  return {
    iccid,
    deviceStatus: wylessStatus(sim.Status ?? '', words),
    rawStatus: sim.Status ?? '',
    imei: sim.IMEI ?? '',
    ipAddress: sim.IPAddress ?? '',
    phoneNumber: sim.MSISDN ?? '',
    onlineStatus,
    lastKnownAt: utcInstant(sim.Time) || now.toISOString(),
  }
}
