import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { registerLeaving } from './leaving.routes.ts'

/** Companies that leave. What a person ended by it is kept: it is the proof. */
export const leaving = ({ jobs }: FeatureParts): Feature => ({
  calls: (api) => registerLeaving(api, jobs),
})
