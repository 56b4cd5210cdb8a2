import {
  agentSource,
  type Csr,
  type CsrDeployment,
  judgedAfter,
  mostDeployments,
} from '@support-console/contract'
import { type InferResult, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { type AgentView, type Receiver, readReceivers, receiverStateIn } from '../states/index.ts'
import { compareReleases } from './versions.ts'

/** All CSRs, by server; csr-9 before csr-10. */
export async function readCsrs(db: Kysely<Tables>, view: AgentView): Promise<Csr[]> {
  const rows = await selectCsrs(db).execute()
  const collator = new Intl.Collator('en', { numeric: true })
  return rows.map((row) => toCsr(row, view)).sort((a, b) => collator.compare(a.server, b.server))
}

/** @throws Problem NotFound */
export async function readCsr(db: Kysely<Tables>, view: AgentView, ipAddress: string): Promise<Csr> {
  const row = await selectCsrs(db).where('csr.ip_address', '=', ipAddress).executeTakeFirst()
  if (!row) throw noSuchCsr(ipAddress)
  return toCsr(row, view)
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
      'panels_before_at as panelsBeforeAt',
      // Judged by the count of one fixed moment.
      countJudged('panels').as('panelsAfter'),
      countJudged('at').as('panelsAfterAt'),
    ])
    .where(({ or, eb }) => or([eb('finished_at', 'is', null), eb('finished_at', '>=', since)]))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
}

/** Releases that agents were seen to run since this moment, and that no deployment of ours gave, the newest first. */
export async function releasesPastConsole(db: Kysely<Tables>, since: Date) {
  const { rows } = await sql<{ server: string; toRelease: string; at: Date; notAt: Date | null }>`
    select csr.server, change.after as "toRelease", change.at, change.not_at as "notAt"
    from observed_change as change join csr on csr.ip_address = change.thing_id
    where change.thing_kind = 'csr' and change.source = ${agentSource} and change.field = 'release' and change.after <> ''
      and change.at >= ${since} and not exists (
        select from csr_deployment where csr_deployment.csr_id = csr.csr_id and to_release = change.after
          and created_at <= change.at and coalesce(finished_at, change.at) >= change.at - interval '1 hour')
    order by change.at desc limit 200`.execute(db)
  return rows
}

const countJudged = <Part extends 'panels' | 'at'>(part: Part) => sql<
  (Part extends 'at' ? string : number) | null
>`(
  select counted -> ${sql.lit(part)} from jsonb_array_elements(panels_after) as counted
  where (counted ->> 'minutes')::integer = ${sql.lit(judgedAfter)})`

/**
 * The release that Return deploys: what ran before the first of the attempts at the one that was ordered last, by its agent's word
 * then, where that is a release of ours (D61). After a return only that it failed is a reason to try it again; null: no way back.
 */
export const returnTo = sql<string | null>`(
  select case when newest.kind = 'return' then newest.to_release else first.release end
  from csr_deployment as newest cross join lateral (
    select (array_agg(coalesce((select version from csr_release where version = ran_before and version <> to_release), from_release)
      order by created_at))[1] as release
    from csr_deployment as attempt
    where attempt.csr_id = newest.csr_id and attempt.to_release = newest.to_release and attempt.kind <> 'return'
      and not exists (select from csr_deployment as other where other.csr_id = newest.csr_id
        and other.created_at > attempt.created_at and other.to_release <> newest.to_release)) as first
  where newest.csr_id = csr.csr_id
    and newest.deployment_id = (select deployment_id from csr_deployment as last where last.csr_id = csr.csr_id order by created_at desc limit 1)
    and case csr.status when 'Error' then newest.state = 'error'
      when 'Succeeded' then newest.state = 'succeeded' and newest.kind <> 'return' else false end)`

/** Those whose last deployment failed, whose agent says that its core is down, or does not answer any more. */
export async function receiversInError(db: Kysely<Tables>, view: AgentView) {
  const receivers = await readReceivers(db, view)
  return receivers.flatMap(({ server, stands, ...of }): InError[] => {
    const { state, since } = stands
    const word = wordOf(of)
    if (state === 'core-down') return [{ server, since, core: { is: 'down', ...word } }]
    if (state === 'does-not-answer' || state === 'never-heard')
      return [{ server, since, core: { is: 'unheard', ...word } }]
    if (state !== 'failed') return []
    return [{ server, since, core: isRunning(of, view) ? { is: 'up', ...word } : null }]
  })
}

interface InError {
  server: string
  since: string | null
  core: ({ is: 'down' | 'up' | 'unheard' } & ReturnType<typeof wordOf>) | null
}

type Said = Pick<
  Receiver,
  'agent_state' | 'agent_at' | 'agent_before' | 'agent_reason' | 'agent_panels' | 'deployed_at'
>

/** Its agent says, since the deployment that failed, that nothing is wrong with it. */
const isRunning = ({ agent_state: state, agent_at: at, deployed_at: deployedAt }: Said, view: AgentView) =>
  state === 'idle' &&
  at !== null &&
  (deployedAt === null || at > deployedAt) &&
  view.now.getTime() - at.getTime() <= view.agentCountsMs

const wordOf = (of: Said) => ({
  at: of.agent_at?.toISOString() ?? null,
  /** When it last said otherwise. */
  notAt: of.agent_before?.toISOString() ?? null,
  reason: of.agent_reason ?? '',
  panels: of.agent_panels ?? 0,
})

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
  'panels_before',
  'panels_before_at',
  'panels_after',
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
    .select(returnTo.as('return_to'))

type CsrRow = InferResult<ReturnType<typeof selectCsrs>>[number]

const toCsr = (row: CsrRow, view: AgentView): Csr => ({
  server: row.server,
  ipAddress: row.ip_address,
  description: row.description,
  name: row.release,
  releaseVersion: row.release,
  csrStatus: row.status,
  state: receiverStateIn({ ...row, deployed_at: row.finished_at ?? row.started_at ?? row.created_at }, view),
  agent: agentIn(row),
  unanswered: row.unanswered_at && {
    since: (row.unanswered_since ?? row.unanswered_at).toISOString(),
    at: row.unanswered_at.toISOString(),
    problem: row.unanswered_why ?? '',
  },
  returnTo: row.return_to,
  deployment: hasDeployment(row) ? deploymentOf(row) : null,
})

function agentIn(row: CsrRow): Csr['agent'] {
  const { agent_release: release, agent_state: state, agent_at: at } = row
  if (release === null || state === null || at === null) return null
  return {
    release,
    state,
    reason: row.agent_reason ?? '',
    panels: row.agent_panels ?? 0,
    at: at.toISOString(),
    since: (row.agent_since ?? at).toISOString(),
    seen: row.agent_seen ?? 1,
  }
}

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
    panelsBefore:
      row.panels_before === null || row.panels_before_at === null
        ? null
        : { panels: row.panels_before, at: row.panels_before_at.toISOString() },
    panelsAfter: row.panels_after,
  }
}
