import { createHash } from 'node:crypto'
import { CompanyUpdate } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { companySettingsSeed } from '../../demo/company-settings.ts'
import { seed } from '../../demo/seed.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { migrations } from '../../platform/database/migrations/index.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { createSecretBox, SecretClosed } from '../../platform/secrets/secret-box.ts'
import { newBody, updateBody } from '../../testing/company-bodies.ts'
import { describeOnEachDatabase, describeOnEachEmptyDatabase } from '../../testing/databases.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { readCompanies, readCompany } from './companies.store.ts'
import { findKey } from './installer-service-key.ts'
import { openKey, sealServiceKeys } from './sealed-key.ts'

const newer = Buffer.alloc(32, 'newer')

/** Up to the version that knew only names, regions and network models of companies. */
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'))

/** All there is to read. */
const may = () => true

describeOnEachEmptyDatabase('R47 a database of the former version', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('every company gets the defaults of section 9, a key of its own and its history', async () => {
    const { db } = database
    await migrate(db, former)
    await sql`
      insert into company (name, sap_company_id, sap_sales_region, device_region, network_model, vpn_endpoint) values
        ('Harbor', '1', 'us', 'us', 'TIER3_STANDARD', 'own.example'),
        (${'Two\nlines\t'}, '2', 'ca', 'ca', 'TIER3_STANDARD', ''),
        ('Plain', '3', 'us', 'mx', 'TIER2_STANDARD', '')`.execute(db)
    // A key of each, as the version before 0044 had them.
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0044')))
    const plain = (
      await sql<{ key: string; date: Date }>`
        select online_service_key as key, update_date as date from company order by id`.execute(db)
    ).rows
    expect(await migrate(db)).toContain('0044-sealed-service-keys')
    const rows = () => db.selectFrom('company').selectAll().orderBy('id').execute()
    expect((await rows()).map((row) => row.plain_service_key)).toEqual(plain.map(({ key }) => key))
    const before = createSecretBox([Buffer.alloc(32, 'before')])
    const both = createSecretBox([newer, Buffer.alloc(32, 'before')])
    expect(await sealServiceKeys(db, before)).toBe(3)
    await expect(sealServiceKeys(db, createSecretBox([newer]))).rejects.toThrow(
      `SECRETS_KEY lacks a key that installer service keys are encrypted with: ${before.keyId} (3 of them).`,
    )
    const taken = await Promise.all([sealServiceKeys(db, both), sealServiceKeys(db, both)])
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(await sealServiceKeys(db, both)).toBe(0)
    const secrets = createSecretBox([newer])
    expect((await rows()).map((row) => [openKey(secrets, row), row.plain_service_key])).toEqual(
      plain.map(({ key }) => [key, null]),
    )
    // An operator may correct a SAP Company ID; beside the hash of another key none opens.
    const [one, other] = await rows()
    if (one && other)
      expect(() => openKey(secrets, { ...one, service_key_hash: other.service_key_hash })).toThrow(
        SecretClosed,
      )
    // No one has saved them: a form that is open stays up to date (D10).
    expect((await rows()).map((row) => row.update_date)).toEqual(plain.map(({ date }) => date))
    await expect(sql`update company set plain_service_key = gen_random_uuid()`.execute(db)).rejects.toThrow(
      /company_no_plain_service_key/,
    )
    const { companyInfos, deviceRegionOptions } = await readCompanies(db)
    expect(companyInfos.map(({ companyName }) => companyName)).toEqual(['Harbor', 'Plain', 'Two lines'])
    expect(deviceRegionOptions.map(({ value }) => value)).toEqual(['us', 'ca', 'mx'])
    const { companySettings, rpsControlSettings, companyMobileAlertSettings } = newBody({ sapCompanyId: '1' })
    const companies = await Promise.all([1, 2, 3].map((id) => readCompany(db, secrets, id, may)))
    for (const company of companies)
      expect(company).toMatchObject({
        companySettings,
        rpsControlSettings,
        companyMobileAlertSettings,
        companySubnets: [],
        facts: { updatedBy: null, keyGeneratedBy: null },
      })
    expect(companies.map(({ networkModelSettings }) => networkModelSettings.vpnEndpoint)).toEqual([
      'own.example',
      'vpn.installer-services.example',
      '',
    ])
    const keys = companies.map((company) => company.rpsControlSettings.onlineServiceKey)
    expect(new Set(keys).size).toBe(3)
    for (const [i, key] of keys.entries())
      expect(await findKey(db, key)).toMatchObject({ companyId: i + 1, replacedAt: null })
    const history = await db.selectFrom('company_isk').select('key_hash').orderBy('company_id').execute()
    expect(history.map((row) => row.key_hash)).toEqual(
      keys.map((key) => createHash('sha256').update(key).digest('hex')),
    )
  })
})

describeOnEachDatabase('the demo world of a former version', (database) => {
  it('gets settings, subnets and reservations once, beside what was brought in meanwhile', async () => {
    const { db } = database.get()
    await seed(db, [companiesSeed(testSecrets)])
    // Brought in before the upgrade: a company under a SAP ID that the demo world reserves, another model.
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
