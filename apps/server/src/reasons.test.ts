import { randomUUID } from 'node:crypto'
import { type Call, calls, type Timeline } from '@support-console/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import { verifyChain } from './platform/audit/verify-chain.ts'
import { actionSamples } from './testing/action-samples.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { simsForBatches } from './testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { fastField, startField, type TestField } from './testing/test-field.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('issue 43 a reason for what cuts off', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    await seed(database.get().db, simWorld)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: {
        FIELD_URL: field.url,
        REASON_REQUIRED: 'on',
        DEACTIVATION_LOOK_MS: '50',
        ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND,
      },
    })
  })
  afterAll(async () => {
    await console.close()
    await field.stop()
    await keys.close()
  })
  const db = () => database.get().db
  const entriesOf = (transactionId: string) =>
    db()
      .selectFrom('user_action')
      .select(['object', 'result', 'detail'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()
  const [one = '', other = ''] = simsForBatches('ATT', 180, 182)

  it('REASON_REQUIRED refuses each without one, with a sentence at the field', async () => {
    const samples = actionSamples({ db, console: () => console, keys: () => keys })
    for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
      if (!call.cutsOff) continue
      const { params = {}, body } = await samples[name as keyof typeof samples].good()
      const path = call.path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(params[part] ?? ''))
      const transactionId = randomUUID()
      const { code, envelope } = await console.call(call.method, `/api${path}?ticket=INC-1`, {
        body,
        transactionId,
      })
      expect([name, code]).toEqual([name, 400])
      expect((envelope.data as { issues: unknown }).issues).toEqual([
        { field: 'reason', message: 'must say why this is done' },
      ])
      expect(await entriesOf(transactionId)).toMatchObject([{ result: 'Invalid' }])
    }
  })

  it('stands in the entries of the whole and of each SIM, is found, and is chained', async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await console.call(
      'POST',
      '/api/simmanagement/v1/batchdeactivation?reason=Tenant%20moved%20out&ticket=INC-4711',
      { body: [one, other].map((iccid) => ({ iccid, status: 'Ready' })), transactionId },
    )
    expect([code, envelope.message]).toEqual([200, '2 of 2 SIMs deactivated.'])
    const entries = await entriesOf(transactionId)
    expect(entries.map(({ object }) => object)).toEqual(
      expect.arrayContaining([`sim ${one}`, `sim ${other}`]),
    )
    for (const { detail } of entries) expect(detail).toMatch(/^Reason: Tenant moved out\nTicket: INC-4711/)
    const found = await console.call(
      'GET',
      '/api/useractiondetail/v1/details?text=tenant%20inc%204711&allTime=true',
    )
    expect((found.envelope.data as { items: unknown[] }).items).toMatchObject([{ transactionId }])
    expect((await verifyChain(db())).faults).toEqual([])
  })

  it('the timeline of a SIM of the batch tells it beside what happened, and finds it', async () => {
    const { envelope } = await console.call('GET', `/api/timeline/v1/sims/${one}?text=moved%20INC-4711`)
    const [entry] = (envelope.data as Timeline).entries
    const steps = entry ? [entry, ...entry.steps] : []
    expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['action', 'deactivation']))
    for (const step of steps.filter(({ kind }) => kind !== 'sim-activity'))
      expect(step).toMatchObject({ reason: 'Tenant moved out', ticket: 'INC-4711', detail: '' })
  })
})
