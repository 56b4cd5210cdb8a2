import { type CsrDeployment, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Run } from '../../platform/undertakings/runs.ts'
import type { AgentStatus } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { setStatus } from './begin-deployment.ts'

/** How a deployment ended; `reason` is a sentence for the user. */
export type Ending = { state: 'succeeded' } | { state: 'error'; reason: string }

/** What one run of a deployment may do to it; what says `false` has written nothing. */
export const deploymentStore = (db: Db, run: Run<'csr_deployment'>) => ({
  /** What its agent says before it is told to begin, asked at this instant. */
  noteBefore: async ({ release, panels }: AgentStatus, at: string): Promise<boolean> =>
    (await run.note(db, { ran_before: release, panels_before: panels, panels_before_at: new Date(at) })) !==
    undefined,
  /** The agent has taken it: Pending becomes Running. */
  noteTaken: (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const taken = await run.note(trx, {
        state: 'running',
        started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
      })
      if (taken) await setStatus(trx, taken.csr_id, 'Running')
      return taken !== undefined
    }),
  /** @param log JSON of its lines */
  keepLog: async (log: string): Promise<boolean> => (await run.note(db, { log })) !== undefined,
  /** The end, with everything that belongs to it: the CSR's status and release, the audit entry. */
  settle(ending: Ending): Promise<boolean> {
    const reason = ending.state === 'error' ? ending.reason.replaceAll('\u0000', '\ufffd') : ''
    return run.end({ state: ending.state, reason }, async (row, trx) => {
      const isDone = ending.state === 'succeeded'
      const status = isDone ? 'Succeeded' : 'Error'
      const csr = await setStatus(trx, row.csr_id, status, isDone ? row.to_release : undefined)
      return {
        subTransactionId: row.deployment_id,
        message: inWords({
          server: csr.server,
          kind: row.kind,
          from: row.from_release,
          to: row.to_release,
        }),
        object: thing('csr', csr.ip_address),
        result: isDone ? 'Success' : 'Error',
        detail: reason,
      }
    })
  },
})

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade', return: 'Return' } as const

/** 'Upgrade csr-03 from 4.2.0 to 5.0.0', for the audit trail. */
export const inWords = (deployment: {
  server: string
  kind: CsrDeployment['kind']
  from: string
  to: string
}): string => `${verbs[deployment.kind]} ${deployment.server} from ${deployment.from} to ${deployment.to}`
