import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { type HandoverSettings, registerHandover } from './handover.routes.ts'

interface Needs extends FeatureParts {
  settings: HandoverSettings
}

/** What happened in a shift. */
export const handover = ({ settings }: Needs): Feature => ({
  calls: (api) => registerHandover(api, settings),
})
