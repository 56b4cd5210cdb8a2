import type { DatabaseFigure } from '../../platform/database/database-figure.ts'

/** Changes of flags: under way, or left without an outcome; their age counts from when they should have been over. */
export const flagFigure: DatabaseFigure = {
  name: 'flag',
  kind: 'work',
  states: ['running', 'left'],
  text: `
    select case when flag_run_until > clock_timestamp() then 'running' else 'left' end as state, count(*)::int as rows,
      extract(epoch from clock_timestamp() - min(flag_run_until))::float8 as oldest
    from panel where flag_run is not null group by 1`,
}
