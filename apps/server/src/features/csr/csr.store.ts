import { type Csr, type CsrDeployment, mostDeployments } from '@support-console/contract'
import { type InferResult, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { compareReleases } from './versions.ts'

/** All CSRs, by server; csr-9 before csr-10. */
export async function readCsrs(db: Kysely<Tables>): Promise<Csr[]> {
  const rows = await selectCsrs(db).execute()
  const collator = new Intl.Collator('en', { numeric: true })
  return rows.map(toCsr).sort((a, b) => collator.compare(a.server, b.server))
}

/** @throws Problem NotFound */
export async function readCsr(db: Kysely<Tables>, ipAddress: string): Promise<Csr> {
  const row = await selectCsrs(db).where('csr.ip_address', '=', ipAddress).executeTakeFirst()
  if (!row) throw noSuchCsr(ipAddress)
  return toCsr(row)
}

/** As its agent is found. */
export const serverOf = (db: Kysely<Tables>, csrId: number) =>
  db
    .selectFrom('csr')
    .select(['server', 'ip_address as ipAddress'])
    .where('csr_id', '=', csrId)
    .executeTakeFirstOrThrow()

export const noSuchCsr = (ipAddress: string) =>
  new Problem('NotFound', `There is no CSR with the IP address ${ipAddress}. Reload the page.`)

/**
 * Puts another description in place, in the caller's transaction.
 * @returns the CSR, and what was there before
 * @throws Problem NotFound
 */
export async function describeCsr(trx: Transaction<Tables>, ipAddress: string, description: string) {
  const csr = await trx
    .selectFrom('csr')
    .select(['csr_id', 'server', 'status', 'description as before'])
    .where('ip_address', '=', ipAddress)
    .forUpdate()
    .executeTakeFirst()
  if (!csr) throw noSuchCsr(ipAddress)
  await trx
    .updateTable('csr')
    .set({ description, update_date: sql<Date>`now()` })
    .where('csr_id', '=', csr.csr_id)
    .execute()
  return csr
}

/** The releases that there are, the newest first. */
export async function readReleases(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('csr_release').select('version').execute()
  return rows.map(({ version }) => version).sort((a, b) => compareReleases(b, a))
}

/** The last deployments of a CSR with their logs, the newest first. */
export async function readDeployments(db: Kysely<Tables>, ipAddress: string): Promise<CsrDeployment[]> {
  const csr = await db
    .selectFrom('csr')
    .select('csr_id')
    .where('ip_address', '=', ipAddress)
    .executeTakeFirst()
  if (!csr) throw noSuchCsr(ipAddress)
  const rows = await db
    .selectFrom('csr_deployment')
    .selectAll()
    .where('csr_id', '=', csr.csr_id)
    .orderBy('created_at', 'desc')
    .limit(mostDeployments)
    .execute()
  return rows.map((row) => ({ ...deploymentOf(row), log: row.log }))
}

/** Deployments on any server that were under way at or after this moment, the newest first. */
export async function recentDeployments(db: Kysely<Tables>, since: Date) {
  return db
    .selectFrom('csr_deployment')
    .innerJoin('csr', 'csr.csr_id', 'csr_deployment.csr_id')
    .select([
      'csr.server',
      'to_release as toRelease',
      'state',
      'created_at as begunAt',
      'finished_at as endedAt',
      'email',
      'transaction_id as transactionId',
      'panels_before as panelsBefore',
      // Its agent was asked again since, and no later deployment has begun.
      sql<number | null>`case when panel_count_at >= finished_at and not exists (
        select from csr_deployment as later where later.csr_id = csr.csr_id and later.created_at > csr_deployment.created_at)
        then panel_count end`.as('panelsAfter'),
    ])
    .where(({ or, eb }) => or([eb('finished_at', 'is', null), eb('finished_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
}

/** Those whose last deployment failed, and when it ended; null: not known. */
export async function receiversInError(db: Kysely<Tables>) {
  return db
    .selectFrom('csr')
    .where('status', '=', 'Error')
    .select([
      'server',
      ({ selectFrom }) =>
        selectFrom('csr_deployment')
          .whereRef('csr_deployment.csr_id', '=', 'csr.csr_id')
          .select('finished_at')
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('since'),
    ])
    .orderBy('server')
    .execute()
}

/** What is shown of a deployment beside its log. */
const shown = [
  'deployment_id',
  'kind',
  'from_release',
  'to_release',
  'state',
  'reason',
  'transaction_id',
  'email',
  'created_at',
  'started_at',
  'finished_at',
] as const
type DeploymentRow = Pick<Selectable<Tables['csr_deployment']>, (typeof shown)[number]>

const selectCsrs = (db: Kysely<Tables>) =>
  db
    .selectFrom('csr')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('csr_deployment')
          .select(shown)
          .whereRef('csr_deployment.csr_id', '=', 'csr.csr_id')
          .orderBy('csr_deployment.created_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll()

type CsrRow = InferResult<ReturnType<typeof selectCsrs>>[number]

const toCsr = (row: CsrRow): Csr => ({
  server: row.server,
  ipAddress: row.ip_address,
  description: row.description,
  name: row.release,
  releaseVersion: row.release,
  csrStatus: row.status,
  panelCount: row.panel_count,
  panelCountAt: row.panel_count_at?.toISOString() ?? null,
  deployment: hasDeployment(row) ? deploymentOf(row) : null,
})

/** The lateral join gives all of its columns or none. */
const hasDeployment = (row: CsrRow): row is CsrRow & DeploymentRow => row.deployment_id !== null

function deploymentOf(row: DeploymentRow): Omit<CsrDeployment, 'log'> {
  return {
    deploymentId: row.deployment_id,
    kind: row.kind,
    fromRelease: row.from_release,
    toRelease: row.to_release,
    createdBy: row.email,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    outcome: row.state === 'succeeded' ? 'Succeeded' : row.state === 'error' ? 'Error' : null,
    reason: row.reason,
    transactionId: row.transaction_id,
  }
}
