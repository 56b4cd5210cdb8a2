import type { View } from '../features/states/index.ts'

/** States as someone sees them who may read everything, and whom nothing is too old for. */
export const seesAll = (now = new Date()): View => ({
  may: () => true,
  now,
  host: 'test',
  staleAfterMs: 24 * 3600_000,
  agentCountsMs: 24 * 3600_000,
})
