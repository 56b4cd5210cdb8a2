import {
  type SimDetail,
  type SimSource,
  simSources,
  type VendorCode,
  type VendorSimData,
  vendorOf,
} from '@support-console/contract'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problem.ts'
import { ask, type Told } from '../../systems/ask.ts'
import type { CarrierSim } from '../../systems/carriers/carrier.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { findSim } from '../sims/index.ts'

interface SimDetailParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>
  neighbours: Neighbours
}

interface Question {
  simId: string
  /** Only this one; otherwise all three side by side. */
  source: SimSource | undefined
  /** The user went away: every call to a neighbour ends. */
  signal: AbortSignal
}

/**
 * What MobileBroker, the carrier and Connector say about a SIM (2.5). Each is asked and reported on its own: one
 * that fails or hangs harms no other. Throws NotFound only when all three were asked, none knows the SIM, and our
 * inventory does not either; a single source's 'not found' is a report.
 */
export async function readSimDetail(parts: SimDetailParts, question: Question): Promise<SimDetail> {
  const { simId, source, signal } = question
  const { carriers, mobileBroker, connector } = parts.neighbours
  const wants = (each: SimSource) => source === undefined || source === each
  // The prefix names a vendor, else the inventory does (D24); and the inventory knows whether a SIM is ours at all.
  const isNeeded = source === undefined || vendorOf(simId) === undefined
  const inInventory = isNeeded ? await findSim(parts.platform.db, simId) : undefined
  const vendorCode = vendorOf(simId, inInventory?.vendorCode)

  const asking = { platform: parts.platform, signal }
  const thing = { kind: 'sim', id: simId } as const
  const askCarrier = async (): Promise<Told<VendorSimData>> => {
    const carrier = vendorCode && carriers[vendorCode]
    if (!carrier) return noCarrier(parts)
    const told = await ask(asking, carrier.name, () => carrier.readSim(simId, { signal }), thing)
    return told.data === null ? told : { ...told, data: vendorData(vendorCode, told.data) }
  }
  const [broker, vendor, connected] = await Promise.all([
    wants('mobileBroker')
      ? ask(asking, mobileBroker.name, () => mobileBroker.readSim(simId, { signal }), thing)
      : undefined,
    wants('vendor') ? askCarrier() : undefined,
    wants('connector')
      ? ask(asking, connector.name, () => connector.readSim(simId, { signal }), thing)
      : undefined,
  ])

  const reports = { mobileBroker: broker?.report, vendor: vendor?.report, connector: connected?.report }
  const nobodyKnows = simSources.every((each) => reports[each]?.status === 'NotFound')
  if (nobodyKnows && !inInventory) throw new Problem('NotFound', 'not found', { detail: { simId } })
  return {
    simId,
    vendorCode: vendorCode ?? null,
    mobileBrokerSimData: broker?.data ?? null,
    vendorSimData: vendor?.data ?? null,
    connectorSimData: connected?.data ?? null,
    sources: {
      ...(broker && { mobileBroker: broker.report }),
      ...(vendor && { vendor: vendor.report }),
      ...(connected && { connector: connected.report }),
    },
  }
}

function noCarrier({ platform }: SimDetailParts): Told<VendorSimData> {
  return {
    data: null,
    error: undefined,
    report: {
      status: 'NotFound',
      message: 'The carrier of this SIM is not known, so no carrier was asked.',
      system: 'Carrier',
      askedAt: platform.clock.now().toISOString(),
      durationMs: 0,
    },
  }
}

function vendorData(vendorCode: VendorCode, sim: CarrierSim): VendorSimData {
  const { changedAt, onlineSince, alsoListed } = sim
  const { deviceStatus, rawStatus, imei, ipAddress, phoneNumber, onlineStatus, accountNumber, description } =
    sim
  return {
    vendorCode,
    deviceStatus,
    rawStatus,
    imei,
    ipAddress,
    phoneNumber,
    onlineStatus,
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(description === undefined ? {} : { description }),
    ...(changedAt && { changedAt }),
    ...(onlineSince && { onlineSince }),
    ...(alsoListed && { alsoListed: [...alsoListed] }),
  }
}
