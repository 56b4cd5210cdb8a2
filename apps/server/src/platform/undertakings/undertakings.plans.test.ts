import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPlans, openPlans, plansTitle } from '../../testing/query-plans.ts'
import { undertakingOfTransaction, undertakingsOf } from './read.ts'

const issuer = 'https://id.example/realms/installer-services'

describe.skipIf(noPlans)(`D5 lasting work is read by its indexes ${plansTitle}`, () => {
  let plans: Awaited<ReturnType<typeof openPlans>>
  beforeAll(async () => {
    plans = await openPlans()
    const person = 'transaction_id, issuer, subject, email, session_id, token_id, remote_address'
    // A year of fifty people: 60,000 batches, every third of one SIM, 10,000 deployments and 3,000 looks; a few run.
    const fill = [
      "insert into csr_release values ('1'), ('2')",
      "insert into csr (server, ip_address, release) select 'csr-' || n, '10.0.0.' || n, '1' from generate_series(1, 50) as n",
      `insert into deactivation_batch (batch_id, is_single, ${person}, created_at, finished_at)
       select gen_random_uuid(), n % 3 = 0, gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '8 minutes', case when n % 1000 = 7 then null else now() - n * interval '8 minutes' end
       from generate_series(1, 60000) as n`,
      `insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state)
       select gen_random_uuid(), batch_id, n, (8914800000000000000 + row_number() over ())::text, 'VZN', 'done'
       from deactivation_batch cross join lateral generate_series(0, case when is_single then 0 else 4 end) as n`,
      `insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, ${person}, created_at, finished_at)
       select gen_random_uuid(), 1 + n % 50, 'upgrade', '1', '2', 'succeeded', gen_random_uuid(), '${issuer}', 'user-' || n % 50,
         '', '', '', '', now() - n * interval '50 minutes', now() - n * interval '50 minutes'
       from generate_series(1, 10000) as n`,
      `insert into look (look_id, same, company_name, rights, state, ${person}, created_at, finished_at)
       select gen_random_uuid(), n, '', '{}', 'finished', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 3000) as n`,
      `insert into look_thing (look_id, position, thing_kind, thing_id, carrier, state)
       select look_id, n, 'sim', n, 'VZN', 'fine' from look cross join generate_series(1, 20) as n`,
      `insert into watch (watch_id, cloud_id, until_at, rights, state, ${person}, created_at, finished_at)
       select gen_random_uuid(), 'CBS' || n, now(), '{}', 'back', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 3000) as n`,
      `insert into sweep (sweep_id, state, ${person}, created_at, finished_at)
       select gen_random_uuid(), 'finished', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, 600) as n`,
      `insert into sweep_lane (sweep_id, carrier) select sweep_id, carrier from sweep cross join unnest('{ATT,VZN}'::text[]) as carrier`,
      `insert into disabling (disabling_id, cloud_id, run_id, until_at, next_at, time_zone, end_transaction_id, state, ${person},
         created_at, finished_at)
       select gen_random_uuid(), 'CBS' || n, gen_random_uuid(), now(), now(), '', gen_random_uuid(), 'done', gen_random_uuid(),
         '${issuer}', 'user-' || n % 50, '', '', '', '', now() - n * interval '2 hours', now() - n * interval '2 hours'
       from generate_series(1, 3000) as n`,
      `insert into enabling (enabling_id, why, state, ${person}, created_at, finished_at)
       select gen_random_uuid(), '', 'finished', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 3000) as n`,
      `insert into enabling_panel (enabling_id, position, cloud_id, state, done_at)
       select enabling_id, n, 'CBS' || n, 'enabled', now() from enabling cross join generate_series(1, 5) as n`,
      `insert into deactivation_series (series_id, ${person}, created_at, finished_at)
       select gen_random_uuid(), gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 3000) as n`,
      `insert into deactivation_series_sim (series_id, position, iccid, state)
       select series_id, n, n, 'done' from deactivation_series cross join generate_series(1, 20) as n`,
      `insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
       values (900001, 'Left', '900001', 'us', 'us', 'TIER3_STANDARD')`,
      `insert into leaving (leaving_id, company_id, why, ${person}, created_at, finished_at, lines_done)
       select gen_random_uuid(), 900001, '', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours', 5 from generate_series(1, 3000) as n`,
      `insert into wave_plan (plan_id, release, settings, budget, actor, ${person}, created_at, finished_at)
       select gen_random_uuid(), '2', '{}', 80, '{}', gen_random_uuid(), '${issuer}', 'user-' || n % 50, '', '', '', '',
         now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 3000) as n`,
      `insert into wave_server (plan_id, csr_id, wave, position)
       select plan_id, n, 1, n from wave_plan cross join generate_series(1, 5) as n`,
      'vacuum analyze',
    ]
    for (const statement of fill) await sql.raw(statement).execute(plans.db)
  }, 120_000)
  afterAll(() => plans.close())
  const kinds = [
    'batch',
    'deployment',
    'look',
    'watch',
    'sweep',
    'disabling',
    'enabling',
    'series',
    'leaving',
    'waves',
  ] as const
  /** Of as many rows as there are servers and companies. */
  const small: (string | undefined)[] = ['csr', 'company']

  it("a person's work: no more rows than are listed, and their SIMs", async () => {
    const person = { issuer, subject: 'user-7', may: () => true }
    const { result, readWhole, indexes, rowsOf } = await plans.plansOf(() =>
      undertakingsOf(plans.db, person, kinds, new Date()),
    )
    // All that run are theirs, as far back as a year.
    expect(result.filter(({ endedAt }) => endedAt === null).length).toBe(40)
    expect(readWhole.filter((table) => !small.includes(table))).toEqual([])
    expect(indexes).toContain('deactivation_batch_of_person')
    expect(indexes).toContain('csr_deployment_of_person')
    expect(rowsOf.deactivation_batch).toBeLessThan(100)
    expect(rowsOf.deactivation).toBeLessThan(500)
    expect(rowsOf.csr_deployment ?? 0).toBeLessThan(10)
    expect(rowsOf.look ?? 0).toBeLessThan(10)
  })

  it('the work of a transaction, one by its id, and all that run', async () => {
    const first = await plans.db
      .selectFrom('undertaking')
      .select(['id', 'transaction_id'])
      .where('kind', '=', 'batch')
      .limit(1)
      .executeTakeFirstOrThrow()
    const ofTransaction = await plans.plansOf(() =>
      undertakingOfTransaction(plans.db, first.transaction_id, kinds, () => true),
    )
    expect(ofTransaction.result?.id).toBe(first.id)
    const work = plans.db.selectFrom('undertaking')
    const one = await plans.plansOf(() =>
      work.select(['kind', 'subject']).where('id', '=', first.id).execute(),
    )
    expect(one.result).toHaveLength(1)
    // What is not asked for is not counted.
    expect(one.rowsOf.deactivation).toBeUndefined()
    expect(one.rowsOf.look_thing).toBeUndefined()
    const running = await plans.plansOf(() => work.selectAll().where('ended_at', 'is', null).execute())
    expect(running.result).toHaveLength(60)
    for (const { readWhole, rowsOf } of [ofTransaction, one, running]) {
      expect(readWhole.filter((table) => !small.includes(table))).toEqual([])
      expect(rowsOf.deactivation_batch).toBeLessThan(200)
    }
  })
})
