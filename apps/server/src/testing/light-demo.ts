import { seedParts } from '../demo/seed-parts.ts'
import { testSecrets } from './test-secrets.ts'

/** What no test of a whole program looks at, and what makes a first start long: tens of thousands of past events. */
export const history = ['sim-activity', 'user-actions']
export const demoParts = seedParts(testSecrets)

/** The demo world without its history. */
export const lightParts = demoParts.map((part) =>
  history.includes(part.name) ? { ...part, run: async () => {} } : part,
)
