import type { Clock } from '../../../platform/clock.ts'
import type { Source } from '../source.ts'
import { companies } from './companies.ts'
import { containers } from './containers.ts'
import { csrs } from './csrs.ts'
import { panels } from './panels.ts'
import { people, staff } from './people.ts'
import { sims } from './sims.ts'
import { transactions } from './transactions.ts'

/** Everything that is searched. */
export const searchSources = (clock: Clock): readonly Source[] => [
  sims,
  panels,
  companies,
  csrs,
  containers,
  people,
  staff(() => clock.now().getTime()),
  transactions,
]
