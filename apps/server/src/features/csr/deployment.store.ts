import { type CsrDeployment, thing } from '@support-console/contract'
import { type Selectable, sql } from 'kysely'
import { appendAudit } from '../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { entryOnBehalf } from '../../platform/undertakings/behalf.ts'
import { deploymentJob, setStatus } from './begin-deployment.ts'
import { openStates } from './csr.table.ts'

const job = { name: deploymentJob, permission: 'csr.change', activity: 'Virtual CSR Management' }

export type DeploymentRow = Selectable<Tables['csr_deployment']> & {
  server: string
  ip_address: string
  /** Whether another run had it before. */
  isFollowed: boolean
}

/** How a deployment ended; `reason` is a sentence for the user. */
export type Ending = { state: 'succeeded' } | { state: 'error'; reason: string }

/** What one run of a deployment may do to it; writes are refused where another run has taken over (R44). */
interface DeploymentStore {
  /** Makes this run the one that may write. @returns undefined when the deployment is over */
  takeOver(): Promise<DeploymentRow | undefined>
  /** The agent has taken it: Pending becomes Running. @returns false: it is another's by now, or over */
  noteTaken(): Promise<boolean>
  /** @param log JSON of its lines. @returns false as above */
  keepLog(log: string): Promise<boolean>
  /** The end, with everything that belongs to it: the CSR's status and release, the audit entry. @returns false as above */
  settle(ending: Ending): Promise<boolean>
}

export function deploymentStore(db: Db, deploymentId: string, runId: string): DeploymentStore {
  const own = (trx: Db) =>
    trx
      .updateTable('csr_deployment')
      .where('deployment_id', '=', deploymentId)
      .where('run_id', '=', runId)
      .where('state', 'in', openStates)

  return {
    takeOver() {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('csr_deployment')
          .innerJoin('csr', 'csr.csr_id', 'csr_deployment.csr_id')
          .selectAll('csr_deployment')
          .select(['csr.server', 'csr.ip_address'])
          .where('deployment_id', '=', deploymentId)
          .where('csr_deployment.state', 'in', openStates)
          .forUpdate('csr_deployment')
          .executeTakeFirst()
        if (!row) return undefined
        await trx
          .updateTable('csr_deployment')
          .set({ run_id: runId })
          .where('deployment_id', '=', deploymentId)
          .execute()
        return { ...row, run_id: runId, isFollowed: row.run_id !== null }
      })
    },
    noteTaken() {
      return db.transaction().execute(async (trx) => {
        const taken = await own(trx)
          .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, clock_timestamp())` })
          .returning('csr_id')
          .executeTakeFirst()
        if (taken) await setStatus(trx, taken.csr_id, 'Running')
        return taken !== undefined
      })
    },
    async keepLog(log) {
      const kept = await own(db).set({ log }).returning('csr_id').executeTakeFirst()
      return kept !== undefined
    },
    settle(ending) {
      return auditedTransaction(db, async (trx) => {
        const reason = ending.state === 'error' ? ending.reason.replaceAll('\u0000', '\ufffd') : ''
        const row = await own(trx)
          .set({ state: ending.state, reason, finished_at: sql<Date>`clock_timestamp()` })
          .returningAll()
          .executeTakeFirst()
        if (!row) return false
        const isDone = ending.state === 'succeeded'
        await setStatus(trx, row.csr_id, isDone ? 'Succeeded' : 'Error', isDone ? row.to_release : undefined)
        const { server, ip_address: ip } = await trx
          .selectFrom('csr')
          .select(['server', 'ip_address'])
          .where('csr_id', '=', row.csr_id)
          .executeTakeFirstOrThrow()
        const entry = entryOnBehalf(row, job, {
          subTransactionId: row.deployment_id,
          message: inWords({ server, kind: row.kind, from: row.from_release, to: row.to_release }),
          object: thing('csr', ip),
          result: isDone ? 'Success' : 'Error',
          detail: reason,
        })
        await appendAudit(trx, entry)
        return true
      })
    },
  }
}

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade', return: 'Return' } as const

/** 'Upgrade csr-03 from 4.2.0 to 5.0.0', for the audit trail. */
export const inWords = (deployment: {
  server: string
  kind: CsrDeployment['kind']
  from: string
  to: string
}): string => `${verbs[deployment.kind]} ${deployment.server} from ${deployment.from} to ${deployment.to}`
