import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { basic, call, startField } from '../testing/start-field.ts'

let field: RunningField
const HAPPY = '8901170000000000013'
const authorization = basic('console', 'demo-att-key')
const ask = (path: string, options: Parameters<typeof call>[1] = {}) =>
  call(`${field.url}/att/rws/api/v1${path}`, { ...options, headers: { authorization, ...options.headers } })
const change = (iccid: string, status: string) =>
  ask(`/devices/${iccid}`, { method: 'PUT', body: { status } })

// The account's budget is five calls in a second: the clock stands still within a test, and moves between two.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  field = await startField()
})
beforeEach(() => void vi.setSystemTime(Date.now() + 1000))
afterAll(async () => {
  vi.useRealTimers()
  await field.close()
})

/** Zones are named by the account's plans. */
const shapeOf = (path: string) => {
  const { deviceCycleUsageInZones, ...usage } = jsonSample(path) as Usage
  return { ...usage, deviceCycleUsageInZones: { 'Alarm 5MB, 1': deviceCycleUsageInZones['Alarm 5MB, 1'] } }
}
interface Usage {
  deviceCycleUsageInZones: Record<string, { dataUsage: number }[]>
}
const bytes = (body: unknown) => {
  const [zone] = Object.values((body as Usage).deviceCycleUsageInZones).flat()
  return zone?.dataUsage ?? Number.NaN
}

describe('AT&T', () => {
  it('answers device and session in the shape of the guide', async () => {
    const device = await ask(`/devices/${HAPPY}`)
    expect(shapeDifferences(device.body, jsonSample('att/device.json'))).toEqual([])
    expect(device.body).toMatchObject({ status: 'ACTIVATED', imei: '350000001234562', msisdn: '13125550113' })
    expect(device.body).toMatchObject({
      dateUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+0000$/),
    })
    const session = await ask(`/devices/${HAPPY}/sessionInfo`)
    expect(shapeDifferences(session.body, jsonSample('att/session-online.json'))).toEqual([])
    expect(session.body).toMatchObject({ ipAddress: '10.64.18.13', dateSessionEnded: null })
    const part = await ask(`/devices/${HAPPY}?fields=iccid,status`)
    expect(part.body).toEqual({ iccid: HAPPY, status: 'ACTIVATED' })
  })

  it('D51 tells usage of three billing cycles, which begin at midnight of the account’s zone', async () => {
    vi.setSystemTime(new Date('2026-12-01T05:00:00Z'))
    const usage = (query = '') => ask(`/devices/${HAPPY}/usageInZone${query}`)
    const now = await usage()
    expect(shapeDifferences(now.body, shapeOf('att/usage-in-zone.json'))).toEqual([])
    expect(now.body).toMatchObject({
      cycleStartDate: '2026-11-01T06:00:00.000Z',
      cycleEndDate: '2026-12-01T05:59:59.000Z',
    })
    vi.setSystemTime(new Date('2026-12-01T07:00:00Z'))
    expect((await usage()).body).toMatchObject({ cycleStartDate: '2026-12-01T06:00:00.000Z' })
    const before = (await usage('?cycleStartDate=2026-11-01Z')).body
    expect(bytes(before)).toBeGreaterThanOrEqual(bytes(now.body))
    expect(bytes(before)).toBe(bytes((await usage('?cycleStartDate=2026-11-01Z')).body))
    expect((await usage('?cycleStartDate=2026-09-01Z')).status).toBe(400)
  })

  it('lists devices by the time of change, fifty a page', async () => {
    const page = await ask('/devices?modifiedSince=2016-04-18T17%3A31%3A34%2B00%3A00')
    expect(shapeDifferences(page.body, jsonSample('att/devices-page.json'))).toEqual([])
    expect((page.body as { devices: unknown[] }).devices).toHaveLength(50)
    expect((await ask('/devices')).status).toBe(400)
  })

  it('says how credentials fail: without errorCode before authentication, with one after', async () => {
    const none = await call(`${field.url}/att/rws/api/v1/devices/${HAPPY}`)
    expect([none.status, none.body]).toEqual([401, jsonSample('att/error-401-no-header.json')])
    const wrong = await ask(`/devices/${HAPPY}`, { headers: { authorization: basic('console', 'x') } })
    expect([wrong.status, wrong.body]).toEqual([401, jsonSample('att/error-401-credentials.json')])
  })

  it('demo world: unknown SIMs, SIMs of others and 0047 each in AT&T’s manner', async () => {
    const unknown = await ask('/devices/8901170000000009998')
    expect([unknown.status, unknown.body]).toEqual([404, jsonSample('att/error-404-unknown.json')])
    expect((await ask('/devices/8914800000000000014')).status).toBe(404)
    const broken = await ask('/devices/8901170000000000047')
    expect([broken.status, broken.body]).toEqual([503, jsonSample('att/error-503.json')])
  })

  it('D5 allows one call at a time', async () => {
    const slow = await startField({ delays: 'demo' })
    const url = `${slow.url}/att/rws/api/v1/devices/${HAPPY}/sessionInfo`
    const answers = await Promise.all([1, 2, 3].map(() => call(url, { headers: { authorization } })))
    await slow.close()
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(2)
    expect(limited[0]?.body).toEqual(jsonSample('att/error-429-rate-limit.json'))
  })

  it('D5 allows five calls in a second', async () => {
    const codes: number[] = []
    for (let i = 0; i < 6; i++) codes.push((await ask(`/devices/${HAPPY}`)).status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    vi.setSystemTime(Date.now() + 1000)
    expect((await ask(`/devices/${HAPPY}`)).status).toBe(200)
  })

  it('demo world: deactivates and activates; 0054 refuses; a wrong status is an error', async () => {
    const done = await change('8901170000000000021', 'DEACTIVATED')
    expect(shapeDifferences(done.body, jsonSample('att/edit-answer.json'))).toEqual([])
    expect((await ask('/devices/8901170000000000021')).body).toMatchObject({ status: 'DEACTIVATED' })
    const session = await ask('/devices/8901170000000000021/sessionInfo')
    expect(session.body).toMatchObject({ ipAddress: null, dateSessionEnded: expect.any(String) })
    const refused = await change('8901170000000000054', 'DEACTIVATED')
    expect([refused.status, refused.body]).toEqual([400, jsonSample('att/error-400-refused.json')])
    expect((await change(HAPPY, 'GONE')).status).toBe(400)
  })

  it('demo world: 0070 is deactivated although its answer is lost, and the request was counted once', async () => {
    await expect(change('8901170000000000070', 'DEACTIVATED')).rejects.toThrow()
    expect((await ask('/devices/8901170000000000070')).body).toMatchObject({ status: 'DEACTIVATED' })
    const log = await call(`${field.url}/control/requests?system=att&iccid=8901170000000000070`)
    expect(log.body).toMatchObject({
      counts: expect.arrayContaining([expect.objectContaining({ action: 'deactivate', count: 1 })]),
    })
  })

  it('answers HTML on a wrong path and JSON on a broken body', async () => {
    const wrong = await fetch(`${field.url}/att/rws/api/v1/nothing`, { headers: { authorization } })
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('text/html'),
    ])
    const broken = await fetch(`${field.url}/att/rws/api/v1/devices/${HAPPY}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"status":',
    })
    expect([broken.status, await broken.json()]).toEqual([
      400,
      expect.objectContaining({ errorCode: '10000002' }),
    ])
  })
})
