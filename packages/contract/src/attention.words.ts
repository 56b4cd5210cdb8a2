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
