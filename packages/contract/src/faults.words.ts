/** What can be wrong with what. Imports nothing, so that the console can carry it. */

/** What many panels that stop together can have in common, the nearest first; 'same-time': nothing that is kept, but when they stopped. */
export const outageScopes = [
  'container',
  'company',
  'csr',
  'firmware',
  'network-model',
  'vpn-endpoint',
  'carrier',
  'sim-range',
  'same-time',
  'webconnect',
] as const
export type OutageScope = (typeof outageScopes)[number]

/** How far a cause reaches. */
export const scopes = ['panel', 'sim', ...outageScopes] as const
export type ScopeKind = (typeof scopes)[number]

/** What something can be wrong with: one of these, a neighbour, a batch, a release in waves, a webhook, or all things with one finding of the fleet. */
export const subjectKinds = [...scopes, 'neighbour', 'batch', 'waves', 'webhook', 'finding'] as const
export type SubjectKind = (typeof subjectKinds)[number]
