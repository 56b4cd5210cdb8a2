import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import { openStates } from './csr.table.ts'

/** Deployments that are not settled, and what the survey knows of the CSRs: stale is who gave no count for three rounds. */
export const csrFigures = ({ statusMs }: { statusMs: number }): DatabaseFigure[] => [
  {
    name: 'deployment',
    kind: 'work',
    states: openStates,
    text: `
      select state, count(*)::int as rows, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
      from csr_deployment where state in ('pending', 'running') group by state`,
  },
  {
    name: 'csr',
    kind: 'collector',
    text: `
      select extract(epoch from clock_timestamp() - max(status_asked_at))::float8 as age,
        count(*) filter (where panel_count_at >= since)::int as fresh,
        count(*) filter (where panel_count_at >= since is not true)::int as stale
      from csr cross join (select clock_timestamp() - ${Math.ceil((3 * statusMs) / 1000)} * interval '1 second' as since) as three`,
  },
]
