import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { WorkerWatch } from '../../platform/jobs/worker-watch.ts'
import type { Endings } from '../../platform/undertakings/ended.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { agentCountsMs, createViews, type StateSettings } from '../states/index.ts'
import { createLooks, type WebConnectTimes } from '../webconnect/index.ts'
import { registerDays } from './day/index.ts'
import { registerDiagnosis } from './diagnosis.routes.ts'
import { keepPulses } from './keep-pulse.ts'
import { keptLooks, registerLooks, workOnLooks } from './many/index.ts'
import { createRuns } from './runs.ts'

export { beginLook } from './many/index.ts'

interface Needs extends FeatureParts {
  neighbours: Neighbours
  endings: Endings
  worker: Pick<WorkerWatch, 'isWorkedOn'>
  settings: StateSettings & { webConnect: WebConnectTimes; keepDays: { batches: number } }
}

/** What is wrong with a panel or a SIM. */
export function diagnosis({ platform, jobs, endings, worker, neighbours, settings }: Needs): Feature {
  const pulses = keepPulses(platform.observations, platform.clock)
  const times = settings.webConnect
  const silentMs = times.silentMinutes * 60_000
  const looks = createLooks({ platform, webConnect: neighbours.webConnect, silentMs })
  const parts = { platform, neighbours, times, agentCountsMs: agentCountsMs(settings.csr), pulses, looks }
  const runs = createRuns(parts)
  const viewOf = createViews(platform, settings)
  workOnLooks({ platform, jobs, runs, carriers: neighbours.carriers, endings })
  return {
    calls(api) {
      registerDiagnosis(api, parts, runs, viewOf)
      registerDays(api, parts)
      registerLooks(api, { jobs, worker, viewOf })
    },
    upkeep: [keptLooks(settings.keepDays.batches, platform.clock.now)],
    stop: () => Promise.all([runs.close(), looks.close()]).then(() => {}),
  }
}
