import { CompanyUpdate } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { readCompanies, readCompany } from '../features/companies/companies.store.ts'
import { updateBody } from '../testing/company-bodies.ts'
import { describeOnEachDatabase } from '../testing/databases.ts'
import { testSecrets } from '../testing/test-secrets.ts'
import { companiesSeed } from './companies.ts'
import { companySettingsSeed } from './company-settings.ts'
import { seed } from './seed.ts'

/** All there is to read. */
const may = () => true

describeOnEachDatabase('the settings of the demo world', (database) => {
  it('come with subnets and reservations once, beside what was brought in meanwhile', async () => {
    const { db } = database.get()
    await seed(db, [companiesSeed(testSecrets)])
    // A company under a SAP ID that the demo world reserves, another model.
    await db
      .insertInto('company')
      .values({
        name: 'Was faster',
        sap_company_id: '1000901',
        sap_sales_region: 'us',
        device_region: 'us',
        network_model: 'TIER2_STANDARD',
      })
      .execute()
    await db
      .updateTable('company')
      .set({ network_model: 'TIER3_STANDARD', vpn_endpoint: 'vpn.example' })
      .where('id', '=', 4)
      .execute()
    expect(await seed(db, [companiesSeed(testSecrets), companySettingsSeed])).toEqual(['company-settings'])
    const { reservations, companyInfos } = await readCompanies(db)
    expect(reservations).toHaveLength(world.reservations.length + world.generatedReservations.count - 1)
    expect(reservations.map(({ value }) => value)).not.toContain('1000901')
    expect((await readCompany(db, testSecrets, 4, may)).companySubnets).toEqual([])
    expect((await readCompany(db, testSecrets, 2, may)).companySubnets).toMatchObject([
      { domainIp: '10.20.0.0', cidr: 16 },
    ])
    const companies = await Promise.all(
      companyInfos.map(({ companyId }) => readCompany(db, testSecrets, companyId, may)),
    )
    // Whatever the demo world says of a company, its own form could have saved.
    for (const company of companies) expect(() => CompanyUpdate.parse(updateBody(company))).not.toThrow()
    const varied = new Set(companies.map((company) => JSON.stringify(company.companyMobileAlertSettings)))
    expect(varied.size).toBeGreaterThan(50)
    const subnets = companies.map((company) => company.companySubnets.length)
    expect(new Set(subnets)).toEqual(new Set([0, 1, 2]))
  })
})
