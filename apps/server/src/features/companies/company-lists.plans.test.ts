import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { seesAll } from '../../testing/views.ts'
import { pageQuery, partQuery } from './company-lists.store.ts'
import { companyPanels } from './company-panels.ts'
import { companySims } from './company-sims.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Subplan Name'?: string
  Plans?: Plan[]
}

const view = seesAll()

describeOnEachDatabase("use 2 the plans of a company's lists among 12,000 SIMs and panels", (database) => {
  const db = () => database.get().db
  beforeAll(async () => {
    await sql`
      insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      select n, 'Company ' || n, (3000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, 401) as n`.execute(
      db(),
    )
    // The last company has a quarter of them all.
    await sql`
      insert into sim (iccid, vendor_code, company_id, panel)
      select '8901170' || lpad(n::text, 12, '0'), 'ATT', case when n > 9000 then 401 else 1 + n % 400 end, 'CBS' || lpad(n::text, 7, '0')
      from generate_series(1, 12000) as n`.execute(db())
    await sql`
      insert into panel (cloud_id, company_id, panel_info)
      select 'CBS' || lpad(n::text, 7, '0'), case when n > 9000 then 401 else 1 + n % 400 end, '{"serviceStates": []}' from generate_series(1, 12000) as n`.execute(
      db(),
    )
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      select 'sim', iccid, 'AT&T', '{"deviceStatus": "Active"}'::jsonb, now() from sim
      union all select 'panel', cloud_id, 'WebConnect', '{"connection": "silent"}'::jsonb, now() from panel`.execute(
      db(),
    )
    await sql`
      insert into thing_finding (thing_kind, thing_id, state, since)
      select 'sim', iccid, 'fine', now() from sim union all select 'panel', cloud_id, 'fine', now() from panel`.execute(
      db(),
    )
    await sql`
      insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
      select 'sim', iccid, 'AT&T', 'deviceStatus', 'Suspended', 'Active', now() from sim`.execute(db())
    await sql`analyze observed_change, company, sim, panel, observation, thing_finding`.execute(db())
  }, 120_000)

  async function nodesOf(query: RawBuilder<unknown>): Promise<Plan[]> {
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${query}`.execute(
      db(),
    )
    const nodes: Plan[] = []
    const collect = (plan: Plan | undefined): void => {
      if (!plan) return
      nodes.push(plan)
      plan.Plans?.forEach(collect)
    }
    collect(rows[0]?.['QUERY PLAN'][0]?.Plan)
    return nodes
  }

  async function planOf(query: RawBuilder<unknown>) {
    const nodes = await nodesOf(query)
    const readWhole = nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
    )
    // Of containers there are a few dozen, of panels that are missed for minutes a few thousand at most.
    return {
      readWhole: readWhole.filter((name) => name !== 'webconnect_container' && name !== 'webconnect_missed'),
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    }
  }

  it('2.14 16 what decides neither whether a row matches nor where it stands is read for the page alone', async () => {
    const nodes = await nodesOf(
      pageQuery(companySims, { companyId: 7, view, filter: { vendorCode: 'ATT' }, sort: 'iccid' }),
    )
    const [matching] = nodes.filter((node) => node['Subplan Name'] === 'CTE matching')
    expect(JSON.stringify(matching)).toContain('sim_by_company')
    expect(JSON.stringify(matching)).not.toContain('observation')
    expect(nodes.filter((node) => node['Index Name'] === 'sim_by_company')).not.toHaveLength(0)
    const panels = await nodesOf(
      pageQuery(companyPanels, { companyId: 7, view, filter: {}, sort: 'cloudId' }),
    )
    const ofSim = panels.filter(
      (node) => node['Relation Name'] === 'sim' || node['Index Name'] === 'sim_by_panel',
    )
    expect(ofSim).toHaveLength(1)
  })

  it('16 what was told of other companies’ things is not read, however many a company has', async () => {
    const sims = { companyId: 401, view, filter: { state: 'active' }, sort: 'state' } as const
    const panels = { companyId: 401, view, filter: { state: 'silent' }, sort: 'state' } as const
    expect((await planOf(pageQuery(companySims, sims))).readWhole).not.toContain('observation')
    expect((await planOf(pageQuery(companyPanels, panels))).readWhole).not.toContain('observation')
  })

  it('its SIMs go by sim_by_company, and their states by thing_state_of_company', async () => {
    const filter = { state: 'active', text: '0001' } as const
    const { readWhole, indexes } = await planOf(
      pageQuery(companySims, { companyId: 7, view, filter, sort: 'since', page: 2 }),
    )
    expect(readWhole).toEqual([])
    expect(indexes).toEqual(expect.arrayContaining(['sim_by_company', 'thing_state_of_company']))
    expect(
      (await planOf(partQuery(companySims, { companyId: 7, view, filter, after: '' }))).readWhole,
    ).toEqual([])
  })

  it('its panels go by panel_by_company, and the SIMs in them by sim_by_panel', async () => {
    const filter = { state: 'silent', text: '0001' } as const
    const { readWhole, indexes } = await planOf(
      pageQuery(companyPanels, { companyId: 7, view, filter, sort: 'state' }),
    )
    expect(readWhole).toEqual([])
    expect(indexes).toEqual(expect.arrayContaining(['panel_by_company', 'sim_by_panel']))
    expect(
      (await planOf(partQuery(companyPanels, { companyId: 7, view, filter, after: '' }))).readWhole,
    ).toEqual([])
  })
})
