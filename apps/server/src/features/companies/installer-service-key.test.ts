import { createHash, randomUUID } from 'node:crypto'
import type { CompanyBundle } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditOf, companyStage } from '../../testing/company-calls.ts'
import { describeOnOneDatabase, openOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const token = 'demo-linking-token'
let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

const verify = (
  console: TestApp,
  key: string,
  options: { authorization?: string | undefined; transactionId?: string } = {
    authorization: `Bearer ${token}`,
  },
) =>
  console.call('POST', '/api/companymanager/v1/isk/verify', {
    token: null,
    body: { key },
    headers: options.authorization ? { authorization: options.authorization } : {},
    ...(options.transactionId ? { transactionId: options.transactionId } : {}),
  })

describeOnOneDatabase('2.6 installer service keys', (database) => {
  const { app, load, generate, save } = companyStage(database, () => keys)
  const keyOf = async (id: number) => (await load(id)).rpsControlSettings.onlineServiceKey

  it('a new key makes the earlier one invalid at once, and the company one of its own time and maker', async () => {
    const before = await load(1)
    const old = before.rpsControlSettings.onlineServiceKey
    expect((await verify(app(), old)).envelope.data).toEqual({
      valid: true,
      companyId: 1,
      sapCompanyId: '1000001',
      replacedAt: null,
    })
    expect((await verify(app(), old.toUpperCase())).envelope.data).toMatchObject({
      valid: true,
      companyId: 1,
    })
    const transactionId = randomUUID()
    const engineer = await keys.token({ sub: 'user-2', email: 'engineer@example.com' })
    const answer = await generate(1, old.toUpperCase(), { transactionId, token: engineer })
    expect([answer.code, answer.envelope.message]).toEqual([
      200,
      'Harbor Security has a new installer service key; earlier keys no longer link new installs.',
    ])
    const after = await load(1)
    const { onlineServiceKey } = after.rpsControlSettings
    expect(onlineServiceKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(onlineServiceKey).not.toBe(old)
    const { updateDate } = after.companySettings
    const { keyGeneratedAt, keyGeneratedBy } = after.facts
    expect(answer.envelope.data).toEqual({ onlineServiceKey, updateDate, keyGeneratedAt, keyGeneratedBy })
    expect([keyGeneratedBy, after.facts.updatedBy]).toEqual(['engineer@example.com', 'engineer@example.com'])
    expect(Date.parse(updateDate)).toBeGreaterThan(Date.parse(before.companySettings.updateDate))
    expect((await verify(app(), onlineServiceKey)).envelope.data).toMatchObject({
      valid: true,
      companyId: 1,
    })
    expect((await verify(app(), old)).envelope.data).toEqual({
      valid: false,
      companyId: null,
      sapCompanyId: null,
      replacedAt: keyGeneratedAt,
    })
    const entries = await auditOf(database.get().db, transactionId)
    expect(entries).toEqual([
      expect.objectContaining({
        message: 'Generate an installer service key of company Harbor Security (SAP 1000001)',
        object: 'company 1',
        result: 'Success',
        detail: 'installer service key: replaced',
      }),
    ])
  })

  it('D10 who saw another key than the present one replaces none; of several at once one does', async () => {
    const seen = await keyOf(2)
    const answers = await Promise.all([generate(2, seen), generate(2, seen), generate(2, seen)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    const late = await generate(2, seen)
    expect([late.code, late.envelope.status]).toEqual([409, 'Conflict'])
    expect(late.envelope.message).toMatch(
      /^The installer service key of Prairie Alarm was replaced by support@example\.com at \d{4}-.* UTC; no new key was made/,
    )
    expect((await generate(2, 'not-a-key')).code).toBe(400)
  })

  it('D10 a save that was begun before the key was replaced is out of date', async () => {
    const seen = await load(3)
    expect((await generate(3, seen.rpsControlSettings.onlineServiceKey)).code).toBe(200)
    const late = await save(3, {
      settings: { updateDate: seen.companySettings.updateDate },
      info: { companyName: 'Late' },
    })
    expect(late.code).toBe(409)
  })

  it('D9 a repeat of the same click gives the same key', async () => {
    const seen = await keyOf(4)
    const transactionId = randomUUID()
    const first = await generate(4, seen, { transactionId })
    expect((await generate(4, seen, { transactionId })).envelope).toEqual(first.envelope)
    expect(await keyOf(4)).toBe((first.envelope.data as { onlineServiceKey: string }).onlineServiceKey)
  })

  it('keeps the history hashed: no key stands in it, in the audit trail or in the log', async () => {
    const { db } = database.get()
    const seen = [await keyOf(5)]
    for (let i = 0; i < 3; i++) {
      await generate(5, seen.at(-1) ?? '')
      seen.push(await keyOf(5))
    }
    const history = await db
      .selectFrom('company_isk')
      .selectAll()
      .where('company_id', '=', 5)
      .orderBy('isk_id')
      .execute()
    expect(history.map((row) => row.key_hash)).toEqual(
      seen.map((key) => createHash('sha256').update(key).digest('hex')),
    )
    expect(history.map((row) => row.replaced_at?.getTime())).toEqual([
      ...history.slice(1).map((row) => row.made_at.getTime()),
      undefined,
    ])
    expect(history.map((row) => row.made_by)).toEqual([null, ...Array(3).fill('support@example.com')])
    await verify(app(), seen[0] ?? '')
    const entries = await db.selectFrom('user_action').select(['message', 'object', 'detail']).execute()
    const written = JSON.stringify([history, entries, app().lines]).toLowerCase()
    for (const key of seen) expect(written).not.toContain(key)
  })

  it('D32 no table holds a key, nor the answers that are kept for repeats', async () => {
    const { db } = database.get()
    const seen = await keyOf(7)
    const made = await generate(7, seen, { transactionId: randomUUID() })
    const keys = [seen, await keyOf(7), (await keyOf(8)).toUpperCase()]
    expect((made.envelope.data as { onlineServiceKey: string }).onlineServiceKey).toBe(keys[1])
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
    expect(tables.map(({ name }) => name)).toContain('public.call_once')
    for (const { name } of tables)
      for (const key of keys) {
        const { rows } = await sql`
          select 1 from ${sql.raw(name)} as row where position(${key.toLowerCase()} in lower(row::text)) > 0`.execute(
          db,
        )
        expect(rows, name).toEqual([])
      }
  })

  it('D32 who is shown a key is on record first; where they cannot be, nothing is shown', async () => {
    const { db } = database.get()
    const show = (transactionId: string) =>
      app().call('GET', '/api/companymanager/v1/companies/9/rpscontrols', { transactionId })
    const transactionId = randomUUID()
    const { envelope } = await show(transactionId)
    const { companyName, sapCompanyId } = (envelope.data as CompanyBundle).companyInfo
    expect(await auditOf(db, transactionId)).toEqual([
      expect.objectContaining({
        message: `Show the installer service key of company ${companyName} (SAP ${sapCompanyId})`,
        object: 'company 9',
        result: 'Success',
      }),
    ])
    await sql`alter table user_action rename to user_action_away`.execute(db)
    const refused = await show(randomUUID())
    await sql`alter table user_action_away rename to user_action`.execute(db)
    expect([refused.code, refused.envelope.data]).toEqual([503, null])
  })

  it('54.11 a company that is read without its key puts no reading of the key on record', async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await app().call(
      'GET',
      '/api/companymanager/v1/companies/9/rpscontrols?key=hidden',
      { transactionId },
    )
    expect([code, (envelope.data as CompanyBundle).rpsControlSettings.onlineServiceKey]).toEqual([200, ''])
    expect(await auditOf(database.get().db, transactionId)).toEqual([])
  })

  it('a key that no company ever had is told from one that was replaced; each question is on record', async () => {
    const transactionId = randomUUID()
    const answer = await verify(app(), randomUUID(), { authorization: `bearer ${token}`, transactionId })
    expect([answer.code, answer.envelope.data]).toEqual([
      200,
      { valid: false, companyId: null, sapCompanyId: null, replacedAt: null },
    ])
    expect((await auditOf(database.get().db, transactionId))[0]).toMatchObject({
      message: 'Verify an installer service key of no company: not valid',
    })
    expect((await verify(app(), 'no key')).code).toBe(400)
  })

  it('anyone who is not the linking service learns nothing, not even of a wrong body or an answer that is kept', async () => {
    const key = await keyOf(6)
    const transactionId = randomUUID()
    expect((await verify(app(), key, { authorization: `Bearer ${token}`, transactionId })).code).toBe(200)
    const user = await keys.token()
    const attempts = [undefined, '', 'Bearer ', `Bearer ${token}x`, `Bearer ${user}`, token, `Basic ${token}`]
    for (const authorization of attempts)
      for (const body of [key, 'no key']) {
        const { code, envelope } = await verify(app(), body, { authorization, transactionId })
        expect([code, envelope.status, envelope.data]).toEqual([401, 'Unauthorized', null])
      }
  })
})

it('2.6 without a token configured no one may ask about keys', async () => {
  const database = await openOneDatabase()
  const console = await startTestApp({ database, keys, env: { LINKING_SERVICE_TOKEN: '' } })
  for (const authorization of [undefined, 'Bearer ', 'Bearer demo-linking-token'])
    expect((await verify(console, randomUUID(), { authorization })).code).toBe(401)
  await console.close()
  await database.close()
})
