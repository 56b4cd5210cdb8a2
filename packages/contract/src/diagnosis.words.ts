/** What a diagnosis may say (connected console 5). Imports nothing, so that the console can carry it. */

/**
 * `unknown`: its source gave no answer, or the reader may not read it; never shown as fine. `waiting`: it was asked and has
 * not answered yet. `explained`: a fault or warning that follows from an earlier fault.
 */
export const findingStates = ['fault', 'warning', 'unknown', 'waiting', 'explained', 'fine'] as const
export type FindingState = (typeof findingStates)[number]

/** A verdict is never `explained`. */
export const verdictStates = [
  'fault',
  'warning',
  'unknown',
  'waiting',
  'fine',
] as const satisfies FindingState[]

/** The checks of a SIM, in the order of dependence. What each means stands in docs/findings.md. */
export const simFindingCodes = [
  'sim-unknown',
  'sim-company',
  'sim-unusable',
  'sim-deactivation',
  'carrier-trouble',
  'sim-state-differs',
  'sim-not-active',
  'sim-imei',
  'sim-network-model',
  'sim-vpn-account',
  'sim-address',
  'sim-usage',
  'sim-offline',
] as const

/** The checks of a panel, those of its SIM among them, in the order of dependence. */
export const panelFindingCodes = [
  'panel-unknown',
  'panel-company',
  'panel-services',
  'panel-environment',
  'panel-management',
  'container-down',
  'container-clock',
  'container-silent',
  'receiver-deployed',
  'panel-without-sim',
  'panel-other-sim',
  ...simFindingCodes,
  'panel-not-connected',
  'panel-silent',
] as const
export type FindingCode = (typeof panelFindingCodes)[number]

/** How long a diagnosis waits for what it asks, in seconds, where nobody says otherwise, and at most. */
export const diagnosisSeconds = { usual: 5, most: 600 } as const

/** An instant within a sentence: UTC, as `Date.toISOString` writes it. Whoever shows the sentence writes it in his zone. */
export const instantsInSentence = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
