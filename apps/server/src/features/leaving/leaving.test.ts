import type { Leaving } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { simsForBatches } from '../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'

const companyId = 990_001

describeOnOneDatabase('brief 7 a company leaves', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  const sims = simsForBatches('VZN', 0, 4)
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    const { db } = database.get()
    await seed(db, simWorld)
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (${companyId}, 'Gone Security', '990001', 'us', 'us', 'TIER3_STANDARD')`.execute(db)
    await sql`update sim set company_id = ${companyId} where iccid = any(${sims}::text[])`.execute(db)
    await sql`insert into panel (cloud_id, company_id, panel_info)
      values ('CBS9000001', ${companyId}, '{"serviceStates":[]}')`.execute(db)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url },
      app: { clock: createTestClock({ passing: true }) },
    })
    console.app.announce(console.url)
  })
  afterAll(async () => {
    await console.close()
    await field.stop()
    await keys.close()
  })
  const call = async (method: string, path: string, body?: object) => {
    const { code, envelope } = await console.call(method, `/api/companymanager/v1${path}`, {
      ...(body && { body }),
    })
    return { code, message: envelope.message, data: envelope.data as unknown }
  }
  const own = `/companies/${companyId}/leaving`
  const lineOf = ({ lines }: Leaving, name: string) => lines.find(({ line }) => line === name)

  it('D5 is one undertaking with a ticket, whose list says what is done, by whom and when', async () => {
    expect((await call('POST', own)).code).toBe(400)
    const { data: begun } = await call('POST', `${own}?reason=Bankrupt&ticket=INC-9`)
    const { leavingId } = begun as { leavingId: string }
    expect((await call('POST', `${own}?ticket=INC-9`)).code).toBe(409)
    const read = async () => (await call('GET', `/leavings/${leavingId}`)).data as Leaving
    const done = await vi.waitFor(
      async () => {
        const leaving = await read()
        expect(leaving.series[0]?.endedAt).toEqual(expect.any(String))
        return leaving
      },
      { timeout: 60_000 },
    )
    expect(done).toMatchObject({
      ticket: 'INC-9',
      reason: 'Bankrupt',
      companyName: 'Gone Security',
      endedAt: null,
    })
    expect(lineOf(done, 'sims')).toMatchObject({ isDone: true, all: 4, done: 4, at: expect.any(String) })
    expect(lineOf(done, 'panels')).toMatchObject({ isDone: false, all: 1, done: 0 })
    // What is ended elsewhere people say, and may take back.
    const note = { line: 'vpn', isDone: true, note: 'Network team: tunnel 12 removed' }
    const { data: noted } = await call('POST', `${own}/lines`, note)
    expect(lineOf(noted as Leaving, 'vpn')).toMatchObject({
      isDone: true,
      by: 'support@example.com',
      note: note.note,
    })
    const back = await call('POST', `${own}/lines`, { ...note, isDone: false, note: '' })
    expect(lineOf(back.data as Leaving, 'vpn')).toMatchObject({ isDone: false, note: '' })
    await call('POST', `${own}/lines`, note)
    // A new service key is seen by the console itself.
    await sql`update company set key_generated_at = clock_timestamp(), key_generated_by = 'ann@example.com'
      where id = ${companyId}`.execute(database.get().db)
    expect(lineOf(await read(), 'key')).toMatchObject({ isDone: true, by: 'ann@example.com' })

    const { data: ended, message } = await call('POST', `${own}/end`)
    expect(message).toBe('The list is kept. Still open: management of panels, users of the Remote Portal.')
    // The proof stays as it was, whatever comes later.
    await sql`update panel set flagged = true where cloud_id = 'CBS9000001'`.execute(database.get().db)
    expect((await read()).lines).toEqual((ended as Leaving).lines)
    const { rows } = await sql<{ state: string; done: number; total: number }>`
      select state, done, total from undertaking where id = ${leavingId}`.execute(database.get().db)
    expect(rows).toEqual([{ state: 'incomplete', done: 3, total: 5 }])
    expect((await call('POST', `${own}/lines`, note)).code).toBe(404)
    const { data: all } = await call('GET', `/companies/${companyId}/leavings`)
    expect(all).toMatchObject([{ leavingId, ticket: 'INC-9', endedAt: expect.any(String) }])
  })

  it('R38 enters each step with the company, its ticket and what was said', async () => {
    const { rows } = await sql<{ message: string; detail: string }>`
      select message, detail from user_action where object = ${`company ${companyId}`} and source = 'server'
        and route not like 'JOB %' and result in ('Success', 'Accepted') order by id`.execute(
      database.get().db,
    )
    expect(rows.map(({ message }) => message)).toEqual([
      'Begin the leaving of company Gone Security (SAP 990001)',
      ...['ended by hand', 'not ended', 'ended by hand'].map(
        (how) => `Leaving of company Gone Security (SAP 990001): VPN ${how}`,
      ),
      'End the leaving of company Gone Security (SAP 990001)',
    ])
    expect(rows[0]?.detail).toBe('Reason: Bankrupt\nTicket: INC-9\nSIMs to deactivate: 4')
    expect(rows[1]?.detail).toContain('tunnel 12 removed')
  })
})
