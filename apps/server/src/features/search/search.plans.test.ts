import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { noPlans, openPlans, plansTitle } from '../../testing/query-plans.ts'
import { seesAll } from '../../testing/views.ts'
import { find, readableSources } from './find.ts'
import { searchSources } from './sources/index.ts'

/** What grows with the inventory; CSRs and containers are few hundred. */
const large = [
  'sim',
  'panel',
  'observed_identifier',
  'observation',
  'remote_user',
  'company',
  'billing_line',
  'sim_transaction',
]

describe.skipIf(noPlans)(`connected console 3 search walks through no large table ${plansTitle}`, () => {
  let plans: Awaited<ReturnType<typeof openPlans>>
  const sources = readableSources(searchSources(systemClock), seesAll())
  beforeAll(async () => {
    plans = await openPlans()
    const fill = [
      `insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
        select (array['Harbor','Prairie','Summit','Lakeside'])[n % 4 + 1] || n || ' ' || (array['Security','Alarm'])[n % 2 + 1],
          (3000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, 4000) as n`,
      `insert into sim (iccid, vendor_code, company_id, panel)
        select '8901' || lpad((n * 7919)::text, 15, '0'), 'ATT', first + n % 4000, ''
        from generate_series(1, 60000) as n, (select min(id) as first from company) as f`,
      `insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
        select 'sim', iccid, 'imei', '3520' || right(iccid, 11), 'AT&T', now(), now() from sim`,
      `insert into observation (thing_kind, thing_id, source, fields, asked_at)
        select thing_kind, thing_id, source, jsonb_build_object(field, form), now() from observed_identifier`,
      `insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
        select 2026, 1, iccid, 'Alarm 5MB', 'ATT', 1, 1, 'USD' from sim`,
      `insert into sim_transaction (transaction_id, iccid, began_at) select gen_random_uuid(), iccid, now() from sim`,
      `insert into panel (cloud_id, company_id, remote_id, panel_info)
        select 'CBT' || lpad(n::text, 7, '0'), first + n % 4000, 'RT-' || lpad(n::text, 6, '0'),
          jsonb_build_object('physicalPanelId', lpad(to_hex(n), 8, '0') || '-8b86-4011-b42d-00c04f000000')
        from generate_series(1, 40000) as n, (select min(id) as first from company) as f`,
      `insert into remote_user (email, company_id, remote_id, role)
        select 'user' || n || '@example.com', first + n % 4000, 'RU-' || n, 'Viewer'
        from generate_series(1, 40000) as n, (select min(id) as first from company) as f`,
      // Names that come last of all, so many that the first of them seem near.
      `insert into remote_user (email, company_id, remote_id, role)
        select 'zoe' || n || '@late.example', first + n % 4000, 'RU-' || n, 'Viewer'
        from generate_series(1, 2000) as n, (select min(id) as first from company) as f`,
      // Also what GIN indexes have not yet taken in.
      'vacuum analyze',
    ]
    for (const statement of fill) await sql.raw(statement).execute(plans.db)
  }, 120_000)
  afterAll(() => plans.close())

  it.each([
    ['an ICCID', '8901000000079190000'],
    ['its last digits', '7919'],
    ['its beginning', '89010000'],
    ['one with a wrong check digit', '8901000000079190001'],
    ['an IMEI, its beginning, as most have it', '3520'],
    ['a cloud ID', 'CBT0007919'],
    ['a Remote Portal ID', 'RT-007919'],
    ['a physical ID', '00001eef-8b86-4011-b42d-00c04f000000'],
    ['an IP address', '10.20.4.21'],
    ['the name of a company', 'Harbor400 Security'],
    ['a word that many companies have', 'security'],
    ['the name of a company, mistyped', 'Harbr400 securty'],
    ['an email', 'user7919@example.com'],
    ['a part of it', 'ser7919@exa'],
    ['a part that all emails have', 'example'],
    ['two letters', 'qz'],
    ['a transaction', 'a2bf7919-1111-4222-8333-444455556666'],
  ])('%s', async (_what, typed) => {
    const { readWhole } = await plans.plansOf(() => find(plans.db, sources, typed, 20))
    expect(readWhole.filter((table) => table && large.includes(table))).toEqual([])
  })
  it.each([
    ['a part of names that come last', 'late.ex', 4_000],
    ['a part with its @, of which no other is', 'oe1234@lat', 1_010],
  ])('%s is found by a look at few names', async (_what, typed, most) => {
    const { result, rowsOf } = await plans.plansOf(() => find(plans.db, sources, typed, 20))
    expect(result.hits[0]?.matched).toMatchObject({ field: 'email', how: 'part' })
    expect(rowsOf.remote_user).toBeLessThan(most)
  })
})
