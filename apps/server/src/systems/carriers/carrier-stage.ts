import { expect } from 'vitest'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import type { Carrier, CarrierSim } from './carrier.ts'

export type Fault =
  | 'refuse'
  | '500'
  | 'hang'
  | 'cut'
  | 'slow'
  | 'garbage-html'
  | 'garbage-html-401'
  | 'garbage-half-json'
  | 'packed-gzip'
  | 'packed-br'
  | 'packed-deflate'

/** What a carrier says in its guide's words or others, for the SIM that it is asked about. */
export interface Said {
  /** Held by the path or SOAPAction of those requests. */
  operation: string
  status?: number
  type?: string
  body: string
  /** Whether the carrier does its work before it says so. */
  acts?: boolean
}

/** Where a carrier's adapter is put to the test: samples behind a small server, or the field. */
export interface CarrierStage {
  connect: (
    outbound: TestOutbound,
    options?: { answerWithinMs?: number; wrongCredentials?: boolean; closedPort?: boolean },
  ) => Carrier
  known: { iccid: string; sim: Partial<CarrierSim> }
  unknownIccid: string
  spoil: (fault: Fault) => Promise<void>
  /** What is said instead of the carrier's own answer until it is healed. */
  answer: (said: Said) => Promise<void>
  heal: () => Promise<void>
  /** An active SIM, whatever earlier tests did. */
  activeIccid: () => Promise<string>
  /** A SIM whose deactivation the carrier refuses, where there is one. */
  refusingIccid?: string
  /** How often the carrier was asked to deactivate this SIM. */
  deactivations: (iccid: string) => Promise<number>
  /** The transaction ids of the requests that arrived since the last call of this, those turned away unread apart. */
  transactionIds: () => Promise<(string | undefined)[]>
  close: () => Promise<void>
}

/** Until a request has arrived; it is spoilt then. @returns the transaction ids, which are told once */
export async function untilAsked(stage: CarrierStage): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = []
  await expect
    .poll(async () => ids.push(...(await stage.transactionIds())), { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0)
  return ids
}

/** None of these may ever stand in a sentence or a log line. */
export const secrets = [
  'demo-att-key',
  'demo-vzn',
  'demo-aeris-key',
  'demo-wyless',
  'Bearer ',
  'Basic ',
  'apiKey=',
  'WRONG-ONE',
]
