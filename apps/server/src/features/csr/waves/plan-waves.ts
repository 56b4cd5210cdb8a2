import {
  budgetOf,
  complaintAboutWaves,
  sizesOf,
  type WaveOrder,
  type WavePlan,
} from '@support-console/contract'
import type { Db } from '../../../platform/database/open-database.ts'
import { problems } from '../../../platform/problem.ts'
import { type AgentView, type Receiver, readReceivers } from '../../states/index.ts'
import type { From } from './waves.store.ts'

export interface Target extends Receiver {
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
