import { type FleetFindingKind, fleetFindings } from './fleet.words.ts'

/** So many rows at most are told at once; how many more there are is counted. */
export const mostAttention = 7

/** What panels that stopped together have in common. */
export const outageScopes = [
  'container',
  'company',
  'receiver',
  'carrier',
  'sim-range',
  'webconnect',
] as const
export type OutageScope = (typeof outageScopes)[number]

/** Whether a row stands for panels that can be named: those that stopped together, or that more were found of. */
export const standsForPanels = (what: { kind: string; finding?: FleetFindingKind | undefined }): boolean =>
  what.kind === 'outage' ||
  what.kind === 'disabled' ||
  (what.kind === 'drift' && what.finding !== undefined && fleetFindings[what.finding].thing === 'panel')
