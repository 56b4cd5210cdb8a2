import type { DatabaseFigure } from '../../platform/database/database-figure.ts'

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
