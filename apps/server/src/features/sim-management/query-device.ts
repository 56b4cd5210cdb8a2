import {
  networkModelNames,
  type OnlineStatus,
  type SimQueryDevice,
  type VendorCode,
  vendorOf,
} from '@support-console/contract'
import type { Platform } from '../../platform/platform.ts'
import { answerOf } from '../../systems/ask.ts'
import type { Carrier, Carriers } from '../../systems/carriers/carrier.ts'
import { findSim, type InventorySim, noteActive, openVpnPassword } from '../sims/index.ts'
import { noCarrierOf } from './unknown-sim.ts'

interface Question {
  simId: string
  /** The user went away: the call to the carrier ends. */
  signal: AbortSignal
}

interface Parts {
  platform: Pick<Platform, 'db' | 'secrets' | 'clock' | 'log' | 'observations'>
  carriers: Carriers
}

/** The SIM query device (2.4, carriers.md 5): network model and VPN account are ours, the rest the carrier's. */
export async function readQueryDevice(parts: Parts, { simId, signal }: Question): Promise<SimQueryDevice> {
  const sim = await findSim(parts.platform.db, simId)
  const { vendorCode, carrier } = carrierOf(parts.carriers, simId, sim)
  const state = await answerOf(
    { platform: parts.platform, signal },
    carrier.name,
    () => carrier.readSim(simId, { signal }),
    { kind: 'sim', id: simId },
  )
  // Someone activated it again elsewhere: batches must not leave it out for ever.
  if (sim?.deactivatedAt && state.deviceStatus === 'Active') await noteActive(parts.platform.db, simId)
  const isTier3 = sim?.networkModel === 'TIER3_STANDARD'
  return {
    networkModelName: sim?.networkModel ? networkModelNames[sim.networkModel] : '',
    vpnGateway: isTier3 ? sim.vpnGateway : '',
    vpnUserName: isTier3 ? sim.vpnUserName : '',
    vpnPassword: isTier3 ? openVpnPassword(parts.platform.secrets, simId, sim.vpnPassword) : '',
    ipAddress: state.ipAddress,
    phoneNumber: state.phoneNumber,
    deviceStatus: state.deviceStatus,
    rawStatus: state.rawStatus,
    vendorCode,
    imei: state.imei,
    timeofLastKnownDeviceStatus: state.lastKnownAt,
    OnlineStatus: state.onlineStatus,
    ...belongsTo(sim),
  }
}

/** What the SIM belongs to, by the inventory. */
export const belongsTo = (sim: InventorySim | undefined) => ({
  companyName: sim?.company?.name ?? null,
  sapCompanyId: sim?.company?.sapCompanyId ?? null,
  panel: sim?.panel ?? null,
})

export async function readOnlineStatus(parts: Parts, { simId, signal }: Question): Promise<OnlineStatus> {
  const sim = await findSim(parts.platform.db, simId)
  const { carrier } = carrierOf(parts.carriers, simId, sim)
  return answerOf(
    { platform: parts.platform, signal },
    carrier.name,
    () => carrier.readOnline(simId, { signal }),
    {
      kind: 'sim',
      id: simId,
      source: `${carrier.name} session`,
      fields: (onlineStatus) => ({ onlineStatus }),
    },
  )
}

function carrierOf(
  carriers: Carriers,
  simId: string,
  sim: InventorySim | undefined,
): { vendorCode: VendorCode; carrier: Carrier } {
  const vendorCode = vendorOf(simId, sim?.vendorCode)
  if (!vendorCode) throw noCarrierOf(simId)
  return { vendorCode, carrier: carriers[vendorCode] }
}
