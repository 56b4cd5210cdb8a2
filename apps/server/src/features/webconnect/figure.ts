import type { DatabaseFigure } from '../../platform/database/database-figure.ts'

/** When the containers were last asked, and how many of them answered. */
export const webConnectFigure: DatabaseFigure = {
  name: 'webconnect',
  kind: 'collector',
  text: `
    select extract(epoch from clock_timestamp() - (select max(begun_at) from webconnect_turn))::float8 as age,
      count(*) filter (where problem = '')::int as fresh, count(*) filter (where problem <> '')::int as stale
    from webconnect_container`,
}
