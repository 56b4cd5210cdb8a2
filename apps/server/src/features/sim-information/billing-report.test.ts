import { restoreCell } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { demoSimCount } from '../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type {} from './billing-line.table.ts'

const headings = [
  'SimId',
  'Carrier',
  'SapCompanyId',
  'CompanyName',
  'Year',
  'Month',
  'RatePlan',
  'Bytes',
  'Amount',
  'Currency',
]

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnOneDatabase('2.5, D22 the billing report', (database) => {
  let console: TestApp
  beforeAll(async () => {
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(() => console.close())

  async function report(year: number | string, month: number | string) {
    const response = await fetch(
      `${console.url}/api/siminformation/v1/downloadbillingreport/${year}/${month}`,
      {
        headers: { authorization: `Bearer ${await keys.token()}` },
      },
    )
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    return { code: response.status, headers: response.headers, text }
  }

  it('is a CSV file to save, named after its month', async () => {
    const { code, headers } = await report(2020, 8)
    expect(code).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="billing-report-2020-08.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('holds exactly the lines of its month, in the order of SIMs', async () => {
    const [head, ...lines] = parseCsv((await report(2020, 8)).text)
    expect(head).toEqual(headings)
    const rows = await database
      .get()
      .db.selectFrom('billing_line')
      .selectAll()
      .where('year', '=', 2020)
      .where('month', '=', 8)
      .execute()
    expect(lines).toHaveLength(demoSimCount)
    expect(rows).toHaveLength(demoSimCount)
    const byIccid = new Map(rows.map((row) => [row.iccid, row]))
    for (const [iccid = '', , , , year, month, plan, bytes, amount, currency] of lines) {
      const row = byIccid.get(iccid)
      expect([year, month, plan, bytes, amount, currency]).toEqual([
        '2020',
        '8',
        row?.plan,
        String(row?.bytes),
        ((row?.amount_cents ?? 0) / 100).toFixed(2),
        row?.currency,
      ])
    }
    expect(lines.map(([iccid]) => iccid)).toEqual([...byIccid.keys()].sort())
    const harbor = lines.find(([iccid]) => iccid === '8901170000000000013')
    expect(harbor?.slice(1, 4)).toEqual(['AT&T', '1000001', 'Harbor Security'])
    expect(lines.find(([iccid]) => iccid === '8901170000000000039')?.slice(2, 4)).toEqual(['', ''])
  })

  it('goes on over page after page without losing or doubling a line, and neutralises what is dangerous', async () => {
    const { db } = database.get()
    const lines = Array.from({ length: 2500 }, (_, i) => ({
      year: 2018,
      month: 1,
      iccid: `8999${String(Math.floor(i / 2)).padStart(15, '0')}`,
      plan: i % 2 ? '=HYPERLINK("http://x","y")' : 'Plan, "plain"\r\nsecond line',
      vendor_code: 'ATT' as const,
      bytes: 9_000_000_000_000,
      amount_cents: -i,
      currency: 'USD',
    }))
    await db.insertInto('billing_line').values(lines).execute()
    try {
      const [, ...read] = parseCsv((await report(2018, 1)).text)
      const ours = read.filter(([iccid]) => iccid?.startsWith('8999'))
      expect(ours).toHaveLength(2500)
      expect(new Set(ours.map(([iccid, , , , , , plan]) => `${iccid} ${plan}`)).size).toBe(2500)
      expect(ours.filter(([, , , , , , plan]) => plan === `'=HYPERLINK("http://x","y")`)).toHaveLength(1250)
      expect(ours.every(([, , , , , , , bytes]) => bytes === '9000000000000')).toBe(true)
      expect(new Set(ours.map((line) => restoreCell(line[8] ?? '')))).toEqual(
        new Set(lines.map((line) => (line.amount_cents / 100).toFixed(2))),
      )
    } finally {
      await db.deleteFrom('billing_line').where('iccid', 'like', '8999%').execute()
    }
  })

  it('of a month without lines has the headings only', async () => {
    const { db } = database.get()
    await db.deleteFrom('billing_line').where('year', '=', 2021).where('month', '=', 12).execute()
    const { code, text } = await report(2021, 12)
    expect(code).toBe(200)
    expect(parseCsv(text)).toEqual([headings])
  })

  it.each([
    [2017, 12],
    [2022, 1],
    [2020, 0],
    [2020, 13],
    ['twenty', 1],
    [2020, '1.5'],
    ['0x7e4', 5],
    ['2.02e3', 5],
    ['%202020', 5],
    [2020, '+5'],
    [2020, '5e0'],
    ['', 5],
  ])('refuses %s/%s', async (year, month) => {
    const { code, text } = await report(year, month)
    expect([400, 404]).toContain(code)
    expect(JSON.parse(text)).toMatchObject({ status: expect.stringMatching(/^(Invalid|NotFound)$/) })
  })

  it('D16 needs the right to read SIM information', async () => {
    const path = '/api/siminformation/v1/downloadbillingreport/2020/8'
    const noRole = await keys.token({ resource_access: {} })
    expect((await console.call('GET', path, { token: noRole })).code).toBe(403)
    expect((await console.call('GET', path, { token: null })).code).toBe(401)
  })
})
