/** What an entry of a timeline may be. Imports nothing, so that the console can carry it. */
export const timelineKinds = [
  'action',
  'flag',
  'environment',
  'sim-activity',
  'deactivation',
  'deployment',
  'observation',
  /** A source has not answered since: of this time nothing is known. */
  'gap',
] as const
export type TimelineKind = (typeof timelineKinds)[number]
