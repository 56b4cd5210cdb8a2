import { randomUUID } from 'node:crypto'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FormInput, updateBody } from '../../testing/company-bodies.ts'
import { auditOf, companyStage, issuesOf } from '../../testing/company-calls.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { findSim } from '../sims/index.ts'

const base = '/api/companymanager/v1/companies'
let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnOneDatabase('2.6 companies: list, load, save', (database) => {
  const { app, list, load, put, save } = companyStage(database, () => keys)
  it('lists all companies by name with the reservations and the device regions', async () => {
    const { companyInfos, reservations, deviceRegionOptions } = await list()
    expect(companyInfos).toHaveLength(world.generatedCompanies.toCompanyId)
    const names = companyInfos.map(({ companyName }) => companyName.toLowerCase())
    expect(names).toEqual([...names].sort())
    expect(companyInfos).toContainEqual({
      companyId: 1,
      companyName: 'Harbor Security',
      sapCompanyId: '1000001',
      sapSalesRegion: 'us',
    })
    expect(reservations).toHaveLength(world.reservations.length + world.generatedReservations.count)
    expect(reservations).toContainEqual({
      value: '1000902',
      label: 'Lakeside Guard',
      sapSalesRegion: 'ca',
      deviceRegion: 'ca',
    })
    const sapIds = new Set(companyInfos.map(({ sapCompanyId }) => sapCompanyId))
    expect(reservations.filter(({ value }) => sapIds.has(value))).toEqual([])
    expect(deviceRegionOptions).toEqual([
      { label: 'United States', value: 'us' },
      { label: 'Canada', value: 'ca' },
    ])
  })

  it('loads a company with all its settings, its subnets and how many SIMs it has', async () => {
    expect(await load(2)).toEqual({
      companySettings: {
        companyId: 2,
        mnvOsInUse: ['Aeris', 'Wyless', 'Verizon'],
        servicePortalOnboarded: true,
        makeRemotePortalReadOnly: true,
        webconnectMobileEnabled: false,
        createDate: expect.stringMatching(/\.\d{3}Z$/),
        updateDate: expect.stringMatching(/\.\d{3}Z$/),
      },
      rpsControlSettings: {
        useCiam: true,
        allowUploadofPanelInfo: true,
        useConnectorService: true,
        allowCBSAuthforClouldPanelConnections: true,
        onlineServiceKey: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
      companyInfo: {
        companyId: 2,
        companyName: 'Prairie Alarm',
        sapCompanyId: '1000002',
        sapSalesRegion: 'ca',
        deviceRegion: 'ca',
      },
      companyMobileAlertSettings: {
        sapCompanyId: '1000002',
        usageMonitoringEnabled: false,
        alertThresholdPercent: 100,
        warningThresholdPercent: 75,
        alertMethodology: 'OnceADay',
        usageAlertEmail: '',
        preferredLanguage: 'en-US',
        DeliveryTypes: ['Email'],
      },
      networkModelSettings: {
        networkModel: 'TIER2_STANDARD',
        networkModelId: 2,
        networkModelName: 'Tier2 Standard',
        networkModelDescription: 'A dedicated persistent tunnel with NAT IPs.',
        vpnEndpoint: 'vpn.installer-services.example',
      },
      companySubnets: [{ subnetId: expect.any(Number), domainIp: '10.20.0.0', cidr: 16 }],
      facts: {
        updatedBy: null,
        simCount: world.sims.filter(({ companyId }) => companyId === 2).length,
        panelCount: expect.any(Number),
        keyGeneratedAt: expect.stringMatching(/Z$/),
        keyGeneratedBy: null,
      },
    })
    const active = world.sims.filter((sim) => sim.companyId === 1 && !('deactivated' in sim)).length
    expect((await load(1)).facts.simCount).toBe(active + 400)
  })

  it('says that there is no such company, on every call', async () => {
    const body = updateBody(await load(1))
    const answers = await Promise.all([
      app().call('GET', `${base}/99999/rpscontrols`),
      put(99999, body),
      app().call('POST', `${base}/99999/isk`, { body: { replaces: randomUUID() } }),
    ])
    for (const { code, envelope } of answers) {
      expect([code, envelope.status]).toEqual([404, 'NotFound'])
      expect(envelope.message).toBe('There is no company with the ID 99999. Please choose one from the list.')
    }
    for (const id of ['0', '-1', 'abc', '2147483648', '1.5'])
      expect((await app().call('GET', `${base}/${id}/rpscontrols`)).code).toBe(400)
  })

  it('saves every field and loads it again without loss, and enters old and new of each', async () => {
    const before = await load(3)
    const input = {
      settings: {
        mnvOsInUse: ['Verizon' as const, 'Aeris' as const],
        servicePortalOnboarded: !before.companySettings.servicePortalOnboarded,
        makeRemotePortalReadOnly: !before.companySettings.makeRemotePortalReadOnly,
        webconnectMobileEnabled: !before.companySettings.webconnectMobileEnabled,
      },
      rps: {
        useCiam: !before.rpsControlSettings.useCiam,
        allowUploadofPanelInfo: !before.rpsControlSettings.allowUploadofPanelInfo,
        useConnectorService: !before.rpsControlSettings.useConnectorService,
        allowCBSAuthforClouldPanelConnections:
          !before.rpsControlSettings.allowCBSAuthforClouldPanelConnections,
      },
      info: { companyName: 'Quillmere "Safe"', sapSalesRegion: 'ca' as const },
      alerts: {
        usageMonitoringEnabled: true,
        alertThresholdPercent: 91,
        warningThresholdPercent: 17,
        alertMethodology: 'OnceAMonth' as const,
        usageAlertEmail: 'alerts@quillmere.example',
        preferredLanguage: 'fr-CA' as const,
        DeliveryTypes: ['SMS' as const, 'Email' as const],
      },
      network: { vpnEndpoint: 'vpn-2.example' },
    }
    const transactionId = randomUUID()
    const answer = await put(3, updateBody(before, input), { transactionId })
    expect([answer.code, answer.envelope.message]).toEqual([200, 'Quillmere "Safe" is saved.'])
    const after = await load(3)
    expect(answer.envelope.data).toEqual({ companyId: 3, updateDate: after.companySettings.updateDate })
    expect(after.companySettings).toMatchObject({ ...input.settings, mnvOsInUse: ['Aeris', 'Verizon'] })
    expect(after.rpsControlSettings).toMatchObject(input.rps)
    expect(after.companyInfo).toMatchObject(input.info)
    expect(after.companyMobileAlertSettings).toMatchObject({
      ...input.alerts,
      DeliveryTypes: ['Email', 'SMS'],
    })
    expect(after.networkModelSettings).toMatchObject(input.network)
    expect(after.facts.updatedBy).toBe('support@example.com')
    expect(Date.parse(after.companySettings.updateDate)).toBeGreaterThan(
      Date.parse(before.companySettings.updateDate),
    )
    const [entry, ...more] = await auditOf(database.get().db, transactionId)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      email: 'support@example.com',
      activity: 'Company Management',
      message: 'Save company Quillmere "Safe" (SAP 1000003)',
      object: 'company 3',
      result: 'Success',
    })
    const lines = entry?.detail.split('\n') ?? []
    expect(lines).toHaveLength(Object.values(input).flatMap(Object.keys).length)
    expect(lines).toContain(`company name: "${before.companyInfo.companyName}" → "Quillmere \\"Safe\\""`)
    expect(lines).toContain('warning threshold: 75 → 17')
    expect(lines).toContain('MVNOs in use: Aeris, Wyless, Verizon → Aeris, Verizon')
    expect(lines).toContain('VPN endpoint: "vpn.installer-services.example" → "vpn-2.example"')
  })

  it('a save of what is the same says so and makes no one else out of date', async () => {
    const before = await load(4)
    const transactionId = randomUUID()
    const answer = await put(4, updateBody(before), { transactionId })
    expect([answer.code, answer.envelope.status]).toEqual([200, 'Success'])
    expect(answer.envelope.message).toMatch(/^Nothing has changed/)
    expect(await load(4)).toEqual(before)
    expect((await auditOf(database.get().db, transactionId)).map(({ detail }) => detail)).toEqual([
      'nothing was different',
    ])
  })

  it('D10 the second of two savers is refused, told by whom and when, and overwrites nothing', async () => {
    const seen = await load(5)
    const engineer = await keys.token({ sub: 'user-2', email: 'engineer@example.com' })
    const first = await put(5, updateBody(seen, { alerts: { alertThresholdPercent: 99 } }), {
      token: engineer,
    })
    expect(first.code).toBe(200)
    const transactionId = randomUUID()
    const late = updateBody(seen, { info: { companyName: 'Overwritten' } })
    const second = await put(5, late, { transactionId })
    expect([second.code, second.envelope.status]).toEqual([409, 'Conflict'])
    expect(second.envelope.message).toMatch(
      /^\S+ Security was saved by engineer@example\.com at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, after you opened it\. Nothing was overwritten/,
    )
    expect((await load(5)).companyInfo.companyName).toBe(seen.companyInfo.companyName)
    expect((await put(5, late, { transactionId })).envelope).toEqual(second.envelope)
    expect(await auditOf(database.get().db, transactionId)).toEqual([
      expect.objectContaining({ result: 'Conflict', object: 'company 5', detail: second.envelope.message }),
    ])
    const own = await put(5, late, { token: engineer })
    expect(own.envelope.message).toContain('saved by you, in another tab')
  })

  it('D10 of savers at the very same time one wins, and the date that it got opens the next save', async () => {
    const seen = await load(6)
    const answers = await Promise.all(
      [81, 82, 83, 84, 85].map((alertThresholdPercent) =>
        put(6, updateBody(seen, { alerts: { alertThresholdPercent } })),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    const won = answers.find(({ code }) => code === 200) as (typeof answers)[number]
    const { updateDate } = won.envelope.data as { updateDate: string }
    const next = await put(6, updateBody(seen, { settings: { updateDate }, info: { companyName: 'Next' } }))
    expect(next.code).toBe(200)
  })

  it('D9 a double save runs once: the second has the first answer, other content under its id is refused', async () => {
    const body = updateBody(await load(7), { info: { companyName: 'Saved twice' } })
    const transactionId = randomUUID()
    const [one, two] = await Promise.all([put(7, body, { transactionId }), put(7, body, { transactionId })])
    const codes = [one.code, two.code].sort()
    expect([200, 409]).toContain(codes[1])
    expect(codes[0]).toBe(200)
    const again = await put(7, body, { transactionId })
    expect(again.envelope).toMatchObject({ status: 'Success', message: 'Saved twice is saved.' })
    expect(await auditOf(database.get().db, transactionId)).toHaveLength(1)
    const other = await put(
      7,
      {
        ...body,
        rpsControlSettings: { ...body.rpsControlSettings, useCiam: !body.rpsControlSettings.useCiam },
      },
      { transactionId },
    )
    expect([other.code, other.envelope.status]).toEqual([409, 'Conflict'])
  })

  it('3 a loaded bundle can be sent back whole; another company’s ids, or a key of one’s own, are refused', async () => {
    const loaded = await load(2)
    const subnets = loaded.companySubnets.map(({ domainIp, cidr, subnetId }) => ({
      domainIp,
      cidr,
      subnetId,
    }))
    const whole = { ...loaded, companySubnets: subnets, mode: 'update' }
    const same = await put(2, whole)
    expect([same.code, same.envelope.message]).toEqual([
      200,
      `Nothing has changed: ${loaded.companyInfo.companyName} stays as it is.`,
    ])
    const own = whole.rpsControlSettings.onlineServiceKey.toUpperCase()
    const inCapitals = { ...whole.rpsControlSettings, onlineServiceKey: own }
    expect(own).toMatch(/[A-F]/)
    expect((await put(2, { ...whole, rpsControlSettings: inCapitals })).envelope).toEqual(same.envelope)
    const foreign = await put(2, {
      ...whole,
      companyInfo: { ...whole.companyInfo, companyId: 3 },
      rpsControlSettings: { ...whole.rpsControlSettings, onlineServiceKey: randomUUID() },
    })
    expect(foreign.code).toBe(400)
    expect(issuesOf(foreign)).toEqual([
      { field: 'companyInfo.companyId', message: 'belongs to another company' },
      {
        field: 'rpsControlSettings.onlineServiceKey',
        message: 'cannot be chosen: Generate makes a new key',
      },
    ])
  })

  it('SAP ID, network model and device region are fixed', async () => {
    const answer = await save(2, {
      info: { sapCompanyId: '7', deviceRegion: 'us' },
      network: { networkModel: 'TIER2_STANDARD_NO_NAT' },
    })
    expect(answer.code).toBe(400)
    expect(issuesOf(answer)).toEqual([
      { field: 'companyInfo.sapCompanyId', message: 'is fixed: it is 1000002' },
      { field: 'companyInfo.deviceRegion', message: 'is fixed: it is ca' },
      { field: 'networkModelSettings.networkModel', message: 'is fixed: it is TIER2_STANDARD' },
    ])
  })

  it.each([
    ['quotes', `O'Brien "& Sons" \\ %s $1`],
    ['accents', 'Sécurité Québécoise Ærøskøbing'],
    ['right-to-left', 'أمن الميناء (חברת שמירה)'],
    ['HTML', '<img src=x onerror=alert(1)><script>alert("1")</script>'],
    ['200 characters', '安'.repeat(200)],
  ])('keeps a name with %s to the letter', async (_what, companyName) => {
    const answer = await save(8, { info: { companyName } })
    expect([answer.code, answer.envelope.message]).toEqual([200, `${companyName} is saved.`])
    expect((await load(8)).companyInfo.companyName).toBe(companyName)
    const { companyInfos } = await list()
    expect(companyInfos.find(({ companyId }) => companyId === 8)?.companyName).toBe(companyName)
  })

  it('takes white space off what was pasted', async () => {
    const answer = await save(9, {
      info: { companyName: ' \u00a0Pasted\t' },
      alerts: { usageAlertEmail: '\n pasted@example.com ' },
    })
    expect(answer.code).toBe(200)
    const { companyInfo, companyMobileAlertSettings } = await load(9)
    expect(companyInfo.companyName).toBe('Pasted')
    expect(companyMobileAlertSettings.usageAlertEmail).toBe('pasted@example.com')
  })

  it.each<[string, FormInput]>([
    ['companyInfo.companyName', { info: { companyName: '  ' } }],
    ['companyInfo.companyName', { info: { companyName: 'a'.repeat(201) } }],
    ['companyInfo.companyName', { info: { companyName: 'two\nlines' } }],
    ['companyMobileAlertSettings.usageAlertEmail', { alerts: { usageAlertEmail: 'no-email' } }],
    ['companyMobileAlertSettings.warningThresholdPercent', { alerts: { alertThresholdPercent: 10 } }],
    ['companyMobileAlertSettings.alertThresholdPercent', { alerts: { alertThresholdPercent: 101 } }],
    ['networkModelSettings.vpnEndpoint', { network: { vpnEndpoint: 'vpn.example' } }],
    ['companySettings.mnvOsInUse', { settings: { mnvOsInUse: ['Aeris', 'Aeris'] } }],
  ])('5, D26 refuses a wrong %s at its field', async (field, input) => {
    const before = await load(2)
    const answer = await save(2, input)
    expect([answer.code, issuesOf(answer)?.map((issue) => issue.field)]).toEqual([400, [field]])
    expect(await load(2)).toEqual(before)
  })

  it('D34 the VPN endpoint of another model than Tier3 Standard stands as it is, and is sent back so', async () => {
    const { vpnEndpoint } = (await load(2)).networkModelSettings
    expect(vpnEndpoint).toBe('vpn.installer-services.example')
    expect((await save(2, { rps: { useCiam: false } })).code).toBe(200)
    expect((await load(2)).networkModelSettings.vpnEndpoint).toBe(vpnEndpoint)
    const other = await save(2, { network: { vpnEndpoint: 'vpn.example' } })
    expect([other.code, issuesOf(other)]).toEqual([
      400,
      [{ field: 'networkModelSettings.vpnEndpoint', message: `is fixed: it is ${vpnEndpoint}` }],
    ])
    // A company from before it had one.
    await database.get().db.updateTable('company').set({ vpn_endpoint: '' }).where('id', '=', 2).execute()
    expect((await save(2, { rps: { useCiam: true } })).code).toBe(200)
    expect((await load(2)).networkModelSettings.vpnEndpoint).toBe('')
  })

  it('2.4 the VPN endpoint that is saved is the gateway of the SIMs of the company from then on', async () => {
    expect((await save(1, { network: { vpnEndpoint: 'vpn-new.example' } })).code).toBe(200)
    const sim = await findSim(database.get().db, '8901170000000000013')
    expect(sim?.vpnGateway).toBe('vpn-new.example')
  })

  it('D16 an auditor may neither read nor change companies', async () => {
    const token = await keys.token({ resource_access: { 'support-console': { roles: ['auditor'] } } })
    const codes = await Promise.all([
      app().call('GET', base, { token }),
      app().call('GET', `${base}/1/rpscontrols`, { token }),
      put(1, updateBody(await load(1)), { token }),
      app().call('POST', `${base}/rpscontrols`, { token, body: {} }),
      app().call('POST', `${base}/1/isk`, { token, body: {} }),
    ])
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403])
  })
})
