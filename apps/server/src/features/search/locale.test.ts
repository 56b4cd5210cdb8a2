import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { migrations } from '../../platform/database/migrations/index.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { startCluster } from '../../testing/postgres-cluster.ts'
import { whyNoPair } from '../../testing/postgres-pair.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { seesAll } from '../../testing/views.ts'
import { sealServiceKeys } from '../companies/index.ts'
import { find, readableSources } from './find.ts'
import { companies } from './sources/company.ts'

const cannot = whyNoPair()

it.skipIf(cannot)(
  `D41 D47 hold in a Turkish database, and for companies from before${cannot ? ` (left out: ${cannot})` : ''}`,
  async () => {
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

    const before = Object.fromEntries(
      Object.entries(migrations).filter(([name]) => name < '0043-names-and-numbers'),
    )
    await migrate(db, before)
    const add = (name: string, sap: string) =>
      sql`
      insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
      values (${name}, ${sap}, 'us', 'us', 'TIER2_STANDARD') returning id`.execute(db)
    await add('ISTANBUL INSTALLERS', '0042')
    await add('Société Générale', '42')
    await migrate(db)
    // As each program does that migrates.
    await sealServiceKeys(db, testSecrets)

    const hits = async (q: string) =>
      (await find(db, readableSources([companies], seesAll()), q, 5)).hits.map(
        ({ title, matched }) => `${title} ${matched.how}`,
      )
    expect(await hits('istanbul installers')).toEqual(['ISTANBUL INSTALLERS exact'])
    expect(await hits('societe')).toEqual(['Société Générale prefix'])
    expect(await hits('SOCIE\u0301TE\u0301 GE\u0301NE\u0301RALE')).toEqual(['Société Générale exact'])
    expect((await hits('00042')).sort()).toEqual(['ISTANBUL INSTALLERS exact', 'Société Générale exact'])

    // The two stay apart; nothing new may have their number.
    await expect(add('Third', '042')).rejects.toMatchObject({ code: '23505' })
    await sql`update company set sap_company_id = '43' where name = 'Société Générale'`.execute(db)
    await expect(add('Fourth', '043')).rejects.toMatchObject({ code: '23505' })
  },
)
