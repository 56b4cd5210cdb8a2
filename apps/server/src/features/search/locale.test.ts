import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { startCluster } from '../../testing/postgres-cluster.ts'
import { whyNoPair } from '../../testing/postgres-pair.ts'
import { seesAll } from '../../testing/views.ts'
import { find, readableSources } from './find.ts'
import { companies } from './sources/company.ts'

const cannot = whyNoPair()

it.skipIf(cannot)(`D41 D47 hold in a Turkish database${cannot ? ` (left out: ${cannot})` : ''}`, async () => {
  const cluster = await startCluster()
  if (typeof cluster === 'string') throw new Error(cluster)
  onTestFinished(() => cluster.stop())
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(
    "create database tr template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'",
  )
  await client.end()
  const database = await openDatabase({
    url: cluster.url.replace(/postgres$/, 'tr'),
    folder: '',
    connections: 4,
  })
  const { db } = database
  onTestFinished(() => database.close())

  await migrate(db, migrations)
  const add = (name: string, sap: string) =>
    sql`
      insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
      values (${name}, ${sap}, 'us', 'us', 'TIER2_STANDARD') returning id`.execute(db)
  await add('ISTANBUL INSTALLERS', '0042')
  await add('Société Générale', '43')

  const hits = async (q: string) =>
    (await find(db, readableSources([companies], seesAll()), q, 5)).hits.map(
      ({ title, matched }) => `${title} ${matched.how}`,
    )
  expect(await hits('istanbul installers')).toEqual(['ISTANBUL INSTALLERS exact'])
  expect(await hits('societe')).toEqual(['Société Générale prefix'])
  expect(await hits('SOCIE\u0301TE\u0301 GE\u0301NE\u0301RALE')).toEqual(['Société Générale exact'])
  expect(await hits('00042')).toEqual(['ISTANBUL INSTALLERS exact'])
  await expect(add('Third', '042')).rejects.toMatchObject({ code: '23505' })
})
