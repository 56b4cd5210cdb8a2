import type { WavePlan, WavePreview } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { AgentView } from '../../states/index.ts'
import { expectedOutageOf, whyAside } from './aside.ts'
import { inMinutes, usualDurations } from './durations.ts'
import { panelsOf, planWaves, type Target } from './plan-waves.ts'

/** What would happen, by what is known now; nothing is asked for it. */
export async function previewWaves(
  db: Db,
  plan: WavePlan,
  view: AgentView,
  mayReadCompanies: boolean,
): Promise<WavePreview> {
  const { budget, waves } = await planWaves(db, plan, view)
  const usual = await usualDurations(db, plan.release)
  const shown = await Promise.all(
    waves.map(async (targets) => {
      const servers = await Promise.all(
        targets.map(async (target) => ({
          server: target.server,
          ipAddress: target.ipAddress,
          release: target.release,
          count: countOf(target),
          minutes: inMinutes(usual.get(target.release)),
          aside: (await asideNow(db, target, { release: plan.release, budget }, view)) ?? null,
        })),
      )
      const begun = targets.filter((_, at) => servers[at]?.aside === null)
      const times = begun.flatMap(({ agent_at: at }) => (at ? at.toISOString() : []))
      return {
        servers,
        panels: panelsOf(begun),
        countedAt: times.toSorted()[0] ?? null,
        companies: mayReadCompanies
          ? await companiesBehind(
              db,
              begun.map(({ server }) => server),
            )
          : null,
      }
    }),
  )
  return { budget, panels: panelsOf(waves.flat()), waves: shown, elsewhere: await readElsewhere(db, plan) }
}

const countOf = ({ agent_panels: panels, agent_at: at }: Target) =>
  panels === null || at === null ? null : { panels, at: at.toISOString() }

/** By its agent's last word, which may have changed when it is asked at its turn. */
async function asideNow(
  db: Db,
  target: Target,
  plan: { release: string; budget: number },
  view: AgentView,
): Promise<string | undefined> {
  const { stands, agent_release: release, agent_state: state, agent_panels: panels } = target
  if (stands.state === 'does-not-answer' || release === null || state === null)
    return `Its agent does not answer${target.unanswered_why ? `: ${target.unanswered_why}` : '.'}`
  if (target.status === 'Error') return 'Its last deployment failed: return or reset it first.'
  const expected = await expectedOutageOf(db, target.server, view.now)
  return whyAside(
    db,
    { release: target.release, said: { release, state, panels: panels ?? 0 } },
    plan,
    expected,
  )
}

async function companiesBehind(db: Db, servers: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ companies: number; panels: number }>`
    select count(distinct company_id)::integer as companies, count(*)::integer as panels from panel
    where receiver = any(${servers}::text[])`.execute(db)
  return rows[0] && rows[0].panels > 0 ? rows[0].companies : null
}

/** On servers that are not of the plan, and earlier. */
async function readElsewhere(db: Db, { release }: WavePlan): Promise<WavePreview['elsewhere']> {
  const [{ rows: counts }, { rows: failed }] = await Promise.all([
    sql<{ running: number; succeeded: number }>`
      select (select count(*)::integer from csr where coalesce(agent_release, release) = ${release}) as running,
        (select count(*)::integer from csr_deployment where to_release = ${release} and state = 'succeeded') as succeeded`.execute(
      db,
    ),
    sql<{ server: string; at: Date; reason: string }>`
      select server, finished_at as at, reason from csr_deployment join csr using (csr_id)
      where to_release = ${release} and state = 'error' order by finished_at desc limit 10`.execute(db),
  ])
  return {
    running: counts[0]?.running ?? 0,
    succeeded: counts[0]?.succeeded ?? 0,
    failed: failed.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}
