import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { luhnFits } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { attSim, importSamples, importStage } from '../../testing/import-stage.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { findSim, findSims, openVpnPassword } from '../sims/index.ts'
import { columnsTable, kinds } from './kinds/index.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

const sampleNames = [
  'sim-activity.csv',
  'users.csv',
  'billing-lines.csv',
  'company-subnets.csv',
  'sims.csv',
  'panels.csv',
  'company-reservations.csv',
  'companies.csv',
]
const simHeader = 'iccid,vendorCode,sapCompanyId,usable,networkModel,vpnUserName,vpnPassword'

it('D3 docs/import-files.md describes every column of every kind', () => {
  const page = readFileSync(join(importSamples, '../import-files.md'), 'utf8')
  for (const kind of kinds) expect(page).toContain(columnsTable(kind))
})

describeOnOneDatabase('D3 import', (database) => {
  const { all, ownEntriesOf, folder, load, loadCompanies, loadSims } = importStage(database)

  /** The VPN passwords of all SIMs. */
  async function passwords(): Promise<string[]> {
    const sims = await findSims(
      database.get().db,
      (await all('sim')).map((sim) => String(sim.iccid)),
    )
    return [...sims].map(([iccid, sim]) => openVpnPassword(testSecrets, iccid, sim.vpnPassword))
  }

  it('loads the sample files in the order in which they need each other, however they are given', async () => {
    const { counts, complaints, result } = await load(sampleNames.map((name) => join(importSamples, name)))
    expect(complaints).toEqual([])
    expect(counts).toEqual({
      'companies.csv': { lines: 3, added: 3, changed: 0, bad: 0 },
      'company-reservations.csv': { lines: 2, added: 2, changed: 0, bad: 0 },
      'company-subnets.csv': { lines: 2, added: 2, changed: 0, bad: 0 },
      'panels.csv': { lines: 4, added: 4, changed: 0, bad: 0 },
      'sims.csv': { lines: 7, added: 7, changed: 0, bad: 0 },
      'users.csv': { lines: 3, added: 3, changed: 0, bad: 0 },
      'billing-lines.csv': { lines: 5, added: 5, changed: 0, bad: 0 },
      'sim-activity.csv': { lines: 5, added: 5, changed: 0, bad: 0 },
    })
    expect(result.files.map(({ file }) => file.kind.name)).toEqual([
      'companies',
      'company-reservations',
      'company-subnets',
      'panels',
      'sims',
      'users',
      'billing-lines',
      'sim-activity',
    ])
    const [, first = ''] = readFileSync(join(importSamples, 'sims.csv'), 'utf8').split('\r\n')
    expect(await findSim(database.get().db, first.split(',')[0] ?? '')).toMatchObject({
      vendorCode: 'ATT',
      usable: true,
      networkModel: 'TIER3_STANDARD',
      vpnGateway: 'vpn.installer-services.example',
      vpnUserName: 'sim-bluewater-1@2000001',
      company: { name: 'Bluewater Alarm', sapCompanyId: '2000001' },
    })
    expect(await passwords()).toContain('=example-2')
    const lines = await all('billing_line')
    expect(lines.map((line) => line.amount_cents).sort()).toEqual([-185, 165, 185, 205, 210].sort())
    expect(await all('company')).toContainEqual(
      expect.objectContaining({
        name: 'Maple "Ridge" Security, Ltd',
        device_region: 'ca',
        vpn_endpoint: 'vpn.installer-services.example',
      }),
    )
  })

  it('I02 a billing line that comes again with other words takes all of them', async () => {
    const bill = (line: string) =>
      load([
        { name: 'billing.csv', text: `year,month,iccid,plan,vendorCode,bytes,amount,currency\n${line}\n` },
      ])
    await bill('2020,3,8901170000000000013,Basic,ATT,100,1.5,USD')
    const { counts } = await bill('2020,3,8901170000000000013,Basic,ATT,200,2.5,CAD')
    expect(counts['billing.csv']).toMatchObject({ added: 0, changed: 1 })
    const line = (await all('billing_line')).find(
      ({ year, iccid }) => year === 2020 && String(iccid).endsWith('013'),
    )
    expect(line).toMatchObject({ bytes: 200, amount_cents: 250, currency: 'CAD' })
  })

  it('a second run changes nothing and says so', async () => {
    const files = sampleNames.map((name) => join(importSamples, name))
    await load(files)
    const before = [
      await all('company'),
      await all('company_subnet'),
      await all('company_reservation'),
      await all('sim'),
      await all('billing_line'),
      await all('sim_activity'),
    ]
    const { counts } = await load(files)
    for (const { added, changed, bad } of Object.values(counts))
      expect({ added, changed, bad }).toEqual({ added: 0, changed: 0, bad: 0 })
    const after = [
      await all('company'),
      await all('company_subnet'),
      await all('company_reservation'),
      await all('sim'),
      await all('billing_line'),
      await all('sim_activity'),
    ]
    expect(after).toEqual(before)
  })

  it('names each bad line with file, line, column and reason, and loads the good ones', async () => {
    await loadCompanies()
    const errors = join(folder(), 'errors.csv')
    const text = [
      simHeader,
      `${attSim(10)},ATT,,true,,,`,
      `12345,ATT,,true,,,`,
      '',
      `${attSim(11)},XYZ,,maybe,,,`,
      `${attSim(12)},ATT,999999,true,,,`,
      `${attSim(13)},ATT,12345678901,true,TIER9,,`,
      `${attSim(14)},VZN,,true,,,`,
      `${attSim(15)},ATT,,true`,
      `${attSim(10)},ATT,,false,,,`,
      `${attSim(16)},ATT,,true,,,${'s3cret'.repeat(50)}`,
      `8.90117E+18,ATT,,true,,,`,
      `${attSim(17)},"AT"T,,true,,,`,
      `=cmd|' /C calc'!A0,ATT,,true,,,`,
      `${attSim(18)},ATT,,true,,,`,
    ].join('\r\n')
    const { counts, complaints, result } = await loadSims(text, { errors })
    expect(complaints).toEqual([
      'sims.csv:3: iccid: A SIM ID has 18 to 22 digits ("12345")',
      'sims.csv:5: vendorCode: must be ATT, VZN, AERIS or WYLESS ("XYZ")',
      'sims.csv:5: usable: must be true, false, Usable or Unusable ("maybe")',
      'sims.csv:6: sapCompanyId: no company has this SAP Company ID ("999999")',
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
    expect((await all('sim')).map((sim) => sim.iccid).sort()).toEqual([attSim(10), attSim(18)])
    const [header, ...rows] = parseCsv(readFileSync(errors, 'utf8'))
    expect(header).toEqual(['File', 'Line', 'Column', 'Reason', 'Cell'])
    expect(rows).toHaveLength(complaints.length)
    expect(rows[0]).toEqual(['sims.csv', '3', 'iccid', 'A SIM ID has 18 to 22 digits', '12345'])
    expect(rows.at(-1)?.[4]).toBe(`'=cmd|' /C calc'!A0`)
    expect(complaints.join() + readFileSync(errors, 'utf8')).not.toContain('s3cret')
    expect((await ownEntriesOf(result.transactionId))[0]).toMatchObject({
      result: 'Incomplete',
      detail: 'sims.csv: 13 lines, 2 new, 0 changed, 11 bad',
    })
  })

  it('a dry run finds the same faults and writes nothing, a company of the same import being there', async () => {
    // Enough for every connection of a real import.
    const good = Array.from({ length: 20 }, (_, i) => `${attSim(100 + i)},ATT, 77 \n`)
    const files = [
      {
        name: 'companies.csv',
        text: 'sapCompanyId,name,sapSalesRegion,networkModel,vpnEndpoint\n77,Seventy Seven,us,,\n78,Bad,us,TIER2_STANDARD,x\n',
      },
      {
        name: 'sims.csv',
        text: `iccid,vendorCode,sapCompanyId\n${attSim(1)},ATT,77\n${attSim(2)},ATT,78\n${attSim(3)},ATT,79\n${attSim(1)},ATT,77\n${good.join('')}`,
      },
    ]
    const before = [await all('sim_activity'), await all('user_action')]
    const dry = await load(files, { dryRun: true })
    expect(await all('company')).toEqual([])
    expect(await all('sim')).toEqual([])
    expect([await all('sim_activity'), await all('user_action')]).toEqual(before)
    const real = await load(files)
    expect(real.complaints).toEqual([
      'companies.csv:3: vpnEndpoint: must be empty or the present one unless the network model is TIER3_STANDARD ("x")',
      'sims.csv:3: sapCompanyId: no company has this SAP Company ID ("78")',
      'sims.csv:4: sapCompanyId: no company has this SAP Company ID ("79")',
      'sims.csv:5: iccid: the same stands already in this import at sims.csv:2',
    ])
    expect(dry.complaints).toEqual(real.complaints)
    expect(dry.counts).toEqual(real.counts)
    expect(real.counts['sims.csv']).toEqual({ lines: 24, added: 21, changed: 0, bad: 3 })
  })

  it('leaves alone what a file does not speak of', async () => {
    await loadCompanies()
    await loadSims(`${simHeader}\n${attSim(1)},ATT,2000001,false,TIER2_STANDARD,user,password\n`)
    const { counts } = await loadSims(`ICCID , vendorcode\n"8901 1700-0000 0000 001",att\n`)
    expect(counts['sims.csv']).toEqual({ lines: 1, added: 0, changed: 0, bad: 0 })
    await loadSims(`vendorCode;iccid;usable\nATT;${attSim(1)};TRUE\n`)
    expect(await findSim(database.get().db, attSim(1))).toMatchObject({
      usable: true,
      networkModel: 'TIER2_STANDARD',
      vpnUserName: 'user',
      company: { sapCompanyId: '2000001' },
    })
    expect(await passwords()).toEqual(['password'])
    await load([{ name: 'c.csv', text: 'sapCompanyId,name,sapSalesRegion\n2000002,Renamed,us\n' }])
    expect((await all('company')).find((company) => company.sap_company_id === '2000002')).toMatchObject({
      name: 'Renamed',
      sap_sales_region: 'us',
      device_region: 'ca',
      network_model: 'TIER2_STANDARD',
    })
  })

  it('R31 reads a BOM, CRLF, quotes and the apostrophe of our own exports', async () => {
    const text = `\ufeff"iccid","vendorCode","vpnUserName"\r\n"${attSim(1)}","ATT","'=1+1"\r\n"${attSim(2)}",ATT,"a ""b"",\r\nc"\r\n`
    expect((await loadSims(text)).complaints).toEqual([])
    const names = (await all('sim')).map((sim) => sim.vpn_user_name)
    expect(names.sort()).toEqual(['=1+1', 'a "b",\r\nc'])
  })

  it('takes more lines than one transaction, finds a line that comes again far behind, is on record from its first', async () => {
    const sims = Array.from({ length: 22_000 }, (_, i) => attSim(100_000 + i))
    // In a chunk of its own each time: a repeat that is not taken leaves no room for the next one.
    const again = attSim(100_007)
    const text = [
      'iccid,vendorCode',
      ...[...sims.slice(0, 11_000), again, ...sims.slice(11_000), again].map((sim) => `${sim},ATT`),
    ]
    const { counts, complaints, result } = await loadSims(text.join('\n'))
    expect(counts['sims.csv']).toEqual({ lines: 22_002, added: 22_000, changed: 0, bad: 2 })
    expect(complaints).toEqual([
      'sims.csv:11002: iccid: the same stands already in this import at sims.csv:9',
      'sims.csv:22003: iccid: the same stands already in this import at sims.csv:9',
    ])
    // D24: each once, however many connections share the lines out.
    expect(result.files[0]?.oddCheckDigits).toBe(
      [...sims, again, again].filter((sim) => !luhnFits(sim)).length,
    )
    expect((await ownEntriesOf(result.transactionId)).map((entry) => entry.result)).toEqual([
      'Intent',
      'Incomplete',
    ])
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from sim_activity
      where transaction_id = ${result.transactionId}`.execute(database.get().db)
    expect(rows[0]?.n).toBe(22_000)
  })

  it('stops cleanly when asked to, says so in the audit trail, and goes on when run again', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `${attSim(200_000 + i)},ATT`)
    const text = ['iccid,vendorCode', ...lines].join('\n')
    const stopping = new AbortController()
    const { result } = await loadSims(text, {
      signal: stopping.signal,
      onProgress: () => stopping.abort('SIGINT'),
    })
    expect(result.isStopped).toBe(true)
    const loaded = result.files[0]?.added ?? 0
    expect(loaded).toBeGreaterThan(0)
    expect(loaded).toBeLessThan(50_000)
    expect(await all('sim')).toHaveLength(loaded)
    expect((await ownEntriesOf(result.transactionId)).at(-1)?.result).toBe('Stopped')
    const again = await loadSims(text)
    expect(again.counts['sims.csv']).toEqual({ lines: 50_000, added: 50_000 - loaded, changed: 0, bad: 0 })
  })

  if (database.kind === 'postgres')
    // PGlite belongs to one process
    it('two imports at once are refused, not mixed', async () => {
      const lines = Array.from({ length: 40_000 }, (_, i) => `${attSim(300_000 + i)},ATT`)
      let second: Promise<unknown> | undefined
      await loadSims(['iccid,vendorCode', ...lines].join('\n'), {
        onProgress: () => {
          // A file of its own: the first is still being read.
          second ??= load([{ name: 'other.csv', text: `iccid,vendorCode\n${attSim(1)},ATT\n` }])
          second.catch(() => {})
        },
      })
      await expect(second).rejects.toThrow(/^Another import into this database is running/)
    })
})
