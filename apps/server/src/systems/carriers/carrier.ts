import type { OnlineStatus, VendorCode } from '@support-console/contract'
import type { SimState } from '../sim-state.ts'

/** What a carrier says of one of its SIMs, in our words. */
export interface CarrierSim extends SimState {
  iccid: string
  /** When the carrier last knew the device's status, else when it answered; UTC, ISO 8601. */
  lastKnownAt: string
  /** Verizon's account name; other carriers have none. */
  accountNumber?: string
  /** Verizon's configured custom field; other carriers have none. */
  description?: string
}

export interface CallOptions {
  /** Aborted when the user went away: the call to the carrier ends too, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/**
 * A carrier, whichever it is (specification 2.4, 2.5). Every operation rejects with a NeighbourError whose kind says
 * what to do; an unknown SIM is its kind `not-found`. The operations that change a SIM stand beside these reads and
 * say `done`, `refused` or `unknown`: after a lost answer the SIM is read, never asked to change again (D5).
 */
export interface Carrier {
  readonly vendorCode: VendorCode
  /** As users know it: 'AT&T'. */
  readonly name: string
  /** The SIM's state, read live. */
  readSim: (iccid: string, options?: CallOptions) => Promise<CarrierSim>
  /** Whether the device has a connection right now. */
  readOnline: (iccid: string, options?: CallOptions) => Promise<OnlineStatus>
}

export type Carriers = Readonly<Record<VendorCode, Carrier>>

/**
 * How long a carrier may take to describe a SIM: more than two minutes is known (specification 2.4, 9), so the
 * default is three. Smaller questions get half a minute.
 */
export const CARRIER_ANSWER_MS = 180_000
export const SMALL_ANSWER_MS = 30_000

export const carrierNames: Readonly<Record<VendorCode, string>> = {
  ATT: 'AT&T',
  VZN: 'Verizon',
  AERIS: 'Aeris',
  WYLESS: 'Wyless',
}
