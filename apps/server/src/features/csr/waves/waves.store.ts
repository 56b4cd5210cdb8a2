import type { CsrDeployment, WaveServerState } from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem } from '../../../platform/problem.ts'
import { findWork, type Run, type WorkKind } from '../../../platform/undertakings/runs.ts'
import type { DeploymentState } from '../csr.table.ts'
import type { Stands } from './moves.ts'

import './waves.table.ts'

export const wavesKind: WorkKind<'wave_plan'> = {
  name: 'csr-waves',
  permission: 'csr.change',
  activity: 'Virtual CSR Management',
  table: 'wave_plan',
  id: 'plan_id',
}

export type From = Kysely<Tables> | Transaction<Tables>
export type PlanRow = Selectable<Tables['wave_plan']>

/** @throws Problem NotFound */
export async function findPlan(db: From, planId: string): Promise<PlanRow> {
  const plan = await findWork(db as Db, wavesKind, planId)
  if (!plan) throw new Problem('NotFound', 'There is no such release in waves. Open one from your work.')
  return plan
}

/** A server of a plan, with the deployments that the plan ordered and how it stands. */
export interface ServerRow extends Selectable<Tables['wave_server']> {
  server: string
  ip_address: string
  release: string
  status: Selectable<Tables['csr']>['status']
  agent_release: string | null
  agent_state: Selectable<Tables['csr']>['agent_state']
  agent_panels: number | null
  agent_at: Date | null
  deployed: DeploymentState | null
  deployed_reason: string | null
  ordered_at: Date | null
  started_at: Date | null
  ended_at: Date | null
  panels_before: number | null
  panels_before_at: Date | null
  panels_after: CsrDeployment['panelsAfter'] | null
  brought_back: DeploymentState | null
  brought_back_reason: string | null
  brought_back_at: Date | null
  /** Someone else deployed since: who, and what. */
  hand_by: string | null
  hand_release: string | null
}

export async function readServers(db: From, planId: string): Promise<ServerRow[]> {
  const { rows } = await sql<ServerRow>`
    select one.*, csr.server, csr.ip_address, csr.release, csr.status, agent_release, agent_state, agent_panels, agent_at,
      forth.state as deployed, forth.reason as deployed_reason, forth.created_at as ordered_at, forth.started_at,
      forth.finished_at as ended_at, forth.panels_before, forth.panels_before_at, forth.panels_after,
      back.state as brought_back, back.reason as brought_back_reason, back.finished_at as brought_back_at,
      hand.email as hand_by, hand.to_release as hand_release
    from wave_server as one join wave_plan using (plan_id) join csr using (csr_id)
    left join csr_deployment as forth on forth.deployment_id = one.deployment_id
    left join csr_deployment as back on back.deployment_id = one.return_id
    left join lateral (
      select email, to_release from csr_deployment as other
      where other.csr_id = one.csr_id and other.created_at > coalesce(back.created_at, forth.created_at, wave_plan.created_at)
        and other.deployment_id is distinct from one.deployment_id and other.deployment_id is distinct from one.return_id
      order by other.created_at desc limit 1) as hand on true
    where plan_id = ${planId} order by wave, position`.execute(db)
  return rows
}

/** As it decides what comes next. */
export const standsOf = (row: ServerRow): Stands => ({
  csrId: row.csr_id,
  server: row.server,
  wave: row.wave,
  state: row.state,
  isAccepted: row.accepted_by !== null,
  note: row.note,
  panels: row.agent_panels ?? row.panels ?? 0,
  offAir: offAirOf(row),
  isPending: row.deployed === 'pending' || row.brought_back === 'pending',
  judgedAt: row.judged_at?.getTime() ?? null,
})

/** How many panels a plan keeps off the air at a server, as far as that is known: what was not counted since is off. */
export function offAirOf(row: ServerRow): number {
  const before = row.panels_before ?? row.panels ?? 0
  const since = row.state === 'returning' ? row.brought_back_at : row.ended_at
  const isHeard =
    since !== null && row.agent_at !== null && row.agent_at > since && row.agent_state === 'idle'
  switch (row.state) {
    case 'deploying':
    case 'returning':
      return before
    case 'watching':
    case 'failed':
    case 'undecided':
      return Math.max(0, before - (isHeard ? (row.agent_panels ?? 0) : 0))
    default:
      return 0
  }
}

/** Moves a server on, where its run still has the plan and it stands as it was seen. */
export const moveServer = (
  db: From,
  run: Run<'wave_plan'>,
  { csr_id: csrId, state }: Pick<ServerRow, 'csr_id' | 'state'>,
  change: {
    state: WaveServerState
    note?: string
    evidence?: string
    judged_at?: Date
    deployment_id?: string
    return_id?: string
    release_at_first_attempt?: string
  },
) =>
  db
    .updateTable('wave_server')
    .set(change)
    .where('plan_id', '=', run.row.plan_id)
    .where('csr_id', '=', csrId)
    .where('state', '=', state)
    .where(run.held)
    .execute()

/** '1 server', '2 servers' */
export const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
