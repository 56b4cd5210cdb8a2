import { carrierNames, type SourceReport, vendorOf } from '@support-console/contract'
import type { Platform } from '../../platform/platform.ts'
import { ask } from '../../systems/ask.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { lookUp } from '../panel-environment/index.ts'
import { aboutFlag } from '../panels/index.ts'
import { readSimDetail } from '../sim-information/index.ts'
import {
  type Fact,
  type FactName,
  type Facts,
  type FactValues,
  knownOf,
  type SimSourceFact,
  saidOf,
  simSourceFacts,
} from './facts.ts'
import { unanswered } from './unanswered.ts'

export interface LiveParts {
  platform: Platform
  neighbours: Neighbours
}

/** A fact that a neighbour is asked for, as its screen asks for it. */
export interface LiveRead<Name extends FactName = FactName> {
  name: Name
  source: string
  read: (signal: AbortSignal) => Promise<Fact<FactValues[Name]>>
}

/** What is to be asked of a panel, by what our own database knows of it: each neighbour once. */
export function panelReads(
  { platform, neighbours: { remotePortal, pathfinder } }: LiveParts,
  { cloudId, panel }: Pick<Facts, 'cloudId' | 'panel'>,
): LiveRead[] {
  const facts = knownOf(panel)
  if (cloudId === null || !facts) return []
  const { remoteId, physicalId } = facts
  const reads: LiveRead[] = []
  if (remoteId !== '')
    reads.push({
      name: 'portal',
      source: remotePortal.name,
      read: async (signal) => {
        const answer = await ask(
          { platform, signal },
          remotePortal.name,
          () => remotePortal.isDisabled(remoteId, { signal }),
          aboutFlag({ cloudId, remoteId }),
        )
        return factOf(answer.report, answer.data)
      },
    })
  if (physicalId !== '')
    reads.push({
      name: 'environment',
      source: pathfinder.name,
      read: async (signal) => {
        const { report, data } = await lookUp({ platform, signal }, pathfinder, physicalId)
        return factOf(report, data && { pointsTo: data.environment, changedAt: data.changedAt })
      },
    })
  return reads
}

/** What is to be asked of a SIM: its carrier, MobileBroker, Connector. */
export function simReads(
  { platform, neighbours }: LiveParts,
  { iccid, sim }: Pick<Facts, 'iccid' | 'sim'>,
): LiveRead[] {
  if (iccid === null) return []
  return (Object.keys(simSourceFacts) as SimSourceFact[]).map((name) => ({
    name,
    source: simSourceName(name, iccid, sim, neighbours),
    read: async (signal) => {
      const source = simSourceFacts[name]
      const detail = await readSimDetail({ platform, neighbours }, { simId: iccid, source, signal })
      const report = detail.sources[source]
      if (!report) throw new Error(`${source} was asked and has no report`)
      return factOf(report, saidOf(detail, name))
    },
  }))
}

export function simSourceName(
  name: SimSourceFact,
  iccid: string,
  sim: Facts['sim'],
  { mobileBroker, connector }: Pick<Neighbours, 'mobileBroker' | 'connector'>,
): string {
  if (name !== 'carrier') return { mobileBroker, connector }[name].name
  const vendorCode = vendorOf(iccid, knownOf(sim)?.vendorCode)
  return vendorCode ? carrierNames[vendorCode] : 'Carrier'
}

/** That a thing is unknown there is an answer. */
function factOf<Value>(
  { status, system, askedAt, message, failure }: SourceReport,
  value: Value | null,
): Fact<Value | null> {
  if (status === 'Success' || status === 'NotFound')
    return { is: 'known', value, source: system, at: askedAt }
  return unanswered({ source: system, at: askedAt, why: message }, failure)
}
