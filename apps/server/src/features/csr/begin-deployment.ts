import type { CsrDeployment } from '@support-console/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import type { Behalf } from '../../platform/undertakings/behalf.ts'
import { sendWork, type WorkKind } from '../../platform/undertakings/runs.ts'
import { noSuchCsr, returnTo } from './csr.store.ts'
import { openStates } from './csr.table.ts'
import { compareReleases } from './versions.ts'

export const kind: WorkKind<'csr_deployment'> = {
  name: 'csr-deployment',
  permission: 'csr.change',
  activity: 'Virtual CSR Management',
  table: 'csr_deployment',
  id: 'deployment_id',
}

export interface Order {
  /** Who asks for it, and may. */
  behalf: Behalf
  deploymentId: string
  ipAddress: string
  /** What its agent was asked just before, and when; absent: it is asked when it is told to begin. */
  before?: { release: string; panels: number; at: string } | undefined
}

/** What was begun, for the answer and the audit trail. */
export interface Begun {
  server: string
  kind: CsrDeployment['kind']
  from: string
  to: string
}

type CsrRow = Selectable<Tables['csr']>

/**
 * Begins to deploy another release, in the caller's transaction: the rules of section 4, the row, the job.
 * @param release as the user chose it, a label of the version options
 * @param seen the release that the user saw the CSR run
 * @throws Problem Busy, Conflict, Invalid, NotFound
 */
export async function beginDeployment(
  trx: Transaction<Tables>,
  jobs: Jobs,
  order: Order & { release: string; seen: string | undefined },
): Promise<Begun> {
  const csr = await lockCsr(trx, order.ipAddress)
  const known = await trx
    .selectFrom('csr_release')
    .select('version')
    .where('version', '=', order.release)
    .executeTakeFirst()
  if (!known)
    throw new Problem('Invalid', `There is no release ${order.release}. Reload the page and choose one.`, {
      issues: [{ field: 'Name', message: 'is not a release in the list' }],
    })
  await refuseWhilePending(trx)
  await refuseWhileRunning(trx, csr)
  // Before what this CSR's own state says: who saw another release must learn of what happened meanwhile.
  if (order.seen !== undefined && order.seen !== csr.release)
    throw new Problem(
      'Conflict',
      `${csr.server} no longer runs ${order.seen}: ${await whoDeployed(trx, csr)}. Reload the page before you deploy.`,
    )
  if (csr.status === 'Error')
    throw new Problem(
      'Conflict',
      `The last deployment on ${csr.server} ended in an error. Return it to its previous release or reset it before you deploy again.`,
    )
  if (order.release === csr.release)
    throw new Problem('Conflict', `${csr.server} already runs ${csr.release}. Choose another release.`)
  const direction = compareReleases(order.release, csr.release) > 0 ? 'upgrade' : 'downgrade'
  return begin(trx, jobs, order, { csr, kind: direction, from: csr.release, to: order.release })
}

/**
 * After a deployment, failed or not: deploys the release that ran before its first attempt, in the caller's transaction.
 * @param to that release, where the caller has kept it (D61)
 * @throws Problem Busy, Conflict, NotFound
 */
export async function beginReturn(
  trx: Transaction<Tables>,
  jobs: Jobs,
  order: Order & { lastId: string; to?: string },
): Promise<Begun> {
  const csr = await lockCsr(trx, order.ipAddress)
  await refuseWhilePending(trx)
  await refuseWhileRunning(trx, csr)
  const last = await lastDeployment(trx, csr.csr_id)
  if (last?.deployment_id !== order.lastId.toLowerCase())
    throw new Problem(
      'Conflict',
      `That is not the last deployment on ${csr.server}: ${await whoDeployed(trx, csr)}. Reload the page.`,
    )
  const to = order.to ?? (await returnOf(trx, csr.csr_id))
  if (to === null)
    throw new Problem(
      'Conflict',
      `There is nothing to return ${csr.server} from: ${await whoDeployed(trx, csr)}.`,
    )
  const from = last.kind === 'return' ? last.from_release : last.to_release
  return begin(trx, jobs, order, { csr, kind: 'return', from, to })
}

