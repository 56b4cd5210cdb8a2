import { randomUUID } from 'node:crypto'
import type { Timeline } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import type { AuditEntry } from '../../platform/audit/append-audit.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { keepPanelIds } from '../panels/index.ts'
import { recordSimActivity } from '../sim-activity/index.ts'

describeOnOneDatabase('use 2 the timeline of a thing', (database) => {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, [csrSeed])
    server = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const db = () => database.get().db

  const newSim = (() => {
    let last = 8901170000000500000n
    return () => String(++last)
  })()
  const enter = (...entries: Partial<AuditEntry>[]) => appendEntries(db(), ...entries)
  const activity = (iccid: string, transactionId: string, status: string) =>
    db()
      .transaction()
      .execute((trx) =>
        recordSimActivity(trx, {
          iccid,
          transactionId,
          status,
          vendorCode: 'ATT',
          description: `${status}.`,
        }),
      )
  /** A batch of one SIM, as it ended. */
  async function deactivated(iccid: string, transactionId: string) {
    const batchId = randomUUID()
    await sql`
      insert into deactivation_batch (batch_id, transaction_id, issuer, subject, session_id, token_id, email, remote_address,
        is_single) values (${batchId}, ${transactionId}, 'i', 's', '', '', 'pat@example.com', '', false)`.execute(
      db(),
    )
    await sql`
      insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state, note)
      values (${randomUUID()}, ${batchId}, 0, ${iccid}, 'ATT', 'failed', 'It is a test SIM.')`.execute(db())
    return batchId
  }

  async function timeline(path: string, roles = ['support']): Promise<Timeline> {
    const token = await keys.token({ jti: randomUUID(), resource_access: { 'support-console': { roles } } })
    const { code, envelope } = await server.call('GET', `/api/timeline/v1/${path}`, { token })
    expect([code, envelope.message]).toEqual([200, expect.any(String)])
    return envelope.data
  }
  const said = ({ entries }: Timeline) =>
    entries.map(({ kind, what, steps }) => [
      `${kind} ${what}`,
      ...steps.map((each) => `${each.kind} ${each.what}`),
    ])

  it('56.7, D45 tells the tickets of a thing on its first page, to those who may read them', async () => {
    const iccid = newSim()
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    const object = `sim ${iccid}`
    const detail = 'Reason: Moved out\nTicket: INC-1'
    await enter({ transactionId: first, message: 'Deactivate', object, result: 'Intent', detail })
    await enter({ transactionId: first, message: 'Deactivate', object, detail })
    await enter({ transactionId: second, message: 'Mark SIM usable', object, detail: 'Ticket: INC-2\nMore' })
    // What only looks like one.
    await enter({ transactionId: third, message: 'Save', object, detail: 'Note\nTicket: INC-3' })
    const batchId = await deactivated(iccid, randomUUID())
    await sql`update deactivation_batch set why = 'Ticket: INC-4' where batch_id = ${batchId}`.execute(db())
    const path = `sims/${iccid}?limit=1&text=nothing-says-this`
    const { tickets, entries } = await timeline(path)
    expect(entries).toEqual([])
    expect(tickets?.hasOlder).toBe(false)
    expect(tickets?.items.map(({ ticket, times }) => `${ticket} ${times}`).sort()).toEqual([
      'INC-1 1',
      'INC-2 1',
      'INC-4 1',
    ])
    const auditor = await timeline(path, ['auditor'])
    expect(auditor.tickets?.items.map(({ ticket }) => ticket).sort()).toEqual(['INC-1', 'INC-2'])
    const page = await timeline(`sims/${iccid}?limit=1`)
    expect((await timeline(`sims/${iccid}?before=${page.before}`)).tickets).toBeUndefined()
  })

  it('tells what was done to a SIM and what came of it, each transaction under its first step, the newest first', async () => {
    const iccid = newSim()
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await enter({ transactionId: first, message: 'Mark SIM unusable', object: `sim ${iccid}` })
    const batchId = await deactivated(iccid, second)
    await enter({ transactionId: second, message: 'Deactivate', object: `sim ${iccid}`, result: 'Intent' })
    await enter({ transactionId: third, message: 'Mark SIM usable', object: `sim ${iccid}` })
    await activity(iccid, second, 'Error')
    await activity(iccid, second, 'Deactivated')
    await enter(
      { message: 'of another', object: `sim ${iccid}0` },
      { message: 'of a panel', object: `panel ${iccid}` },
    )
    const told = await timeline(`sims/${iccid.slice(0, 4)}%20${iccid.slice(4)}`)
    expect(said(told)).toEqual([
      ['action Mark SIM usable'],
      ['deactivation failed', 'action Deactivate', 'sim-activity Error', 'sim-activity Deactivated'],
      ['action Mark SIM unusable'],
    ])
    expect(told.entries[1]).toMatchObject({
      transactionId: second,
      state: 'failed',
      detail: 'It is a test SIM.',
      by: 'pat@example.com',
      source: 'ATT',
      object: `batch ${batchId}`,
    })
    expect([told.before, told.withheld]).toEqual([null, []])
  })

  it('goes on where a page ended: every entry once, also those of one instant and of one transaction', async () => {
    const iccid = newSim()
    const transactions = Array.from({ length: 7 }, () => randomUUID())
    // In one database transaction, and so at one time.
    await enter(
      ...[...transactions, ...transactions].map((transactionId, at) => ({
        transactionId,
        message: String(at),
        object: `sim ${iccid}` as const,
      })),
    )
    await sql`select 1`.execute(db())
    const pages: Timeline[] = []
    for (let before: string | null = ''; before !== null; before = pages.at(-1)?.before ?? null) {
      pages.push(await timeline(`sims/${iccid}?limit=2${before && `&before=${before}`}`))
      if (pages.length > 9) throw new Error('no end')
    }
    expect(pages.map(({ entries }) => entries.length)).toEqual([2, 2, 2, 1])
    expect(pages.flatMap(said)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((at) => [`action ${at}`, `action ${at + 7}`]),
    )
  })

  it('tells only of the kinds that were asked for', async () => {
    const iccid = newSim()
    const transactionId = randomUUID()
    await enter({ transactionId, message: 'Deactivate', object: `sim ${iccid}` })
    await activity(iccid, transactionId, 'Deactivated')
    expect(said(await timeline(`sims/${iccid}?kinds=sim-activity`))).toEqual([['sim-activity Deactivated']])
    expect(said(await timeline(`sims/${iccid}?kinds=action,deployment`))).toEqual([['action Deactivate']])
  })

  it('use 2 of a person and of words it tells every entry that there is, whole, however far back', async () => {
    const iccid = newSim()
    const first = randomUUID()
    const user = (email: string) => ({ issuer: 'i', subject: 's', email, sessionId: 's', tokenId: 't' })
    await enter(
      { transactionId: first, message: 'Asked', object: `sim ${iccid}`, user: user('Dana@example.com') },
      {
        transactionId: first,
        message: 'Refused by Verizon',
        object: `sim ${iccid}`,
        user: user('pat@example.com'),
      },
    )
    await enter(
      ...Array.from({ length: 60 }, (_, at) => ({
        transactionId: randomUUID(),
        message: `Look ${at}`,
        object: `sim ${iccid}` as const,
        user: user('pat@example.com'),
      })),
    )
    const whole = [['action Asked', 'action Refused by Verizon']]
    const asked = [`by=dana@example.com`, 'text=verizon%20refused', `text=${first}&by=pat@example.com`]
    for (const query of asked)
      expect(said(await timeline(`sims/${iccid}?limit=2&${query}`)), query).toEqual(whole)
    expect(await timeline(`sims/${iccid}?text=nothing%20of%20the%20kind`)).toMatchObject({
      entries: [],
      before: null,
    })
    const looks = await timeline(`sims/${iccid}?limit=2&text=look&by=pat@example.com`)
    expect(said(looks)).toEqual([['action Look 59'], ['action Look 58']])
    expect(said(await timeline(`sims/${iccid}?limit=1&text=look&before=${looks.before}`))).toEqual([
      ['action Look 57'],
    ])
  })

  it('tells what neighbours said otherwise than before, from what to what, and who has not answered since', async () => {
    const iccid = newSim()
    await enter({ message: 'Compare', object: `sim ${iccid}` })
    await sql`
      insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
      values ('sim', ${iccid}, 'Verizon', 'imei', '352099001761481', '352099004764817', clock_timestamp() + interval '1 second')`.execute(
      db(),
    )
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at, unanswered_at, status, problem) values
        ('sim', ${iccid}, 'Connector', '{}', '2026-11-22T02:10:00Z', clock_timestamp() + interval '2 seconds', 'Unavailable', 'No answer.'),
        ('sim', ${iccid}, 'MobileBroker', '{}', clock_timestamp(), null, 'Success', '')`.execute(db())
    await sql`
      insert into observed_silence (thing_kind, thing_id, source, since, until, status, problem) values
        ('sim', ${iccid}, 'Verizon', '2026-11-20T02:10:00Z', '2026-11-20T04:35:00Z', 'Unavailable', 'Broke off.')`.execute(
      db(),
    )
    const told = await timeline(`sims/${iccid}`)
    expect(said(told)).toEqual([['gap open'], ['observation '], ['action Compare'], ['gap ended']])
    expect(told.entries[3]).toMatchObject({
      source: 'Verizon',
      detail: 'Broke off.',
      since: '2026-11-20T02:10:00.000Z',
      to: '2026-11-20T04:35:00.000Z',
    })
    expect(told.entries[0]).toMatchObject({ source: 'Connector', since: '2026-11-22T02:10:00.000Z' })
    expect(told.entries[1]).toMatchObject({
      changes: [
        { field: 'imei', before: '352099001761481', after: '352099004764817', source: 'Verizon', alsoBy: [] },
      ],
      source: 'Verizon',
      transactionId: null,
    })
  })

  it('D16 who may not read all of it sees the rest, and is told what is left out', async () => {
    const iccid = newSim()
    await deactivated(iccid, randomUUID())
    await activity(iccid, randomUUID(), 'Activated')
    const told = await timeline(`sims/${iccid}`, ['auditor'])
    expect(said(told)).toEqual([['sim-activity Activated']])
    expect(told.withheld).toEqual(['deactivation'])
  })

  it('D19 of a panel is whole, by its cloud ID and by its physical ID; flags and environments are kinds of their own', async () => {
    const [cloudId, physicalId] = ['CBS7000001', randomUUID()]
    await enter({
      message: 'disabled',
      object: `panel ${cloudId}`,
      route: 'POST /panelmanagement/v1/devicemigration/{cloudId}',
    })
    await enter({
      message: 'pointed elsewhere',
      object: `panel ${physicalId}`,
      route: 'PUT /panelenvironment/v1/{physicalId}/pathfinder',
    })
    await enter({ message: 'of another', object: `panel ${randomUUID()}` })
    expect(said(await timeline(`panels/${cloudId}`))).toEqual([['flag disabled']])
    await keepPanelIds(db(), [
      { idType: 'CloudId', value: cloudId.toLowerCase() },
      { idType: 'PhysicalPanelId', value: `{${physicalId.toUpperCase()}}` },
    ])
    expect(said(await timeline(`panels/${cloudId.toLowerCase()}`))).toEqual([
      ['environment pointed elsewhere'],
      ['flag disabled'],
    ])
  })

  it('tells of deployments on a server, from what to what, and of a company', async () => {
    const transactionId = randomUUID()
    await sql`
      insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, started_at, finished_at,
        transaction_id, issuer, subject, session_id, token_id, email, remote_address)
      select ${randomUUID()}, csr_id, 'upgrade', '4.1.0', '5.0.0', 'succeeded', now(), now(),
        ${transactionId}, 'i', 's', '', '', 'pat@example.com', '' from csr where server = 'csr-03'`.execute(
      db(),
    )
    await enter({ transactionId, message: 'Deployed', object: 'csr 127.0.40.3' })
    const told = await timeline('csrs/csr-03')
    expect(said(told)).toEqual([['deployment upgrade', 'action Deployed']])
    expect(told.entries[0]).toMatchObject({ from: '4.1.0', to: '5.0.0', state: 'succeeded' })
    await enter({ message: 'Save company 7', object: 'company 7' })
    expect(said(await timeline('companies/7'))).toEqual([['action Save company 7']])
    expect((await timeline('csrs/nowhere')).entries).toEqual([])
  })

  it("16 tells of the batches with SIMs that were a company's when they began: how many, and what became of them", async () => {
    const company = (id: number) =>
      sql`
      insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (${id}, ${`Company ${id}`}, ${String(4_000_000 + id)}, 'us', 'us', 'TIER2_STANDARD')`.execute(
        db(),
      )
    await company(8001)
    await company(8002)
    const [own, sold, others] = [newSim(), newSim(), newSim()]
    for (const [iccid, company_id] of [
      [own, 8001],
      [sold, 8001],
      [others, 8002],
    ] as const)
      await db().insertInto('sim').values({ iccid, vendor_code: 'ATT', company_id }).execute()
    const transactionId = randomUUID()
    const batchId = await deactivated(own, transactionId)
    await sql`
      insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state)
      values (${randomUUID()}, ${batchId}, 1, ${sold}, 'ATT', 'done'), (${randomUUID()}, ${batchId}, 2, ${others}, 'ATT', 'done')`.execute(
      db(),
    )
    await db().updateTable('sim').set({ company_id: 8002 }).where('iccid', '=', sold).execute()
    await sql`update deactivation_batch set finished_at = now() where batch_id = ${batchId}`.execute(db())
    await enter({ message: 'Save company 8001', object: 'company 8001' })
    const told = await timeline('companies/8001')
    expect(said(told).sort()).toEqual([['action Save company 8001'], ['deactivation not all done']])
    expect(told.entries.find(({ kind }) => kind === 'deactivation')).toMatchObject({
      changes: [
        { field: 'done', before: '', after: '1', source: '', alsoBy: [] },
        { field: 'failed', before: '', after: '1', source: '', alsoBy: [] },
      ],
      by: 'pat@example.com',
      object: `batch ${batchId}`,
      transactionId,
    })
    expect((await timeline('companies/8002')).entries).toMatchObject([
      { state: 'done', changes: [{ field: 'done', after: '1' }] },
    ])
  })

  it('tells a whole transaction, step by step, of whatever things', async () => {
    const transactionId = randomUUID()
    const iccid = newSim()
    await deactivated(iccid, transactionId)
    await enter({ transactionId, message: 'Deactivate', object: `sim ${iccid}` })
    await activity(iccid, transactionId, 'Deactivated')
    await activity(iccid, transactionId, 'Confirmed')
    expect(said(await timeline(`transactions/${transactionId}`))).toEqual([
      ['sim-activity Confirmed'],
      ['sim-activity Deactivated'],
      ['action Deactivate'],
      ['deactivation failed'],
    ])
  })

  it('R26 refuses what is no id and no place', async () => {
    for (const path of [
      'sims/x',
      'transactions/1',
      'companies/0',
      'sims/8901170000000000013?before=yesterday',
    ])
      expect((await server.call('GET', `/api/timeline/v1/${path}`)).code).toBe(400)
  })
})
