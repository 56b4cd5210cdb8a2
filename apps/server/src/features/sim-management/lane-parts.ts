import type { Platform } from '../../platform/platform.ts'
import type { Endings } from '../../platform/undertakings/ended.ts'
import type { Carrier } from '../../systems/carriers/carrier.ts'
import type { Lane } from './begin-batch.ts'

/** Times of a lane, in milliseconds. */
export interface LaneTimes {
  /** The first wait before a carrier is asked how a SIM or a request stands; it doubles up to `longestLookMs`. */
  firstLookMs: number
  longestLookMs: number
  /** How long a carrier that takes no requests is waited for, in all of a lane. */
  patienceMs: number
}

export interface LaneParts {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations'>
  carrier: Carrier
  lane: Lane
  times: LaneTimes
  endings: Endings
  /** The server stops: nothing more is asked, what is being asked is ended, and the rest is taken up again later. */
  stopping: AbortSignal
  /** Another run has this lane by now: not even what waits for its turn at the carrier may still be sent (R44). */
  lost: AbortSignal
}
