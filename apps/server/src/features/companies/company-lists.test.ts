import type { CompanyState, calls, DeviceStatus, VendorCode } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Db } from '../../platform/database/open-database.ts'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import type { Fields, Observation } from '../../platform/observations/observed.ts'
import { issuesOf } from '../../testing/company-calls.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Sims = z.output<(typeof calls)['listCompanySims']['data']>
type Users = z.output<(typeof calls)['listCompanyUsers']['data']>
type Panels = z.output<(typeof calls)['listCompanyPanels']['data']>

const at = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T11:00:00.000Z'
/** Of company 1; company 2 has one of each, which must never show. */
const att = (n: number) => `8901170000000${String(n).padStart(6, '0')}`
const verizon = (n: number) => `8914800000000${String(n).padStart(6, '0')}`
const cbs = (n: number) => `CBS${String(n).padStart(7, '0')}`

async function addCompanies(db: Db, count: number): Promise<void> {
  await sql`
    insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
    select n, 'Company ' || n, (3000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, ${count}::integer) as n`.execute(
    db,
  )
}
const addSim = (
  db: Db,
  iccid: string,
  more: { company_id?: number; panel?: string; usable?: boolean; deactivated_at?: Date } = {},
) => {
  const vendor_code: VendorCode = iccid.startsWith('89148') ? 'VZN' : 'ATT'
  return db
    .insertInto('sim')
    .values({ iccid, vendor_code, company_id: 1, ...more })
    .execute()
}
const addPanel = (
  db: Db,
  cloud_id: string,
  more: { company_id?: number; remote_id?: string; flagged?: boolean; physicalPanelId?: string } = {},
) => {
  const { physicalPanelId = '', ...columns } = more
  const panel_info = JSON.stringify({ serviceStates: [], physicalPanelId })
  return db
    .insertInto('panel')
    .values({ cloud_id, company_id: 1, panel_info, ...columns })
    .execute()
}
const told = (
  kind: 'sim' | 'panel',
  id: string,
  source: string,
  said: Fields | 'no answer',
  askedAt = at,
): Observation => ({
  kind,
  id,
  source,
  askedAt,
  tookMs: 5,
  said: said === 'no answer' ? { status: 'Unavailable', problem: 'No.' } : { fields: said },
})
const state = (deviceStatus: DeviceStatus, imei = '') => ({ deviceStatus, rawStatus: 'WORD', imei })

