import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { findSim } from '../sims/index.ts'
import { inspectFile, openReport, runImport } from './index.ts'
import { columnsTable, kinds } from './kinds/index.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

const samples = join(import.meta.dirname, '../../../../../docs/import')
const sampleNames = [
  'sim-activity.csv',
  'users.csv',
  'billing-lines.csv',
  'sims.csv',
  'panels.csv',
  'companies.csv',
]
const operator = {
  issuer: 'operating-system',
  subject: 'pat@desk',
  email: 'pat@desk',
  sessionId: '',
  tokenId: '',
}
const att = (n: number) => `8901170000000${String(n).padStart(6, '0')}`
const simHeader = 'iccid,vendorCode,sapCompanyId,usable,networkModel,vpnUserName,vpnPassword'
const stateHeader = 'iccid,vendorCode,deactivatedAt,panel'
const activityHeader = 'transactionId,subTransactionId,iccid,vendorCode,status,description,at'

it('D3 docs/import.md describes every column of every kind', () => {
  const page = readFileSync(join(samples, '../import.md'), 'utf8')
  for (const kind of kinds) expect(page).toContain(columnsTable(kind))
})

describeOnEachDatabase('D3 import', (database) => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-import-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    await sql`truncate sim, company, billing_line restart identity cascade`.execute(database.get().db)
  })

  /** Imports files, given by path or as name and text. */
  async function load(
    files: (string | { name: string; text: string | Buffer })[],
    options: { dryRun?: boolean; errors?: string; onProgress?: () => void; signal?: AbortSignal } = {},
  ) {
    const paths = files.map((file) => {
      if (typeof file === 'string') return file
      const path = join(folder, file.name)
      writeFileSync(path, file.text)
      return path
    })
    const complaints: string[] = []
    const report = await openReport(async (line) => void complaints.push(line), options.errors)
    try {
      const result = await runImport(database.get().db, {
        files: await Promise.all(paths.map(inspectFile)),
        dryRun: options.dryRun ?? false,
        operator,
        report,
        signal: options.signal ?? new AbortController().signal,
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      })
      const counts = Object.fromEntries(
        result.files.map(({ file, lines, added, changed, bad }) => [
          file.name,
          { lines, added, changed, bad },
        ]),
      )
      return { result, counts, complaints }
    } finally {
      await report.close()
    }
  }
  const loadSims = (text: string, options = {}) => load([{ name: 'sims.csv', text }], options)
  const companies = () => load([join(samples, 'companies.csv')])

  async function all(table: 'sim' | 'company' | 'billing_line' | 'sim_activity' | 'user_action') {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database.get().db,
    )
    return rows
  }
  const eventsOf = async (iccid: string) => {
    const { rows } = await sql<Record<string, unknown>>`
      select transaction_id, sub_transaction_id, vendor_code, status, description, at from sim_activity
      where iccid = ${iccid} order by event_id`.execute(database.get().db)
    return rows
  }
  const entriesOf = async (transactionId: string) =>
    (await all('user_action')).filter((entry) => entry.transaction_id === transactionId)

  it('loads the sample files in the order in which they need each other, however they are given', async () => {
    const { counts, complaints, result } = await load(sampleNames.map((name) => join(samples, name)))
    expect(complaints).toEqual([])
    expect(counts).toEqual({
      'companies.csv': { lines: 3, added: 3, changed: 0, bad: 0 },
      'panels.csv': { lines: 4, added: 4, changed: 0, bad: 0 },
      'sims.csv': { lines: 7, added: 7, changed: 0, bad: 0 },
      'users.csv': { lines: 3, added: 3, changed: 0, bad: 0 },
      'billing-lines.csv': { lines: 5, added: 5, changed: 0, bad: 0 },
      'sim-activity.csv': { lines: 5, added: 5, changed: 0, bad: 0 },
    })
    expect(result.files.map(({ file }) => file.kind.name)).toEqual([
      'companies',
      'panels',
      'sims',
      'users',
      'billing-lines',
      'sim-activity',
    ])
    const [, first = ''] = readFileSync(join(samples, 'sims.csv'), 'utf8').split('\r\n')
    expect(await findSim(database.get().db, first.split(',')[0] ?? '')).toMatchObject({
      vendorCode: 'ATT',
      usable: true,
      networkModel: 'TIER3_STANDARD',
      vpnGateway: 'vpn.installer-services.example',
      vpnUserName: 'sim-bluewater-1@2000001',
      company: { name: 'Bluewater Alarm', sapCompanyId: '2000001' },
    })
    const sims = await all('sim')
    expect(sims.map((sim) => sim.vpn_password)).toContain('=example-2')
    const lines = await all('billing_line')
    expect(lines.map((line) => line.amount_cents).sort()).toEqual([-185, 165, 185, 205, 210].sort())
    expect(await all('company')).toContainEqual(
      expect.objectContaining({ name: 'Maple "Ridge" Security, Ltd', device_region: 'ca', vpn_endpoint: '' }),
    )
  })

  it('a second run changes nothing and says so', async () => {
    const files = sampleNames.map((name) => join(samples, name))
    await load(files)
    const before = [
      await all('company'),
      await all('sim'),
      await all('billing_line'),
      await all('sim_activity'),
    ]
    const { counts } = await load(files)
    for (const { added, changed, bad } of Object.values(counts))
      expect({ added, changed, bad }).toEqual({ added: 0, changed: 0, bad: 0 })
    const after = [
      await all('company'),
      await all('sim'),
      await all('billing_line'),
      await all('sim_activity'),
    ]
    expect(after).toEqual(before)
  })

  it('writes one audit entry with the counts, and an event for each SIM that is new or changed', async () => {
    await companies()
    const first = await loadSims(`${simHeader}\n${att(1)},ATT,2000001,true,,u,p\n${att(2)},ATT,,true,,,\n`)
    const second = await loadSims(`${simHeader}\n${att(1)},ATT,2000002,false,,u,p\n${att(2)},ATT,,true,,,\n`)
    expect(second.counts['sims.csv']).toEqual({ lines: 2, added: 0, changed: 1, bad: 0 })
    expect(await entriesOf(second.result.transactionId)).toEqual([
      expect.objectContaining({
        source: 'server',
        email: 'pat@desk',
        activity: 'Import',
        message: 'Import sims.csv',
        object: 'SIMs',
        result: 'Success',
        detail: 'sims.csv: 2 lines, 0 new, 1 changed, 0 bad',
      }),
    ])
    const event = (transactionId: string, description: string) =>
      expect.objectContaining({
        transaction_id: transactionId,
        sub_transaction_id: null,
        status: 'Imported',
        description,
      })
    expect((await eventsOf(att(1))).slice(-2)).toEqual([
      event(first.result.transactionId, 'New in the inventory'),
      event(second.result.transactionId, 'Changed in the inventory: company, usability'),
    ])
    expect(await eventsOf(att(2))).toHaveLength(1)
  })

  it('names each bad line with file, line, column and reason, and loads the good ones', async () => {
    await companies()
    const errors = join(folder, 'errors.csv')
    const text = [
      simHeader,
      `${att(10)},ATT,,true,,,`,
      `12345,ATT,,true,,,`,
      '',
      `${att(11)},XYZ,,maybe,,,`,
      `${att(12)},ATT,999999,true,,,`,
      `${att(13)},ATT,12345678901,true,TIER9,,`,
      `${att(14)},VZN,,true,,,`,
      `${att(15)},ATT,,true`,
      `${att(10)},ATT,,false,,,`,
      `${att(16)},ATT,,true,,,${'s3cret'.repeat(50)}`,
      `8.90117E+18,ATT,,true,,,`,
      `${att(17)},"AT"T,,true,,,`,
      `=cmd|' /C calc'!A0,ATT,,true,,,`,
      `${att(18)},ATT,,true,,,`,
    ].join('\r\n')
    const { counts, complaints, result } = await loadSims(text, { errors })
    expect(complaints).toEqual([
      'sims.csv:3: iccid: A SIM ID has 18 to 22 digits ("12345")',
      'sims.csv:5: vendorCode: must be ATT, VZN, AERIS or WYLESS ("XYZ")',
      'sims.csv:5: usable: must be true, false, Usable or Unusable ("maybe")',
      'sims.csv:6: sapCompanyId: no company has this SAP Company ID',
      'sims.csv:7: sapCompanyId: must be a SAP Company ID of 1 to 10 digits ("12345678901")',
      'sims.csv:7: networkModel: must be TIER3_STANDARD, TIER2_STANDARD, TIER2_STANDARD_NO_NAT or TIER2_STANDARD_DO_INTERNET ("TIER9")',
      'sims.csv:8: vendorCode: must be ATT: the beginning of the SIM ID says so ("VZN")',
      'sims.csv:9: the line has 4 cells, the header 7',
      'sims.csv:10: iccid: the same stands already in this import at sims.csv:2',
      'sims.csv:11: vpnPassword: must have at most 200 characters',
      'sims.csv:12: iccid: was shortened by a spreadsheet; its column must have the format "text" there ("8.90117E+18")',
      'sims.csv:13: the line has text after a closing quotation mark',
      `sims.csv:14: iccid: A SIM ID has 18 to 22 digits ("=cmd|' /C calc'!A0")`,
    ])
    expect(counts['sims.csv']).toEqual({ lines: 13, added: 2, changed: 0, bad: 11 })
    expect((await all('sim')).map((sim) => sim.iccid).sort()).toEqual([att(10), att(18)])
    const [header, ...rows] = parseCsv(readFileSync(errors, 'utf8'))
    expect(header).toEqual(['File', 'Line', 'Column', 'Reason', 'Cell'])
    expect(rows).toHaveLength(complaints.length)
    expect(rows[0]).toEqual(['sims.csv', '3', 'iccid', 'A SIM ID has 18 to 22 digits', '12345'])
    expect(rows.at(-1)?.[4]).toBe(`'=cmd|' /C calc'!A0`)
    expect(complaints.join() + readFileSync(errors, 'utf8')).not.toContain('s3cret')
    expect((await entriesOf(result.transactionId))[0]).toMatchObject({
      result: 'Incomplete',
      detail: 'sims.csv: 13 lines, 2 new, 0 changed, 11 bad',
    })
  })

  it('a dry run finds the same faults and writes nothing, a company of the same import being there', async () => {
    const files = [
      {
        name: 'companies.csv',
        text: 'sapCompanyId,name,sapSalesRegion,networkModel,vpnEndpoint\n77,Seventy Seven,us,,\n78,Bad,us,TIER2_STANDARD,x\n',
      },
      {
        name: 'sims.csv',
        text: `iccid,vendorCode,sapCompanyId\n${att(1)},ATT,77\n${att(2)},ATT,78\n${att(3)},ATT,79\n${att(1)},ATT,77\n`,
      },
    ]
    const before = [await all('sim_activity'), await all('user_action')]
    const dry = await load(files, { dryRun: true })
    expect(await all('company')).toEqual([])
    expect(await all('sim')).toEqual([])
    expect([await all('sim_activity'), await all('user_action')]).toEqual(before)
    const real = await load(files)
    expect(real.complaints).toEqual([
      'companies.csv:3: vpnEndpoint: must be empty unless the network model is TIER3_STANDARD',
      'sims.csv:3: sapCompanyId: no company has this SAP Company ID',
      'sims.csv:4: sapCompanyId: no company has this SAP Company ID',
      'sims.csv:5: iccid: the same stands already in this import at sims.csv:2',
    ])
    expect(dry.complaints).toEqual(real.complaints)
    expect(dry.counts).toEqual(real.counts)
    expect(real.counts['sims.csv']).toEqual({ lines: 4, added: 1, changed: 0, bad: 3 })
  })

  it('leaves alone what a file does not speak of', async () => {
    await companies()
    await loadSims(`${simHeader}\n${att(1)},ATT,2000001,false,TIER2_STANDARD,user,password\n`)
    const { counts } = await loadSims(`ICCID , vendorcode\n"8901 1700-0000 0000 001",att\n`)
    expect(counts['sims.csv']).toEqual({ lines: 1, added: 0, changed: 0, bad: 0 })
    await loadSims(`vendorCode;iccid;usable\nATT;${att(1)};TRUE\n`)
    expect(await findSim(database.get().db, att(1))).toMatchObject({
      usable: true,
      networkModel: 'TIER2_STANDARD',
      vpnUserName: 'user',
      vpnPassword: 'password',
      company: { sapCompanyId: '2000001' },
    })
    await load([{ name: 'c.csv', text: 'sapCompanyId,name,sapSalesRegion\n2000002,Renamed,us\n' }])
    expect((await all('company')).find((company) => company.sap_company_id === '2000002')).toMatchObject({
      name: 'Renamed',
      sap_sales_region: 'us',
      device_region: 'ca',
      network_model: 'TIER2_STANDARD',
    })
  })

  it('knows since when a SIM is deactivated and in which panel it sits', async () => {
    const state = async () => {
      const [sim] = await all('sim')
      return { deactivatedAt: sim?.deactivated_at, panel: sim?.panel }
    }
    await loadSims(`${stateHeader}\n${att(1)},ATT,2024-02-29T12:00:00-05:00,CBS0000077\n`)
    const expected = { deactivatedAt: new Date('2024-02-29T17:00:00Z'), panel: 'CBS0000077' }
    expect(await state()).toEqual(expected)
    await loadSims(`iccid,vendorCode\n${att(1)},ATT\n`)
    expect(await state()).toEqual(expected)
    // A file that is older than the deactivation does not take it back: the SIM would be asked for again.
    const older = await loadSims(`${stateHeader}\n${att(1)},ATT,,\n${att(2)},ATT,yesterday,CBS 1\n`)
    expect(await state()).toEqual({ ...expected, panel: '' })
    expect((await eventsOf(att(1))).at(-1)?.description).toBe('Changed in the inventory: panel')
    await loadSims(`${stateHeader}\n${att(1)},ATT,2024-01-01T00:00:00Z,\n`)
    expect(await state()).toEqual({ ...expected, panel: '' })
    await loadSims(`${stateHeader}\n${att(1)},ATT,2024-03-01T00:00:00Z,\n`)
    expect(await state()).toEqual({ deactivatedAt: new Date('2024-03-01T00:00:00Z'), panel: '' })
    expect(older.complaints).toEqual([
      'sims.csv:3: deactivatedAt: must be an instant with its zone, as 2026-11-01T05:30:00Z ("yesterday")',
      'sims.csv:3: panel: must be a cloud ID: letters, digits and underscores, at most 40 ("CBS 1")',
    ])
  })

  it('R31 reads a BOM, CRLF, quotes and the apostrophe of our own exports', async () => {
    const text = `\ufeff"iccid","vendorCode","vpnUserName"\r\n"${att(1)}","ATT","'=1+1"\r\n"${att(2)}",ATT,"a ""b"",\r\nc"\r\n`
    expect((await loadSims(text)).complaints).toEqual([])
    const names = (await all('sim')).map((sim) => sim.vpn_user_name)
    expect(names.sort()).toEqual(['=1+1', 'a "b",\r\nc'])
  })

  it('D24 counts check digits that do not fit, and takes the SIM', async () => {
    const { result } = await loadSims('iccid,vendorCode\n8901170000000000013,ATT\n8901170000000000014,ATT\n')
    expect(result.files[0]).toMatchObject({ added: 2, bad: 0, oddCheckDigits: 1 })
  })

  it('D8 past activity: recorded once, never changed, a later event only after its first', async () => {
    const [one, two, sub, sub2] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const main = `${one},,${att(40)},ATT,Activated,On,2021-03-01T00:00:00+02:00`
    const later = `${one},${sub},${att(40)},ATT,Error,Off,2021-03-01T00:00:01.5Z`
    const text = [
      activityHeader,
      main,
      later,
      `${two},${sub2},${att(40)},ATT,Error,Lost,2021-03-02T00:00:00Z`,
    ]
    const first = await load([{ name: 'activity.csv', text: text.join('\n') }])
    const reason =
      'the first event of this SIM in the transaction (a line without subTransactionId) must stand before it'
    expect(first.complaints).toEqual([`activity.csv:4: subTransactionId: ${reason}`])
    expect(await eventsOf(att(40))).toEqual([
      expect.objectContaining({
        transaction_id: one,
        status: 'Activated',
        at: new Date('2021-02-28T22:00:00Z'),
      }),
      expect.objectContaining({
        sub_transaction_id: sub,
        description: 'Off',
        at: new Date('2021-03-01T00:00:01.5Z'),
      }),
    ])
    const again = await load([
      { name: 'activity.csv', text: [activityHeader, later, main.replace('On', 'Changed')].join('\n') },
    ])
    expect(again.counts['activity.csv']).toEqual({ lines: 2, added: 0, changed: 0, bad: 1 })
    expect(again.complaints).toEqual([
      'activity.csv:3: transactionId: this event is recorded with other content, and what is recorded is never changed',
    ])
    expect(await eventsOf(att(40))).toHaveLength(2)
  })

  it('takes more lines than one transaction, finds a line that comes again far behind, is on record from its first', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `${att(100_000 + i)},ATT`)
    const text = ['iccid,vendorCode', ...lines, `${att(100_007)},ATT`].join('\n')
    const { counts, complaints, result } = await loadSims(text)
    expect(counts['sims.csv']).toEqual({ lines: 12_001, added: 12_000, changed: 0, bad: 1 })
    expect(complaints).toEqual([
      'sims.csv:12002: iccid: the same stands already in this import at sims.csv:9',
    ])
    expect((await entriesOf(result.transactionId)).map((entry) => entry.result)).toEqual([
      'Intent',
      'Incomplete',
    ])
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from sim_activity
      where transaction_id = ${result.transactionId}`.execute(database.get().db)
    expect(rows[0]?.n).toBe(12_000)
  })

  it('stops cleanly when asked to, says so in the audit trail, and goes on when run again', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `${att(200_000 + i)},ATT`)
    const text = ['iccid,vendorCode', ...lines].join('\n')
    const stopping = new AbortController()
    const { result } = await loadSims(text, {
      signal: stopping.signal,
      onProgress: () => stopping.abort('SIGINT'),
    })
    expect(result.isStopped).toBe(true)
    const loaded = result.files[0]?.added ?? 0
    expect(loaded).toBeGreaterThan(0)
    expect(loaded).toBeLessThan(30_000)
    expect(await all('sim')).toHaveLength(loaded)
    expect((await entriesOf(result.transactionId)).at(-1)?.result).toBe('Stopped')
    const again = await loadSims(text)
    expect(again.counts['sims.csv']).toEqual({ lines: 30_000, added: 30_000 - loaded, changed: 0, bad: 0 })
  })

  if (database.kind === 'postgres')
    // PGlite belongs to one process
    it('two imports at once are refused, not mixed', async () => {
      const lines = Array.from({ length: 20_000 }, (_, i) => `${att(300_000 + i)},ATT`)
      let second: Promise<unknown> | undefined
      await loadSims(['iccid,vendorCode', ...lines].join('\n'), {
        onProgress: () => {
          second ??= loadSims(`iccid,vendorCode\n${att(1)},ATT\n`)
          second.catch(() => {})
        },
      })
      await expect(second).rejects.toThrow(/^Another import into this database is running/)
    })
})
