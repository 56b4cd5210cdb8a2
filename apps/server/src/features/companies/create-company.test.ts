import { randomUUID } from 'node:crypto'
import type { NewCompany } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBody, newSubnet } from '../../testing/company-bodies.ts'
import { auditOf, companyStage, issuesOf, untilWaiting } from '../../testing/company-calls.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnOneDatabase('2.6 a new company', (database) => {
  const { list, load, create } = companyStage(database, () => keys)
  const isReserved = async (sapCompanyId: string) =>
    (await list()).reservations.some(({ value }) => value === sapCompanyId)
  const sapIdIssue = (message: string) => [{ field: 'companyInfo.sapCompanyId', message }]
  const reserved = (
    info: Partial<NewCompany['companyInfo']> & { sapCompanyId: string },
    more: Parameters<typeof newBody>[1] = {},
  ) => newBody(info, { mode: 'reservation', ...more })

  it('is kept with every field, a key of its own, and an entry that says all', async () => {
    const body = newBody(
      {
        sapCompanyId: '8000001',
        companyName: '  Ærø <b>"Guard"</b> ',
        sapSalesRegion: 'ca',
        deviceRegion: 'mx',
      },
      {
        settings: { mnvOsInUse: [] },
        alerts: { DeliveryTypes: ['SMS', 'Email'], usageAlertEmail: 'a@b.example' },
        subnets: [newSubnet('192.168.4.0/22')],
      },
    )
    const transactionId = randomUUID()
    const answer = await create(body, { transactionId })
    expect([answer.code, answer.envelope.status]).toEqual([200, 'Success'])
    const { companyId, updateDate } = answer.envelope.data as { companyId: number; updateDate: string }
    const company = await load(companyId)
    expect(company).toMatchObject({
      companySettings: { ...body.companySettings, companyId, updateDate },
      rpsControlSettings: body.rpsControlSettings,
      companyInfo: { ...body.companyInfo, companyName: 'Ærø <b>"Guard"</b>' },
      companyMobileAlertSettings: { ...body.companyMobileAlertSettings, DeliveryTypes: ['Email', 'SMS'] },
      networkModelSettings: body.networkModelSettings,
      companySubnets: [{ domainIp: '192.168.4.0', cidr: 22 }],
      facts: { updatedBy: 'support@example.com', keyGeneratedBy: 'support@example.com', simCount: 0 },
    })
    expect((await list()).deviceRegionOptions).toContainEqual({ label: 'mx', value: 'mx' })
    const [entry] = await auditOf(database.get().db, transactionId)
    expect(entry).toMatchObject({
      activity: 'Company Management',
      message: 'Create company Ærø <b>"Guard"</b> (SAP 8000001)',
      object: `company ${companyId}`,
      result: 'Success',
    })
    expect(entry?.detail).toContain('MVNOs in use: none')
    expect(entry?.detail).toContain('subnet 192.168.4.0/22: added')
    expect(entry?.detail).not.toContain(company.rpsControlSettings.onlineServiceKey)
  })

  it('Tier3 Standard needs a VPN endpoint', async () => {
    const model = { networkModel: 'TIER3_STANDARD', vpnEndpoint: '' } as const
    const refused = await create(newBody({ sapCompanyId: '8000002' }, { network: model }))
    expect(issuesOf(refused)).toEqual([
      { field: 'networkModelSettings.vpnEndpoint', message: 'must be given for Tier3 Standard' },
    ])
    const network = { ...model, vpnEndpoint: 'vpn.example' }
    expect((await create(newBody({ sapCompanyId: '8000002' }, { network }))).code).toBe(200)
  })

  it('D34 a new company has the default endpoint whatever its model, and another one for Tier3 Standard alone', async () => {
    for (const [sapCompanyId, vpnEndpoint] of [
      ['8000031', 'vpn.installer-services.example'],
      ['8000032', ''],
    ] as const) {
      const made = await create(newBody({ sapCompanyId }, { network: { vpnEndpoint } }))
      expect(made.code).toBe(200)
      const { companyId } = made.envelope.data as { companyId: number }
      expect((await load(companyId)).networkModelSettings.vpnEndpoint).toBe('vpn.installer-services.example')
    }
    const refused = await create(
      newBody({ sapCompanyId: '8000033' }, { network: { vpnEndpoint: 'vpn.example' } }),
    )
    expect([refused.code, issuesOf(refused)?.map(({ field }) => field)]).toEqual([
      400,
      ['networkModelSettings.vpnEndpoint'],
    ])
  })

  it('a SAP Company ID that is taken is refused, naming whose it is; at the same time, one gets it', async () => {
    const transactionId = randomUUID()
    const taken = await create(newBody({ sapCompanyId: '1000001' }), { transactionId })
    expect([taken.code, issuesOf(taken)]).toEqual([400, sapIdIssue('already belongs to Harbor Security')])
    expect(await auditOf(database.get().db, transactionId)).toEqual([
      expect.objectContaining({
        result: 'Invalid',
        message: 'Create company New Company (SAP 1000001)',
        detail: taken.envelope.message,
      }),
    ])
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((companyName) =>
        create(newBody({ sapCompanyId: '8000003', companyName })),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400])
    const { companyInfos } = await list()
    const winner = companyInfos.find(({ sapCompanyId }) => sapCompanyId === '8000003')?.companyName
    for (const answer of answers.filter(({ code }) => code === 400))
      expect(issuesOf(answer)).toEqual(sapIdIssue(`already belongs to ${winner}`))
  })

  it.each(['', '12345678901', '12a', '١٢٣'])('D26 refuses the SAP Company ID "%s"', async (sapCompanyId) => {
    const answer = await create(newBody({ sapCompanyId }))
    expect(issuesOf(answer)).toEqual(sapIdIssue('must be a SAP Company ID of 1 to 10 digits'))
  })

  it('one that is reserved is not added past its reservation', async () => {
    const answer = await create(newBody({ sapCompanyId: '1000902', companyName: 'Lakeside Guard' }))
    expect([answer.code, issuesOf(answer)]).toEqual([
      400,
      sapIdIssue('is reserved for Lakeside Guard; choose that reservation above the list of companies'),
    ])
  })

  // PGlite has one connection, and so no other writer.
  if (database.kind === 'postgres')
    it('one that an import reserves meanwhile is not added past its reservation either', async () => {
      const { db } = database.get()
      let creating: ReturnType<typeof create> | undefined
      await db.transaction().execute(async (trx) => {
        await sql`lock table company_reservation, company in exclusive mode`.execute(trx)
        creating = create(newBody({ sapCompanyId: '8000009' }))
        await untilWaiting(db, 'insert into "company"')
        await trx
          .insertInto('company_reservation')
          .values({ sap_company_id: '8000009', name: 'Soon', sap_sales_region: 'us', device_region: 'us' })
          .execute()
      })
      const answer = await creating
      expect(answer && [answer.code, issuesOf(answer)]).toEqual([
        400,
        sapIdIssue('is reserved for Soon; choose that reservation above the list of companies'),
      ])
      await db.deleteFrom('company_reservation').where('sap_company_id', '=', '8000009').execute()
    })

  it('out of a reservation: name and sales region are fixed, the device region is free, and it is used up', async () => {
    const wrong = await create(
      reserved({ sapCompanyId: '1000902', companyName: 'Lakeside', sapSalesRegion: 'us' }),
    )
    expect(issuesOf(wrong)).toEqual([
      { field: 'companyInfo.companyName', message: 'is fixed by the reservation: it is Lakeside Guard' },
      { field: 'companyInfo.sapSalesRegion', message: 'is fixed by the reservation: it is ca' },
    ])
    expect(await isReserved('1000902')).toBe(true)
    const transactionId = randomUUID()
    const right = { sapCompanyId: '1000902', companyName: 'Lakeside Guard', sapSalesRegion: 'ca' } as const
    const answer = await create(reserved({ ...right, deviceRegion: 'us' }), { transactionId })
    expect(answer.code).toBe(200)
    expect(await isReserved('1000902')).toBe(false)
    const [entry] = await auditOf(database.get().db, transactionId)
    expect(entry?.message).toBe('Create company Lakeside Guard (SAP 1000902) from its reservation')
  })

  it('what fails for another reason leaves the reservation', async () => {
    const answer = await create(
      reserved(
        { sapCompanyId: '1000901', companyName: 'Summit Protection' },
        { subnets: [newSubnet('10.20.0.0/24')] },
      ),
    )
    expect(answer.code).toBe(400)
    expect(await isReserved('1000901')).toBe(true)
  })

  it('two agents and one reservation: one wins, the others are told that it has been used', async () => {
    const body = reserved({ sapCompanyId: '1000901', companyName: 'Summit Protection' })
    const answers = await Promise.all([create(body), create(body), create(body)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    for (const { envelope } of answers.filter(({ code }) => code === 409)) {
      expect(envelope.status).toBe('Conflict')
      expect(envelope.message).toContain(
        'has already been used: Summit Protection exists now (last saved by support@example.com)',
      )
    }
    const { companyInfos } = await list()
    expect(companyInfos.filter(({ sapCompanyId }) => sapCompanyId === '1000901')).toHaveLength(1)
  })

  it('a reservation that never was is refused', async () => {
    const answer = await create(reserved({ sapCompanyId: '4711' }))
    expect(issuesOf(answer)).toEqual(sapIdIssue('is not reserved; choose a reservation from the list'))
  })

  it('D9 creating twice under one transaction id creates one company', async () => {
    const body = newBody({ sapCompanyId: '8000004', companyName: 'Once' })
    const transactionId = randomUUID()
    const first = await create(body, { transactionId })
    const second = await create(body, { transactionId })
    expect([first.code, second.envelope]).toEqual([200, first.envelope])
    expect((await list()).companyInfos.filter(({ companyName }) => companyName === 'Once')).toHaveLength(1)
  })
})
