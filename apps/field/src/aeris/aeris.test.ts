import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { call, startField } from '../testing/start-field.ts'

let field: RunningField
const ICCID = '8932300000000000011'
const who = { accountID: '100042', email: 'console@example.com' }
const post = (path: string, body: object, key = 'demo-aeris-key') =>
  call(`${field.url}/aeris/AerAdmin_WS_5_0/rest/devices/${path}?apiKey=${key}`, { method: 'POST', body })
const network = (ICCID: string) =>
  call(
    `${field.url}/aeris/AerAdmin_WS_5_0/rest/devices/network/details?${new URLSearchParams({ apiKey: 'demo-aeris-key', ...who, ICCID })}`,
  )

beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

describe('Aeris', () => {
  it('answers device and network in the shape of the guide, with the IMEI beside the other names', async () => {
    const device = await post('details', { ...who, ICCID })
    expect(shapeDifferences(device.body, jsonSample('aeris/device.json'))).toEqual([
      '$.deviceAttributes[0].deviceID.imei is extra',
    ])
    expect(device.body).toMatchObject({
      resultCode: 0,
      deviceAttributes: [{ deviceStatus: 'Bill', active: true }],
    })
    const online = await network(ICCID)
    expect(shapeDifferences(online.body, jsonSample('aeris/network-online.json'))).toEqual([])
  })

  it('D51 tells the usage of a month at its analytics service, and an empty list of a SIM it does not know', async () => {
    const usage = async (change: Record<string, string> = {}) => {
      const query = {
        apiKey: 'demo-aeris-key',
        accountId: '100042',
        searchCriteria: 'ICCID',
        searchValue: ICCID,
      }
      const days = { startDate: '2026-10-01', endDate: '2026-10-31' }
      const path = '/aeris/analytics/search/subscription/detail/monthly'
      return call(`${field.url}${path}?${new URLSearchParams({ ...query, ...days, ...change })}`)
    }
    const october = await usage()
    expect(shapeDifferences(october.body, jsonSample('aeris/usage-monthly.json'))).toEqual([])
    expect(october.body).toMatchObject({ data: [{ iccid: ICCID, month: '2026-10' }] })
    expect((await usage()).body).toEqual(october.body)
    expect((await usage({ searchValue: '8932300000000000029' })).body).toEqual(
      jsonSample('aeris/usage-none.json'),
    )
    expect((await usage({ apiKey: 'x' })).status).toBe(401)
    expect((await usage({ startDate: 'October' })).status).toBe(500)
  })

  it('tells business errors with HTTP 200', async () => {
    const unknown = await post('details', { ...who, ICCID: '8932300000000000029' })
    expect(unknown.status).toBe(200)
    expect(shapeDifferences(unknown.body, jsonSample('aeris/error-200-not-found.json'))).toEqual([])
    expect(unknown.body).toMatchObject({ resultCode: 1006 })
  })

  it('answers 401 where key and account do not belong together, 500 where one is missing', async () => {
    const wrong = await post('details', { ...who, ICCID }, 'x')
    expect([wrong.status, wrong.body]).toEqual([401, jsonSample('aeris/error-401.json')])
    const missing = await post('details', { ICCID })
    expect([missing.status, missing.body]).toEqual([500, jsonSample('aeris/error-500.json')])
  })

  it('suspends, restores and cancels for good', async () => {
    for (const change of ['suspend', 'unsuspend', 'cancel']) {
      const answer = await post(change, { ...who, ICCID })
      expect(shapeDifferences(answer.body, jsonSample('aeris/change.json'))).toEqual([])
      expect(answer.body).toMatchObject({ resultCode: 0 })
    }
    expect((await post('details', { ...who, ICCID })).body).toMatchObject({
      deviceAttributes: [{ active: false, cancelCode: 1 }],
    })
    const again = await post('cancel', { ...who, ICCID })
    expect(shapeDifferences(again.body, jsonSample('aeris/error-200-not-activated.json'))).toEqual([])
    expect((await network(ICCID)).body).toMatchObject({ resultCode: 1047 })
  })
})
