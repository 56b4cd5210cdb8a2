import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { type Database, openDatabase } from '../../../platform/database/open-database.ts'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { copyOfTemplate } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startField, type TestField } from '../../../testing/test-field.ts'
import { fieldCarriers } from '../field-stage.ts'

/** By the real clock, which the field counts by; four times as many as AT&T's, so that it takes a quarter of the time. */
const callsPerSecond = 20

const postgres = inject('postgres')
const title = 'missing' in postgres ? `[PostgreSQL: ${postgres.missing}]` : '[PostgreSQL]'

describe.skipIf('missing' in postgres)(`D5 AT&T's limits over all replicas, in the field ${title}`, () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let field: TestField
  let keys: KeyServer
  const databases: Database[] = []
  const openOne = async () => {
    const database = await openDatabase({ url: copy.url, folder: '', connections: 4 })
    databases.push(database)
    return database
  }
  beforeAll(async () => {
    ;[copy, field, keys] = await Promise.all([
      copyOfTemplate(),
      startField({ FIELD_ATT_CALLS_PER_SECOND: String(callsPerSecond) }),
      startKeyServer(),
    ])
  })
  afterAll(async () => {
    await Promise.all([...databases.map((database) => database.close()), field.stop(), keys.close()])
    await copy.drop()
  })
  const outboundOn = (openSession: Database['openSession']) =>
    createOutbound({
      clock: systemClock,
      transactionId: randomUUID,
      log: { warn: () => {}, debug: () => {} },
      observe: () => {},
      openSession,
    })
  const sessions = async () =>
    (await field.requests('system=att&limit=1000')).filter(({ action }) => action === 'session').length
  const limited = async () =>
    (await field.requests('system=att&limit=1000')).filter(({ status }) => status === 429)

  it('two replicas read and deactivate at once, and AT&T never says 40000029', {
    timeout: 180_000,
  }, async () => {
    const outbounds = await Promise.all([1, 2].map(async () => outboundOn((await openOne()).openSession)))
    const [one, other] = outbounds.map((outbound) =>
      fieldCarriers.ATT({ outbound, url: field.url, callsPerSecond }),
    )
    if (!one || !other) throw new Error('no carriers')
    const batch = [
      '89011700000000010003',
      '89011700000000010011',
      '89011700000000010029',
      '89011700000000010037',
    ]
    const outcomes = await Promise.all(
      batch.flatMap((iccid, i) => [
        (i % 2 ? one : other).deactivate(iccid, { reference: randomUUID() }),
        (i % 2 ? other : one).readSim('8901170000000000013').then(() => ({ outcome: 'done' })),
        (i % 2 ? one : other).readOnline('8901170000000000021').then(() => ({ outcome: 'done' })),
      ]),
    )
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    for (const iccid of batch) expect(await field.deactivations(iccid)).toBe(1)
    expect(await limited()).toEqual([])
    await Promise.all(outbounds.map((outbound) => outbound.close()))
  })

  it('D30 one read that hangs stops AT&T for no one for longer than a read may take', {
    timeout: 180_000,
  }, async () => {
    const outbounds = await Promise.all([1, 2].map(async () => outboundOn((await openOne()).openSession)))
    const [one, other] = outbounds.map((outbound) =>
      fieldCarriers.ATT({ outbound, url: field.url, callsPerSecond, readWithinMs: 1000 }),
    )
    if (!one || !other) throw new Error('no carriers')
    await field.fault({ system: 'att', fault: 'hang', times: 1 })
    const hung = one.readSim('8901170000000000013')
    const failing = expect(hung).rejects.toMatchObject({ kind: 'timeout' })
    await expect
      .poll(async () => (await field.requests('system=att&limit=1000')).some(({ status }) => !status))
      .toBe(true)
    const sims = ['8901170000000000021', '8901170000000000054', '8901170000000000070']
    const reads = sims.flatMap((iccid) => [one.readSim(iccid), other.readSim(iccid)])
    await failing
    expect((await Promise.all(reads)).map(({ iccid }) => iccid)).toEqual(
      sims.flatMap((iccid) => [iccid, iccid]),
    )
    expect(await limited()).toEqual([])
    await Promise.all(outbounds.map((outbound) => outbound.close()))
  })

  it('two whole servers on one PostgreSQL share them too', { timeout: 180_000 }, async () => {
    const env = { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: String(callsPerSecond) }
    const servers: TestApp[] = []
    for (let i = 0; i < 2; i++) servers.push(await startTestApp({ database: await openOne(), keys, env }))
    try {
      const before = await sessions()
      const sims = [
        '8901170000000000013',
        '8901170000000000021',
        '8901170000000000054',
        '8901170000000000070',
      ]
      const answers = await Promise.all(
        servers.flatMap((server) =>
          sims.map((sim) => server.call('GET', `/api/siminformation/v1/simdetail/${sim}?source=vendor`)),
        ),
      )
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
      expect(await limited()).toEqual([])
      expect((await sessions()) - before).toBe(8)
    } finally {
      for (const server of servers) await server.close()
    }
  })
})
