import { type DeviceStatus, isSameIccid, type OnlineStatus } from '@support-console/contract'
import { told, utcInstant } from '../../instants.ts'
import type { CarrierSim, CarrierUsage } from '../carrier.ts'
import { beginsWithOne, type CarrierWords } from '../carrier-words.ts'
import type { Period } from '../usage.ts'
import type { AerisDevice, AerisNetwork, AerisUsage } from './aeris.wire.ts'

type AerisAttributes = NonNullable<AerisDevice['deviceAttributes']>[number]

/**
 * `Bill` is the only status word that is published. A device that is not active may be cancelled or not yet in service:
 * `active: false` alone says neither.
 */
export function aerisStatus(
  { deviceStatus, active, cancelCode }: AerisAttributes,
  by: CarrierWords,
): DeviceStatus {
  const word = (deviceStatus ?? '').trim()
  if ((cancelCode ?? 0) !== 0 || beginsWithOne(by.deactivated, word)) return 'Deactivated'
  if (beginsWithOne(['suspend'], word)) return 'Suspended'
  return word.toLowerCase() === 'bill' && active !== false ? 'Active' : 'Unknown'
}

/** The SIM's own line: a device may have several profiles, in any order. */
const lineOf = (network: AerisNetwork, iccid: string) => {
  const lines = network.networkResponse ?? []
  return lines.find((line) => isSameIccid(line.ICCID, iccid)) ?? lines.find((line) => !line.ICCID)
}

/** Our rule, not Aeris's: registered, and the last data session begun after the last one ended. */
export function aerisOnline(network: AerisNetwork, iccid: string): OnlineStatus {
  const line = lineOf(network, iccid)
  if (line?.registration?.isRegistered == null) return 'Unknown'
  const started = utcInstant(line.dataSession?.lastStartTime)
  const stopped = utcInstant(line.dataSession?.lastStopTime)
  return line.registration.isRegistered && started > stopped ? 'Online' : 'Offline'
}

/** When its present session began, or its last one ended. */
function aerisOnlineSince(network: AerisNetwork, iccid: string): string {
  const line = lineOf(network, iccid)
  const isOnline = aerisOnline(network, iccid) === 'Online'
  return utcInstant(isOnline ? line?.dataSession?.lastStartTime : line?.dataSession?.lastStopTime)
}

export function aerisSim(
  device: AerisDevice,
  network: AerisNetwork,
  {
    iccid,
    attributes,
    now,
    words,
  }: { iccid: string; attributes: AerisAttributes; now: Date; words: CarrierWords },
): CarrierSim {
  const line = lineOf(network, iccid)
  return {
    iccid,
    deviceStatus: aerisStatus(attributes, words),
    rawStatus: attributes.deviceStatus ?? '',
    imei: attributes.deviceID?.imei ?? '',
    // The field that would hold it is not published.
    ipAddress: '',
    phoneNumber: attributes.deviceID?.msisdn || line?.MSISDN || line?.MDN || '',
    onlineStatus: aerisOnline(network, iccid),
    ...told('onlineSince', aerisOnlineSince(network, iccid)),
    lastKnownAt:
      utcInstant(line?.registration?.lastRegistrationTime) ||
      utcInstant(device.opCompletionTimestamp) ||
      now.toISOString(),
  }
}

/** The SIM's line of a month; one that names no SIM is ours where it is alone. Undefined: none of them is ours. */
export function aerisUsage({ data }: AerisUsage, iccid: string, period: Period): CarrierUsage | undefined {
  const line =
    data.find((each) => isSameIccid(each.iccid, iccid)) ??
    (data.length === 1 && !data[0]?.iccid ? data[0] : undefined)
  return (
    line && { ...period, usedBytes: line.total_bytes_transferred, plan: line.rate_plan_label ?? '', days: [] }
  )
}
