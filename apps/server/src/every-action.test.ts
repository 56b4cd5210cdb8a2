import { randomUUID } from 'node:crypto'
import {
  type Call,
  calls,
  type EnvelopeStatus,
  isReading,
  type Permission,
  permissions,
  permissionsOf,
  readWhy,
} from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { companiesSeed } from './demo/companies.ts'
import { companySettingsSeed } from './demo/company-settings.ts'
import { csrSeed } from './demo/csr.ts'
import { panelsSeed } from './demo/panels.ts'
import { seed } from './demo/seed.ts'
import { simsSeed } from './demo/sims.ts'
import { type Asked, actionSamples, fixtureEmail } from './testing/action-samples.ts'
import { withBrokenTrail } from './testing/broken-trail.ts'
import { describeOnEachDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { quiet } from './testing/quiet.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { startField, type TestField } from './testing/test-field.ts'
import { testSecrets } from './testing/test-secrets.ts'

// Some calls wait for a carrier's own pace.
vi.setConfig({ testTimeout: 120_000 })

const changes = Object.entries(calls as Record<string, Call>).filter(([, call]) => !isReading(call))
/** What keeps answers for repeats (D9), counts refusals (D33), the places in carriers' queues, and what neighbours said. */
const bookkeeping = [
  'call_once',
  'refused_calls',
  'shared_gate_call',
  'carrier_line',
  'observation',
  'observed_change',
  'observed_silence',
  'observed_look',
  'observed_identifier',
  'thing_state',
  'thing_state_past',
  'state_count',
]
const keyOf = (call: Call) => `${call.method} ${call.path}`

describeOnEachDatabase('D18 R16 every call that changes something', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField()
    await seed(database.get().db, [
      companiesSeed(testSecrets),
      simsSeed(testSecrets),
      companySettingsSeed,
      panelsSeed,
      csrSeed,
    ])
    console = await startTestApp({
      database: database.get(),
      keys,
      env: {
        FIELD_URL: field.url,
        CSR_LOOK_MS: '30',
        DEACTIVATION_LOOK_MS: '50',
        ATT_CALLS_PER_SECOND: '1000',
      },
    })
  })
  afterAll(async () => {
    await console.close()
    await field.stop()
    await keys.close()
  })
  const db = () => database.get().db
  const engineer = () =>
    keys.token({ sub: 'engineer', resource_access: { 'support-console': { roles: ['eng-admin'] } } })
  const samples = actionSamples({ db, console: () => console, keys: () => keys })

  /** Makes the call under a transaction of its own; what stands in the trail of it afterwards comes with the answer. */
  async function make(call: Call, asked: Asked) {
    const transactionId = randomUUID()
    const { params = {}, query = '', token, ...rest } = asked
    const path = `/api${call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))}${query}`
    // Of support, or of an engineer where support may not.
    const mayNot =
      permissions.includes(call.access as Permission) &&
      !permissionsOf(['support'], 'test').has(call.access as Permission)
    const usual = mayNot ? { token: await engineer() } : {}
    const given = token === undefined ? usual : { token }
    const answer = await console.call(call.method, path, { ...rest, ...given, transactionId })
    return { ...answer, transactionId, entries: await entriesOf(transactionId) }
  }

  const entriesOf = (transactionId: string) =>
    db()
      .selectFrom('user_action')
      .select(['source', 'route', 'activity', 'message', 'object', 'result', 'detail'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  /** What every table holds, and which work is in the queue. */
  async function content(): Promise<Record<string, string | null>> {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db())
    const hashes: Record<string, string | null> = {}
    for (const { name } of rows.filter((table) => !bookkeeping.includes(table.name))) {
      const hash = sql<{ hash: string | null }>`
        select md5(string_agg(line, '' order by line)) as hash
        from (select row::text as line from ${sql.table(name)} as row) as lines`
      hashes[name] = (await hash.execute(db())).rows[0]?.hash ?? null
    }
    const work = await sql<{ work: string | null }>`
      select string_agg(name || data::text, '' order by name, data::text) as work from jobs.job
      where name not like '\\_\\_%'`.execute(db())
    hashes.work = work.rows[0]?.work ?? null
    return hashes
  }

  it('has a sample in this walk', () => {
    expect(Object.keys(samples).sort()).toEqual(changes.map(([name]) => name).sort())
  })

  describe.each(changes)('%s', (name, call) => {
    const sample = samples[name as keyof typeof samples]
    /** The attempt alone, refused once: one entry, with the reason that the caller was told. */
    function expectOneRefusal(
      { envelope, entries }: Awaited<ReturnType<typeof make>>,
      status: EnvelopeStatus,
    ): void {
      expect(envelope.status).toBe(status)
      expect(entries).toEqual([
        expect.objectContaining({
          source: 'server',
          route: keyOf(call),
          activity: call.audit?.screen,
          result: status,
        }),
      ])
      // A ticket that the call demands stands before the reason.
      expect(entries.map(({ detail }) => readWhy(detail).rest)).toEqual([envelope.message])
    }

    it('leaves its entry under its transaction', async () => {
      const { code, envelope, entries } = await make(call, await sample.good())
      expect([code, envelope.message]).toEqual([call.method && code === 202 ? 202 : 200, expect.any(String)])
      const source = name === 'postActivityLog' ? 'console' : 'server'
      const own = entries.filter((entry) => entry.route === keyOf(call) && entry.source === source)
      expect(own.length).toBeGreaterThan(0)
      await quiet(db(), fixtureEmail)
    })

    it('R37 changes nothing and asks no neighbour for a change while the trail takes no entry', async () => {
      const asked = await sample.good()
      await quiet(db(), fixtureEmail)
      const before = await content()
      await withBrokenTrail(db(), async () => {
        const { code, envelope, transactionId } = await make(call, asked)
        expect([code, envelope.status]).toEqual([503, 'Unavailable'])
        const sent = await field.requests('limit=100')
        const changing = sent.filter((each) => each.transactionId === transactionId && each.method !== 'GET')
        expect(changing).toEqual([])
        expect(await content()).toEqual(before)
      })
    })

    it('D16 enters who may not make it, once, with the reason', async () => {
      const { token, ...asked } = sample.broken
      if (call.access === 'neighbour') {
        // A caller who does not prove to be that neighbour is no one: in the log alone.
        const { headers: _proof, ...unproven } = { ...asked, body: { requestId: 'x' } }
        const { code, entries } = await make(call, { ...unproven, token: null })
        expect([code, entries]).toEqual([401, []])
        return
      }
      const noOne = await keys.token({
        sub: randomUUID(),
        sid: randomUUID(),
        jti: randomUUID(),
        resource_access: {},
      })
      const attempt = await make(call, { ...asked, token: noOne })
      expectOneRefusal(attempt, call.access === 'signed-in' ? 'Invalid' : 'Forbidden')
    })

    it('R26 enters a broken input, once, with the reason', async () => {
      expectOneRefusal(await make(call, sample.broken), 'Invalid')
    })

    if (sample?.absent) {
      const { status, ...asked } = sample.absent
      it('enters an attempt at what there is not, once, with the reason', async () => {
        expectOneRefusal(await make(call, asked), status)
      })
    }
  })
})
