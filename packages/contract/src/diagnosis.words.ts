/** What a diagnosis may say (`docs/findings.md`). Imports nothing, so that the console can carry it. */

/** What a panel does, seen from outside. It is the question; a cause is the answer. */
export const symptoms = [
  'not-connected',
  'silent',
  'one-way',
  'refused',
  'flapping',
  'reporting',
  'not-known',
] as const
export type Symptom = (typeof symptoms)[number]

/** What a cause does: a panel with it cannot report, may not report, or reports all the same. */
export const effects = ['stops', 'may-stop', 'beside'] as const
export type Effect = (typeof effects)[number]

/**
 * How certain a verdict is. `cause`: settled. `likely`: nothing more certain is known, or a source failed that could name a
 * stronger cause. `to-mend`: something is wrong, and nothing shows that it does not work (D62). `so-far`: a source that could name a
 * stronger cause is still being asked. `unexplained`: all answered, and nothing explains it.
 * `not-known`: too much is missing. `fine`: it reports, nothing is wrong, and every check answered.
 */
export const verdictStates = [
  'cause',
  'likely',
  'to-mend',
  'so-far',
  'unexplained',
  'not-known',
  'fine',
] as const
export type VerdictState = (typeof verdictStates)[number]

/** What is kept of a verdict: nothing waits any more. */
export const storedStates = [
  'cause',
  'likely',
  'to-mend',
  'unexplained',
  'not-known',
  'fine',
] as const satisfies VerdictState[]

/** Of many panels; `not-asked`: no source was asked of late. */
export const groupStates = [...verdictStates, 'not-asked'] as const
export type GroupState = (typeof groupStates)[number]

/**
 * `unknown`: its source gave no answer, or the reader may not read it; never shown as fine. `waiting`: it was asked and has
 * not answered yet.
 */
export const findingStates = ['wrong', 'unknown', 'waiting', 'fine'] as const
export type FindingState = (typeof findingStates)[number]

/** How a source fared. `refused`: it refuses the console's credentials. `not-shown`: the reader may not read it. */
export const sourceStates = [
  'answered',
  'asking',
  'no-answer',
  'refused',
  'unreadable',
  'not-shown',
  'not-asked',
] as const
export type SourceState = (typeof sourceStates)[number]

/** Who is asked, in the order in which they are always shown; the carrier by its name once that is known. */
export const sourceNames = {
  panel: ['WebConnect', 'Carrier', 'MobileBroker', 'Connector', 'Remote Portal', 'Pathfinder'],
  sim: ['Carrier', 'MobileBroker', 'Connector'],
} as const

/** The hops on the way of a signal, in their order; `session` is one of a SIM's own page alone. */
export const hopKinds = [
  'panel',
  'sim',
  'carrier',
  'session',
  'vpn',
  'container',
  'receiver',
  'portal',
] as const
export type HopKind = (typeof hopKinds)[number]

/**
 * How a hop fares by its own source. `cause`: the first cause of an answer. `broken`: does not work, as a consequence or beside a
 * cause. `amiss`: works, and something is wrong. `works`: seen working, and recently.
 */
export const hopStates = ['works', 'amiss', 'broken', 'cause', 'unknown', 'asking', 'not-shown'] as const
export type HopState = (typeof hopStates)[number]

/**
 * Of the causes of a verdict that has one: whether it is only to be mended, beside what explains (D62). Of a SIM alone nothing but
 * what stops it explains anything.
 */
export const isToMend = (
  { effect }: { effect: Effect | null },
  { symptom, isFirst }: { symptom: Symptom | null; isFirst: boolean },
): boolean => effect === 'beside' || (symptom === null && !isFirst && effect !== 'stops')

/** What changed before a silence. `sim`: at its carrier, as it was seen there. */
export const changeKinds = [
  'company',
  'environment',
  'management',
  'deactivation',
  'usability',
  'sim',
  'sim-panel',
  'release',
] as const

/** The checks of a SIM, in the order of dependence. What each means stands in docs/findings/sim-checks.md. */
export const simFindingCodes = [
  'sim-unknown',
  'sim-listed-twice',
  'sim-company',
  'sim-unusable',
  'sim-deactivation',
  'carrier-trouble',
  'sim-not-active',
  'sim-state-differs',
  'sim-imei',
  'sim-network-model',
  'sim-vpn-account',
  'sim-address',
  'sim-carrier-not-used',
  'sim-usage',
  'sim-offline',
] as const

/** The checks of a panel, those of its SIM among them, in the order of dependence. */
export const panelFindingCodes = [
  'common-cause',
  'panel-unknown',
  'panel-company',
  'company-switches',
  'panel-services',
  'panel-environment',
  'panel-management',
  'container-down',
  'container-clock',
  'container-silent',
  'receiver-down',
  'receiver-deployed',
  'recent-change',
  'panel-nightly',
  'panel-without-sim',
  'panel-other-sim',
  ...simFindingCodes,
] as const
export type FindingCode = (typeof panelFindingCodes)[number]

/** How long a diagnosis waits for what it asks, in seconds, unless the call says otherwise, and at most. */
export const diagnosisSeconds = { usual: 5, most: 600 } as const

/** An instant within a sentence: UTC, as `Date.toISOString` writes it. The reader sees it in their own zone. */
export const instantsInSentence = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
