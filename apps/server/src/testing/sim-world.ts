import { seedParts } from '../demo/seed-parts.ts'
import { testSecrets } from './test-secrets.ts'

/** The demo world without its past, which takes longer than all the rest and fills the logs. */
export const simWorld = seedParts(testSecrets).filter(
  ({ name }) => !['sim-activity', 'user-actions', 'webconnect'].includes(name),
)
