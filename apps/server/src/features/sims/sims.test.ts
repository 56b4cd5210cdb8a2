import { luhnFits } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { demoSimCount } from '../../testing/demo-sims.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { findSim } from './index.ts'

describeOnOneDatabase('the demo world in the database (D1)', (database) => {
  beforeAll(async () => {
    await seed(database.get().db, simWorld)
  })

  it('puts each part in once', async () => {
    expect(await seed(database.get().db, simWorld)).toEqual([])
  })

  it('holds 250 companies with distinct names and SAP numbers, and goes on with 251', async () => {
    const { db } = database.get()
    const rows = await db.selectFrom('company').selectAll().orderBy('id').execute()
    expect(rows).toHaveLength(250)
    expect(new Set(rows.map((row) => row.name)).size).toBe(250)
    expect(rows.map((row) => row.sap_company_id)).toEqual(rows.map((_, i) => String(1_000_001 + i)))
    expect(rows[0]).toMatchObject({
      id: 1,
      name: 'Harbor Security',
      sap_sales_region: 'us',
      network_model: 'TIER3_STANDARD',
    })
    expect(rows[1]).toMatchObject({
      id: 2,
      name: 'Prairie Alarm',
      sap_sales_region: 'ca',
      network_model: 'TIER2_STANDARD',
    })
    expect(new Set(rows.map((row) => row.network_model)).size).toBe(4)
    const next = await db
      .insertInto('company')
      .values({
        name: 'New',
        sap_company_id: '9',
        sap_sales_region: 'us',
        device_region: 'us',
        network_model: 'TIER2_STANDARD',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(next.id).toBe(251)
    await db.deleteFrom('company').where('id', '=', next.id).execute()
  })

  it('holds every SIM, all with a valid check digit', async () => {
    const { generatedPanels } = world
    const rows = await database.get().db.selectFrom('sim').select('iccid').execute()
    expect(rows).toHaveLength(demoSimCount + generatedPanels.to - generatedPanels.from + 1)
    expect(rows.every(({ iccid }) => luhnFits(iccid))).toBe(true)
  })

  it("finds a SIM with its company's network model and its own VPN account", async () => {
    expect(await findSim(database.get().db, '8901170000000000013')).toEqual({
      iccid: '8901170000000000013',
      vendorCode: 'ATT',
      usable: true,
      networkModel: 'TIER3_STANDARD',
      companyNetworkModel: 'TIER3_STANDARD',
      vpnGateway: expect.stringMatching(/\S/),
      vpnUserName: expect.stringMatching(/\S/),
      vpnPassword: expect.stringContaining(testSecrets.keyId),
      deactivatedAt: null,
      panel: 'CBS0000001',
      company: { companyId: 1, name: 'Harbor Security', sapCompanyId: '1000001' },
    })
  })

  it("prefers the SIM's own network model, and knows SIMs of no one", async () => {
    const { db } = database.get()
    expect((await findSim(db, '8914800000000000022'))?.networkModel).toBe('TIER2_STANDARD_NO_NAT')
    expect(await findSim(db, '8901170000000000039')).toMatchObject({ company: null, networkModel: null })
    expect(await findSim(db, '8901170000000000062')).toMatchObject({ usable: false })
    expect(await findSim(db, '8901170000000009998')).toBeUndefined()
  })

  it('refuses rows that break the rules', async () => {
    const { db } = database.get()
    const sim = { vendor_code: 'ATT' as const, company_id: null, network_model: null }
    await expect(
      db
        .insertInto('sim')
        .values({ ...sim, iccid: '123' })
        .execute(),
    ).rejects.toThrow()
    await expect(
      db
        .insertInto('sim')
        .values({ ...sim, iccid: '8901170000000009998', company_id: 9999 })
        .execute(),
    ).rejects.toThrow()
  })
})
