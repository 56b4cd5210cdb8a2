import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import type { WebConnectTimes } from '../webconnect/index.ts'
import { registerDiagnosis } from './diagnosis.routes.ts'
import { keepPulses } from './keep-pulse.ts'
import { createRuns } from './runs.ts'

interface Needs extends FeatureParts {
  neighbours: Neighbours
  settings: { webConnect: WebConnectTimes }
}

/** What is wrong with a panel or a SIM. */
export function diagnosis({ platform, neighbours, settings }: Needs): Feature {
  const pulses = keepPulses(platform.observations, platform.clock)
  const parts = { platform, neighbours, times: settings.webConnect, pulses }
  const runs = createRuns(parts)
  return { calls: (api) => registerDiagnosis(api, parts, runs), stop: runs.close }
}
