import { keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { agentCountsMs } from '../states/index.ts'
import { registerCsr } from './csr.routes.ts'
import { type CsrTimes, createCsrWork } from './csr-work.ts'
import { purgeDeployments } from './keep.ts'
import { csrFigure } from './survey.ts'

export { receiversInError, recentDeployments, releasesPastConsole } from './csr.store.ts'
export { releasePattern } from './versions.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'csrAgents'>
  settings: { csr: CsrTimes; keepDays: { deployments: number } }
}

/** CSR Management (2.10): deployments, and the survey of the agents. */
export function csr({ platform, jobs, neighbours: { csrAgents }, settings }: Needs): Feature {
  const survey = createCsrWork({ platform, jobs, agents: csrAgents, times: settings.csr })
  return {
    calls: (api) => registerCsr(api, { jobs, agents: csrAgents, countsMs: agentCountsMs(settings.csr) }),
    figures: [csrFigure(settings.csr)],
    upkeep: [keptFor(settings.keepDays.deployments, platform.clock.now, purgeDeployments)],
    watch: () => survey.start(),
    close: survey.close,
  }
}
