import {
  budgetOf,
  complaintAboutWaves,
  sizesOf,
  type WaveOrder,
  type WavePlan,
  type WavePreview,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { problems } from '../../../platform/problem.ts'
import { type AgentView, type Receiver, readReceivers } from '../../states/index.ts'
import { expectedOutageOf, whyAside } from './aside.ts'
import { type From, usualDurations } from './waves.store.ts'

interface Target extends Receiver {
  csrId: number
  ipAddress: string
}

export interface Planned {
  budget: number
  waves: Target[][]
}

/**
 * The servers of a plan, wave by wave.
 * @throws Problem Invalid, at the field, where it can never begin
 */
export async function planWaves(db: From, plan: WavePlan, view: AgentView): Promise<Planned> {
  const release = await db
    .selectFrom('csr_release')
    .select('version')
    .where('version', '=', plan.release)
    .executeTakeFirst()
  if (!release)
    throw problems.invalid([{ field: 'release', message: `has no ${plan.release} in the list of releases` }])
  const [csrs, receivers] = await Promise.all([
    db.selectFrom('csr').select(['csr_id', 'server', 'ip_address']).execute(),
    readReceivers(db as Db, view),
  ])
  const all = csrs.flatMap(({ csr_id: csrId, server, ip_address: ipAddress }) => {
    const receiver = receivers.find((one) => one.server === server)
    return receiver ? [{ ...receiver, csrId, ipAddress }] : []
  })
  const targets = plan.servers.map((ip) => all.find(({ ipAddress }) => ipAddress === ip) ?? ip)
  const unknown = targets.find((target) => typeof target === 'string')
  if (unknown !== undefined)
    throw problems.invalid([{ field: 'servers', message: `include ${unknown}, which is no CSR server` }])
  const servers = targets.filter((target) => typeof target !== 'string')
  const allPanels = all.reduce((sum, { agent_panels: panels }) => sum + (panels ?? 0), 0)
  const facts = servers.map(({ server, agent_panels: panels }) => ({ server, panels }))
  const complaint = complaintAboutWaves(plan, facts, allPanels)
  if (complaint) throw problems.invalid([complaint])
  const ordered = servers.toSorted(orders[plan.order])
  let from = 0
  const waves = sizesOf(plan, servers.length).map((size) => {
    from += size
    return ordered.slice(from - size, from)
  })
  return { budget: budgetOf(plan, allPanels), waves }
}

const byName = new Intl.Collator('en', { numeric: true })
/** Whose panels are not known comes last. */
const orders: Record<WaveOrder, (a: Target, b: Target) => number> = {
  'fewest-first': (a, b) =>
    (a.agent_panels ?? Number.MAX_SAFE_INTEGER) - (b.agent_panels ?? Number.MAX_SAFE_INTEGER) ||
    byName.compare(a.server, b.server),
  'most-first': (a, b) =>
    (b.agent_panels ?? -1) - (a.agent_panels ?? -1) || byName.compare(a.server, b.server),
  'by-name': (a, b) => byName.compare(a.server, b.server),
}

export const panelsOf = (targets: readonly Target[]): number =>
  targets.reduce((sum, { agent_panels: panels }) => sum + (panels ?? 0), 0)

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

export const inMinutes = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined ? null : Math.round(ms / 6000) / 10

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
