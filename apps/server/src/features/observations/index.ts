import { keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { purgeChanges } from '../../platform/observations/keep.ts'
import { registerObservations } from './observations.routes.ts'

interface Needs extends FeatureParts {
  settings: { keepDays: { observations: number } }
}

/** What systems last said of a thing. */
export const observations = ({ platform: { clock }, settings }: Needs): Feature => ({
  calls: registerObservations,
  upkeep: [keptFor(settings.keepDays.observations, clock.now, purgeChanges)],
})
