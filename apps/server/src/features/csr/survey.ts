import { sql } from 'kysely'
import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import type { Platform } from '../../platform/platform.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { ask } from '../../systems/ask.ts'
import type { CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'

/** How many agents are asked at once. */
const askedAtOnce = 4

/**
 * Asks those agents how many panels report to their CSRs that were not asked for `statusMs`. Of several servers, one
 * asks each agent, no matter whose turn it is. An agent that does not answer leaves what it last said.
 */
export async function surveyCsrs(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>,
  agents: CsrAgents,
  statusMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = platform
  const due = await db
    .updateTable('csr')
    .set({ status_asked_at: sql<Date>`now()` })
    .where(({ or, eb }) =>
      or([
        eb('status_asked_at', 'is', null),
        eb('status_asked_at', '<=', sql<Date>`now() - ${statusMs / 1000} * interval '1 second'`),
      ]),
    )
    .returning(['csr_id', 'server', 'ip_address'])
    .execute()
  await sideBySide(askedAtOnce, due, async ({ csr_id: csrId, server, ip_address: ipAddress }) => {
    if (signal.aborted) return
    try {
      const agent = agents.of({ server, ipAddress })
      const { data } = await ask({ platform, signal }, agent.name, () => agent.status({ signal }))
      // During a deployment none reports, which says nothing about the server.
      if (data?.state !== 'idle') return
      await db
        .updateTable('csr')
        .set({ panel_count: data.panels, panel_count_at: sql<Date>`now()` })
        .where('csr_id', '=', csrId)
        .execute()
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, server }, 'a CSR cannot be surveyed')
    }
  })
}

/** What the survey knows of the CSRs: stale is a CSR that gave no count for three rounds. */
export const csrFigure = ({ statusMs }: { statusMs: number }): DatabaseFigure => ({
  name: 'csr',
  kind: 'collector',
  text: `
    select extract(epoch from clock_timestamp() - max(status_asked_at))::float8 as age,
      count(*) filter (where panel_count_at >= since)::int as fresh,
      count(*) filter (where panel_count_at >= since is not true)::int as stale
    from csr cross join (select clock_timestamp() - ${Math.ceil((3 * statusMs) / 1000)} * interval '1 second' as since) as three`,
})
