import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { createViews, foldCounts, keepAfterCrash, type StateSettings } from '../states/index.ts'
import { registerThings } from './things.routes.ts'

export { connectionsOf, panelsWithSims } from './belongs-to.ts'

interface Needs extends FeatureParts {
  settings: StateSettings
}

/** The pages of things. */
export const things = ({ platform, settings }: Needs): Feature => ({
  calls: (api) => registerThings(api, createViews(platform, settings)),
  upkeep: [foldCounts, keepAfterCrash],
})
