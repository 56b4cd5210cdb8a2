import { countedAfter } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Platform } from '../../platform/platform.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import type { AgentStatus, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { askAgent } from './ask-agent.ts'

/** How many agents are asked at once. */
const askedAtOnce = 4
/** Panels are counted no later than so long after a deployment, in minutes: an agent may be silent for longer. */
const countsUntil = 30

/**
 * Asks those agents how they stand that were not asked for `statusMs`, or whose panels are to be counted after a deployment. Of
 * several servers, one asks each agent, no matter whose turn it is. What they say is kept, whatever it is.
 */
export async function surveyCsrs(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>,
  agents: CsrAgents,
  statusMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = platform
  // In the order in which words are kept, so that no server waits for another crosswise.
  const { rows: due } = await sql<{ csrId: number; server: string; ipAddress: string }>`
    update csr set status_asked_at = now() where csr_id in (
      select csr_id from csr where status_asked_at is null
        or status_asked_at <= now() - ${statusMs / 1000} * interval '1 second'
        or exists (select from csr_deployment where csr_deployment.csr_id = csr.csr_id and ${dueCount} is not null)
      order by ip_address collate "C" for update)
    returning csr_id as "csrId", server, ip_address as "ipAddress"`.execute(db)
  await sideBySide(askedAtOnce, due, async (csr) => {
    if (signal.aborted) return
    try {
      const { data, report } = await askAgent({ platform, signal }, agents, csr)
      if (data) await keepCount(db, csr.csrId, { ...data, at: report.askedAt })
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, server: csr.server }, 'a CSR cannot be surveyed')
    }
  })
  await platform.observations.written()
}

/** After how many minutes a deployment's panels are to be counted now; null: none, or they are. */
const dueCount: RawBuilder<number | null> = sql`(
  select max(minutes) from unnest(${sql.lit(`{${countedAfter}}`)}::integer[]) as minutes
  where finished_at between now() - ${sql.lit(countsUntil)} * interval '1 minute' and now() - minutes * interval '1 minute'
    and not exists (select from jsonb_array_elements(panels_after) as counted where (counted ->> 'minutes')::integer >= minutes)
    and not exists (select from csr_deployment as later where later.csr_id = csr_deployment.csr_id
      and later.created_at > csr_deployment.created_at))`

/** A count of panels with its time and what runs, for the deployment after which it was to be made. */
async function keepCount(
  db: Db,
  csrId: number,
  { panels, release, state, at }: Pick<AgentStatus, 'panels' | 'release' | 'state'> & { at: string },
): Promise<void> {
  await sql`
    update csr_deployment set panels_after = panels_after ||
      jsonb_build_array(jsonb_build_object('minutes', ${dueCount}, 'panels', ${panels}::integer, 'at', ${at}::text,
        'release', ${release}::text, 'state', ${state}::text))
    where csr_id = ${csrId} and ${dueCount} is not null`.execute(db)
}

/** What the survey knows of the CSRs: stale is a CSR whose agent said nothing for three rounds. */
export const csrFigure = ({ statusMs }: { statusMs: number }): DatabaseFigure => ({
  name: 'csr',
  kind: 'collector',
  text: `
    select extract(epoch from clock_timestamp() - max(status_asked_at))::float8 as age,
      count(*) filter (where agent_at >= since)::int as fresh,
      count(*) filter (where agent_at >= since is not true)::int as stale
    from csr cross join (select clock_timestamp() - ${Math.ceil((3 * statusMs) / 1000)} * interval '1 second' as since) as three`,
})
