import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { instantOf, told, utcInstant } from '../../instants.ts'
import type { CarrierSim, CarrierUsage } from '../carrier.ts'
import { dayBegunAt, dayEndedAt } from '../usage.ts'
import type { AttDevice, AttSession, AttUsage } from './att.wire.ts'

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

export const attStatus = (status: string | null | undefined): DeviceStatus =>
  statuses.get((status ?? '').toUpperCase()) ?? 'Unknown'

/** @param session absent where AT&T knows the device but has no session record of it */
export function attSim(device: AttDevice, session: AttSession | undefined, now: Date): CarrierSim {
  return {
    iccid: device.iccid,
    deviceStatus: attStatus(device.status),
    rawStatus: device.status ?? '',
    imei: device.imei ?? '',
    ipAddress: session?.ipAddress || device.fixedIPAddress || '',
    phoneNumber: device.msisdn ?? '',
    onlineStatus: session ? attOnline(session) : 'Unknown',
    // The time of the last edit of any kind; the exact one would need a call to auditTrails.
    lastKnownAt: utcInstant(device.dateUpdated) || now.toISOString(),
    ...told('changedAt', utcInstant(device.dateUpdated)),
    ...told('onlineSince', utcInstant(session?.dateSessionEnded ?? session?.dateSessionStarted)),
  }
}

/** `bytes` alone is published; Control Center's own screens divide by 1,024. */
const units = new Map([
  ['bytes', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
  ['gb', 1024 ** 3],
])

/** What was used in all plans and zones together; undefined: not in words that anybody understands. */
export function attUsage(usage: AttUsage): CarrierUsage | undefined {
  const [begins, ends] = [instantOf(usage.cycleStartDate), instantOf(usage.cycleEndDate)]
  if (begins === undefined || ends === undefined || ends <= begins) return undefined
  const records = Object.values(usage.deviceCycleUsageInZones).flat()
  // One that comes twice is one.
  const used = new Map<string, number>()
  for (const { ratePlan, ratePlanVersion, zone, dataUsage, dataUsageUnit } of records) {
    const unit = units.get((dataUsageUnit || 'bytes').toLowerCase())
    if (unit === undefined) return undefined
    const key = JSON.stringify([ratePlan, ratePlanVersion, zone])
    used.set(key, Math.max(used.get(key) ?? 0, Math.round((dataUsage ?? 0) * unit)))
  }
  return {
    from: dayBegunAt(begins),
    to: dayEndedAt(ends),
    usedBytes: [...used.values()].reduce((sum, bytes) => sum + bytes, 0),
    plan: [...new Set(records.flatMap(({ ratePlan }) => ratePlan || []))].join(', '),
    days: [],
  }
}
