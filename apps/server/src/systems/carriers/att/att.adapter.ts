import { carrierNames, type OnlineStatus } from '@support-console/contract'
import { NeighbourError, neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import { isPatientNow } from '../../../platform/request-scope.ts'
import {
  type CallOptions,
  type Carrier,
  type CarrierSim,
  type CarrierUsage,
  SETTLE_WITHIN_MS,
} from '../carrier.ts'
import { createCarrierLine } from '../carrier-line.ts'
import { outcomeOfFailure } from '../change-outcome.ts'
import { createSharedReads } from '../shared-reads.ts'
import { AttClient, type AttSettings } from './att.client.ts'
import { attList } from './att.list.ts'
import { attOnline, attSim, attUsage } from './att.mapping.ts'

/**
 * AT&T, Cisco IoT Control Center. Its two reads go one after the other: it takes one call at a time.
 * @param lineIn where people who wait see their place; nowhere without it
 */
export function createAtt(
  outbound: Outbound,
  settings: AttSettings,
  lineIn?: Pick<Parameters<typeof createCarrierLine>[0], 'db' | 'log'>,
): Carrier {
  const client = new AttClient(outbound, carrierNames.ATT, settings)
  const line =
    lineIn &&
    createCarrierLine({ ...lineIn, clock: outbound.clock, vendorCode: 'ATT', pace: () => client.pace })
  /** A batch stands in no one's way, so in no line. */
  const inLine = <T>(iccid: string, calls: number, options: CallOptions, work: () => Promise<T>) =>
    line && !isPatient(options) ? line.stand(iccid, calls, work) : work()
  const sims = createSharedReads<CarrierSim>()
  const connections = createSharedReads<OnlineStatus>()
  const usages = createSharedReads<CarrierUsage>()

  async function readSim(iccid: string, options: CallOptions): Promise<CarrierSim> {
    const device = await client.device(iccid, options)
    const sim = attSim(device, undefined, outbound.clock.now())
    // Each call costs everybody a place: a SIM that is out of service has no session, and a batch asks for none.
    if (sim.deviceStatus === 'Deactivated') return { ...sim, onlineStatus: 'Offline' }
    if (options.stateOnly) return sim
    const session = await client.session(iccid, options).catch(noSessionRecord)
    return attSim(device, session, outbound.clock.now())
  }

  return {
    vendorCode: 'ATT',
    name: carrierNames.ATT,
    rules: {
      inFlight: settings.inFlight ?? 1,
      settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
      cannotUndo: '',
      deactivated: ['Deactivated'],
    },
    readSim: (iccid: string, options: CallOptions = {}) => {
      const key = [iccid, isPatient(options), Boolean(options.stateOnly)].join()
      return sims(key, options.signal, (signal) =>
        inLine(iccid, options.stateOnly ? 1 : 2, options, () => readSim(iccid, { ...options, signal })),
      )
    },
    readOnline: (iccid: string, options: CallOptions = {}) =>
      connections([iccid, isPatient(options)].join(), options.signal, (signal) =>
        inLine(iccid, 1, options, async () => attOnline(await client.session(iccid, { ...options, signal }))),
      ),
    readUsage: (iccid: string, options: CallOptions = {}) =>
      usages([iccid, isPatient(options)].join(), options.signal, (signal) =>
        inLine(iccid, 1, options, async () => {
          const usage = attUsage(await client.usage(iccid, { ...options, signal }))
          if (usage) return usage
          throw neighbourErrors.malformed(carrierNames.ATT, { detail: 'a unit or a cycle that no one knows' })
        }),
      ),
    deactivate: (iccid, options) =>
      inLine(iccid, 1, options, () => client.deactivate(iccid, options)).then(
        () => ({ outcome: 'done' }) as const,
        outcomeOfFailure,
      ),
    list: attList(client, (options, work) => inLine('', 1, options, work)),
    ...(line && { placeOf: line.placeOf }),
  }
}

const isPatient = (options: CallOptions): boolean => options.isPatient ?? isPatientNow()

/** AT&T has just described the device: it cannot mean that it does not know the SIM. */
function noSessionRecord(error: unknown): undefined {
  if (error instanceof NeighbourError && error.kind === 'not-found') return undefined
  throw error
}
