import { mostPanelIds, type Panel, restoreCell } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { panelsSeed } from '../../demo/panels.ts'
import { seed } from '../../demo/seed.ts'
import { simsSeed } from '../../demo/sims.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'

interface Located {
  panels: Panel[]
  notFound: string[]
  hasMore: boolean
}

const base = '/api/panelmanagement/v1'
const cloudId = (n: number) => `CBS${String(n).padStart(7, '0')}`
let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnOneDatabase('2.8 finding panels', (database) => {
  let console: TestApp
  beforeAll(async () => {
    await seed(database.get().db, [companiesSeed(testSecrets), simsSeed(testSecrets), panelsSeed])
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(() => console.close())

  const ask = (ids: string, queryType = 'cloudId') =>
    console.call('GET', `${base}/locate/${ids}?queryType=${queryType}`)
  async function locate(ids: string, queryType?: string): Promise<Located> {
    const { code, envelope } = await ask(ids, queryType)
    expect([code, envelope.message]).toEqual([200, 'Operation Done.'])
    return envelope.data
  }
  const cloudIds = (located: Located) => located.panels.map((panel) => panel.cloudId)

  it('demo world: 2,000 panels with Remote Portal IDs and physical IDs of their own', async () => {
    const { db } = database.get()
    const rows = await db.selectFrom('panel').selectAll().execute()
    expect(rows).toHaveLength(2000)
    const distinct = (of: (row: (typeof rows)[number]) => unknown) => new Set(rows.map(of)).size
    expect(distinct((row) => row.panel_info.physicalPanelId)).toBe(2000)
    expect(distinct((row) => row.remote_id)).toBe(2000)
    expect(rows.filter((row) => row.remote_id === null).map((row) => row.cloud_id)).toEqual(['CBS0000007'])
    expect(rows.filter((row) => row.flagged).map((row) => row.cloud_id)).toEqual(['CBS0000002'])
    const sims = await db.selectFrom('sim').select(['panel', 'company_id']).where('panel', '<>', '').execute()
    const companyOf = new Map(rows.map((row) => [row.cloud_id, row.company_id]))
    for (const sim of sims) expect(companyOf.get(sim.panel)).toBe(sim.company_id)
  })

  it('shows a panel with its company, its services and what is known of it', async () => {
    const { panels } = await locate('CBS0000001')
    expect(panels).toEqual([
      {
        cloudId: 'CBS0000001',
        companyName: 'Harbor Security',
        companySapNumber: '1000001',
        remoteId: 'RP-000001',
        flagged: false,
        panelInfo: {
          model: expect.stringMatching(/^SP-/),
          firmware: expect.stringMatching(/^\d+\.\d+\.\d+$/),
          physicalPanelId: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
          lastConnected: expect.stringMatching(/Z$/),
          serviceStates: [
            { serviceName: 'REMOTE_CONNECT', activated: true },
            { serviceName: 'REMOTE_CONNECT_RSC', activated: true },
            { serviceName: 'REMOTE_ALERT', activated: true },
          ],
        },
      },
    ])
  })

  it('demo world: CBS0000002 is flagged; CBS0000003 never connected and has only remote alert', async () => {
    const { panels } = await locate('CBS0000002,CBS0000003')
    expect(panels).toMatchObject([
      { flagged: true, companyName: 'Harbor Security' },
      { flagged: false, companyName: 'Prairie Alarm', companySapNumber: '1000002' },
    ])
    expect(panels[1]?.panelInfo.serviceStates.filter((state) => state.activated)).toEqual([
      { serviceName: 'REMOTE_ALERT', activated: true },
    ])
    expect(panels[1]?.panelInfo).not.toHaveProperty('lastConnected')
  })

  it('takes cloud IDs in any case, ignores empty parts, and counts repetitions once', async () => {
    const located = await locate(',cbs0000002,,CBS0000001,Cbs0000002,')
    expect([cloudIds(located), located.notFound]).toEqual([['CBS0000001', 'CBS0000002'], []])
  })

  it('names what was not found as it was typed, in the order in which it was asked', async () => {
    const located = await locate('zz9,CBS0000001,nosuch,ZZ9,CBS9999999')
    expect(cloudIds(located)).toEqual(['CBS0000001'])
    expect(located.notFound).toEqual(['zz9', 'nosuch', 'CBS9999999'])
    expect(located.hasMore).toBe(false)
  })

  it('decision 010: Remote Portal IDs are found without their dash, several at once', async () => {
    const located = await locate('RP000002,rp000001,RP999999', 'remoteId')
    expect(located.panels.map((panel) => panel.remoteId)).toEqual(['RP-000001', 'RP-000002'])
    expect(located.notFound).toEqual(['RP999999'])
  })

  it('finds the panels of companies by SAP number, with no more than their services', async () => {
    const located = await locate('1000002,1000001,1000999,ABC', 'sapNumber')
    expect(cloudIds(located)).toEqual([1, 2, 5, 6, 8, 9, 3, 4, 7].map(cloudId))
    expect(located.notFound).toEqual(['1000999', 'ABC'])
    // D41: by their numbers, whatever zeros stand before them.
    const padded = await locate('0001000002,01000001,1000001,001000999,ABC', 'sapNumber')
    expect(cloudIds(padded)).toEqual(cloudIds(located))
    expect(padded.notFound).toEqual(['001000999', 'ABC'])
    const marked = await locate('%E2%81%A61000002%E2%81%A9,%E2%80%8E1000001', 'sapNumber')
    expect(cloudIds(marked)).toEqual(cloudIds(located))
    expect(Object.keys(located.panels[0]?.panelInfo ?? {})).toEqual(['serviceStates'])
  })

  it(`finds ${mostPanelIds} cloud IDs in one search, also where the commas come encoded`, async () => {
    const ids = Array.from({ length: mostPanelIds }, (_, i) => cloudId(1501 + i))
    expect((await locate(ids.join(','))).panels).toHaveLength(500)
    expect((await locate(ids.map((id) => id.toLowerCase()).join('%2C'))).panels).toHaveLength(500)
  })

  it('takes 500 ids of the greatest length, and says what is too much', async () => {
    const long = Array.from({ length: 499 }, (_, i) => String(i).padStart(39, 'A'))
    const { notFound } = await locate(long.join(','))
    expect(notFound).toHaveLength(499)
    const tooMany = await ask(Array.from({ length: 501 }, (_, i) => `C${i}`).join(','))
    expect([tooMany.code, tooMany.envelope.message]).toEqual([
      400,
      'Please correct the input: ids: must name at most 500 ids.',
    ])
    const tooLong = await ask('A'.repeat(20_001))
    expect([tooLong.code, tooLong.envelope.status]).toEqual([400, 'Invalid'])
  })

  it.each([
    ["CBS0000001'--"],
    ["' OR 1=1"],
    ['CBS0000001;drop table panel'],
    ['<script>'],
    ['../../etc/passwd'],
    ['RP-000001'],
    ['CBS 1'],
    ['CBS0000001\u0000'],
    ['%'],
    ['ＣＢＳ0000001'],
  ])('5 refuses %j: Alphanumeric only', async (ids) => {
    for (const call of ['locate', 'export']) {
      const { code, envelope } = await console.call(
        'GET',
        `${base}/${call}/${encodeURIComponent(ids)}?queryType=cloudId`,
      )
      expect([code, envelope.message]).toEqual([400, 'Please correct the input: ids: Alphanumeric only.'])
    }
  })

  it('5 refuses a search of nothing, of an unknown kind, and with more than it knows', async () => {
    expect((await ask(',,')).envelope.message).toBe(
      'Please correct the input: ids: must name at least one id.',
    )
    expect((await ask('CBS1', 'iccid')).code).toBe(400)
    expect((await console.call('GET', `${base}/locate/CBS1`)).code).toBe(400)
    expect((await ask('CBS1', 'cloudId&x=1')).code).toBe(400)
  })

  async function file(ids: string, queryType = 'cloudId') {
    const answer = await fetch(`${console.url}${base}/export/${ids}?queryType=${queryType}`, {
      headers: { authorization: `Bearer ${await keys.token()}` },
    })
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    return { answer, rows: parseCsv(text) }
  }
  const headings = [
    'CloudId',
    'CompanyName',
    'SapNumber',
    'RemotePortalId',
    'ManagementDisabled',
    'RemoteConnectCloud',
    'RemoteConnectRscMobileApp',
    'RemoteAlertPush',
  ]
  // The one state (D40), of which nothing is known.
  const stateHeadings =
    'State Online StateSince StateBy StateAt StateIsFresh Beside Finding FindingState'.split(' ')
  const allHeadings = [...headings, ...stateHeadings, 'FindingSince', 'FindingAt']
  const notKnown = ['not-known', '', '', '', '', 'false', '', '', '', '', '']

  it('D22 exports what is shown as a file to save, read again here', async () => {
    const { answer, rows } = await file('CBS0000003,cbs0000002,NOSUCH')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="panels-3-cloud-ids-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(rows).toEqual([
      allHeadings,
      ['CBS0000002', 'Harbor Security', '1000001', 'RP-000002', 'true', 'true', 'true', 'true', ...notKnown],
      ['CBS0000003', 'Prairie Alarm', '1000002', 'RP-000003', 'false', 'false', 'false', 'true', ...notKnown],
    ])
    expect((await file('NOSUCH')).rows).toEqual([allHeadings])
    expect((await file('1000001', 'sapNumber')).answer.headers.get('content-disposition')).toMatch(
      /"panels-sap-1000001-/,
    )
  })

  it('D22 R31 neutralises cells, and exports more than one answer holds', async () => {
    const { db } = database.get()
    const company = await db
      .insertInto('company')
      .values({
        name: '=cmd|"x", Ltd',
        sap_company_id: '77',
        sap_sales_region: 'us',
        device_region: 'us',
        network_model: 'TIER2_STANDARD',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into panel (cloud_id, company_id, remote_id, panel_info)
      select 'X' || n, ${company.id}, '-Y' || n, '{"serviceStates":[]}'::jsonb
      from generate_series(1, 10002) as n`.execute(db)
    const located = await locate('77', 'sapNumber')
    expect([located.panels.length, located.hasMore, located.notFound]).toEqual([10_000, true, []])
    const { rows } = await file('77', 'sapNumber')
    expect(rows).toHaveLength(10_003)
    expect(rows[1]?.[1]).toBe(`'=cmd|"x", Ltd`)
    await db.deleteFrom('panel').where('cloud_id', 'in', ['X1', 'X2']).execute()
    const full = await locate('77', 'sapNumber')
    expect([full.panels.length, full.hasMore]).toEqual([10_000, false])
    expect(rows[1]?.map(restoreCell).slice(0, 4)).toEqual(['X1', '=cmd|"x", Ltd', '77', '-Y1'])
    expect(new Set(rows.slice(1).map(([id]) => id)).size).toBe(10_002)
    await db.deleteFrom('panel').where('company_id', '=', company.id).execute()
  })
})
