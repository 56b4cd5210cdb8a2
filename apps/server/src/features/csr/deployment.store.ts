import { type CsrDeployment, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { beginnerOf } from '../../platform/undertakings/behalf.ts'
import { heldBy, settle } from '../../platform/undertakings/undertakings.ts'
import { kind, setStatus } from './begin-deployment.ts'
import { openStates } from './csr.table.ts'

/** How a deployment ended; `reason` is a sentence for the user. */
export type Ending = { state: 'succeeded' } | { state: 'error'; reason: string }

/**
 * What one run of a deployment may do to it. What says `false` has written nothing: the deployment is another's by now
 * (R44), or over.
 */
export function deploymentStore(db: Db, deploymentId: string, runId: string) {
  const own = (trx: Db) =>
    trx
      .updateTable('csr_deployment')
      .where('deployment_id', '=', deploymentId)
      .where(heldBy(runId, openStates))

  return {
    /** Makes this run the one that may write. @returns undefined when the deployment is over */
    takeOver: () =>
      db.transaction().execute(async (trx) => {
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
        const taken = trx.updateTable('csr_deployment').set({ run_id: runId })
        await taken.where('deployment_id', '=', deploymentId).execute()
        /** Whether another run had it before. */
        return { ...row, isFollowed: row.run_id !== null }
      }),
    /** The agent has taken it: Pending becomes Running. */
    noteTaken: (): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const taken = await own(trx)
          .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, clock_timestamp())` })
          .returning('csr_id')
          .executeTakeFirst()
        if (taken) await setStatus(trx, taken.csr_id, 'Running')
        return taken !== undefined
      }),
    /** @param log JSON of its lines */
    async keepLog(log: string): Promise<boolean> {
      const kept = await own(db).set({ log }).returning('csr_id').executeTakeFirst()
      return kept !== undefined
    },
    /** The end, with everything that belongs to it: the CSR's status and release, the audit entry. */
    settle: (ending: Ending): Promise<boolean> =>
      settle(db, kind, async (trx) => {
        const reason = ending.state === 'error' ? ending.reason.replaceAll('\u0000', '\ufffd') : ''
        const row = await own(trx)
          .set({ state: ending.state, reason, finished_at: sql<Date>`clock_timestamp()` })
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        const isDone = ending.state === 'succeeded'
        const status = isDone ? 'Succeeded' : 'Error'
        const csr = await setStatus(trx, row.csr_id, status, isDone ? row.to_release : undefined)
        return {
          ...beginnerOf(row),
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
      }),
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