async function returnOf(trx: Transaction<Tables>, csrId: number): Promise<string | null> {
  const csr = trx.selectFrom('csr').select(returnTo.as('to')).where('csr_id', '=', csrId)
  return (await csr.executeTakeFirstOrThrow()).to
}

async function begin(
  trx: Transaction<Tables>,
  jobs: Jobs,
  { deploymentId, behalf, before }: Order,
  { csr, ...what }: { csr: CsrRow; kind: CsrDeployment['kind']; from: string; to: string },
): Promise<Begun> {
  await trx
    .insertInto('csr_deployment')
    .values({
      deployment_id: deploymentId,
      csr_id: csr.csr_id,
      kind: what.kind,
      from_release: what.from,
      to_release: what.to,
      ran_before: before?.release ?? null,
      // As its agent last said, until it is asked again.
      panels_before: before?.panels ?? csr.agent_panels,
      panels_before_at: before ? new Date(before.at) : csr.agent_at,
      ...behalf,
    })
    .execute()
  await setStatus(trx, csr.csr_id, 'Pending')
  await sendWork(trx, jobs, kind, deploymentId)
  return { server: csr.server, ...what }
}

/** One at a time begins a deployment anywhere, or two would each see no Pending CSR. */
async function lockCsr(trx: Transaction<Tables>, ipAddress: string): Promise<CsrRow> {
  await sql`select pg_advisory_xact_lock(7403, 4)`.execute(trx)
  const csr = await trx
    .selectFrom('csr')
    .selectAll()
    .where('ip_address', '=', ipAddress)
    .forUpdate()
    .executeTakeFirst()
  if (!csr) throw noSuchCsr(ipAddress)
  return csr
}

async function refuseWhilePending(trx: Transaction<Tables>): Promise<void> {
  const pending = await trx
    .selectFrom('csr')
    .select('server')
    .where('status', '=', 'Pending')
    .executeTakeFirst()
  // The specification's words (4, 8).
  if (pending)
    throw new Problem(
      'Busy',
      'Need to wait response from backend server on previous submit, Please try later.',
      { detail: { pending: pending.server } },
    )
}

async function refuseWhileRunning(trx: Transaction<Tables>, csr: CsrRow): Promise<void> {
  if (csr.status !== 'Running') return
  throw new Problem(
    'Busy',
    `${await whoDeployed(trx, csr)}. Wait until it has finished before you deploy again.`,
  )
}

export function lastDeployment(trx: Transaction<Tables>, csrId: number) {
  return trx
    .selectFrom('csr_deployment')
    .selectAll()
    .where('csr_id', '=', csrId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** 'support@example.com is deploying 5.0.0 on csr-03', 'support@example.com deployed …'. */
async function whoDeployed(trx: Transaction<Tables>, csr: CsrRow): Promise<string> {
  const last = await lastDeployment(trx, csr.csr_id)
  if (!last) return `it runs ${csr.release}`
  const { email, to_release: release, state } = last
  if ((openStates as readonly string[]).includes(state))
    return `${email} is deploying ${release} on ${csr.server}`
  return state === 'succeeded'
    ? `${email} deployed ${release} on ${csr.server}`
    : `${email} tried to deploy ${release} on ${csr.server}, which failed`
}

/** In the caller's transaction, together with what it follows from. */
export const setStatus = (
  trx: Transaction<Tables>,
  csrId: number,
  status: CsrRow['status'],
  release?: string,
): Promise<CsrRow> =>
  trx
    .updateTable('csr')
    .set({ status, update_date: sql<Date>`now()`, ...(release === undefined ? {} : { release }) })
    .where('csr_id', '=', csrId)
    .returningAll()
    .executeTakeFirstOrThrow()
