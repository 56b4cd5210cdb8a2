import type { SimDetail } from '@support-console/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startField, type TestField } from '../../testing/test-field.ts'
import { untilHeldUp } from '../../testing/until-held-up.ts'

let field: TestField
let keys: KeyServer
beforeAll(async () => {
  ;[field, keys] = await Promise.all([startField(), startKeyServer()])
})
afterAll(async () => {
  await Promise.all([field.stop(), keys.close()])
})
afterEach(() => field.heal())

const path = (simId: string, source?: string) =>
  `/api/siminformation/v1/simdetail/${simId}${source ? `?source=${source}` : ''}`

const roles = (...names: string[]) => ({ resource_access: { 'support-console': { roles: names } } })

describeOnOneDatabase('2.5 what three systems say of a SIM', (database) => {
  let console: TestApp
  beforeAll(async () => {
    await seed(database.get().db, simWorld)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, CARRIER_ANSWER_SECONDS: '60' },
    })
  })
  afterAll(() => console.close())

  async function detail(simId: string, source?: string): Promise<SimDetail> {
    const { code, envelope } = await console.call('GET', path(simId, source))
    expect({ code, status: envelope.status }).toEqual({ code: 200, status: 'Success' })
    return envelope.data
  }

  it('tells the happy SIM by all three, each with its own report', async () => {
    const data = await detail('8901170000000000013')
    expect(data).toMatchObject({
      simId: '8901170000000000013',
      vendorCode: 'ATT',
      mobileBrokerSimData: {
        deviceStatus: 'Active',
        realIp: '172.20.4.13',
        activatedBy: 'support@example.com',
      },
      vendorSimData: {
        vendorCode: 'ATT',
        deviceStatus: 'Active',
        rawStatus: 'ACTIVATED',
        onlineStatus: 'Online',
      },
      connectorSimData: { companyName: 'Harbor Security', sapCompanyId: '1000001' },
      sources: {
        mobileBroker: { status: 'Success', message: '', system: 'MobileBroker' },
        vendor: { status: 'Success', message: '', system: 'AT&T' },
        connector: { status: 'Success', message: '', system: 'Connector' },
      },
    })
    expect(data.vendorSimData).not.toHaveProperty('accountNumber')
    expect(data.sources.vendor?.askedAt).toMatch(/Z$/)
  })

  it('adds account number and description for Verizon', async () => {
    expect((await detail('8914800000000000014')).vendorSimData).toMatchObject({
      vendorCode: 'VZN',
      accountNumber: '0342077109-00001',
      description: 'Harbor Security, panel 17',
    })
  })

  it('shows where the three disagree, each in its own words', async () => {
    const { mobileBrokerSimData, vendorSimData, connectorSimData } = await detail('8914800000000000055')
    expect(new Set([mobileBrokerSimData?.imei, vendorSimData?.imei]).size).toBe(2)
    expect(new Set([mobileBrokerSimData?.ipAddress, connectorSimData?.ipAddress]).size).toBe(2)
    expect(vendorSimData).toMatchObject({ deviceStatus: 'Suspended', rawStatus: 'suspend' })
  })

  it.each([
    ['8932300000000000011', 'AERIS', 'Aeris'],
    ['8946200000000000012', 'WYLESS', 'Wyless'],
  ])('D24 finds the carrier of %s in the inventory: %s', async (simId, vendorCode, system) => {
    const data = await detail(simId)
    expect(data).toMatchObject({ vendorCode, vendorSimData: { vendorCode } })
    expect(data.sources.vendor).toMatchObject({ status: 'Success', system })
  })

  it.each(['mobileBroker', 'vendor', 'connector'] as const)(
    'asks only %s when asked for it alone',
    async (source) => {
      const data = await detail('8901170000000000013', source)
      expect(Object.keys(data.sources)).toEqual([source])
      const given = [data.mobileBrokerSimData, data.vendorSimData, data.connectorSimData].filter(
        (each) => each !== null,
      )
      expect(given).toHaveLength(1)
      expect(data.vendorCode).toBe('ATT')
    },
  )

  it('names the vendor for the panel also when only another system is asked', async () => {
    expect((await detail('8946200000000000012', 'connector')).vendorCode).toBe('WYLESS')
  })

  const sources = {
    'mobile-broker': ['mobileBroker', 'MobileBroker'],
    att: ['vendor', 'AT&T'],
    connector: ['connector', 'Connector'],
  } as const
  it.each([
    { system: 'mobile-broker', fault: '500' },
    { system: 'mobile-broker', fault: 'refuse' },
    { system: 'mobile-broker', fault: 'cut' },
    { system: 'mobile-broker', fault: 'garbage', variant: 'html' },
    { system: 'connector', fault: '500' },
    { system: 'connector', fault: 'garbage', variant: 'half-json' },
    { system: 'att', fault: '500' },
    { system: 'att', fault: 'refuse' },
    { system: 'att', fault: 'cut' },
    { system: 'att', fault: 'garbage', variant: 'html' },
    { system: 'att', fault: 'garbage', variant: 'half-json' },
  ] as const)('2.5 keeps the other two while one fails, and has it back after: %o', async (fault) => {
    const [key, name] = sources[fault.system]
    await field.fault(fault)
    const { envelope } = await console.call('GET', path('8901170000000000013'))
    const data: SimDetail = envelope.data
    expect(envelope.message).toBe('2 of 3 systems answered with data.')
    expect(data.sources[key]).toMatchObject({
      status: expect.stringMatching(fault.fault === '500' ? 'CarrierError' : /CarrierError|Unavailable/),
      system: name,
      message: expect.stringContaining('Try again in a minute'),
    })
    const others = Object.entries(data.sources).filter(([each]) => each !== key)
    expect(others.map(([, report]) => report?.status)).toEqual(['Success', 'Success'])
    await field.heal()
    const status = async () => (await detail('8901170000000000013', key)).sources[key]?.status
    await expect.poll(status).toBe('Success')
  })

  it('reports a carrier that hangs as Unavailable after its time, and the others all the same', async () => {
    const clock = createTestClock({ passing: true })
    const impatient = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, CARRIER_ANSWER_SECONDS: '3' },
      app: { clock },
    })
    try {
      await field.fault({ system: 'verizon', fault: 'hang' })
      const answering = impatient.call('GET', path('8914800000000000014'))
      await untilHeldUp(field, 'verizon')
      await clock.advance(3000)
      const { envelope } = await answering
      const data: SimDetail = envelope.data
      expect(data.sources.vendor).toMatchObject({
        status: 'Unavailable',
        message: 'Verizon did not answer within 3 s. Try again in a minute.',
      })
      expect(data.mobileBrokerSimData).not.toBeNull()
      expect(data.connectorSimData).not.toBeNull()
    } finally {
      await impatient.close()
    }
  })

  it.each([
    [
      '8901170000000000047',
      'CarrierError',
      'AT&T reports a fault of its own (HTTP 503). Try again in a minute.',
    ],
    ['8914800000000000030', 'NotFound', 'Verizon does not know this SIM. Check the SIM ID.'],
  ])("%s: the carrier's panel says %s", async (simId, status, message) => {
    const data = await detail(simId)
    expect(data.vendorSimData).toBeNull()
    expect(data.sources.vendor).toMatchObject({ status, message })
  })

  it('answers 404 not found for a SIM that no one knows', async () => {
    const { code, envelope } = await console.call('GET', path('8901170000000009998'))
    expect(code).toBe(404)
    expect(envelope).toEqual({ status: 'NotFound', message: 'not found', data: null })
  })

  it('reports, and answers no 404, where a SIM is in our inventory and no system knows it', async () => {
    const simId = '8901170000000009980'
    await database.get().db.insertInto('sim').values({ iccid: simId, vendor_code: 'ATT' }).execute()
    const { sources } = await detail(simId)
    expect(Object.values(sources).map((report) => report?.status)).toEqual([
      'NotFound',
      'NotFound',
      'NotFound',
    ])
  })

  it('answers 404, too, where neither prefix nor inventory names a carrier', async () => {
    expect((await console.call('GET', path('8944500000000000012'))).code).toBe(404)
  })

  it('reports, and answers no 404, when only one system is asked and does not know the SIM', async () => {
    for (const source of ['mobileBroker', 'vendor', 'connector'] as const) {
      const data = await detail('8901170000000009998', source)
      expect(data.sources[source]?.status).toBe('NotFound')
    }
    const data = await detail('8944500000000000012', 'vendor')
    expect(data.vendorCode).toBeNull()
    expect(data.sources.vendor).toMatchObject({ status: 'NotFound', system: 'Carrier' })
  })

  it('is no 404 while one of the three cannot be asked', async () => {
    await field.fault({ system: 'connector', fault: '500' })
    const data = await detail('8901170000000009998')
    expect(data.sources.connector?.status).toBe('CarrierError')
  })

  it('D8 carries the transaction id of the call to every system', async () => {
    const transactionId = crypto.randomUUID()
    await console.call('GET', path('8901170000000000013'), { transactionId })
    for (const system of ['mobile-broker', 'att', 'connector']) {
      const mine = (await field.requests(`system=${system}&limit=20`)).filter(
        (each) => each.transactionId === transactionId,
      )
      expect(mine.length).toBeGreaterThan(0)
    }
  })

  it('ends its calls to the systems when the browser hangs up', async () => {
    const cancelled = async () => {
      const metrics = await (await fetch(`${console.operatorUrl}/metrics`)).text()
      const count = /neighbour_request_duration_seconds_count\{system="att",outcome="cancelled"\} (\d+)/.exec(
        metrics,
      )
      return Number(count?.[1] ?? 0)
    }
    await field.fault({ system: 'att', fault: 'hang' })
    const away = new AbortController()
    const transactionId = crypto.randomUUID()
    const call = console.call('GET', path('8901170000000000013', 'vendor'), {
      transactionId,
      signal: away.signal,
    })
    const arrived = async () =>
      (await field.requests('system=att&limit=5')).some((each) => each.transactionId === transactionId)
    await expect.poll(arrived).toBe(true)
    expect(await cancelled()).toBe(0)
    away.abort()
    await expect(call).rejects.toThrow()
    await expect.poll(cancelled).toBe(1)
    expect(console.logged().filter(({ level }) => level === 'error')).toEqual([])
    await field.heal()
    expect((await detail('8901170000000000013', 'vendor')).sources.vendor?.status).toBe('Success')
  })

  it('counts each call to a system for operators', async () => {
    await detail('8901170000000000013')
    const metrics = await (await fetch(`${console.operatorUrl}/metrics`)).text()
    for (const system of ['att', 'mobile-broker', 'connector']) {
      expect(metrics).toMatch(
        new RegExp(`neighbour_request_duration_seconds_count\\{system="${system}",outcome="success"\\} \\d`),
      )
    }
  })

  it('R36 logs each failed call without a key or token', async () => {
    await field.fault({ system: 'aeris', fault: 'garbage' })
    await detail('8932300000000000011')
    expect(console.logged().some((line) => line.neighbour === 'aeris' && line.outcome === 'malformed')).toBe(
      true,
    )
    const lines = console.lines.join('')
    for (const secret of [
      'demo-aeris-key',
      'demo-att-key',
      'demo-vzn',
      'demo-broker-key',
      'demo-connector-token',
    ]) {
      expect(lines).not.toContain(secret)
    }
  })

  it.each([
    ['8901', 'simId'],
    ['89011700000000000131234', 'simId'],
    ['890117000000000001X', 'simId'],
  ])('refuses %s as a SIM ID, naming the field', async (simId, name) => {
    const { code, envelope } = await console.call('GET', path(simId))
    expect({ code, status: envelope.status }).toEqual({ code: 400, status: 'Invalid' })
    expect(envelope.data).toMatchObject({
      issues: [{ field: name, message: 'A SIM ID has 18 to 22 digits' }],
    })
  })

  it('refuses an unknown source and an unknown query field', async () => {
    expect((await console.call('GET', path('8901170000000000013', 'pathfinder'))).code).toBe(400)
    expect((await console.call('GET', `${path('8901170000000000013')}?more=1`)).code).toBe(400)
  })

  it('D16 lets support, eng-admin and auditor read, no one else', async () => {
    for (const role of ['support', 'eng-admin', 'auditor']) {
      const token = await keys.token(roles(role))
      expect((await console.call('GET', path('8901170000000000013', 'connector'), { token })).code).toBe(200)
    }
    const none = await keys.token(roles())
    expect((await console.call('GET', path('8901170000000000013'), { token: none })).code).toBe(403)
    expect((await console.call('GET', path('8901170000000000013'), { token: null })).code).toBe(401)
  })
})

describe('2.5 with neighbours that are all away', () => {
  describeOnOneDatabase('each panel says so', (database) => {
    it('and the call itself succeeds', async () => {
      const alone = await startTestApp({
        database: database.get(),
        keys,
        env: { FIELD_URL: 'http://127.0.0.1:9', CARRIER_ANSWER_SECONDS: '5' },
      })
      try {
        const { code, envelope } = await alone.call('GET', path('8901170000000000013'))
        const data: SimDetail = envelope.data
        expect(code).toBe(200)
        for (const report of Object.values(data.sources)) {
          expect(report).toMatchObject({
            status: 'Unavailable',
            message: expect.stringContaining('cannot be reached'),
          })
        }
      } finally {
        await alone.close()
      }
    })
  })
})
