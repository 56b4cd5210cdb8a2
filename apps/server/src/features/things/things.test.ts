import { randomUUID } from 'node:crypto'
import type { CompanyThing, PanelThing, SimThing, TransactionThing } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { idsOfPanel } from '../panels/index.ts'
import { panelsWithSims } from './belongs-to.ts'

const sim = '8901170000000000013'
const other = '8901170000000099990'
const spare = '8901170000000088886'
const panel = 'CBS0000001'
const physicalId = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
const askedAt = '2026-11-20T10:00:00.000Z'

describeOnOneDatabase('connected console 4 what a thing is and belongs to', (database) => {
  let keys: KeyServer
  let console: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    await seed(db(), simWorld)
    keys = await startKeyServer()
    console = await startTestApp({ database: database.get(), keys })
    await keepObservations(db(), [
      {
        kind: 'panel',
        id: panel,
        source: 'WebConnect',
        askedAt,
        tookMs: 1,
        said: {
          fields: { connection: 'silent', container: 'webconnect-9', iccid: other, host: '10.64.31.17' },
        },
      },
      {
        kind: 'sim',
        id: sim,
        source: 'AT&T',
        askedAt,
        tookMs: 1,
        said: { fields: { deviceStatus: 'Suspended', phoneNumber: '13125550155' } },
      },
    ])
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const ask = (path: string, ...roles: string[]) =>
    keys
      .token({ resource_access: { 'support-console': { roles } } })
      .then((token) => console.call('GET', `/api/things/v1/${path}`, { token }))
  async function read<Data>(path: string): Promise<Data> {
    const { code, envelope } = await ask(path, 'support')
    expect(code, envelope.message).toBe(200)
    return envelope.data as Data
  }
  const session = {
    state: 'silent',
    container: 'webconnect-9',
    iccid: other,
    host: '10.64.31.17',
    since: askedAt,
    saidAt: null,
  }

  it('a SIM: its company with counts, the panel of the inventory with its session, the number as last observed', async () => {
    const found = await read<SimThing>('sims/8901-1700 0000 0000 013')
    expect(found).toMatchObject({
      iccid: sim,
      vendorCode: 'ATT',
      usability: 'Usable',
      phoneNumber: '13125550155',
      company: { companyId: 1, name: 'Harbor Security', sapCompanyId: '1000001' },
      panels: [{ cloudId: panel, sources: ['Inventory'], connection: session }],
    })
    expect(found.company?.users).toBe(1)
    const count = async (table: 'sim' | 'panel') =>
      (await db().selectFrom(table).select('company_id').where('company_id', '=', 1).execute()).length
    expect([found.company?.sims, found.company?.panels]).toEqual([await count('sim'), await count('panel')])
  })

  it('a SIM that only a session named is there, in its panel; one that no one ever named is not', async () => {
    expect(await read<SimThing>(`sims/${other}`)).toMatchObject({
      usability: null,
      company: null,
      panels: [{ cloudId: panel, sources: ['WebConnect'], connection: session }],
    })
    const { code, envelope } = await ask('sims/8901170000000077777', 'support')
    expect([code, envelope.message]).toEqual([404, 'No source has ever reported SIM 8901170000000077777.'])
  })

  it('a panel: both SIMs that sources name, each with what its carrier last said', async () => {
    expect(await read<PanelThing>('panels/cbs0000001')).toMatchObject({
      panel: { cloudId: panel, companyName: 'Harbor Security' },
      physicalId,
      company: { companyId: 1 },
      sims: [
        {
          iccid: sim,
          sources: ['Inventory'],
          state: { state: 'suspended', source: 'AT&T', at: askedAt },
        },
        { iccid: other, sources: ['WebConnect'], state: { state: 'not-known' } },
      ],
      connection: session,
    })
    expect((await ask('panels/CBS9999999', 'support')).code).toBe(404)
    // What neighbours say by its physical ID is of it, too, as soon as the inventory knows that.
    expect(await idsOfPanel(db(), panel, () => true)).toEqual([panel, physicalId])
    expect(await idsOfPanel(db(), physicalId, () => true)).toEqual([physicalId, panel])
  })

  it('of several sources the latest counts for the number, the own carrier for the state', async () => {
    const iccid = '8914800000000077774'
    await db()
      .insertInto('sim')
      .values({ iccid, vendor_code: 'VZN', company_id: 1, panel: 'CBS0000006' })
      .execute()
    const say = (source: string, minute: number, deviceStatus: string, phoneNumber: string) => ({
      kind: 'sim' as const,
      id: iccid,
      source,
      askedAt: `2026-11-20T10:0${minute}:00.000Z`,
      tookMs: 1,
      said: { fields: { deviceStatus, phoneNumber } },
    })
    await keepObservations(db(), [
      say('Connector', 2, 'Active', '13125550122'),
      say('MobileBroker', 3, 'Active', '13125550133'),
      say('Verizon', 1, 'Suspended', '13125550111'),
    ])
    expect((await read<SimThing>(`sims/${iccid}`)).phoneNumber).toBe('13125550133')
    const { sims } = await read<PanelThing>('panels/CBS0000006')
    expect(sims.find((each) => each.iccid === iccid)).toMatchObject({
      vendorCode: 'VZN',
      state: { state: 'suspended', source: 'Verizon', at: '2026-11-20T10:01:00.000Z' },
    })
  })

  it('a panel that has gone, or has another SIM by now, has no SIM', async () => {
    const has = async () => (await panelsWithSims(db(), [spare], () => true)).get(spare)
    const say = (id: string, second: number, connection: string, iccid = spare) =>
      keepObservations(db(), [
        {
          kind: 'panel',
          id,
          source: 'WebConnect',
          askedAt: `2026-11-20T10:01:0${second}.000Z`,
          tookMs: 1,
          said: { fields: { connection, container: 'webconnect-9', iccid, host: '' } },
        },
      ])
    expect(await has()).toBeUndefined()
    await say('CBS0000003', 1, 'connected')
    await say('CBS0000005', 2, 'silent')
    await say('CBS0000004', 3, 'connected')
    expect((await has())?.map(({ cloudId }) => cloudId)).toEqual(['CBS0000004', 'CBS0000005', 'CBS0000003'])
    await say('CBS0000004', 4, 'gone')
    await say('CBS0000005', 5, 'connected', other)
    expect(await has()).toEqual([
      { iccid: spare, cloudId: 'CBS0000003', container: 'webconnect-9', since: '2026-11-20T10:01:01.000Z' },
    ])
    expect(await panelsWithSims(db(), [spare], () => false)).toEqual(new Map())
  })

  it('a panel that WebConnect alone told of: its session, and that the inventory does not have it; another is not there', async () => {
    const stranger = 'CBS0002200'
    const fields = { connection: 'connected', container: 'webconnect-7', iccid: '', host: '10.99.0.1' }
    await keepObservations(db(), [
      { kind: 'panel', id: stranger, source: 'WebConnect', askedAt, tookMs: 1, said: { fields } },
    ])
    expect(await read<PanelThing>(`panels/${stranger}`)).toMatchObject({
      panel: { cloudId: stranger, companySapNumber: '', remoteId: '' },
      company: null,
      sims: [],
      connection: { state: 'connected', container: 'webconnect-7' },
      updatedAt: null,
    })
    expect((await ask('panels/CBS0002201', 'support')).code).toBe(404)
  })

  it('a transaction: what was asked, its batch, every step in its order, whose SIMs; who may not read batches is told so', async () => {
    const [id, batchId] = [randomUUID(), randomUUID()]
    const at = (second: number) => `2026-11-20T10:00:0${second}.000Z`
    await sql`
      insert into deactivation_batch (batch_id, transaction_id, issuer, subject, session_id, token_id, email, remote_address,
        is_single, file_name, created_at, finished_at) values (${batchId}, ${id}, 'i', 's', '', '', 'pat@example.com', '', false,
        'ended.csv', ${at(1)}, ${at(5)})`.execute(db())
    await sql`
      insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state, asked_at, settled_at)
      values (${randomUUID()}, ${batchId}, 0, ${sim}, 'ATT', 'done', ${at(2)}, ${at(4)})`.execute(db())
    const about = { transactionId: id, activity: 'SIM Management' }
    await appendEntries(
      db(),
      { ...about, message: 'Deactivate 1 SIM', object: `batch ${batchId}`, result: 'Intent', detail: sim },
      { ...about, message: `Deactivate SIM ${sim} at AT&T`, object: `sim ${sim}`, result: 'Success' },
    )
    const found = await read<TransactionThing>(`transactions/${id.toUpperCase()}`)
    expect(found).toMatchObject({
      id,
      asked: { what: 'Deactivate 1 SIM', by: 'u@example.com', screen: 'SIM Management', result: 'Intent' },
      began: at(1),
      last: found.entries.at(-1)?.at,
      work: { kind: 'batch', id: batchId, name: 'ended.csv', counts: { total: 1, done: 1, failed: 0 } },
      withholdsWork: false,
      hasEarlier: false,
      withheld: [],
      sims: [{ iccid: sim, vendorCode: 'ATT', askedAt: at(2), settledAt: at(4) }],
      panels: [panel],
      company: { companyId: 1 },
      companies: 1,
    })
    expect(found.entries.map(({ what }) => what)).toEqual([
      'Deactivate 1 SIM',
      `Deactivate SIM ${sim} at AT&T`,
    ])
    const later = '2099-01-01T00:00:00.000Z'
    await db()
      .updateTable('deactivation_batch')
      .set({ finished_at: new Date(later) })
      .where('batch_id', '=', batchId)
      .execute()
    expect((await read<TransactionThing>(`transactions/${id}`)).last).toBe(later)
    const { envelope } = await ask(`transactions/${id}`, 'auditor')
    expect(envelope.data).toMatchObject({ work: null, withholdsWork: true })
    const none = await ask(`transactions/${randomUUID()}`, 'support')
    expect([none.code, none.envelope.message]).toEqual([
      404,
      expect.stringMatching(/^No transaction .* is known/),
    ])
    expect((await ask(`transactions/${id}`)).code).toBe(403)
  })

  it('16 a company: what it is, and how many SIMs, panels and users it has', async () => {
    await db()
      .insertInto('remote_user')
      .values(
        ['RP-000001', 'RP-000002'].map((remote_id) => ({
          email: 'ann@example.com',
          company_id: 1,
          remote_id,
          role: 'Installer',
        })),
      )
      .execute()
    const users = await db().selectFrom('remote_user').select('email').where('company_id', '=', 1).execute()
    const found = await read<CompanyThing>('companies/1')
    expect(found).toMatchObject({
      companyId: 1,
      name: 'Harbor Security',
      sapCompanyId: '1000001',
      salesRegion: 'us',
      networkModel: expect.stringMatching(/^TIER/),
      users: users.length,
    })
    // Beside a SIM each person counts once, however many accesses are theirs.
    expect((await read<SimThing>(`sims/${sim}`)).company).toMatchObject({
      sims: found.sims,
      users: new Set(users.map(({ email }) => email)).size,
    })
    const { code, envelope } = await ask('companies/4711', 'support')
    expect([code, envelope.message]).toEqual([404, 'There is no company 4711.'])
    expect((await ask('companies/x', 'support')).code).toBe(400)
  })

  it("16 the pages of a company's SIMs count it to 10,000, its own page counts all", async () => {
    const { id } = await db()
      .insertInto('company')
      .columns(['name', 'sap_company_id', 'sap_sales_region', 'device_region', 'network_model'])
      .expression(
        sql`select 'Large', '1999999', sap_sales_region, device_region, network_model from company where id = 1`,
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into sim (iccid, vendor_code, company_id, panel)
      select '8901171' || lpad(n::text, 12, '0'), 'ATT', ${id}, '' from generate_series(1, 10002) as n`.execute(
      db(),
    )
    const page = await read<SimThing>('sims/8901171000000000001')
    expect([page.company?.sims, page.company?.panels]).toEqual([10_001, 0])
    expect((await read<CompanyThing>(`companies/${id}`)).sims).toBe(10_002)
  })

  it('D16 anyone who may not read the kind is not told whether it exists', async () => {
    const codes = async (...roles: string[]) => [
      (await ask(`sims/${sim}`, ...roles)).code,
      (await ask(`panels/${panel}`, ...roles)).code,
      (await ask('panels/CBS9999999', ...roles)).code,
      (await ask('companies/1', ...roles)).code,
      (await ask('companies/4711', ...roles)).code,
    ]
    expect(await codes('auditor')).toEqual([200, 403, 403, 403, 403])
    expect(await codes()).toEqual([403, 403, 403, 403, 403])
    expect((await ask('sims/12', 'support')).code).toBe(400)
  })
})
