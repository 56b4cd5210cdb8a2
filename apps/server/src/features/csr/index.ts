import { keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { keptAfterEnd } from '../../platform/undertakings/runs.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { agentCountsMs } from '../states/index.ts'
import { registerCsr } from './csr.routes.ts'
import { type CsrTimes, createCsrWork } from './csr-work.ts'
import { purgeDeployments } from './keep.ts'
import { csrFigure } from './survey.ts'
import { registerWaves } from './waves/waves.routes.ts'
import { wavesKind } from './waves/waves.store.ts'

export { receiversInError, recentDeployments, releasesPastConsole } from './csr.store.ts'
export { releasePattern } from './versions.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'csrAgents'>
  settings: { csr: CsrTimes; keepDays: { deployments: number } }
}

/** CSR Management (2.10): deployments, and the survey of the agents. */
export function csr({ platform, jobs, neighbours: { csrAgents }, settings }: Needs): Feature {
  const survey = createCsrWork({ platform, jobs, agents: csrAgents, times: settings.csr })
  const countsMs = agentCountsMs(settings.csr)
  const view = () => ({ now: platform.clock.now(), agentCountsMs: countsMs })
  return {
    calls(api) {
      registerCsr(api, { jobs, agents: csrAgents, view })
      registerWaves(api, { jobs, view })
    },
    figures: [csrFigure(settings.csr)],
    upkeep: [
      keptFor(settings.keepDays.deployments, platform.clock.now, purgeDeployments),
      keptAfterEnd(wavesKind, settings.keepDays.deployments, platform.clock.now),
    ],
    watch: () => survey.start(),
    close: survey.close,
  }
}
