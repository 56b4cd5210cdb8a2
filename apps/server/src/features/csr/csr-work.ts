import { randomUUID } from 'node:crypto'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Repeated, repeatedly } from '../../platform/repeatedly.ts'
import { inScope } from '../../platform/request-scope.ts'
import { workOn } from '../../platform/undertakings/runs.ts'
import type { CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { kind } from './begin-deployment.ts'
import { type DeploymentTimes, runDeployment } from './run-deployment.ts'
import { surveyCsrs } from './survey.ts'
import { runWaves } from './waves/run-waves.ts'
import { wavesKind } from './waves/waves.store.ts'

/** Deployments that a replica follows side by side. */
const deploymentsAtOnce = 20
const wavesAtOnce = 10

export type CsrTimes = DeploymentTimes & {
  /** How often each agent is asked. */
  statusMs: number
}

/**
 * What happens to CSRs without a request: deployments as lasting work (D5), and the survey of their panels.
 * @returns the survey
 */
export function createCsrWork(parts: {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations' | 'metrics'>
  jobs: Jobs
  agents: CsrAgents
  times: CsrTimes
}): Repeated {
  const { platform, jobs, agents, times } = parts
  workOn({ jobs, db: platform.db }, kind, deploymentsAtOnce, (deploymentId, signals) =>
    runDeployment({ platform, agents, times, deploymentId, ...signals }),
  )
  workOn({ jobs, db: platform.db }, wavesKind, wavesAtOnce, (planId, signals) =>
    runWaves({ platform, jobs, agents, lookMs: times.lookMs }, planId, signals),
  )
  return repeatedly(
    platform,
    'the survey of CSRs',
    (signal) =>
      inScope({ transactionId: randomUUID() }, () => surveyCsrs(platform, agents, times.statusMs, signal)),
    () => Math.max(1000, times.statusMs / 5),
  )
}
