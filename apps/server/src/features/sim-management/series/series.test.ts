import { randomUUID } from 'node:crypto'
import type { Series } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../../demo/seed.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { simsForBatches } from '../../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../../testing/test-field.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('U15 many SIMs as one undertaking of batches', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  const start = () =>
    startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND },
      app: { clock: createTestClock({ passing: true }) },
    })
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    await seed(database.get().db, simWorld)
    console = await start()
    console.app.announce(console.url)
  })
  afterAll(async () => {
    await console.close()
    await field.stop()
    await keys.close()
  })

  const call = async (method: string, path: string, body?: object, transactionId: string = randomUUID()) => {
    const { code, envelope } = await console.call(method, `/api/simmanagement/v1${path}`, {
      ...(body && { body }),
      transactionId,
    })
    return { code, message: envelope.message, data: envelope.data as unknown }
  }
  const begin = async (iccids: readonly string[], transactionId?: string) => {
    const { data } = await call('POST', '/series?reason=Moved&ticket=INC-7', { iccids }, transactionId)
    return (data as { seriesId: string }).seriesId
  }
  const read = async (seriesId: string) => (await call('GET', `/series/${seriesId}`)).data as Series
  const ended = (seriesId: string) =>
    vi.waitFor(
      async () => {
        const series = await read(seriesId)
        expect(series.finishedAt).not.toBe(null)
        return series
      },
      { timeout: 60_000, interval: 100 },
    )
  const askedOf = async (iccids: readonly string[]) => {
    const counts = await field.counts()
    return iccids.map((iccid) =>
      counts
        .filter((one) => one.iccid === iccid && one.action.startsWith('deactivate'))
        .reduce((sum, { count }) => sum + count, 0),
    )
  }

  it('2.4 goes through 105 SIMs in batches of at most 100, each SIM once, and says what was done', async () => {
    const iccids = simsForBatches('VZN', 0, 105)
    const { data: check } = await call('POST', '/series/check', {
      iccids: [...iccids, '8901170000000999990'],
    })
    expect(check).toMatchObject({
      all: 106,
      ready: 105,
      batches: 2,
      leftOut: [{ name: 'unknown, the inventory does not have it', count: 1 }],
      carriers: [{ name: 'Verizon', count: 105 }],
    })
    const transactionId = randomUUID()
    const seriesId = await begin(iccids, transactionId)
    const series = await ended(seriesId)
    expect(series).toMatchObject({
      counts: { all: 105, success: 105, error: 0, ready: 0, waiting: 0 },
      batchCount: 2,
      left: [],
      reason: 'Moved',
      ticket: 'INC-7',
    })
    expect(series.batches.map(({ counts }) => counts.all)).toEqual([100, 5])
    // One after the other.
    const [first, second] = series.batches
    expect(Date.parse(second?.createdAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.finishedAt ?? ''))
    // The union of the batches is the selection, and none stands in two.
    const { rows } = await sql<{ iccid: string }>`
      select iccid from deactivation join deactivation_batch using (batch_id) where series_id = ${seriesId}`.execute(
      database.get().db,
    )
    expect(rows.map(({ iccid }) => iccid).sort()).toEqual([...iccids].sort())
    expect(new Set(await askedOf(iccids))).toEqual(new Set([1]))
    const { rows: entries } = await sql<{ message: string; result: string }>`
      select message, result from user_action where transaction_id = ${transactionId} and object not like 'sim %'
      order by id`.execute(database.get().db)
    expect(entries).toEqual([
      { message: 'Deactivate 105 SIMs in batches', result: 'Intent' },
      ...[100, 5].map((count) => ({
        message: `Deactivate ${count} SIMs, at most 100 at a time`,
        result: 'Intent',
      })),
      { message: 'Deactivated 105 of 105 SIMs in batches', result: 'Success' },
    ])
    // Told once: the batches are its parts.
    const { rows: told } =
      await sql`select work_id from notice where work->>'transaction_id' = ${transactionId}`.execute(
        database.get().db,
      )
    expect(told).toEqual([{ work_id: seriesId }])
  })

  it('D5 survives a restart, and asks no carrier twice', async () => {
    const iccids = [...simsForBatches('VZN', 105, 200), ...simsForBatches('ATT', 0, 15)]
    const seriesId = await begin(iccids)
    await vi.waitFor(async () => expect((await read(seriesId)).counts.success).toBeGreaterThan(5), {
      timeout: 60_000,
    })
    await console.close()
    console = await start()
    console.app.announce(console.url)
    expect((await ended(seriesId)).counts).toMatchObject({ all: 110, success: 110 })
    expect(Math.max(...(await askedOf(iccids)))).toBe(1)
  })

  it('D5 stops: what was asked ends, the rest is left, and can be gone on with', async () => {
    const iccids = simsForBatches('ATT', 15, 155)
    const seriesId = await begin(iccids)
    await vi.waitFor(async () => expect((await read(seriesId)).batches).toHaveLength(1))
    const { code, message } = await call('POST', `/series/${seriesId}/stop`)
    expect([code, message]).toEqual([200, expect.stringMatching(/^40 SIMs left out\./)])
    const series = await ended(seriesId)
    expect(series.counts.waiting).toBe(40)
    expect(series.counts.success + series.left.length).toBe(140)
    expect(series.left).toEqual(expect.arrayContaining(iccids.slice(100)))
    expect((await call('POST', `/series/${seriesId}/stop`)).code).toBe(409)
    expect((await askedOf(iccids.slice(100))).every((count) => count === 0)).toBe(true)
    const again = await ended(await begin(series.left))
    expect(again.counts).toMatchObject({ all: series.left.length, success: series.left.length })
  })

  it('goes on past SIMs that cannot be deactivated, and names them', async () => {
    const gone = simsForBatches('VZN', 0, 101)
    const fresh = simsForBatches('ATT', 160, 162)
    const series = await ended(await begin([...gone, ...fresh]))
    expect(series.counts).toEqual({ all: 103, success: 2, error: 101, ready: 0, waiting: 0 })
    expect(series.batches).toHaveLength(2)
    // They are deactivated: nothing is left to do.
    expect(series.left).toEqual([])
  })

  it.each([
    ['names a SIM twice', { iccids: ['8901170000000000013', '8901170000000000013'] }],
    ['names what is no SIM', { iccids: ['12345'] }],
    ['names none', { iccids: [] }],
    ['is of a company without SIMs', { companyId: 999_999 }],
  ])('5 refuses an order that %s', async (_, body) => {
    expect((await call('POST', '/series', body)).code).toBe(400)
  })
})
