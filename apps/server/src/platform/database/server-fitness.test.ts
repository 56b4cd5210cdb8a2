import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { startCluster, type TemporaryCluster } from '../../testing/postgres-cluster.ts'
import { whyNoPair } from '../../testing/postgres-pair.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const cannot = whyNoPair()

describe.skipIf(cannot)(
  `D52 databases as operators have them${cannot ? ` (left out: ${cannot})` : ''}`,
  () => {
    let cluster: TemporaryCluster
    beforeAll(async () => {
      const started = await startCluster()
      if (typeof started === 'string') throw new Error(started)
      cluster = started
    })
    afterAll(() => cluster.stop())

    /** The address of a new database, after these statements in the server and in it. */
    async function database(name: string, how: string, then: string[] = [], user = 'postgres') {
      await ask(cluster.url, [`create database ${name} ${how}`])
      const url = cluster.url.replace(/postgres@(.*)\/postgres$/, `${user}@$1/${name}`)
      await ask(url.replace(`${user}@`, 'postgres@'), then)
      return url
    }
    const open = (url: string) => openDatabase({ url, folder: '', connections: 4, sharedOut: true })
    const refusal = (url: string) =>
      open(url).then(
        () => 'opened',
        (error: Error) => error.message,
      )

    it.each(['LATIN1', 'SQL_ASCII', 'WIN1252'])('refuses one in %s at the start', async (encoding) => {
      const url = await database(
        `in_${encoding.toLowerCase()}`,
        `template template0 encoding '${encoding}' locale 'C'`,
      )
      expect(await refusal(url)).toContain(`The database is encoded in ${encoding}`)
    })

    it('refuses a role without a schema, and says how to give it one', async () => {
      const url = await database(
        'bare',
        '',
        ['create role bare login', 'revoke all on schema public from public'],
        'bare',
      )
      expect(await refusal(url)).toContain('The role bare has no schema to work in')
    })

    it('works in a schema of its own', async () => {
      const own = ['create role console login', 'create schema console authorization console']
      const url = await database(
        'own_schema',
        '',
        [...own, 'grant create on database own_schema to console', 'drop schema public'],
        'console',
      )
      const opened = await open(url)
      expect(await migrate(opened.db, migrations)).toEqual(Object.keys(migrations))
      const tables = sql<{ n: number }>`
      select count(*)::int as n from pg_tables where schemaname = 'console' and tablename = 'user_action'`
      expect((await tables.execute(opened.db)).rows).toEqual([{ n: 1 }])
      await opened.close()
    })

    it('relies on no setting that a role or a database may bring', async () => {
      const odd = {
        DateStyle: 'SQL, DMY',
        IntervalStyle: 'sql_standard',
        TimeZone: 'Asia/Kathmandu',
        bytea_output: 'escape',
        extra_float_digits: '-15',
        standard_conforming_strings: 'off',
        default_transaction_isolation: 'serializable',
        statement_timeout: '1s',
        lock_timeout: '1ms',
        transform_null_equals: 'on',
      }
      const url = await database('odd', '', [
        ...Object.entries(odd).map(([name, value]) => `alter database odd set ${name} = '${value}'`),
      ])
      const opened = await open(url)
      const { rows } = await sql<Record<string, unknown>>`
      select timestamptz '2026-11-25 06:00+00' as at, 0.1::float8 + 0.2::float8 as sum, interval '1 day 2 hours' as span,
        '\\x00ff'::bytea as bytes, current_setting('statement_timeout') as lasts,
        current_setting('transaction_isolation') as isolation, '\\n' as text, to_char(timestamptz '2026-11-25Z', 'HH24') as hour`.execute(
        opened.db,
      )
      expect(rows[0]).toMatchObject({
        at: new Date('2026-11-25T06:00:00Z'),
        sum: 0.1 + 0.2,
        span: { days: 1, hours: 2 },
        bytes: Buffer.from([0, 255]),
        lasts: '0',
        isolation: 'read committed',
        text: '\\n',
        hour: '00',
      })
      await opened.close()
    })
  },
)

async function ask(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
