import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPlans, openPlans, plansTitle } from '../../testing/query-plans.ts'
import { activityOfSim, activityOfTransaction } from '../sim-activity/index.ts'
import { readTimeline } from './read-timeline.ts'

const busy = '8901170000000000013'

describe.skipIf(noPlans)(`use 2 a timeline reads no more than its page ${plansTitle}`, () => {
  let plans: Awaited<ReturnType<typeof openPlans>>
  beforeAll(async () => {
    plans = await openPlans()
    const fill = [
      // Ten SIMs of 3,000 entries each over six months.
      `select make_month('user_action', now() - n * interval '27 days') from generate_series(0, 7) as n`,
      'set session_replication_role = replica',
      `insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id, remote_address, route,
         permission, activity, message, object, result, detail, words, thing_kind, thing_id)
       select now() - n * interval '8 minutes', 'server', gen_random_uuid(), 'i', 's', 'p@example.com', '', '', '', 'POST /x', '', 'SIM Management',
         'Look', 'sim ' || id, 'Success', '', '', 'sim', id
       from generate_series(1, 30000) as n cross join lateral (
         select case n % 10 when 0 then '${busy}' else '8901171' || lpad((n % 10)::text, 12, '0') end as id) as thing`,
      'set session_replication_role = origin',
      `select make_month('sim_activity', now() - n * interval '27 days') from generate_series(0, 7) as n`,
      `with event as (
         insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
         select gen_random_uuid(), case n % 10 when 0 then '${busy}' else '8901171' || lpad((n % 10)::text, 12, '0') end, 'ATT', 'x', '',
           now() - n * interval '8 minutes', now() - n * interval '8 minutes' from generate_series(1, 30000) as n
         returning transaction_id, iccid, began_at)
       insert into sim_transaction (transaction_id, iccid, began_at) select * from event`,
      `insert into observed_silence (thing_kind, thing_id, source, since, until, status, problem)
       select 'sim', '8901171' || lpad((n % 3000)::text, 12, '0'), 'AT&T', now(), now(), 'x', '' from generate_series(1, 20000) as n`,
      // Ten SIMs and ten panels of 3,000 changes each, three to a look; panels that come and go.
      `insert into observed_change (thing_kind, thing_id, source, field, before, after, at, transaction_id)
       select kind, case kind when 'sim' then '890117' || lpad((n % 10)::text, 13, '0') else 'CBS' || 7500000 + n % 10 end,
         case kind when 'sim' then 'AT&T' else 'WebConnect' end, field, 'a', 'b', now() - n * interval '8 minutes',
         case kind when 'sim' then gen_random_uuid() end
       from generate_series(1, 10000) as n, unnest(array['sim', 'panel']) as kind, unnest(array['imei', 'container', 'host']) as field`,
      `insert into observed_look (thing_kind, thing_id, transaction_id, at, email, has_change)
       select 'sim', '890117' || lpad((n % 10)::text, 13, '0'), gen_random_uuid(), now() - n * interval '8 minutes', '', false
       from generate_series(1, 20000) as n`,
      `insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, carrier)
       select 'CBS' || 7500000 + n % 100, 'left', now() - n * interval '1 minute', now(), 'wc', '', '' from generate_series(1, 10000) as n`,
      `insert into webconnect_sessions (cloud_id, hour, begun)
       select 'CBS' || 7500000 + n % 100, date_trunc('hour', now()) - n / 100 * interval '1 hour', 5 from generate_series(1, 10000) as n`,
      `insert into webconnect_outage (scope, scope_id, how, began_at, stopped_until, members, away, most_away, told_at, ended_at)
       select 'container', 'wc', 'together', now() - n * interval '1 hour', now(), 1, 0, 1, now(), now() from generate_series(1, 5000) as n`,
      `insert into webconnect_outage_panel (outage_id, cloud_id, stopped_at)
       select outage_id, 'CBS' || 7500000 + n, now() from webconnect_outage, generate_series(1, 100) as n where outage_id % 100 = n % 100`,
      'vacuum analyze',
    ]
    for (const statement of fill) await sql.raw(statement).execute(plans.db)
  }, 120_000)
  afterAll(() => plans.close())

  it('the first page walks along the indexes in their order, month by month, the newest first', async () => {
    const subject = { kind: 'sim', ids: [busy] } as const
    const { result, readWhole, rowsOf } = await plans.plansOf(() =>
      readTimeline(plans.db, subject, { limit: 50, may: () => true }),
    )
    expect(result.entries).toHaveLength(50)
    expect(readWhole).not.toContain('sim_activity')
    expect(readWhole).not.toContain('observed_silence')
    expect(rowsOf.user_action).toBeLessThan(1_000)
    expect(rowsOf.sim_activity).toBeLessThan(1_500)
  })

  it.each([
    ['sim', '8901170000000000003'],
    ['panel', 'CBS7500003'],
  ] as const)(
    'issue 38 of what was observed of a %s it reads no more than its page and its neighbours',
    async (kind, id) => {
      const { result, readWhole, rowsOf } = await plans.plansOf(() =>
        readTimeline(plans.db, { kind, ids: [id] }, { limit: 50, may: () => true }),
      )
      expect(result.entries).toHaveLength(50)
      expect(readWhole.filter((table = '') => /observed|webconnect/.test(table))).toEqual([])
      // 170 looks of three changes, each of which is read as the first of its look and with it.
      expect(rowsOf.observed_change).toBeLessThan(4_000)
      expect(rowsOf.observed_look ?? 0).toBeLessThan(1_500)
    },
  )

  it('M7 SIM activity is looked for in the months that can have it, by their indexes', async () => {
    const day = 86_400_000
    const range = { from: new Date(Date.now() - 7 * day), before: new Date() }
    const ofSim = await plans.plansOf(() => activityOfSim(plans.db, busy, range, 10_001))
    expect(ofSim.result.length).toBeGreaterThan(100)
    const [newest] = ofSim.result
    const transactionId = newest?.first.transactionId ?? ''
    const ofTransaction = await plans.plansOf(() => activityOfTransaction(plans.db, transactionId, 10_001))
    expect(ofTransaction.result.map(({ first }) => first.iccid)).toEqual([busy])
    for (const { rowsOf, readWhole, months } of [ofSim, ofTransaction]) {
      expect(readWhole).toEqual([])
      // A month is small here, so that all of its seven days may be looked at: 1,260 rows of 30,000.
      expect(rowsOf.sim_activity).toBeLessThan(1_500)
      // This month and, in its first week, the one before.
      expect(months.length).toBeLessThanOrEqual(2)
    }
  })
})
