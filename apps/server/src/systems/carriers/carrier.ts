import type { DeviceStatus, OnlineStatus, PlaceInLine, VendorCode } from '@support-console/contract'
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

/** What a SIM used in its carrier's present billing period (D51). */
export interface CarrierUsage {
  /** First and last day of the period in the carrier's own zone, 'yyyy-mm-dd'. */
  from: string
  to: string
  usedBytes: number
  /** Empty where it names none. */
  plan: string
  /** What was used up to the end of each day of the period; null: not told. Empty where it tells the whole alone. */
  days: readonly (number | null)[]
}

/** A part of a carrier's list of all its SIMs. */
export interface SimPage {
  sims: readonly ListedSim[]
  /** From where the next one is asked for; null: this was the last. */
  next: string | null
}

/** What a list says of a SIM. Fields that it does not tell are absent. */
export type ListedSim = Pick<CarrierSim, 'iccid' | 'deviceStatus' | 'rawStatus'> & Partial<CarrierSim>

/** A carrier's list of its SIMs. */
export interface SimList {
  /** It tells of each SIM as much as a single read does; otherwise its state alone. */
  isWhole: boolean
  /** It can tell what has changed since then. */
  tellsChanges: boolean
  /** From where its first page is asked for, as of now: all, or what has changed `since`. */
  first(since: Date | null, now: Date): string
  /** Rejects as the reads do. */
  page(cursor: string, options?: CallOptions): Promise<SimPage>
}

/** A SIM that its carrier says is in another device than it was activated with: their IMEIs. */
export interface SwappedSim {
  iccid: string
  before: string
  after: string
}

export interface CallOptions {
  /** Aborted when the user went away: the call to the carrier ends too, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Work of a batch: at a carrier that takes few calls at a time, people go first (D30). */
  isPatient?: boolean | undefined
  /** Only the SIM's state is of interest: what would take another call may be left empty or Unknown. */
  stateOnly?: boolean | undefined
}

/** What every carrier's settings have in common; all have defaults. */
export interface CarrierLimits {
  /** How long the carrier may take for one answer, in milliseconds. */
  answerWithinMs?: number
  /** Calls in flight at most (D5). */
  inFlight?: number
  settleWithinMs?: number
}

export interface ChangeOptions extends CallOptions {
  /** Our id of this step (a sub-transaction id, UUID): the carrier's TransactionId where it takes one. */
  reference: string
}

/** What became of asking a carrier to change a SIM (D5). Sentences are fit for the user. */
export type ChangeOutcome =
  /** The carrier said so; where its word is not enough (Aeris, Wyless), a read confirmed it. */
  | { outcome: 'done' }
  /** Verizon: taken. The result comes later, by callback and by `requestState`. */
  | { outcome: 'accepted'; requestId: string }
  /** It looked and said no: nothing changed, and asking again the same way would not help. */
  | { outcome: 'refused'; why: 'not-found' | 'credentials' | 'refused'; sentence: string; code?: string }
  /** The request certainly never took effect; it may be tried again later. */
  | { outcome: 'not-asked'; sentence: string }
  /** Sent, and no readable answer came: the SIM must be read before anything is asked again. */
  | { outcome: 'unknown'; sentence: string }

/** What became of a request that was accepted. */
export type RequestState =
  | { state: 'pending' }
  | { state: 'done' }
  | { state: 'refused'; sentence: string; code?: string }

/** What a batch and a confirmation must know of a carrier. */
export interface CarrierRules {
  /** SIMs of one batch that may be on their way side by side. */
  inFlight: number
  /** How long after asking, in milliseconds, a change whose answer was lost may still happen. */
  settleWithinMs: number
  /** What a deactivation takes away for good, as a sentence for the confirmation; '' where nothing is lost. */
  cannotUndo: string
  /** In which states a SIM counts as deactivated. */
  deactivated: readonly DeviceStatus[]
}

/**
 * A carrier, whichever it is (specification 2.4, 2.5). Every read rejects with a NeighbourError whose kind says what
 * to do; an unknown SIM is its kind `not-found`.
 */
export interface Carrier {
  readonly vendorCode: VendorCode
  /** As users know it: 'AT&T'. */
  readonly name: string
  readonly rules: CarrierRules
  /** The SIM's state, read live. */
  readSim: (iccid: string, options?: CallOptions) => Promise<CarrierSim>
  /** Whether the device has a connection right now. */
  readOnline: (iccid: string, options?: CallOptions) => Promise<OnlineStatus>
  /**
   * Asks once to deactivate the SIM. What the carrier does or fails to do is an outcome and never a rejection; it
   * rejects with the signal's reason alone, and then the change may have been made or not, as with `unknown`.
   */
  deactivate: (iccid: string, options: ChangeOptions) => Promise<ChangeOutcome>
  /** Only where the carrier tells it: what the SIM used in the present billing period. Rejects as the reads do. */
  readUsage?: (iccid: string, options?: CallOptions) => Promise<CarrierUsage>
  /** Only where the carrier lists its SIMs. */
  list?: SimList
  /** Only where the carrier tells it: which of its SIMs came into another device since then. Rejects as the reads do. */
  swapped?: (since: Date, options?: CallOptions) => Promise<SwappedSim[]>
  /** Only where people wait for each other (AT&T, D30): the place of anyone who looks this SIM up. */
  placeOf?: (iccid: string) => Promise<PlaceInLine | undefined>
  /** Only where changes are accepted first (Verizon): what became of one. Rejects as the reads do. */
  requestState?: (requestId: string, options?: CallOptions) => Promise<RequestState>
}

export type Carriers = Readonly<Record<VendorCode, Carrier>>

/**
 * How long a carrier may take to describe a SIM: more than two minutes is known (specification 2.4, 9), so the
 * default is three. Smaller questions get half a minute.
 */
export const CARRIER_ANSWER_MS = 180_000
export const SMALL_ANSWER_MS = 30_000
/** How long a call may wait for its place behind others at the same carrier, where one may take minutes. */
export const PLACE_WAIT_MS = 300_000
/** Default of `CarrierRules.settleWithinMs`: a change takes about 30 seconds (specification 9), and some take longer. */
export const SETTLE_WITHIN_MS = 120_000
