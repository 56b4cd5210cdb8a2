import type { OutageScope } from '@support-console/contract'

/** Members of one scope, and how many of them stopped together. `name`: as people know it. */
export interface Counted {
  scope: OutageScope
  id: string
  name: string
  members: number
  stopped: number
}

/** Members of one scope that stopped together, far above the ordinary. */
export interface CommonCause extends Counted {
  /** Told by how many are silent, however they stopped. */
  isExcess?: boolean
  /** How many of those who stopped are back. */
  back: number
  /** Since when hardly anyone of them is away. */
  endedAt?: string | null
  /** What it was told as; null: it was not. */
  outageId?: string | null
  /** How many stop in as long ordinarily. */
  ordinary: number
  /** When they began to. */
  at: string
  /** How many of its members stopped in each minute, from `from` on. */
  byMinute?: { from: string; counts: readonly number[] }
  /** The panel's other scopes, and all, outside this one. */
  elsewhere: readonly Counted[]
}

/** One that stopped together with the panel: its SIM, and whether its carrier said since that it has a session. */
export interface Other {
  iccid: string
  /** As the carrier says it; null: not asked since. */
  online: string | null
}
