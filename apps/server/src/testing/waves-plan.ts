import type { WavePlan } from '@support-console/contract'

/** A release of the newest to these servers, in one wave. */
export const wavesOf = (...servers: string[]): WavePlan => ({
  release: '5.0.0',
  servers,
  waves: [servers.length],
  wavesBy: 'number',
  order: 'fewest-first',
  budget: 1000,
  budgetBy: 'number',
  pause: 0,
  hours: null,
  errorsAllowed: 0,
})
