import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPlans, openPlans, plansTitle } from '../../testing/query-plans.ts'
import { userRows } from '../users/index.ts'
import { findPanel } from './panel-flag.store.ts'
import { idsWithoutPanel, panelSearch, panelsOf } from './panels.store.ts'

describe.skipIf(noPlans)(`2.8 2.11 searches in 200,000 panels and users ${plansTitle}`, () => {
  let plans: Awaited<ReturnType<typeof openPlans>>
  const db = () => plans.db
  const plansOf = <T>(read: () => Promise<T>) => plans.plansOf(read)
  beforeAll(async () => {
    plans = await openPlans()
    await sql`
      insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
      select 'Company ' || n, (3000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, 1000) as n`.execute(
      db(),
    )
    // Every tenth panel is the first company's.
    await sql`
      insert into panel (cloud_id, company_id, remote_id, panel_info)
      select 'CBS' || lpad(n::text, 7, '0'), first.id + case when n % 10 = 0 then 0 else n % 1000 end,
        'RP-' || lpad(n::text, 6, '0'), '{"serviceStates": []}'
      from generate_series(1, 200000) as n, (select min(id) as id from company) as first`.execute(db())
    await sql`
      insert into remote_user (email, company_id, remote_id, role)
      select 'user' || n || '@example.com', first.id + n % 1000, 'RU-' || n, 'Viewer'
      from generate_series(1, 200000) as n, (select min(id) as id from company) as first`.execute(db())
    await sql`analyze company, panel, remote_user`.execute(db())
  }, 120_000)
  afterAll(() => plans.close())

  async function search(by: Parameters<typeof panelSearch>[0], ids: string[], most = 10_001) {
    const wanted = panelSearch(by, ids.join(','))
    const found = []
    for await (const panel of panelsOf(db(), wanted, most)) if (found.push(panel) >= most) break
    return { found, notFound: await idsWithoutPanel(db(), wanted, found) }
  }
  const spread = (count: number, name: (n: number) => string) =>
    Array.from({ length: count }, (_, i) => name(1 + i * 397))

  it('500 cloud IDs go by the primary key', async () => {
    const ids = spread(500, (n) => `cbs${String(n).padStart(7, '0')}`)
    const { result, readWhole, indexes } = await plansOf(() => search('cloudId', [...ids.slice(1), 'nosuch']))
    expect([result.found.length, result.notFound]).toEqual([499, ['nosuch']])
    expect(readWhole).not.toContain('panel')
    expect(indexes).toContain('panel_pkey')
  })

  it('500 Remote Portal IDs go by their key without dashes', async () => {
    const ids = spread(500, (n) => `RP${String(n).padStart(6, '0')}`)
    const { result, readWhole, indexes } = await plansOf(() => search('remoteId', ids))
    expect([result.found.length, result.notFound]).toEqual([500, []])
    expect(readWhole).not.toContain('panel')
    expect(indexes).toContain('panel_by_remote_key')
  })

  it("a company's panels go by company and cloud ID, the first page and the later ones", async () => {
    const { result, readWhole, indexes } = await plansOf(() =>
      search('sapNumber', ['3000001', '3000002', '9']),
    )
    expect([result.found.length, result.notFound]).toEqual([10_001, ['9']])
    expect(readWhole).not.toContain('panel')
    expect(indexes).toContain('panel_by_company')
    const pages = await plansOf(async () => {
      let count = 0
      for await (const _panel of panelsOf(db(), panelSearch('sapNumber', '3000001'), 1000)) count++
      return count
    })
    expect(pages.result).toBe(20_000)
    expect(pages.readWhole).not.toContain('panel')
  })

  it('one panel, and the rows of one user, go by their keys', async () => {
    const one = await plansOf(() => findPanel(db(), 'cbs0150000'))
    expect(one.result).toMatchObject({ remoteId: 'RP-150000' })
    expect([one.readWhole, one.indexes]).toEqual([[], ['panel_pkey']])
    const user = await plansOf(() => userRows(db(), 'USER150000@example.com'))
    expect(user.result).toHaveLength(1)
    expect(user.readWhole).not.toContain('remote_user')
    expect(user.indexes).toContain('remote_user_pkey')
  })
})
