import type { SubjectKind } from './faults.words.ts'
import { type FleetFindingKind, fleetFindings } from './fleet.words.ts'

/** So many rows at most are told at once; how many more there are is counted. */
export const mostAttention = 7
/** What who has a row in hand may say with it. */
export const longestTakenWord = 200

/**
 * What a row tells, with the figures and the note that its sentences have:
 * - `outage`: panels with something in common stopped together (members);
 * - `silent`: far more of them are silent than usually (members, usual; without it that is not known);
 * - `down`: a container, or WebConnect as a whole, does not answer (members);
 * - `late`: a container answers, and all that it tells is old (minutes);
 * - `failing`: a neighbour's answers fail (failed, of the last calls);
 * - `not-deployed`: a CSR server is in error (note: why);
 * - `core-down`, `other-release`, `agent-silent`: by the word of its agent, or since there is none (note: what it says);
 * - `batch-stopped`, `batch-unknown`: SIMs of a batch are left (left, total; note: who left them out);
 * - `waves-paused`: a release in waves waits for a person (note: why);
 * - `webhook-failing`, `webhook-off`: another system is not told any more;
 * - `webhook-ends`: its time is over within days (days);
 * - `still-disabled`: a panel is disabled beyond its time (note: why);
 * - `grown`: there is more of a finding of the fleet (before, count, grown).
 */
export const attentionCodes = [
  'outage',
  'silent',
  'down',
  'late',
  'failing',
  'not-deployed',
  'core-down',
  'other-release',
  'agent-silent',
  'batch-stopped',
  'batch-unknown',
  'waves-paused',
  'still-disabled',
  'webhook-failing',
  'webhook-off',
  'webhook-ends',
  'grown',
] as const

/** The numbers of those sentences. */
export const attentionFigures = [
  'members',
  'minutes',
  'usual',
  'failed',
  'calls',
  'left',
  'total',
  'before',
  'count',
  'grown',
  'days',
] as const

/** Whether a row stands for panels that can be named: those that stopped together, or that more were found of. */
export const standsForPanels = ({
  code,
  of,
}: {
  code: (typeof attentionCodes)[number]
  of: { kind: SubjectKind; id: string }
}): boolean =>
  code === 'outage' ||
  code === 'silent' ||
  code === 'down' ||
  of.kind === 'panel' ||
  (of.kind === 'finding' && fleetFindings[of.id as FleetFindingKind]?.thing === 'panel')
