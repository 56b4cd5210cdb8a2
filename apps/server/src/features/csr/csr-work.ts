import { randomUUID } from 'node:crypto'
import type { Alarm } from '../../platform/clock.ts'
import { inScope } from '../../platform/http/request-scope.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CsrAgents } from '../../systems/csr-agent/csr-agent.ts'
import { type DeploymentJob, deploymentJob } from './begin-deployment.ts'
import { type DeploymentTimes, runDeployment } from './run-deployment.ts'
import { surveyCsrs } from './survey.ts'

/** Deployments that a replica follows side by side. */
const deploymentsAtOnce = 20

/** What happens to CSRs without a request: deployments as lasting work (D5), and the survey of their panels. */
interface CsrWork {
  /** Begins to survey. */
  watch(): void
  close(): Promise<void>
}

export function createCsrWork(parts: {
  platform: Pick<Platform, 'db' | 'log' | 'clock'>
  jobs: Jobs
  agents: CsrAgents
  times: DeploymentTimes & { statusMs: number }
}): CsrWork {
  const { platform, jobs, agents, times } = parts
  const closing = new AbortController()
  let surveying: Promise<void> = Promise.resolve()
  let timer: Alarm | undefined

  jobs.handle<DeploymentJob>(
    deploymentJob,
    { atOnce: deploymentsAtOnce },
    async ({ deploymentId }, { stopping, lost }) => {
      const row = await platform.db
        .selectFrom('csr_deployment')
        .select('transaction_id')
        .where('deployment_id', '=', deploymentId)
        .executeTakeFirst()
      if (!row) return
      await inScope({ transactionId: row.transaction_id }, () =>
        runDeployment({ platform, agents, times, deploymentId, stopping, lost }),
      )
    },
  )

  function survey(): void {
    surveying = inScope({ transactionId: randomUUID() }, () =>
      surveyCsrs(platform, agents, times.statusMs, closing.signal),
    )
      .catch((error: unknown) => {
        if (!closing.signal.aborted) platform.log.error({ err: error }, 'the survey of CSRs failed')
      })
      .then(() => {
        if (closing.signal.aborted) return
        timer = platform.clock.after(Math.max(1000, times.statusMs / 5), survey)
      })
  }

  return {
    watch: survey,
    async close() {
      closing.abort(new Error('the server is stopping'))
      timer?.stop()
      await surveying
    },
  }
}
