import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { call, startField } from '../testing/start-field.ts'
import { ACCOUNT, signInToVerizon, tokenService, type Verizon } from '../testing/verizon-client.ts'

let field: RunningField
let verizon: Verizon

beforeAll(async () => {
  field = await startField()
  verizon = await signInToVerizon(field.url)
})
afterAll(() => field.close())

describe('Verizon: two tokens', () => {
  it('gives the same API token for an hour, and refuses a wrong secret', async () => {
    const again = await (await tokenService(field.url)).json()
    expect(shapeDifferences(again, jsonSample('verizon/api-token.json'))).toEqual([])
    expect(again).toMatchObject({ access_token: verizon.api })
    const wrong = await tokenService(field.url, 'x')
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      jsonSample('verizon/error-401-token-service.json'),
    ])
  })

  it('names what is wrong with either token', async () => {
    const read = (headers: Record<string, string>) =>
      verizon.ask('/devices/actions/list', {
        method: 'POST',
        headers,
        body: { deviceId: { kind: 'iccid', id: '8914800000000000014' } },
      })
    expect((await read({ authorization: 'Bearer nope' })).body).toEqual(
      jsonSample('verizon/error-401-invalid-credentials.json'),
    )
    expect((await call(`${field.url}/verizon/api/m2m/v1/callbacks/${ACCOUNT}`)).body).toEqual(
      jsonSample('verizon/error-401-missing-credentials.json'),
    )
    expect((await read({ 'vz-m2m-token': '' })).body).toEqual(
      jsonSample('verizon/error-400-session-missing.json'),
    )
    expect((await read({ 'vz-m2m-token': 'x' })).body).toEqual(
      jsonSample('verizon/error-400-session-invalid.json'),
    )
  })

  it('expires a session after twenty idle minutes, also in the middle of a batch', async () => {
    await verizon.steer({ expireSessions: true })
    const expired = await verizon.device('8914800000000000014')
    expect([expired.status, expired.body]).toEqual([
      400,
      jsonSample('verizon/error-400-session-expired.json'),
    ])
    const fresh = await verizon.logIn()
    expect(shapeDifferences(fresh.body, jsonSample('verizon/session.json'))).toEqual([])
    expect((await verizon.device('8914800000000000014')).status).toBe(200)
  })

  it('locks the user after five wrong logins until Verizon unlocks it', async () => {
    for (let i = 0; i < 5; i++)
      expect((await verizon.logIn('x')).body).toEqual(jsonSample('verizon/error-400-login.json'))
    expect((await verizon.logIn()).body).toEqual(jsonSample('verizon/error-400-locked.json'))
    await verizon.steer({ unlock: true })
    expect((await verizon.logIn()).status).toBe(200)
  })
})

describe('Verizon: reading', () => {
  it('D51 tells usage by days of UTC, the same every time, and at most 500 of them', async () => {
    const usage = (earliest: string, latest: string) =>
      verizon.ask('/devices/usage/actions/list', {
        method: 'POST',
        body: { deviceId: { kind: 'iccid', id: '8914800000000000014' }, earliest, latest },
      })
    const latest = new Date()
    const earliest = new Date(latest.getTime() - 3 * 86_400_000)
    const answer = await usage(earliest.toISOString(), latest.toISOString())
    expect(answer.status).toBe(200)
    expect(shapeDifferences(answer.body, jsonSample('verizon/usage-history.json'))).toEqual([])
    const { usageHistory } = answer.body as { usageHistory: { timestamp: string; bytesUsed: number }[] }
    expect(usageHistory.map(({ timestamp }) => timestamp)).toEqual(
      [2, 1, 0].map(
        (back) => `${new Date(latest.getTime() - back * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`,
      ),
    )
    const again = await usage(earliest.toISOString(), latest.toISOString())
    expect((again.body as typeof answer.body & { usageHistory: object[] }).usageHistory.slice(0, 2)).toEqual(
      usageHistory.slice(0, 2),
    )
    expect((await usage('yesterday', 'today')).body).toMatchObject({
      errorCode: 'UnifiedWebService.INPUT_INVALID.Request.Invalid',
    })
  })

  it('answers a device in the shape of the guide; demo world: account number and description', async () => {
    const answer = await verizon.device('8914800000000000014')
    expect(shapeDifferences(answer.body, jsonSample('verizon/device.json'))).toEqual([])
    expect(answer.body).toMatchObject({
      devices: [
        {
          accountName: ACCOUNT,
          connected: false,
          customFields: [{ key: 'CustomField1', value: 'Harbor Security, panel 17' }],
        },
      ],
    })
  })

  it('demo world: 0030 and unknown SIMs are not found, a malformed one is an input error', async () => {
    for (const iccid of ['8914800000000000030', '8914800000000009999', '8901170000000000013']) {
      expect((await verizon.device(iccid)).body).toEqual(
        jsonSample('verizon/error-400-device-not-found.json'),
      )
    }
    expect((await verizon.device('12')).body).toEqual(jsonSample('verizon/error-400-identifier.json'))
  })

  it('lists by pages with 202 while there is more', async () => {
    const page = await verizon.ask('/devices/actions/list', {
      method: 'POST',
      body: { maxNumberOfDevices: 3 },
    })
    expect([page.status, page.body]).toMatchObject([202, { hasMoreData: true, devices: { length: 3 } }])
  })

  it('fleet 1 lists devices whose SIM was activated with another IMEI', async () => {
    const ask = (filter: object) =>
      verizon.ask('/devices/actions/list/imeiiccidmismatch', { method: 'POST', body: { filter } })
    const time = { earliest: '2020-01-01T00:00:00Z', latest: '2099-01-01T00:00:00Z' }
    // Of the one SIM about which the three systems disagree.
    const usual = { iccid: '8914800000000000055', postImei: '352099004761487' }
    expect((await ask(time)).body).toMatchObject({ devices: [usual] })
    const situation = `${field.url}/control/situations`
    await call(`${situation}/sim-imei-at-the-carrier`, { method: 'POST' })
    const { body } = await ask(time)
    expect(shapeDifferences(body, jsonSample('verizon/mismatches.json'))).toEqual([])
    expect(body).toMatchObject({ devices: [usual, { postImei: '352099007777770' }] })
    await call(situation, { method: 'DELETE' })
    expect((await ask({ earliest: 'soon' })).body).toMatchObject({
      errorCode: 'UnifiedWebService.INPUT_INVALID.Request.Invalid',
    })
  })

  it('tells the history of connections, and refuses another account and an unknown path', async () => {
    const history = await verizon.ask('/devices/connections/actions/listHistory', {
      method: 'POST',
      body: {
        deviceId: { kind: 'iccid', id: '8914800000000000014' },
        earliest: '2020-01-01T00:00:00Z',
        latest: '2099-01-01T00:00:00Z',
      },
    })
    expect(shapeDifferences(history.body, jsonSample('verizon/connection-history.json'))).toEqual([])
    expect((await verizon.ask('/callbacks/0000000000-00001')).body).toEqual(
      jsonSample('verizon/error-400-account.json'),
    )
    expect((await verizon.ask('/nothing')).body).toEqual(jsonSample('verizon/error-400-no-resource.json'))
  })
})
