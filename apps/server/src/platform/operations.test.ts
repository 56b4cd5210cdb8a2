import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { seed } from '../demo/seed.ts'
import { migrations } from '../migrations.ts'
import { copyOfTemplate, describeOnOneDatabase } from '../testing/databases.ts'
import { startKeyServer } from '../testing/key-server.ts'
import { startTestApp } from '../testing/test-app.ts'
import type { AuditedTransaction } from './audit/audited-transaction.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { endSignOnsOf, peopleOf } from './sign-on/end-sign-ons.ts'
import { createEndedSignOns } from './sign-on/ended-sign-ons.ts'

/** The statements that docs/operations gives to operators, as they stand there. */
function statementsOf(table: string): string {
  const folder = join(import.meta.dirname, '../../../../docs/operations')
  const text = readdirSync(folder)
    .map((page) => readFileSync(join(folder, page), 'utf8'))
    .join('\n')
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
  const found = blocks.find((block) => block.includes(table))
  if (!found) throw new Error(`docs/operations has no statements about ${table}`)
  return found
}

describeOnOneDatabase("R14 docs/operations: ending a user's sign-ons", (database) => {
  it('refuses the tokens that are out, and none issued later', async () => {
    const keys = await startKeyServer()
    const server = await startTestApp({ database: database.get(), keys })
    const now = Math.floor(Date.now() / 1000)
    const tokenOf = (iat: number) => keys.token({ sub: 'u-former', email: 'former@example.com', iat })
    const call = async (token: string) => (await server.call('GET', '/api/session/v1/access', { token })).code
    const out = await tokenOf(now - 30)
    const body = { SessionId: 's', Email: 'e', Activity: 'Login', ActionMessage: 'UserLogIn', Detailinfo: '' }
    const entry = await server.call('POST', '/api/activity/v1/activitylog', { token: out, body })
    expect(entry.code).toBe(200)
    expect(await call(out)).toBe(200)
    const { db } = database.get()
    for (let i = 0; i < 2; i++) await endSignOnsOf(db, await peopleOf(db, 'Former@Example.com'))
    await expect.poll(() => call(out)).toBe(401)
    expect(await call(await tokenOf(now + 9))).toBe(200)
    expect(await call(await keys.token({ sub: 'other', iat: now - 30 }))).toBe(200)
    await server.close()
    await keys.close()
  })

  it('a sign-on that ended here stays ended after a look into the table, and is forgotten with it', async () => {
    const { db } = database.get()
    const log = { error: () => {} } as unknown as Parameters<typeof createEndedSignOns>[0]['log']
    const ended = createEndedSignOns({ db, log })
    const user = { issuer: 'i', subject: 's', sessionId: 'one', issuedAt: 0 } as Parameters<
      typeof ended.whyEnded
    >[0]
    ended.noteEnded(user)
    await ended.refresh() // began before the end was committed
    expect(ended.whyEnded(user)).toBeDefined()
    await ended.end(db, user)
    await ended.refresh()
    expect(ended.whyEnded(user)).toBeDefined()
    await db.deleteFrom('ended_session').execute()
    await ended.refresh()
    expect(ended.whyEnded(user)).toBeUndefined()
  })
})

const postgres = inject('postgres')

describe.skipIf('missing' in postgres)('R39 D19 docs/operations: two roles on PostgreSQL', () => {
  it("the servers' role serves, appends to the audit, and cannot change it or switch its triggers off", async () => {
    const copy = await copyOfTemplate()
    const role = `console_app_${randomUUID().slice(0, 8)}`
    const owner = await openDatabase({ url: copy.url, folder: '', connections: 2 })
    await sql.raw(`create role ${role} login password 'choose one'`).execute(owner.db)
    await sql.raw(statementsOf('kysely_migration').replaceAll('console_app', role)).execute(owner.db)
    const url = new URL(copy.url)
    Object.assign(url, { username: role, password: 'choose one' })
    const database = await openDatabase({ url: url.href, folder: '', connections: 4 })
    const keys = await startKeyServer()
    try {
      expect(await migrate(database.db, migrations)).toEqual([])
      const server = await startTestApp({ database, keys })
      expect((await server.call('POST', '/api/session/v1/end', {})).code).toBe(200)
      await server.close()
      const { rows } = await sql<{ month: string }>`
        select inhrelid::regclass::text as month from pg_inherits
        where inhparent in ('user_action'::regclass, 'sim_activity'::regclass)`.execute(owner.db)
      // By the servers' role, but the owner's: a month that is made later.
      await sql`select make_month('user_action', '2035-05-01')`.execute(database.db)
      const months = [...rows.map((row) => row.month), 'user_action_2035_05']
      for (const statement of [
        'update user_action set email = email',
        'delete from user_action',
        'update audit_chain set at = at',
        'delete from audit_anchor',
        'insert into audit_chain select * from audit_chain',
        ...months.flatMap((month) => [`delete from ${month}`, `drop table ${month}`]),
      ])
        await expect(sql.raw(statement).execute(database.db), statement).rejects.toThrow(
          /permission denied|must be owner/,
        )
      await expect(sql`alter table user_action disable trigger all`.execute(database.db)).rejects.toThrow(
        'must be owner',
      )
      const newer = { ...migrations, '9999-newer': { oldServersMayNot: '', up: async () => {} } }
      await expect(migrate(database.db, newer)).rejects.toThrow('permission denied')
      // 3-operations 10: the demo world sets sequences, which only the owner may.
      const part = {
        name: `demo ${role}`,
        run: async (trx: AuditedTransaction) => {
          await sql`select setval(pg_get_serial_sequence('company', 'id'), 1000)`.execute(trx)
        },
      }
      await expect(seed(database.db, [part])).rejects.toThrow(
        /^The role in DATABASE_URL may not put the demo world in/,
      )
    } finally {
      await database.close()
      await sql.raw(`drop owned by ${role} cascade; drop role ${role}`).execute(owner.db)
      await owner.close()
      await copy.drop()
      await keys.close()
    }
  })
})
