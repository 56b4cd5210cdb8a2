import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { registerViews } from './views.routes.ts'
import { purgeViews } from './views.store.ts'

/** Views of lists. */
export const views = ({ platform }: FeatureParts): Feature => ({
  calls: registerViews,
  upkeep: [(db) => purgeViews(db, platform.clock.now())],
})
