import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { registerSearch } from './search.routes.ts'
import { purgeVisits } from './visits.ts'

/** The palette and `/search`. */
export const search = ({ platform: { clock } }: FeatureParts): Feature => ({
  calls: registerSearch,
  upkeep: [(db) => purgeVisits(db, clock.now())],
})
