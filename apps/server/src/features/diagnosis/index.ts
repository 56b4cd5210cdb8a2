import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { createLooks, type WebConnectTimes } from '../webconnect/index.ts'
import { registerDiagnosis } from './diagnosis.routes.ts'
import { keepPulses } from './keep-pulse.ts'
import { createRuns } from './runs.ts'

interface Needs extends FeatureParts {
  neighbours: Neighbours
  settings: StateSettings & { webConnect: WebConnectTimes }
}

/** What is wrong with a panel or a SIM. */
export function diagnosis({ platform, neighbours, settings }: Needs): Feature {
  const pulses = keepPulses(platform.observations, platform.clock)
  const times = settings.webConnect
  const silentMs = times.silentMinutes * 60_000
  const looks = createLooks({ platform, webConnect: neighbours.webConnect, silentMs })
  const parts = { platform, neighbours, times, pulses, looks }
  const runs = createRuns(parts)
  const viewOf = createViews(platform, settings)
  return {
    calls: (api) => registerDiagnosis(api, parts, runs, viewOf),
    stop: () => Promise.all([runs.close(), looks.close()]).then(() => {}),
  }
}
