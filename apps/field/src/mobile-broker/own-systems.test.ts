import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { basic, call, startField } from '../testing/start-field.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

const broker = (iccid: string, key = 'demo-broker-key') =>
  call(`${field.url}/mobile-broker/api/v1/sims/${iccid}`, { headers: { 'x-api-key': key } })
const connector = (query: string, token = 'demo-connector-token') =>
  call(`${field.url}/connector/v1/devices${query}`, { headers: { authorization: `Bearer ${token}` } })

describe('docs/neighbours/panel-systems.md: MobileBroker', () => {
  it('answers a SIM, an unknown SIM and a wrong key', async () => {
    const sim = await broker('8901170000000000013')
    expect(shapeDifferences(sim.body, jsonSample('mobile-broker/sim.json'))).toEqual([])
    expect(sim.body).toMatchObject({ status: 'Active', referenceNumber: 'MB-20260914-0013', online: true })
    const unknown = await broker('8901170000000009998')
    expect([unknown.status, unknown.body]).toEqual([404, jsonSample('mobile-broker/error-404.json')])
    const wrong = await broker('8901170000000000013', 'x')
    expect([wrong.status, wrong.body]).toEqual([401, jsonSample('mobile-broker/error-401.json')])
  })

  it('knows no addresses of a deactivated SIM', async () => {
    expect((await broker('8901170000000000062')).body).toMatchObject({
      status: 'Deactivated',
      ipAddress: null,
      realIp: null,
    })
  })
})

describe('docs/neighbours/panel-systems.md: Connector', () => {
  it('answers a SIM, an unknown SIM, a missing ICCID and a wrong token', async () => {
    const found = await connector('?iccid=8901170000000000013')
    expect(shapeDifferences(found.body, jsonSample('connector/devices.json'))).toEqual([])
    expect((await connector('?iccid=8901170000000009998')).body).toEqual(
      jsonSample('connector/devices-none.json'),
    )
    expect((await connector('')).body).toEqual(jsonSample('connector/error-400.json'))
    expect((await connector('?iccid=1', 'x')).body).toEqual(jsonSample('connector/error-401.json'))
  })

  it('demo world: 0039 has no company', async () => {
    expect((await connector('?iccid=8901170000000000039')).body).toMatchObject({
      devices: [{ sapCompanyId: null, companyName: null }],
    })
  })

  it('follows a deactivation by the carrier', async () => {
    await call(`${field.url}/att/rws/api/v1/devices/8901170000000000021`, {
      method: 'PUT',
      headers: { authorization: basic('console', 'demo-att-key') },
      body: { status: 'DEACTIVATED' },
    })
    expect((await connector('?iccid=8901170000000000021')).body).toMatchObject({
      devices: [{ deviceStatus: 'DEACTIVATED', connection: 'OFFLINE', ip: null }],
    })
  })
})
