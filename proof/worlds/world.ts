import type { VendorCode } from '@support-console/contract'
import type { Changes } from '@support-console/demo-world/situations'
import type { Rewrite } from './answers.ts'
import type { WorldStage } from './stage.ts'

export type Carrier = Extract<VendorCode, 'ATT' | 'VZN'>

/** When all sessions began, before the question. */
export const sessionsBeganMinutes = 29 * 60

/** The panel that is asked about, as it was before anything happened. */
export interface Subject {
  cloudId: string
  place: number
  container: string
  company: { id: number; name: string; sapCompanyId: string }
  iccid: string
  /** A SIM of the demo world that its SIM is like. */
  like: string
  carrier: Carrier
  physicalId: string
}

export type Reader = 'support' | 'auditor'

/** A panel's session at some moment. */
export type Session = NonNullable<Changes['connections']>[string]

/** A world in the making: all that happens in it, in minutes before the question. */
export interface Plan {
  subject: Subject
  /** Done at a moment by calls of the product or in its database. */
  events: { minutes: number; does: (stage: WorldStage) => Promise<unknown> }[]
  /** What the outside world is like so many minutes before the question; each tells of something else. */
  views: ((minutes: number) => Changes)[]
  /** Sessions that go otherwise than all others; undefined: as all others. */
  sessions: Map<string, (minutes: number) => Session | undefined>
  /** Answers that are changed on their way when the question is asked. */
  rewrites: Rewrite[]
  /** So long ago WebConnect was last looked at. */
  lookedAtMinutes: number
  /** Further moments before at which WebConnect was looked at. */
  lookedAt: number[]
}
