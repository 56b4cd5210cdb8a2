import { randomUUID } from 'node:crypto'
import { mostLines, type ResolvedLine, type SearchHit } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { companySettingsSeed } from '../../demo/company-settings.ts'
import { csrSeed } from '../../demo/csr.ts'
import { panelsSeed } from '../../demo/panels.ts'
import { simActivitySeed } from '../../demo/sim-activity.ts'
import { simsSeed } from '../../demo/sims.ts'
import { usersSeed } from '../../demo/users.ts'
import { seed } from '../../platform/database/seed.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { purgeVisits } from './index.ts'

const harborSim = '8901170000000000013'
const transaction = 'a2bf7919-1111-4222-8333-444455556666'
const part = 'b3c07919-1111-4222-8333-444455556666'
const day = 86_400_000

describeOnEachDatabase('connected console 3 search', (database) => {
  const db = () => database.get().db
  let keys: KeyServer
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(db(), [
      companiesSeed,
      simsSeed(testSecrets),
      simActivitySeed,
      companySettingsSeed,
      panelsSeed,
      usersSeed,
      csrSeed,
    ])
    await appendEntries(db(), {
      message: 'Deactivate SIM',
      user: { issuer: 'i', subject: 's', email: 'Dana.Scully@example.com', sessionId: 's', tokenId: 't' },
      transactionId: transaction,
      subTransactionId: part,
    })
    await db()
      .insertInto('webconnect_container')
      .values({ container_name: 'webconnect-3', said_at: null, checked_at: new Date() })
      .execute()
    await db()
      .insertInto('panel_id')
      .values({ physical_id: '0a0a0a0a-0000-4000-8000-00000000000a', cloud_id: 'CBS0000004' })
      .execute()
    await sql`update panel set panel_info = panel_info || '{"deviceId": "DEV-77:01", "productId": "P-9004"}'
      where cloud_id = 'CBS0000002'`.execute(db())
    await sql`analyze`.execute(db())
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })

  const tokenOf = (...roles: string[]) =>
    keys.token({ sub: `of ${roles}`, resource_access: { 'support-console': { roles } } })
  async function find(q: string, { limit = 20, token }: { limit?: number; token?: string } = {}) {
    const address = `/api/search/v1/find?q=${encodeURIComponent(q)}&limit=${limit}`
    const { code, envelope } = await console.call('GET', address, token ? { token } : {})
    expect(code, envelope.message).toBe(200)
    return envelope.data as { hits: SearchHit[]; hasMore: boolean; kinds: string[] }
  }
  const shown = ({ kind, id, matched }: SearchHit) => `${kind} ${id} ${matched.field} ${matched.how}`
  const best = async (q: string) => {
    const [first] = (await find(q)).hits
    return first && shown(first)
  }
  async function resolve(text: string, token?: string) {
    const { code, envelope } = await console.call('POST', '/api/search/v1/resolve', {
      body: { text },
      ...(token && { token }),
    })
    return { code, envelope, items: (envelope.data as { items: ResolvedLine[] } | null)?.items ?? [] }
  }

  describe('each form of an identifier finds its thing', () => {
    it.each([
      [harborSim, `sim ${harborSim} iccid exact`],
      ['8901 1700 0000 0000 013', `sim ${harborSim} iccid exact`],
      ['89011700-0000-0000-013F', `sim ${harborSim} iccid exact`],
      ['ICCID: 8901170000000000013', `sim ${harborSim} iccid exact`],
      ['890117000000000001', `sim ${harborSim} iccid prefix`],
      ['00000000013', `sim ${harborSim} iccid suffix`],
      ['8901170000000000012', `sim ${harborSim} iccid repaired`],
      ['cbs0000017', 'panel CBS0000017 cloudId exact'],
      ['CBS000001', 'panel CBS0000010 cloudId prefix'],
      ['00017', 'panel CBS0000017 cloudId suffix'],
      ['RP-000004', 'panel CBS0000004 remotePortalId exact'],
      ['rp000004', 'panel CBS0000004 remotePortalId exact'],
      ['6f9619ff-8b86-d011-b42d-00c04fc964ff', 'panel CBS0000001 physicalId exact'],
      ['{6F9619FF-8B86-D011-B42D-00C04FC96402}', 'panel CBS0000002 physicalId exact'],
      ['0a0a0a0a-0000-4000-8000-00000000000a', 'panel CBS0000004 physicalId exact'],
      ['dev-77:01', 'panel CBS0000002 deviceId exact'],
      ['P-9004', 'panel CBS0000002 productId exact'],
      ['harbor security', 'company 1 name exact'],
      ['Harbor', 'company 1 name prefix'],
      ['secur harb', 'company 1 name part'],
      ['harbr security', 'company 1 name similar'],
      ['1000002', 'company 2 sapCompanyId exact'],
      ['10.20.4.21', 'company 2 ipAddress part'],
      ['csr-07', 'csr csr-07 name exact'],
      ['127.0.40.7', 'csr csr-07 ipAddress exact'],
      ['lakes', 'csr csr-06 description part'],
      ['webconnect-3', 'container webconnect-3 name exact'],
      ['installer@harbor.example', 'person installer@harbor.example email exact'],
      ['installer@harb', 'person installer@harbor.example email prefix'],
      ['r@harbor.ex', 'person installer@harbor.example email part'],
      ['scully', 'person dana.scully@example.com email part'],
      [transaction, `transaction ${transaction} transactionId exact`],
      ['a2bf7919', `transaction ${transaction} transactionId prefix`],
      [part, `transaction ${transaction} subTransactionId exact`],
    ])('%s', async (typed, expected) => {
      expect(await best(typed)).toBe(expected)
    })
  })

  it('says what it found, where it is shown, and what fits', async () => {
    const { hits } = await find(harborSim)
    expect(hits).toEqual([
      {
        kind: 'sim',
        id: harborSim,
        title: harborSim,
        subtitle: 'Harbor Security · AT&T · usable · CBS0000001',
        path: `/sims/${harborSim}`,
        facts: [
          { name: 'company', value: 'Harbor Security' },
          { name: 'carrier', value: 'AT&T' },
          { name: 'state', value: 'usable' },
          { name: 'panel', value: 'CBS0000001' },
        ],
        matched: { field: 'iccid', value: harborSim, how: 'exact' },
      },
    ])
  })

  it('finds a VPN user, a batch and a deployment', async () => {
    const { vpn_user_name: name } = await db()
      .selectFrom('sim')
      .select('vpn_user_name')
      .where('iccid', '=', harborSim)
      .executeTakeFirstOrThrow()
    expect(await best(name.toUpperCase())).toBe(`sim ${harborSim} vpnUserName exact`)
    const behalf = {
      transaction_id: transaction,
      issuer: 'i',
      subject: 's',
      email: 'a@b.example',
      session_id: 's',
      token_id: 't',
      remote_address: '::1',
    }
    const batch = randomUUID()
    await db()
      .insertInto('deactivation_batch')
      .values({ batch_id: batch, is_single: true, ...behalf })
      .execute()
    expect(await best(batch)).toBe(`transaction ${transaction} batchId exact`)
    const deployment = randomUUID()
    const { csr_id } = await db().selectFrom('csr').select('csr_id').limit(1).executeTakeFirstOrThrow()
    await db()
      .insertInto('csr_deployment')
      .values({
        deployment_id: deployment,
        csr_id,
        kind: 'upgrade',
        from_release: '4.2.0',
        to_release: '5.0.0',
        state: 'succeeded',
        finished_at: new Date(),
        ...behalf,
      })
      .execute()
    expect(await best(deployment)).toBe(`transaction ${transaction} deploymentId exact`)
  })

  it('a SIM that only its activity names is found, and said not to be in the inventory', async () => {
    const iccid = '8901170000000777770'
    await db()
      .insertInto('sim_activity')
      .values({
        transaction_id: randomUUID(),
        sub_transaction_id: null,
        iccid,
        vendor_code: 'ATT',
        status: 'x',
        description: 'x',
        at: new Date(),
      })
      .execute()
    const [hit] = (await find(iccid)).hits
    expect(hit && [shown(hit), hit.subtitle]).toEqual([
      `sim ${iccid} iccid exact`,
      'AT&T · not in the inventory',
    ])
  })

  it('an IMEI that only a carrier told finds its SIM, and says who told it and since when', async () => {
    const seen = { first_seen: new Date('2026-11-01T00:00:00Z'), last_seen: new Date('2026-11-02T00:00:00Z') }
    await db()
      .insertInto('observed_identifier')
      .values([
        {
          thing_kind: 'sim',
          thing_id: '8914800000000000055',
          field: 'imei',
          form: '352099004761487',
          source: 'Verizon',
          ...seen,
        },
        {
          thing_kind: 'panel',
          thing_id: 'CBS0000003',
          field: 'deviceId',
          form: 'serial-88-x',
          source: 'Pathfinder',
          ...seen,
        },
      ])
      .execute()
    for (const typed of ['35 209900 476148 7', 'IMEI 352099004761487', '4761487', '35209900']) {
      const [hit] = (await find(typed)).hits
      expect([hit?.id, hit?.matched], typed).toEqual([
        '8914800000000000055',
        {
          field: 'imei',
          value: '352099004761487',
          how: 'observed',
          observed: {
            source: 'Verizon',
            firstSeen: '2026-11-01T00:00:00.000Z',
            lastSeen: '2026-11-02T00:00:00.000Z',
          },
        },
      ])
    }
    await db()
      .insertInto('observed_identifier')
      .values({
        thing_kind: 'panel',
        thing_id: 'CBS0000001',
        field: 'iccid',
        form: harborSim,
        source: 'WebConnect',
        ...seen,
      })
      .execute()
    const { items } = await resolve(`${harborSim}\n352099004761487`)
    expect(items.map(({ outcome, hit }) => [outcome, hit?.id])).toEqual([
      ['found', harborSim],
      ['found', '8914800000000000055'],
    ])
    expect((await find(harborSim)).hits.map(shown)).toEqual([
      `sim ${harborSim} iccid exact`,
      'panel CBS0000001 iccid observed',
    ])
    expect(await best('Serial-88-X')).toBe('panel CBS0000003 deviceId observed')
    expect((await find('352099004761487', { token: await tokenOf('auditor') })).hits).toHaveLength(1)
  })

  it('exact comes before prefix, suffix, part and similar; among equals the newest activity', async () => {
    await sql`insert into company (name, sap_company_id, sap_sales_region, device_region, network_model) values
      ('Zenit', '9000001', 'us', 'us', 'TIER2_STANDARD'), ('Zenit Guard', '9000002', 'us', 'us', 'TIER2_STANDARD'),
      ('Alpha Zenit', '9000003', 'us', 'us', 'TIER2_STANDARD'), ('Zenitt', '9000004', 'us', 'us', 'TIER2_STANDARD'),
      ('Beta Zenit', '9000005', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    await sql`update company set device_region = 'ca' where name = 'Alpha Zenit'`.execute(db())
    const { hits } = await find('zenit')
    expect(hits.map(({ title, matched }) => `${title} ${matched.how}`)).toEqual([
      'Zenit exact',
      expect.stringMatching(/^Zenit.* prefix$/),
      expect.stringMatching(/^Zenit.* prefix$/),
      'Alpha Zenit part',
      'Beta Zenit part',
    ])
    const two = await find('zenit', { limit: 2 })
    expect([two.hits.length, two.hasMore]).toEqual([2, true])
  })

  it('D16 rights come before the limit: nobody sees what he may not read', async () => {
    const token = await tokenOf('auditor')
    const { hits, kinds } = await find('0013', { token, limit: 50 })
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['sim']))
    expect(kinds).toEqual(['sim', 'person', 'transaction'])
    expect((await find('harbor security', { token })).hits).toEqual([])
    expect((await find('installer@harbor.example', { token })).hits).toEqual([])
    expect((await find('scully', { token })).hits).toHaveLength(1)
    const { items } = await resolve('CBS0000017', token)
    expect(items).toEqual([{ given: 'CBS0000017', outcome: 'not-found' }])
  })

  it('D16 whoever has no right at all gets 403, whatever is asked', async () => {
    const token = await tokenOf()
    for (const [method, path, body] of [
      ['GET', '/api/search/v1/find?q=harbor', undefined],
      ['POST', '/api/search/v1/resolve', { text: 'harbor' }],
      ['GET', '/api/search/v1/recent', undefined],
      ['POST', '/api/search/v1/recent', { kind: 'sim', id: harborSim }],
    ] as const)
      expect((await console.call(method, path, { token, body })).code, path).toBe(403)
  })

  it('bad input is told at its field', async () => {
    for (const [query, field] of [
      ['', 'q'],
      ['?q=', 'q'],
      ['?q=%20', 'q'],
      [`?q=${'x'.repeat(201)}`, 'q'],
      ['?q=a%00b', 'q'],
      ['?q=ab&limit=0', 'limit'],
      ['?q=ab&limit=51', 'limit'],
    ]) {
      const { code, envelope } = await console.call('GET', `/api/search/v1/find${query}`)
      expect([code, envelope.message], query).toEqual([400, expect.stringContaining(field ?? '')])
    }
    const many = await resolve(Array.from({ length: mostLines + 1 }, (_, i) => `CBS${i}`).join('\n'))
    expect([many.code, many.envelope.message]).toEqual([400, expect.stringContaining('500 lines')])
  })

  it('signs that mean something elsewhere are only signs here', async () => {
    for (const typed of ['%', '%%%', '100%_\\', "';--", 'a & b | !c:*', '\\', '((((', '<->', '𝄞𝄞𝄞'])
      expect((await find(typed)).hits, typed).toEqual([])
  })

  it('resolves lines in their order, each with its outcome', async () => {
    const lines = [
      'Hello, these are the ones from this morning:',
      '8901 1700 0000 0000 013',
      '',
      '8901170000000000012',
      '10.20.4.21',
      'RP000004',
      'harbr security',
      '0055',
      'CBS0009009',
      'a2bf7919',
      '8901170000000000013',
      '8901179999999999999',
    ]
    const { items } = await resolve(lines.join('\r\n'))
    expect(
      items.map(({ given, outcome, hit, candidates }) => [
        given,
        outcome,
        hit?.id,
        candidates && candidates.length > 0,
      ]),
    ).toEqual([
      ['Hello, these are the ones from this morning:', 'not-an-identifier', undefined, undefined],
      ['8901 1700 0000 0000 013', 'found', harborSim, undefined],
      ['8901170000000000012', 'check-digit', undefined, true],
      ['10.20.4.21', 'found', '2', undefined],
      ['RP000004', 'found', 'CBS0000004', undefined],
      ['harbr security', 'ambiguous', undefined, true],
      ['0055', 'ambiguous', undefined, true],
      ['CBS0009009', 'not-found', undefined, undefined],
      ['a2bf7919', 'found', transaction, undefined],
      ['8901170000000000013', 'found', harborSim, undefined],
      ['8901179999999999999', 'check-digit', undefined, false],
    ])
    expect(items[2]?.candidates?.map(({ id }) => id)).toContain(harborSim)
    expect(items[5]?.candidates?.[0]?.title).toBe('Harbor Security')
  })

  it('resolves 500 lines', async () => {
    const ids = await db().selectFrom('panel').select('cloud_id').orderBy('cloud_id').limit(500).execute()
    const { items } = await resolve(ids.map(({ cloud_id }) => cloud_id).join('\n'))
    expect(items.map(({ hit }) => hit?.id)).toEqual(ids.map(({ cloud_id }) => cloud_id))
  })

  it('looking up leaves no entry in the trail', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from user_action`.execute(db())).rows[0]?.n
    const before = await count()
    await resolve('CBS0000017')
    expect(await count()).toBe(before)
  })

  describe('D38 what somebody visited', () => {
    const visit = (kind: string, id: string, token: string) =>
      console.call('POST', '/api/search/v1/recent', { token, body: { kind, id } })
    const recent = async (token: string) => {
      const { envelope } = await console.call('GET', '/api/search/v1/recent', { token })
      return (envelope.data as { items: { id: string; title: string; visitedAt: string }[] }).items
    }

    it('is kept for him alone, the newest first, ten at most, each once', async () => {
      const [mine, others] = [await tokenOf('support'), await tokenOf('eng-admin')]
      for (let n = 1; n <= 12; n++) {
        await visit('panel', `CBS${String(n).padStart(7, '0')}`, mine)
      }
      await visit('panel', 'CBS0000005', mine)
      await visit('panel', 'CBS0009999', mine)
      const ids = (await recent(mine)).map(({ id }) => id)
      expect(ids.slice(0, 3)).toEqual(['CBS0000005', 'CBS0000012', 'CBS0000011'])
      expect([ids.length, new Set(ids).size]).toEqual([10, 10])
      expect(await recent(others)).toEqual([])
    })

    it('shows only what he may read now, and refuses the note of what he may not', async () => {
      const subject = { sub: 'changing' }
      const roles = (...names: string[]) => ({ resource_access: { 'support-console': { roles: names } } })
      const support = await keys.token({ ...subject, ...roles('support') })
      await visit('sim', harborSim, support)
      await visit('company', '1', support)
      const auditor = await keys.token({ ...subject, ...roles('auditor') })
      expect((await recent(auditor)).map(({ id }) => id)).toEqual([harborSim])
      expect((await visit('company', '1', auditor)).code).toBe(403)
    })

    it.each([
      ['transaction', 'nonsense'],
      ['company', '99999999999'],
      ['company', '4294967296'],
      ['sim', '12'],
    ])('is no %s %s, and nothing else is lost by it', async (kind, id) => {
      const token = await keys.token({
        sub: `typed ${kind} ${id}`,
        resource_access: { 'support-console': { roles: ['support', 'auditor'] } },
      })
      await visit('sim', harborSim, token)
      const refused = await visit(kind, id, token)
      expect([refused.code, refused.envelope.message]).toEqual([
        400,
        expect.stringContaining(`is no identifier of a ${kind}`),
      ])
      expect((await recent(token)).map((each) => each.id)).toEqual([harborSim])
    })

    it('is forgotten after 180 days without use', async () => {
      const token = await tokenOf('support', 'auditor')
      await visit('sim', harborSim, token)
      await sql`update visit set visited_at = visited_at - interval '100 days'
        where subject = 'of support,auditor'`.execute(db())
      await visit('company', '2', token)
      await purgeVisits(db(), new Date(Date.now() + 79 * day))
      const left = () =>
        db().selectFrom('visit').select('id').where('subject', '=', 'of support,auditor').execute()
      expect(await left()).toHaveLength(2)
      await purgeVisits(db(), new Date(Date.now() + 81 * day))
      expect(await left()).toEqual([{ id: '2' }])
    })
  })
})
