import { readWhy, type WaveServer, type Waves } from '@support-console/contract'
import { sql } from 'kysely'
import { inMinutes } from './durations.ts'
import { type From, findPlan, offAirOf, readServers, type ServerRow } from './waves.store.ts'

/** As it stands. @throws Problem NotFound */
export async function readWaves(db: From, planId: string): Promise<Waves> {
  const plan = await findPlan(db, planId)
  const [servers, matrix] = await Promise.all([readServers(db, planId), readMatrix(db)])
  const { reason, ticket } = readWhy(plan.why)
  return {
    planId,
    transactionId: plan.transaction_id,
    createdBy: plan.email,
    createdAt: plan.created_at.toISOString(),
    finishedAt: plan.finished_at?.toISOString() ?? null,
    reason,
    ticket,
    plan: plan.settings,
    budget: plan.budget,
    offAir: servers.reduce((sum, row) => sum + offAirOf(row), 0),
    direction: plan.direction,
    pausedWhy: plan.paused_why,
    pausedAt: plan.paused_at?.toISOString() ?? null,
    stoppedBy: plan.stopped_by,
    stoppedAt: plan.stopped_at?.toISOString() ?? null,
    servers: servers.map(toServer),
    matrix,
  }
}

const toServer = (row: ServerRow): WaveServer => ({
  server: row.server,
  ipAddress: row.ip_address,
  wave: row.wave,
  state: row.state,
  note: row.note,
  acceptedBy: row.accepted_by,
  firstRelease: row.release_at_first_attempt,
  runs:
    row.agent_release === null || row.agent_at === null
      ? null
      : {
          release: row.agent_release,
          state: row.agent_state ?? '',
          panels: row.agent_panels ?? 0,
          at: row.agent_at.toISOString(),
        },
  planned: countAt(row.panels, row.panels_at),
  before: countAt(row.panels_before, row.panels_before_at),
  after: (row.panels_after ?? []).map(({ minutes, panels, at }) => ({ minutes, panels, at })),
  plannedMinutes: inMinutes(row.predicted_ms),
  tookMinutes: row.ended_at
    ? inMinutes(row.ended_at.getTime() - (row.started_at ?? row.ordered_at ?? row.ended_at).getTime())
    : null,
  evidence: row.evidence,
  judgedAt: row.judged_at?.toISOString() ?? null,
})

const countAt = (panels: number | null, at: Date | null) =>
  panels === null || at === null ? null : { panels, at: at.toISOString() }

/** By the words of agents; of those that never said anything, by what the console has them run, without panels. */
async function readMatrix(db: From): Promise<Waves['matrix']> {
  const { rows } = await sql<{ release: string; servers: number; panels: number; at: Date | null }>`
    select coalesce(agent_release, release) as release, count(*)::integer as servers,
      coalesce(sum(agent_panels), 0)::integer as panels, min(agent_at) as at
    from csr group by 1 order by 2 desc, 1`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, heardAt: at?.toISOString() ?? null }))
}
