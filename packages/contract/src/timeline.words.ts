/** What an entry of a timeline may be. Imports nothing, so that the console can carry it. */
export const timelineKinds = [
  'action',
  'flag',
  'environment',
  'sim-activity',
  'deactivation',
  'deployment',
  /** One look at which sources said otherwise than before. */
  'observation',
  /** A panel came to WebConnect, left it, or was not heard. */
  'connection',
  /** A source has not answered since: of this time nothing is known. */
  'gap',
  /** It stopped together with others, or while far more than usual were silent; of a company or server: panels of it. */
  'outage',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** What a panel's connection did: `reconnected` stands for many times within an hour. */
export const connectionTurns = ['left', 'back', 'moved', 'silent', 'heard', 'reconnected'] as const
export type ConnectionTurn = (typeof connectionTurns)[number]
