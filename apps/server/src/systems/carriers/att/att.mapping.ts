import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { utcInstant } from '../../instants.ts'
import type { CarrierSim } from '../carrier.ts'
import type { AttDevice, AttSession } from './att.wire.ts'

const statuses = new Map<string, DeviceStatus>([
  ['ACTIVATED', 'Active'],
  ['DEACTIVATED', 'Deactivated'],
  ['RETIRED', 'Deactivated'],
  ['PURGED', 'Deactivated'],
  ['TEST_READY', 'Inventory'],
  ['ACTIVATION_READY', 'Inventory'],
  ['INVENTORY', 'Inventory'],
])

/** In session now: begun and not ended. Both dates are null for a device that never was. */
export function attOnline(session: AttSession): OnlineStatus {
  return session.dateSessionStarted && !session.dateSessionEnded ? 'Online' : 'Offline'
}

/** @param session absent where AT&T knows the device but has no session record of it */
export function attSim(device: AttDevice, session: AttSession | undefined, now: Date): CarrierSim {
  return {
    iccid: device.iccid,
    deviceStatus: statuses.get((device.status ?? '').toUpperCase()) ?? 'Unknown',
    rawStatus: device.status ?? '',
    imei: device.imei ?? '',
    ipAddress: session?.ipAddress || device.fixedIPAddress || '',
    phoneNumber: device.msisdn ?? '',
    onlineStatus: session ? attOnline(session) : 'Unknown',
    // The time of the last edit of any kind; the exact one would need a call to auditTrails.
    lastKnownAt: utcInstant(device.dateUpdated) || now.toISOString(),
  }
}
