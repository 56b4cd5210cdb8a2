import { keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { WorkerWatch } from '../../platform/jobs/worker-watch.ts'
import type { Endings } from '../../platform/undertakings/ended.ts'
import { workOn } from '../../platform/undertakings/runs.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { registerBatches } from './batches.routes.ts'
import { purgeCallbacks } from './callback.ts'
import { createDeactivations } from './deactivations.ts'
import { purgeBatches } from './keep.ts'
import type { LaneTimes } from './lane-parts.ts'
import { deactivationFigure } from './open-rows.ts'
import { purgeSeries, registerSeries, runSeries, seriesKind } from './series/index.ts'
import { registerSimManagement } from './sim-management.routes.ts'
import { registerVerizonCallback } from './verizon-callback.routes.ts'

export { answersOfNone, besideBatches, lastDeactivations, simsOfTransaction } from './batch-rows.ts'

export { beginSeries, countSims, type SeriesCounts } from './series/index.ts'

/** Series that a server works on at once. */
const seriesAtOnce = 20

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'carriers' | 'verizonCallbacks'>
  endings: Endings
  worker: Pick<WorkerWatch, 'isWorkedOn'>
  settings: StateSettings & { deactivations: LaneTimes; keepDays: { batches: number } }
}

/** SIM Management (2.4), with deactivations as lasting work. */
export function simManagement({ platform, jobs, endings, worker, neighbours, settings }: Needs): Feature {
  const { carriers, verizonCallbacks } = neighbours
  const deactivations = createDeactivations({
    platform,
    jobs,
    endings,
    carriers,
    times: settings.deactivations,
    isWorkedOn: worker.isWorkedOn,
  })
  // One for each person who waits: what carriers are asked at once is their lanes' own limit.
  workOn({ jobs, db: platform.db }, seriesKind, seriesAtOnce, (seriesId, signals) =>
    runSeries(
      {
        platform,
        jobs,
        batchEnds: async (batchId, signal) => void (await deactivations.ended(batchId, signal)),
      },
      seriesId,
      signals,
    ),
  )
  return {
    calls(api) {
      const viewOf = createViews(platform, settings)
      registerSimManagement(api, carriers, { deactivations, viewOf })
      registerBatches(api, deactivations, viewOf)
      registerSeries(api, { jobs, carriers, deactivations })
      registerVerizonCallback(api, verizonCallbacks, deactivations)
    },
    figures: [deactivationFigure],
    upkeep: [
      purgeCallbacks,
      keptFor(settings.keepDays.batches, platform.clock.now, purgeBatches),
      keptFor(settings.keepDays.batches, platform.clock.now, purgeSeries),
    ],
    close: deactivations.close,
  }
}
