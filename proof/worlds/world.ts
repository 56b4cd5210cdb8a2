import type { Effect, FindingCode, ScopeKind, Symptom, VendorCode } from '@support-console/contract'
import type { Changes } from '@support-console/demo-world/situations'
import type { Rewrite } from './answers.ts'
import type { Draw } from './draw.ts'
import type { WorldStage } from './stage.ts'

/** Who may be asked. */
export const sources = [
  'carrier',
  'mobile-broker',
  'connector',
  'pathfinder',
  'remote-portal',
  'webconnect',
  // What the console itself has, of which a reader may be shown only a part.
  'console',
  'sims',
  'companies',
] as const
export type Source = (typeof sources)[number]

/** The panel that is asked about, as it was before anything happened. */
export interface Subject {
  cloudId: string
  place: number
  container: string
  company: { id: number; name: string; sapCompanyId: string }
  iccid: string
  /** A SIM of the demo world that its SIM is like. */
  like: string
  carrier: VendorCode
  remoteId: string
  physicalId: string
}

/** What is true of one thing that was planted. */
export interface Truth {
  kind: string
  /** Each of them names it. */
  codes: readonly FindingCode[]
  effect: Effect
  scope: ScopeKind
  /** When it began, in minutes before the question; null: no source can know. */
  sinceMinutes: number | null
  /** All that must answer so that it can be known. */
  tells: readonly Source[]
  /** Who else knows it in part: enough for `likely`. */
  hints?: readonly Source[]
  /** It was changed in this console, before a silence. */
  isDoneHere?: boolean
  /** It is no cause: it began after the silence, or the panel reported with it. */
  isRefuted?: boolean
}

/** Who asks, and what they may not read. */
export type Reader = 'support' | 'without-sims' | 'without-environment' | 'without-companies' | 'auditor'

/** A panel's session at some moment. */
export type Session = NonNullable<Changes['connections']>[string]

/** A world in the making: all that happens in it, in minutes before the question. */
export interface Plan {
  seed: number
  draw: Draw
  subject: Subject
  symptom: Symptom
  /** Null: it reports. */
  silentMinutes: number | null
  truths: Truth[]
  noise: string[]
  /** Done at a moment by calls of the product or in its database. */
  events: { minutes: number; what: string; does: (stage: WorldStage) => Promise<unknown> }[]
  /** What the outside world is like so many minutes before the question; later ones lie over earlier ones. */
  views: ((minutes: number) => Changes)[]
  /** Sessions that go otherwise than all others; undefined: as all others. */
  sessions: Map<string, (minutes: number) => Session | undefined>
  /** Panels of a common cause, which left or fell silent with the subject. */
  fellWith: Set<string>
  /** Answers that are changed on their way when the question is asked; `always`: also before. */
  rewrites: Rewrite[]
  /** No session names a SIM. */
  isWithoutSim: boolean
  /** What a call of the product changes outside, and when: then the field's own word counts. */
  changedOutside: Map<'sim' | 'management' | 'environment', number | readonly number[]>
  /** Sources that give no usable answer when the question is asked. */
  failed: Set<Source>
  /** Sources that are still being asked when the answer is given. */
  open: Set<Source>
  /** So long ago WebConnect was last looked at. */
  lookedAtMinutes: number
  reader: Reader
  about: 'panels' | 'sims'
  /** Something is not shown to the reader. */
  isHidden: boolean
  /** A container's times are wrong. */
  isClockOff: boolean
  /** What noise is, besides, as a finding that silences no one. */
  noted: Set<FindingCode>
  /** Sources whose clocks are off by less than anybody takes offence at, or that tell no times. */
  untimed: Set<Source>
  /** Sources that tell less than usual. */
  thin: Set<Source>
  /** Moments at which someone asked about the panel before. */
  looks: number[]
  /** Further moments at which WebConnect was looked at. */
  lookedAt: number[]
}

/** A kind of cause. Which SIM, panel, carrier, times and how many are drawn again for each world. */
export interface Kind {
  name: string
  symptoms: readonly Symptom[]
  /** How long after its beginning the panel falls silent, in minutes. */
  lag?: readonly [least: number, most: number]
  fits?: (plan: Plan) => boolean
  /** Nothing else is planted beside it. */
  isAlone?: true
  /** @param minutes when it began, before the question */
  plant: (plan: Plan, minutes: number) => Truth
}

/** Whether it is true of a moment. */
export const isBy = (minutes: number, began: number): boolean => minutes <= began
