import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { updateBody } from '../../testing/company-bodies.ts'
import { companyCalls } from '../../testing/company-calls.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { importStage } from '../../testing/import-stage.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { openKey } from '../companies/index.ts'

// PGlite beside other work.
vi.setConfig({ testTimeout: 180_000 })

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

const few = 'sapCompanyId,name,sapSalesRegion'

describeOnOneDatabase('D3 import of companies, their subnets and reservations', (database) => {
  const { all, ownEntriesOf, load } = importStage(database)
  let console: TestApp
  beforeAll(async () => {
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(() => console.close())
  const { list, load: open, put } = companyCalls(() => console)

  const fileOf = (name: string, header: string, lines: string[]) => ({
    name,
    text: [header, ...lines].join('\n'),
  })
  const companies = (lines: string[], header = few) => load([fileOf('companies.csv', header, lines)])
  const subnets = (lines: string[], options = {}) =>
    load([fileOf('subnets.csv', 'sapCompanyId,domainIp,cidr', lines)], options)
  const reservationHeader = 'reservedSapCompanyId,reservedName,sapSalesRegion,deviceRegion'
  const reservations = (lines: string[]) => load([fileOf('reservations.csv', reservationHeader, lines)])
  const tier2 = (...ids: number[]) =>
    companies(
      ids.map((id) => `${id},Company ${id},us,TIER2_STANDARD`),
      `${few},networkModel`,
    )
  const networks = async () => {
    const { rows } = await sql<{ line: string }>`
      select company.sap_company_id || ' ' || network as line from company_subnet
      join company on company.id = company_id order by subnet_id`.execute(database.get().db)
    return rows.map(({ line }) => line)
  }

  it('2.6 every setting comes in by its name in the API, and shows in the form', async () => {
    const header =
      `${few},deviceRegion,networkModel,vpnEndpoint,mnvOsInUse,servicePortalOnboarded,makeRemotePortalReadOnly,` +
      'webconnectMobileEnabled,useCiam,allowUploadofPanelInfo,useConnectorService,allowCBSAuthforClouldPanelConnections,' +
      'usageMonitoringEnabled,alertThresholdPercent,warningThresholdPercent,alertMethodology,usageAlertEmail,' +
      'preferredLanguage,deliveryTypes'
    const { complaints } = await companies(
      [
        '1," Ærø ""Guard"" <b>",ca,mx,tier3_standard,vpn.own.example,verizon+Aeris,false,FALSE,true,false,false,false,' +
          'false,true,88,8,everytime, a@b.example ,fr-ca,sms Email',
        `2,Defaults,us${','.repeat(18)}`,
        `3,None,us,,,,none${','.repeat(14)}NONE`,
      ],
      header,
    )
    expect(complaints).toEqual([])
    expect(await open(1)).toMatchObject({
      companySettings: {
        mnvOsInUse: ['Aeris', 'Verizon'],
        servicePortalOnboarded: false,
        makeRemotePortalReadOnly: false,
        webconnectMobileEnabled: true,
      },
      rpsControlSettings: {
        useCiam: false,
        allowUploadofPanelInfo: false,
        useConnectorService: false,
        allowCBSAuthforClouldPanelConnections: false,
      },
      companyInfo: { companyName: 'Ærø "Guard" <b>', sapSalesRegion: 'ca', deviceRegion: 'mx' },
      companyMobileAlertSettings: {
        usageMonitoringEnabled: true,
        alertThresholdPercent: 88,
        warningThresholdPercent: 8,
        alertMethodology: 'EveryTime',
        usageAlertEmail: 'a@b.example',
        preferredLanguage: 'fr-CA',
        DeliveryTypes: ['Email', 'SMS'],
      },
      networkModelSettings: { networkModel: 'TIER3_STANDARD', vpnEndpoint: 'vpn.own.example' },
    })
    expect(await open(2)).toMatchObject({
      companySettings: { mnvOsInUse: ['Aeris', 'Wyless', 'Verizon'], servicePortalOnboarded: true },
      companyMobileAlertSettings: {
        alertThresholdPercent: 100,
        warningThresholdPercent: 75,
        DeliveryTypes: ['Email'],
      },
      networkModelSettings: { vpnEndpoint: 'vpn.installer-services.example' },
    })
    const none = await open(3)
    expect([none.companySettings.mnvOsInUse, none.companyMobileAlertSettings.DeliveryTypes]).toEqual([[], []])
    const keysMade = (await database.get().db.selectFrom('company').selectAll().execute()).map((company) =>
      openKey(testSecrets, company),
    )
    expect(new Set(keysMade).size).toBe(3)
    for (const key of keysMade) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  it('a column that a file does not have changes nothing, an empty cell takes the standard', async () => {
    await companies(['1,One,us,80,60'], `${few},alertThresholdPercent,warningThresholdPercent`)
    const same = await companies(['1,One,us'])
    expect(same.counts['companies.csv']).toMatchObject({ added: 0, changed: 0, bad: 0 })
    const half = await companies(['1,One,us,'], `${few},alertThresholdPercent`)
    expect(half.counts['companies.csv']).toMatchObject({ changed: 1 })
    expect((await open(1)).companyMobileAlertSettings).toMatchObject({
      alertThresholdPercent: 100,
      warningThresholdPercent: 60,
    })
  })

  it('D34 keeps the VPN endpoint of another model than Tier3 Standard, and gives a new company the default one', async () => {
    const header = `${few},networkModel,vpnEndpoint`
    const standard = 'vpn.installer-services.example'
    await companies(['1,One,us,TIER2_STANDARD,', `2,Two,us,TIER2_STANDARD,${standard}`], header)
    const endpoints = async () => (await all('company')).map((company) => company.vpn_endpoint)
    expect(await endpoints()).toEqual([standard, standard])
    await companies(['1,One,us,TIER3_STANDARD,vpn.own.example'], header)
    // Back to a tunnel: the endpoint stays as it is, and may be said again.
    const back = await companies(['1,Uno,us,TIER2_STANDARD,vpn.own.example'], header)
    expect(back.complaints).toEqual([])
    expect(new Set(await endpoints())).toEqual(new Set([standard, 'vpn.own.example']))
    const other = await companies(['1,One,us,TIER2_STANDARD,vpn.other.example'], header)
    expect(other.complaints[0]).toContain('vpnEndpoint: must be empty or the present one')
  })

  it('names each cell that is not right, by the rules of the API', async () => {
    const header = `${few},mnvOsInUse,alertThresholdPercent,warningThresholdPercent,usageAlertEmail,vpnEndpoint`
    const { complaints } = await companies(
      [
        '1,,us,,,,,',
        `2,${'a'.repeat(201)},us,,,,,`,
        '3,"two\nlines",us,,,,,',
        '4,Four,us,Aeris T-Mobile,,,,',
        '5,Five,us,,101,,,',
        '6,Six,us,,70%,,,',
        '7,Seven,us,,70,71,,',
        '8,Eight,us,,,,no-email,',
        '9,Nine,us,,,,,vpn host',
      ],
      header,
    )
    expect(complaints.map((line) => line.replace(/ \("[^"]*"\)$/, ''))).toEqual([
      'companies.csv:2: name: must not be empty',
      'companies.csv:3: name: must be at most 200 characters',
      'companies.csv:4: name: must be one line without control characters',
      'companies.csv:6: mnvOsInUse: must be some of Aeris, Wyless and Verizon, separated by spaces, or none',
      'companies.csv:7: alertThresholdPercent: must be at most 100',
      'companies.csv:8: alertThresholdPercent: must be a whole number',
      'companies.csv:9: warningThresholdPercent: the warning threshold must be below or equal to the alert threshold',
      'companies.csv:10: usageAlertEmail: Email is invalid',
      'companies.csv:11: vpnEndpoint: must be a host name',
    ])
    expect(await all('company')).toEqual([])
  })

  it('D10 a form that was loaded before an import is out of date, of a company and of its subnets alike', async () => {
    await tier2(1, 2)
    const seen = [await open(1), await open(2)]
    await companies(['1,Renamed,us'])
    await subnets(['2,10.1.0.0,16'])
    for (const company of seen) {
      const answer = await put(
        company.companyInfo.companyId,
        updateBody(company, { info: { companyName: 'Mine' } }),
      )
      expect([answer.code, answer.envelope.message]).toEqual([
        409,
        expect.stringContaining('was saved by an import at'),
      ])
    }
    expect(await networks()).toEqual(['2 10.1.0.0/16'])
  })

  it('D26 subnets: the same again changes nothing, the others are named with what they overlap', async () => {
    await tier2(1, 2)
    await companies(['3,Tier3,us'])
    const good = ['1,10.20.0.0,16', '1,192.168.7.0,24', '2,172.16.0.0,30']
    expect((await subnets(good)).counts['subnets.csv']).toEqual({ lines: 3, added: 3, changed: 0, bad: 0 })
    const again = await subnets(good)
    expect(again.counts['subnets.csv']).toEqual({ lines: 3, added: 0, changed: 0, bad: 0 })
    const lines = [
      '2,10.20.4.0,24',
      '1,10.0.0.0,8',
      '2,10.30.0.1,16',
      '2,8.8.8.0,24',
      '2,10.30.0.0,33',
      '2,10.030.0.0,16',
      '3,10.31.0.0,16',
      '4,10.32.0.0,16',
      '2,10.40.0.0,16',
      '1,10.40.8.0,24',
      '2,10.40.0.0,16',
      '2,192.168.7.0,24',
    ]
    const expected = [
      'subnets.csv:2: domainIp: overlaps 10.20.0.0/16 of Company 1 (SAP 1) ("10.20.4.0")',
      'subnets.csv:3: domainIp: overlaps 10.20.0.0/16 of the same company ("10.0.0.0")',
      'subnets.csv:4: domainIp: has host bits: the /16 network around it begins at 10.30.0.0 ("10.30.0.1")',
      'subnets.csv:5: domainIp: must lie in private address space: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16 ("8.8.8.0")',
      'subnets.csv:6: cidr: must be from 0 to 32 ("33")',
      'subnets.csv:7: domainIp: must be an IPv4 address such as 10.20.0.0 ("10.030.0.0")',
      'subnets.csv:8: sapCompanyId: is of a Tier3 Standard company, which has no subnets ("3")',
      'subnets.csv:9: sapCompanyId: no company has this SAP Company ID ("4")',
      'subnets.csv:11: domainIp: overlaps 10.40.0.0/16, which stands before it in this import ("10.40.8.0")',
      'subnets.csv:12: domainIp: the same stands already in this import at subnets.csv:10',
      'subnets.csv:13: domainIp: overlaps 192.168.7.0/24 of Company 1 (SAP 1) ("192.168.7.0")',
    ]
    expect((await subnets(lines, { dryRun: true })).complaints).toEqual(expected)
    const real = await subnets(lines)
    expect(real.complaints).toEqual(expected)
    expect(await networks()).toEqual([
      '1 10.20.0.0/16',
      '1 192.168.7.0/24',
      '2 172.16.0.0/30',
      '2 10.40.0.0/16',
    ])
    expect((await ownEntriesOf(real.result.transactionId))[0]).toMatchObject({
      object: 'subnets',
      detail: 'subnets.csv: 12 lines, 1 new, 0 changed, 11 bad',
    })
  })

  it('more than 64 subnets of a company are too many', async () => {
    await tier2(1)
    const { counts, complaints } = await subnets(Array.from({ length: 66 }, (_, i) => `1,10.1.${i}.0,24`))
    expect(counts['subnets.csv']).toMatchObject({ added: 64, bad: 2 })
    expect(complaints[0]).toBe(
      'subnets.csv:66: sapCompanyId: the company would have more than 64 subnets ("1")',
    )
  })

  it('only a line that is taken stands in the way of later ones; the second run changes nothing', async () => {
    await tier2(1, 2)
    const full = Array.from({ length: 64 }, (_, i) => `2,10.200.${i}.0,24`)
    const lines = ['1,10.0.1.0,24', '2,10.0.0.0,16', '1,10.0.2.0,24', '1,10.0.0.0,20', ...full]
    lines.push('2,10.201.0.0,16', '1,10.201.7.0,24')
    const expected = [
      'subnets.csv:3: domainIp: overlaps 10.0.1.0/24, which stands before it in this import ("10.0.0.0")',
      'subnets.csv:5: domainIp: overlaps 10.0.1.0/24, which stands before it in this import ("10.0.0.0")',
      'subnets.csv:70: sapCompanyId: the company would have more than 64 subnets ("2")',
    ]
    const dry = await subnets(lines, { dryRun: true })
    const first = await subnets(lines)
    expect([first.complaints, dry.complaints]).toEqual([expected, expected])
    expect(first.counts['subnets.csv']).toMatchObject({ added: 67, bad: 3 })
    const after = await networks()
    expect(after).toContain('1 10.201.7.0/24')
    expect((await subnets(lines)).counts['subnets.csv']).toMatchObject({ added: 0, bad: 3 })
    expect(await networks()).toEqual(after)
  })

  it('more subnets than one transaction takes are looked at beside those of the transactions before', async () => {
    await tier2(...Array.from({ length: 100 }, (_, i) => i + 1))
    const lines = Array.from(
      { length: 5500 },
      (_, i) => `${(i % 100) + 1},10.${100 + Math.floor(i / 256)}.${i % 256}.0,24`,
    )
    const all = [...lines, '1,10.100.0.128,25']
    const dry = await subnets(all, { dryRun: true })
    const { counts, complaints } = await subnets(all)
    expect(counts['subnets.csv']).toEqual({ lines: 5501, added: 5500, changed: 0, bad: 1 })
    expect(dry.counts).toEqual(counts)
    for (const line of [dry.complaints[0], complaints[0]])
      expect(line).toMatch(/^subnets\.csv:5502: domainIp: overlaps 10\.100\.0\.0\/24/)
  })

  it('a dry run knows companies of the same import with their models', async () => {
    const files = [
      fileOf('companies.csv', `${few},networkModel`, [
        '1,Tier2,us,TIER2_STANDARD',
        '2,Tier3,us,TIER3_STANDARD',
      ]),
      fileOf('subnets.csv', 'sapCompanyId,domainIp,cidr', ['1,10.1.0.0,16', '2,10.2.0.0,16']),
      fileOf('reservations.csv', 'reservedSapCompanyId,reservedName,sapSalesRegion', [
        '1,Taken,us',
        '9,Free,ca',
      ]),
    ]
    const dry = await load(files, { dryRun: true })
    expect(dry.complaints).toEqual([
      'reservations.csv:2: reservedSapCompanyId: is that of a company already ("1")',
      'subnets.csv:3: sapCompanyId: is of a Tier3 Standard company, which has no subnets ("2")',
    ])
    expect(await all('company')).toEqual([])
    const real = await load(files)
    expect([real.complaints, real.counts]).toEqual([dry.complaints, dry.counts])
    expect((await list()).reservations).toEqual([
      { value: '9', label: 'Free', sapSalesRegion: 'ca', deviceRegion: 'ca' },
    ])
  })

  it('a company with subnets cannot become Tier3 Standard', async () => {
    await tier2(1)
    await subnets(['1,10.1.0.0,16'])
    const { complaints } = await companies(['1,One,us,TIER3_STANDARD'], `${few},networkModel`)
    expect(complaints).toEqual([
      'companies.csv:2: networkModel: cannot become TIER3_STANDARD while the company has subnets ("TIER3_STANDARD")',
    ])
  })

  it('reservations: new, changed, the same again; gone with their company', async () => {
    const lines = ['901,Summit,us,', '902,"Lac ""Bleu"" ",ca,us']
    expect((await reservations(lines)).counts['reservations.csv']).toMatchObject({ added: 2 })
    expect((await reservations(lines)).counts['reservations.csv']).toMatchObject({ added: 0, changed: 0 })
    const changed = await reservations(['901,Summit Protection,us,', 'x,No,us,', '902,,ca,'])
    expect(changed.counts['reservations.csv']).toMatchObject({ changed: 1, bad: 2 })
    await companies(['901,Summit Protection,us'])
    expect((await list()).reservations.map(({ label }) => label)).toEqual(['Lac "Bleu"'])
    expect((await reservations(['901,Summit Protection,us,'])).complaints).toEqual([
      'reservations.csv:2: reservedSapCompanyId: is that of a company already ("901")',
    ])
  })

  it('D41 a number with leading zeros is the company, or the reservation, that is stored so', async () => {
    await reservations(['0901,Summit,us,'])
    await tier2(901)
    await companies(['77,Seven,us'])
    const again = await companies(['0077,Seven Guards,us', '077,Seven Twice,us'])
    expect(again.counts['companies.csv']).toMatchObject({ added: 0, changed: 1, bad: 1 })
    expect((await subnets(['00901,10.77.0.0,16'])).counts['subnets.csv']).toMatchObject({ added: 1 })
    const { companyInfos, reservations: left } = await list()
    expect(left).toEqual([])
    expect(companyInfos.map((each) => `${each.sapCompanyId} ${each.companyName}`).sort()).toEqual([
      '0901 Company 901',
      '77 Seven Guards',
    ])
  })

  it('D41 a SIM of a company of the same files is tried and taken, whatever zeros each writes', async () => {
    const files = (company: string, sim: string) => [
      fileOf('companies.csv', few, [`${company},Padded,us`]),
      fileOf('sims.csv', 'iccid,vendorCode,sapCompanyId', [
        `8901170000000088${company.slice(-3)},ATT,${sim}`,
      ]),
    ]
    for (const [company, sim] of [
      ['00881', '881'],
      ['882', '00882'],
      ['00883', '00883'],
    ] as const) {
      expect((await load(files(company, sim), { dryRun: true })).complaints).toEqual([])
      expect((await load(files(company, sim))).complaints).toEqual([])
    }
  })

  it('I01 I04 who saved a company last is no one after an import of it, or of its subnets', async () => {
    await tier2(1, 2, 3)
    const saver = async (id: number) =>
      (await all('company')).find((each) => each.sap_company_id === String(id))?.updated_by
    for (const id of [1, 2, 3])
      await put(id, updateBody(await open(id), { alerts: { alertThresholdPercent: 90 } }))
    expect([await saver(1), await saver(2)]).toEqual(['support@example.com', 'support@example.com'])
    await companies(['1,Imported,us'])
    await subnets(['2,10.2.0.0,16'])
    expect([await saver(1), await saver(2), await saver(3)]).toEqual([null, null, 'support@example.com'])
  })

  it('a save and an import at the same time undo nothing of each other', async () => {
    await tier2(1)
    const body = updateBody(await open(1), { alerts: { alertThresholdPercent: 90 } })
    const transactionId = randomUUID()
    const [saved] = await Promise.all([put(1, body, { transactionId }), companies(['1,Imported,us'])])
    const { companyInfo, companyMobileAlertSettings } = await open(1)
    // Anyone who came first: the import leaves the threshold alone, and a save that came second was refused.
    expect(companyInfo.companyName).toBe('Imported')
    expect([200, 409]).toContain(saved.code)
    expect(companyMobileAlertSettings.alertThresholdPercent).toBe(saved.code === 200 ? 90 : 100)
  })
})
