import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { utcInstant } from '../../instants.ts'
import type { CarrierSim } from '../carrier.ts'
import type { AerisDevice, AerisNetwork } from './aeris.wire.ts'

type AerisAttributes = NonNullable<AerisDevice['deviceAttributes']>[number]

/** `Bill` is the only status word that is published; the flags say the rest. */
export function aerisStatus({ deviceStatus, active, cancelCode }: AerisAttributes): DeviceStatus {
  const word = (deviceStatus ?? '').toLowerCase()
  if (word.startsWith('suspend')) return 'Suspended'
  if (active === false || (cancelCode ?? 0) !== 0) return 'Deactivated'
  return word === 'bill' ? 'Active' : 'Unknown'
}

/** Our rule, not Aeris's: registered, and the last data session begun after the last one ended. */
export function aerisOnline(network: AerisNetwork): OnlineStatus {
  const line = network.networkResponse?.[0]
  if (line?.registration?.isRegistered == null) return 'Unknown'
  const started = utcInstant(line.dataSession?.lastStartTime)
  const stopped = utcInstant(line.dataSession?.lastStopTime)
  return line.registration.isRegistered && started > stopped ? 'Online' : 'Offline'
}

export function aerisSim(
  device: AerisDevice,
  network: AerisNetwork,
  { iccid, attributes, now }: { iccid: string; attributes: AerisAttributes; now: Date },
): CarrierSim {
  const line = network.networkResponse?.[0]
  return {
    iccid,
    deviceStatus: aerisStatus(attributes),
    rawStatus: attributes.deviceStatus ?? '',
    imei: attributes.deviceID?.imei ?? '',
    // The field that would hold it is not published.
    ipAddress: '',
    phoneNumber: attributes.deviceID?.msisdn || line?.MSISDN || line?.MDN || '',
    onlineStatus: aerisOnline(network),
    lastKnownAt:
      utcInstant(line?.registration?.lastRegistrationTime) ||
      utcInstant(device.opCompletionTimestamp) ||
      now.toISOString(),
  }
}
