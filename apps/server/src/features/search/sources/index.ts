import type { SearchKind } from '@support-console/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Source } from '../source.ts'
import { companies } from './company.ts'
import { containers } from './container.ts'
import { csrs } from './csr.ts'
import { panels } from './panel.ts'
import { people, staff } from './person.ts'
import { sims } from './sim.ts'
import { transactions } from './transaction.ts'

/** Everything that is searched: each kind of the contract's table has its sources here. */
export function searchSources(clock: Clock): readonly Source[] {
  const sources: { readonly [Kind in SearchKind]: readonly Source<Kind>[] } = {
    sim: [sims],
    panel: [panels],
    company: [companies],
    csr: [csrs],
    container: [containers],
    person: [people, staff(() => clock.now().getTime())],
    transaction: [transactions],
  }
  return Object.values(sources).flat()
}
