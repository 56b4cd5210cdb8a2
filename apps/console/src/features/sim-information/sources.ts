import type { SimSource, VendorCode } from '@support-console/contract'
import { carrierNames, vendorOf } from '@support-console/contract/carriers'
import type { ObservedSources } from '../../kit/observed/index.ts'
import { callMessage } from '../../ui/call-banner/call-message.ts'
import type { Answers } from './compare.ts'
import { text } from './texts.ts'
import type { SourceState, States } from './use-sources.ts'

/** The data of the sources that answered with some. */
export function answersOf(states: States): Answers {
  const of = (state: SourceState) => (state.phase === 'answered' ? state.detail : undefined)
  const mobileBroker = of(states.mobileBroker)?.mobileBrokerSimData
  const vendor = of(states.vendor)?.vendorSimData
  const connector = of(states.connector)?.connectorSimData
  return {
    ...(mobileBroker && { mobileBroker }),
    ...(vendor && { vendor }),
    ...(connector && { connector }),
  }
}

/** What those last said that have not answered yet, or failed. */
export function keptAnswers(states: States, simId: string, observed: ObservedSources): Answers {
  const kept = (source: SimSource) => observed.get(nameOf(source, states, simId).system)?.fields ?? undefined
  const all = { mobileBroker: kept('mobileBroker'), vendor: kept('vendor'), connector: kept('connector') }
  return Object.fromEntries(
    Object.entries(all).filter(([source, fields]) => fields && !hasData(states[source as SimSource])),
  ) as Answers
}

/** The vendor as far as it is known: by the SIM's prefix, else by any answer. */
export const vendorCodeOf = (states: States, simId: string): VendorCode | undefined =>
  vendorOf(
    simId,
    Object.values(states)
      .map((state) => (state.phase === 'answered' ? state.detail.vendorCode : null))
      .find((code) => code !== null),
  )

interface SourceName {
  /** The column's title (specification 2.5). */
  title: string
  /** The title where there is little room. */
  short: string
  /** The system behind it, for sentences. */
  system: string
}

export function nameOf(source: SimSource, states: States, simId: string): SourceName {
  if (source === 'mobileBroker')
    return { title: text('MobileBrokerData'), short: 'MobileBroker', system: 'MobileBroker' }
  if (source === 'connector') return { title: text('ConnectorData'), short: 'Connector', system: 'Connector' }
  const vendorCode = vendorCodeOf(states, simId)
  return vendorCode === undefined
    ? { title: text('VendorDataUnknown'), short: text('Vendor'), system: text('TheCarrier') }
    : {
        title: text('VendorData', { carrier: carrierNames[vendorCode], vendorCode }),
        short: carrierNames[vendorCode],
        system: carrierNames[vendorCode],
      }
}

export const saysNotFound = (state: SourceState): boolean =>
  state.phase === 'answered' && state.report.status === 'NotFound'

export const isSettled = (state: SourceState): boolean => state.phase !== 'asking'

/** Whether there is data to compare. */
export const hasData = (state: SourceState): boolean =>
  state.phase === 'answered' && state.report.status === 'Success'

/** A failure as the call banner says it (specification 8): what happened, and what to do. */
export function failureOf(state: SourceState): { title: string; message: string } | undefined {
  if (state.phase === 'failed') return callMessage({ status: 'rejected', error: state.error })
  if (state.phase !== 'answered' || state.report.status === 'Success') return undefined
  const { status, message } = state.report
  return { title: status === 'NotFound' ? text('NotFound') : status, message }
}