describeOnOneDatabase("use 2 16 a company's SIMs and panels", (database) => {
  let keys: KeyServer
  let server: TestApp
  const scoped = scopedTokens()
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { furtherTokens: [scoped.authenticator] },
    })
    await addCompanies(db(), 4)
    await addSim(db(), att(1), { panel: cbs(1) })
    await addSim(db(), att(2), { usable: false })
    await addSim(db(), att(3), { deactivated_at: new Date(later), panel: cbs(2) })
    await addSim(db(), verizon(4))
    await addSim(db(), verizon(5))
    await addSim(db(), att(900), { company_id: 2, panel: cbs(3) })
    await addPanel(db(), cbs(1), {
      remote_id: 'RP-000001',
      physicalPanelId: 'AB12CD34-0000-4000-8000-0123456789ab',
    })
    await addPanel(db(), cbs(2), { flagged: true })
    await addPanel(db(), cbs(3))
    await addPanel(db(), cbs(900), { company_id: 2 })
    const seen = (id: string, connection: string, iccid: string) =>
      told('panel', id, 'WebConnect', { connection, container: 'webconnect-1', iccid, connectedAt: at })
    await keepObservations(db(), [
      told('sim', att(1), 'AT&T', state('Active', '353000000000017')),
      // Another source than the carrier decides nothing.
      told('sim', att(1), 'MobileBroker', state('Suspended')),
      told('sim', att(2), 'AT&T', state('Suspended')),
      told('sim', att(2), 'AT&T', 'no answer', later),
      told('sim', att(3), 'AT&T', state('Active')),
      told('sim', verizon(4), 'Verizon', 'no answer'),
      seen(cbs(1), 'connected', att(1)),
      seen(cbs(2), 'gone', att(77)),
    ])
    await sql`
      insert into webconnect_container (container_name, said_at, checked_at) values ('webconnect-1', ${later}, ${later})`.execute(
      db(),
    )
    await sql`
      insert into thing_finding (thing_kind, thing_id, code, state, since, at) values
        ('sim', ${att(2)}, 'sim-not-active', 'cause', ${at}, ${later}), ('sim', ${verizon(5)}, 'sim-imei', 'likely', ${at}, ${at}),
        ('sim', ${att(1)}, null, 'fine', ${at}, ${later}), ('panel', ${cbs(2)}, 'panel-environment', 'cause', ${at}, ${later})`.execute(
      db(),
    )
    // Company 3: more than a page and than a batch.
    for (let n = 1001; n <= 1101; n++) await addSim(db(), att(n), { company_id: 3 })
    await sql`
      insert into panel (cloud_id, company_id, panel_info)
      select 'BIG' || lpad(n::text, 4, '0'), 3, '{"serviceStates": []}' from generate_series(1, 1501) as n`.execute(
      db(),
    )
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const base = '/api/companymanager/v1/companies'
  const get = async <T>(path: string) => {
    const { code, envelope } = await server.call('GET', `${base}/${path}`)
    expect([path, code]).toEqual([path, 200])
    return envelope.data as T
  }
  const sims = (query = '', company = 1) => get<Sims>(`${company}/sims?${query}`)
  const panels = (query = '', company = 1) => get<Panels>(`${company}/panels?${query}`)
  const iccids = async (query: string) => (await sims(query)).sims.map(({ iccid }) => iccid)
  const cloudIds = async (query: string) => (await panels(query)).panels.map(({ cloudId }) => cloudId)

  it('D40 a SIM has its one state, by its carrier and what was done here; of what no one said nothing is known', async () => {
    const { sims: rows, ...counts } = await sims()
    const told = { online: null, since: null, isFresh: false, facts: [], counts: null }
    const known = { ...told, at, source: 'AT&T', cause: null }
    const unknown = { ...told, state: 'not-known', at: null, source: '', cause: null }
    const row = { vendorCode: 'ATT', usable: true, panel: null }
    const cause = (code: string | null, state: string, lastAt = later) => ({
      code,
      state,
      since: at,
      at: lastAt,
    })
    expect(rows).toEqual([
      {
        ...row,
        iccid: att(1),
        panel: cbs(1),
        state: { ...known, state: 'active', cause: cause(null, 'fine') },
      },
      {
        ...row,
        iccid: att(2),
        usable: false,
        state: { ...known, state: 'suspended', cause: cause('sim-not-active', 'cause') },
      },
      {
        ...row,
        iccid: att(3),
        panel: cbs(2),
        state: {
          ...known,
          state: 'deactivated',
          since: later,
          at: later,
          source: 'Inventory',
          isFresh: true,
        },
      },
      { ...row, iccid: verizon(4), vendorCode: 'VZN', state: unknown },
      {
        ...row,
        iccid: verizon(5),
        vendorCode: 'VZN',
        state: { ...unknown, cause: cause('sim-imei', 'likely', at) },
      },
    ])
    const all = [att(1), att(2), att(3), verizon(4), verizon(5)]
    expect(counts).toEqual({ matches: 5, total: 5, iccids: all })
  })

  it('D45 a column that the reader may not read decides nothing: no filter, no order, no search', async () => {
    const token = scoped.token('eng-admin', ['sim-information.read', 'panels.read'])
    const ask = async (path: string) => {
      const { envelope } = await server.call('GET', `${base}/1/${path}`, { token })
      const { matches, iccids, cloudIds } = envelope.data as Partial<Sims & Panels>
      return [matches, ...(iccids ?? cloudIds ?? [])]
    }
    const [allSims, allPanels] = [await ask('sims'), await ask('panels')]
    for (const usable of ['true', 'false']) expect(await ask(`sims?usable=${usable}`)).toEqual([0])
    // By the verdicts of diagnoses alone, and by their sessions.
    expect(await iccids('show=wrong')).toEqual([att(2), verizon(5)])
    expect(await ask('sims?show=wrong')).toEqual([1, att(2)])
    for (const state of ['reporting', 'silent', 'not-connected'])
      expect(await ask(`panels?state=${state}`)).toEqual([0])
    expect(await ask('panels?show=wrong')).toEqual([0])
    expect(await ask('panels?state=not-known')).toEqual(allPanels)
    expect(await ask('panels?sort=state')).toEqual(allPanels)
    expect(await ask('sims')).toEqual(allSims)
    // By its session alone.
    expect(await cloudIds(`text=${att(77)}`)).toEqual([cbs(2)])
    expect(await ask(`panels?text=${att(77)}`)).toEqual([0])
  })

  it('a panel has its flag, its connection as last seen, and the SIM in it by either', async () => {
    const { panels: rows, ...counts } = await panels()
    const connection = {
      state: 'connected',
      container: 'webconnect-1',
      iccid: att(1),
      host: '',
      since: at,
      refusedSince: null,
      saidAt: later,
    }
    const gone = { ...connection, state: 'gone', iccid: att(77) }
    // The container has not answered for long: of its panels nothing is known.
    const state = {
      state: 'not-known',
      online: null,
      since: later,
      at: later,
      source: 'WebConnect',
      isFresh: false,
      facts: [],
      cause: null,
      counts: null,
    }
    const found = { code: 'panel-environment', state: 'cause', since: at, at: later }
    const none = { ...state, since: null, at: null, source: '' }
    expect(rows).toEqual([
      { cloudId: cbs(1), remoteId: 'RP-000001', flagged: false, state, connection, simId: att(1) },
      {
        cloudId: cbs(2),
        remoteId: null,
        flagged: true,
        state: { ...state, cause: found },
        connection: gone,
        simId: att(3),
      },
      { cloudId: cbs(3), remoteId: null, flagged: false, state: none, connection: null, simId: null },
    ])
    expect(counts).toEqual({ matches: 3, total: 3, cloudIds: [cbs(1), cbs(2), cbs(3)] })
  })

  it('is filtered by state, carrier, usability and flag; counts and identifiers are of what matches', async () => {
    expect(await iccids('state=deactivated')).toEqual([att(3)])
    expect(await iccids('state=not-known&vendorCode=VZN')).toEqual([verizon(4), verizon(5)])
    expect(await iccids('state=not-known&vendorCode=ATT')).toEqual([])
    expect(await iccids('usable=false')).toEqual([att(2)])
    const { sims: _rows, ...counts } = await sims('vendorCode=VZN')
    expect(counts).toEqual({ matches: 2, total: 5, iccids: [verizon(4), verizon(5)] })
    expect(await cloudIds('state=not-known&flagged=false')).toEqual([cbs(1), cbs(3)])
    expect(await cloudIds('flagged=true')).toEqual([cbs(2)])
  })

  it('D40 the company tells how many are wrong, silent, elsewhere or never asked, and its lists show those', async () => {
    const ask = async () => (await get<{ state: CompanyState }>('1/state')).state
    expect(await ask()).toMatchObject({
      state: 'wrong',
      at,
      isFresh: false,
      counts: {
        sims: { total: 5, wrong: 2, notAsked: 1 },
        panels: { total: 3, wrong: 1, notAsked: 1, silent: 0, otherEnvironment: 0 },
      },
    })
    expect(await iccids('show=not-asked')).toEqual([verizon(5)])
    expect(await cloudIds('show=not-asked')).toEqual([cbs(3)])
    expect(await cloudIds('show=wrong')).toEqual([cbs(2)])
    await db()
      .updateTable('webconnect_container')
      .set({ said_at: new Date(), checked_at: new Date() })
      .execute()
    await keepObservations(db(), [
      told('panel', 'ab12cd34-0000-4000-8000-0123456789ab', 'Pathfinder', { environment: 'prod' }),
      told('panel', cbs(3), 'WebConnect', { connection: 'silent', container: 'webconnect-1', heardAt: at }),
    ])
    expect(await cloudIds('show=silent')).toEqual([cbs(3)])
    expect(await cloudIds('show=other-environment')).toEqual([cbs(1)])
    expect(await cloudIds('show=wrong&sort=state')).toEqual([cbs(2), cbs(1), cbs(3)])
    expect(await ask()).toMatchObject({ counts: { panels: { wrong: 3, silent: 1, otherEnvironment: 1 } } })
    expect(await get('2/state')).toMatchObject({
      state: { state: 'not-known', counts: { sims: { notAsked: 1 } } },
    })
    // Back to how the other tests have it.
    await db()
      .updateTable('webconnect_container')
      .set({ said_at: new Date(later), checked_at: new Date(later) })
      .execute()
    await db().deleteFrom('observation').where('source', '=', 'Pathfinder').execute()
    await db().deleteFrom('observation').where('thing_id', '=', cbs(3)).execute()
  })

  it('connected console 5 what is wrong comes first; a verdict is told to readers of all that it goes by', async () => {
    expect(await iccids('sort=state')).toEqual([verizon(5), att(2), att(1), att(3), verizon(4)])
    // It tells what they may not read: an account of the VPN, an order to deactivate.
    const token = await keys.token({ resource_access: { 'support-console': { roles: ['auditor'] } } })
    const { envelope } = await server.call('GET', `${base}/1/sims`, { token })
    const causes = (envelope.data as Sims).sims.map(({ state: { cause } }) => cause)
    expect(causes).toEqual([null, null, null, null, null])
  })

  it('part of an identifier finds it, however it is written, and by what only a source told', async () => {
    expect(await iccids(`text=${att(2).slice(-9)}`)).toEqual([att(2)])
    expect(await iccids('text=cbs0000002')).toEqual([att(3)])
    expect(await iccids('text=353%20000-000')).toEqual([att(1)])
    expect(await iccids('text=%250000')).toEqual([])
    expect(await cloudIds('text=rp-000')).toEqual([cbs(1)])
    expect(await cloudIds('text=AB12CD34-0000')).toEqual([cbs(1)])
    expect(await cloudIds(`text=${att(77)}`)).toEqual([cbs(2)])
    expect(await cloudIds(`text=${cbs(900)}`)).toEqual([])
  })

  it('2.14 is sorted either way, what is not known last', async () => {
    expect(await iccids('sort=panel&order=desc')).toEqual([att(3), att(1), verizon(5), verizon(4), att(2)])
    expect(await iccids('sort=panel')).toEqual([att(1), att(3), att(2), verizon(4), verizon(5)])
    expect(await iccids('sort=carrier&order=desc')).toEqual([verizon(5), verizon(4), att(3), att(2), att(1)])
    expect((await sims('sort=panel&order=desc')).iccids?.[0]).toBe(att(3))
    expect(await cloudIds('sort=since&order=desc')).toEqual([cbs(2), cbs(1), cbs(3)])
  })

  it('2.14 has 50 a page, and names all that match only where they can be chosen at once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => sims(`page=${page}`, 3)))
    expect(pages.map(({ sims: rows }) => rows.length)).toEqual([50, 50, 1, 0])
    expect(new Set(pages.flatMap(({ sims: rows }) => rows.map(({ iccid }) => iccid))).size).toBe(101)
    expect(pages.map(({ matches, total, iccids: all }) => [matches, total, all?.length])).toEqual(
      Array(4).fill([101, 101, 101]),
    )
    const hundred = await sims('text=0010', 3)
    expect([hundred.matches, hundred.iccids?.length]).toEqual([99, 99])
    expect(await panels('page=31', 3)).toMatchObject({
      matches: 1501,
      cloudIds: null,
      panels: [{ cloudId: 'BIG1501' }],
    })
    expect((await panels('text=BIG05', 3)).cloudIds).toHaveLength(100)
  })

  it('D22 all that match are a CSV file', async () => {
    const file = await server.call('GET', `${base}/1/sims/export?state=suspended`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toMatch(/sims-company-1-\d{4}-\d\d-\d\d\.csv/)
    const [headings, ...lines] = parseCsv(`\ufeff${file.text.replace(/^\ufeff/, '')}`)
    expect(headings?.slice(0, 4)).toEqual(['ICCID', 'Carrier', 'State', 'Online'])
    expect(lines).toEqual([
      [
        att(2),
        'AT&T',
        'suspended',
        '',
        '',
        'AT&T',
        at,
        'false',
        '',
        'sim-not-active',
        'cause',
        at,
        later,
        'false',
        '',
      ],
    ])
    const all = await server.call('GET', `${base}/3/panels/export`)
    const ids = parseCsv(`\ufeff${all.text.replace(/^\ufeff/, '')}`).map(([id]) => id)
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([1502, 'CloudId', 'BIG0001', 'BIG1501'])
  })

  it('2.14 D22 chosen ones are the same file, whatever is filtered; what is not its own is left out', async () => {
    const chosen = async (path: string, body: object) => {
      const answer = await server.call('POST', `${base}/1/${path}`, { body })
      expect([path, answer.code]).toEqual([path, 200])
      return parseCsv(`\ufeff${answer.text.replace(/^\ufeff/, '')}`).map(([id]) => id)
    }
    expect(await chosen('sims/export', { iccids: [verizon(4), att(2), att(900), att(2)] })).toEqual([
      'ICCID',
      att(2),
      verizon(4),
    ])
    expect(await chosen('panels/export', { cloudIds: ['cbs0000002', cbs(900)] })).toEqual(['CloudId', cbs(2)])
    for (const iccids of [[], ['12'], Array(1001).fill(att(1))])
      expect((await server.call('POST', `${base}/1/sims/export`, { body: { iccids } })).code).toBe(400)
  })

  it('2.11 16 its users with their roles, found by a part of the email', async () => {
    const places = [
      ['ann@example.com', 1, 'RP-000001', 'Installer'],
      ['ann@example.com', 1, 'RP-000002', 'Admin'],
      ['bob@example.com', 1, 'RP-000001', 'Installer'],
      ['cat@example.com', 2, 'RP-000009', 'Admin'],
    ] as const
    for (const [email, company_id, remote_id, role] of places)
      await db().insertInto('remote_user').values({ email, company_id, remote_id, role }).execute()
    const users = (query: string) => get<Users>(`1/users?${query}`)
    const { users: rows, ...counts } = await users('sort=role&order=desc')
    expect(rows.map(({ email, remoteId }) => [email, remoteId])).toEqual([
      ['bob@example.com', 'RP-000001'],
      ['ann@example.com', 'RP-000001'],
      ['ann@example.com', 'RP-000002'],
    ])
    expect(counts).toEqual({ matches: 3, total: 3 })
    expect(await users('text=BOB')).toMatchObject({ matches: 1, total: 3, users: [{ role: 'Installer' }] })
  })

  it('5 what cannot be asked is told at its field; a company without any, or that is none, has an empty list', async () => {
    for (const [path, field] of [
      ['1/sims?state=Fine', 'state'],
      ['1/sims?vendorCode=XYZ', 'vendorCode'],
      ['1/sims?text=--', 'text'],
      ['1/sims?page=0', 'page'],
      ['1/sims?sort=company_id', 'sort'],
      ['1/sims/export?order=up', ''],
      ['1/panels?state=fine', 'state'],
      ['1/panels?show=all', 'show'],
      ['1/panels?flagged=yes', 'flagged'],
      ['0/panels', 'companyId'],
    ] as const) {
      const answer = await server.call('GET', `${base}/${path}`)
      expect([path, answer.code, issuesOf(answer)?.[0]?.field]).toEqual([
        path,
        400,
        field || expect.anything(),
      ])
    }
    const none = { matches: 0, total: 0 }
    expect([await sims('', 4), await panels('', 4)]).toEqual([
      { ...none, sims: [], iccids: [] },
      { ...none, panels: [], cloudIds: [] },
    ])
    expect(await sims('', 4711)).toEqual({ ...none, sims: [], iccids: [] })
  })

  it('D16 anyone who reads SIMs reads its SIMs, and panels only those who read panels', async () => {
    const token = await keys.token({ resource_access: { 'support-console': { roles: ['auditor'] } } })
    const codes = await Promise.all(
      ['sims', 'sims/export', 'panels', 'panels/export', 'users'].map(
        async (path) => (await server.call('GET', `${base}/1/${path}`, { token })).code,
      ),
    )
    expect(codes).toEqual([200, 200, 403, 403, 403])
  })
})
