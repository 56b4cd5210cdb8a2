import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { registerSearch } from './search.routes.ts'
import { purgeVisits } from './visits.ts'

interface Needs extends FeatureParts {
  settings: StateSettings
}

/** The palette and `/search`. */
export const search = ({ platform, settings }: Needs): Feature => ({
  calls: (api) => registerSearch(api, createViews(platform, settings)),
  upkeep: [(db) => purgeVisits(db, platform.clock.now())],
})
