import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { basic, call, startField } from '../testing/start-field.ts'

const ACCOUNT = '0342077109-00001'
let field: RunningField
let api = ''
let session = ''
let listener: Server
let received: { requestId: string; status: string; callbackCount: number }[] = []
/** Codes that the listener answers first; then 200. */
let listenerCodes: number[] = []

const ask = (path: string, options: Parameters<typeof call>[1] = {}) =>
  call(`${field.url}/verizon/api/m2m/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${api}`, 'vz-m2m-token': session, ...options.headers },
  })
const device = (iccid: string) =>
  ask('/devices/actions/list', { method: 'POST', body: { deviceId: { kind: 'iccid', id: iccid } } })
const act = (action: string, iccids: string[], more: object = {}) =>
  ask(`/devices/actions/${action}`, {
    method: 'POST',
    body: {
      accountName: ACCOUNT,
      devices: iccids.map((id) => ({ deviceIds: [{ kind: 'iccid', id }] })),
      ...(action === 'deactivate' && { reasonCode: 'FF', etfWaiver: true, deleteAfterDeactivation: false }),
      ...more,
    },
  })
const requestIdOf = (answer: { body: unknown }) => (answer.body as { requestId: string }).requestId
const statusOf = (requestId: string) => ask(`/accounts/${ACCOUNT}/requests/${requestId}/status`)
const steer = (body: object) => call(`${field.url}/control/verizon`, { method: 'POST', body })
const logIn = (password = 'demo-vzn-password') =>
  ask('/session/login', { method: 'POST', body: { username: 'console', password } })
const tokenService = (secret: string) =>
  fetch(`${field.url}/verizon/api/ts/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic('demo-vzn-key', secret) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })

beforeAll(async () => {
  field = await startField()
  listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(listenerCodes.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const token = (await (await tokenService('demo-vzn-secret')).json()) as { access_token: string }
  api = token.access_token
  const answer = await logIn()
  session = (answer.body as { sessionToken: string }).sessionToken
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const registered = await ask(`/callbacks/${ACCOUNT}`, {
    method: 'POST',
    body: { name: 'CarrierService', url, username: 'cb-user', password: 'cb-pass' },
  })
  expect(shapeDifferences(registered.body, jsonSample('verizon/callback-registered.json'))).toEqual([])
})
beforeEach(() => {
  received = []
  listenerCodes = []
})
afterAll(async () => {
  listener.close()
  await field.close()
})

describe('Verizon: two tokens', () => {
  it('gives the same API token for an hour, and refuses a wrong secret', async () => {
    const again = await (await tokenService('demo-vzn-secret')).json()
    expect(shapeDifferences(again, jsonSample('verizon/api-token.json'))).toEqual([])
    expect(again).toMatchObject({ access_token: api })
    const wrong = await tokenService('x')
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      jsonSample('verizon/error-401-token-service.json'),
    ])
  })

  it('names what is wrong with either token', async () => {
    const read = (headers: Record<string, string>) =>
      ask('/devices/actions/list', {
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
    await steer({ expireSessions: true })
    const expired = await device('8914800000000000014')
    expect([expired.status, expired.body]).toEqual([
      400,
      jsonSample('verizon/error-400-session-expired.json'),
    ])
    const fresh = await logIn()
    expect(shapeDifferences(fresh.body, jsonSample('verizon/session.json'))).toEqual([])
    session = (fresh.body as { sessionToken: string }).sessionToken
    expect((await device('8914800000000000014')).status).toBe(200)
  })

  it('locks the user after five wrong logins until Verizon unlocks it', async () => {
    for (let i = 0; i < 5; i++)
      expect((await logIn('x')).body).toEqual(jsonSample('verizon/error-400-login.json'))
    expect((await logIn()).body).toEqual(jsonSample('verizon/error-400-locked.json'))
    await steer({ unlock: true })
    expect((await logIn()).status).toBe(200)
  })
})

describe('Verizon: reading', () => {
  it('answers a device in the shape of the guide; demo world: account number and description', async () => {
    const answer = await device('8914800000000000014')
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
      expect((await device(iccid)).body).toEqual(jsonSample('verizon/error-400-device-not-found.json'))
    }
    expect((await device('12')).body).toEqual(jsonSample('verizon/error-400-identifier.json'))
  })

  it('lists by pages with 202 while there is more', async () => {
    const page = await ask('/devices/actions/list', { method: 'POST', body: { maxNumberOfDevices: 3 } })
    expect([page.status, page.body]).toMatchObject([202, { hasMoreData: true, devices: { length: 3 } }])
  })

  it('tells the history of connections, and refuses another account and an unknown path', async () => {
    const history = await ask('/devices/connections/actions/listHistory', {
      method: 'POST',
      body: {
        deviceId: { kind: 'iccid', id: '8914800000000000014' },
        earliest: '2020-01-01T00:00:00Z',
        latest: '2099-01-01T00:00:00Z',
      },
    })
    expect(shapeDifferences(history.body, jsonSample('verizon/connection-history.json'))).toEqual([])
    expect((await ask('/callbacks/0000000000-00001')).body).toEqual(
      jsonSample('verizon/error-400-account.json'),
    )
    expect((await ask('/nothing')).body).toEqual(jsonSample('verizon/error-400-no-resource.json'))
  })
})

describe('Verizon: changing, asynchronously', () => {
  const settled = (requestId: string) =>
    vi.waitFor(async () => {
      const { body } = await statusOf(requestId)
      expect(body).not.toMatchObject({ status: 'Pending' })
      return body
    })
  const told = (requestId: string, times = 1) =>
    vi.waitFor(() => {
      const mine = received.filter((callback) => callback.requestId === requestId)
      expect(mine.length).toBeGreaterThanOrEqual(times)
      return mine
    })

  it('accepts a deactivation, then tells success by status and by callback', async () => {
    const answer = await act('deactivate', ['8914800000000000014'])
    expect(shapeDifferences(answer.body, jsonSample('verizon/request-accepted.json'))).toEqual([])
    const requestId = requestIdOf(answer)
    expect(await settled(requestId)).toEqual({ requestId, status: 'Success' })
    const [callback] = await told(requestId)
    expect(shapeDifferences(callback, jsonSample('verizon/callback-success.json'))).toEqual([])
    const after = (await device('8914800000000000014')).body
    expect(shapeDifferences(after, jsonSample('verizon/device-deactivated.json'))).toEqual([])
    expect(after).toMatchObject({
      devices: [{ ipAddress: '0.0.0.0', carrierInformations: [{ state: 'deactive' }] }],
    })
    const refused = await act('deactivate', ['8914800000000000014'])
    expect([refused.status, refused.body]).toEqual([400, jsonSample('verizon/error-400-state.json')])
  })

  it('gives a line that is activated again a new number', async () => {
    await settled(
      requestIdOf(
        await act('activate', ['8914800000000000014'], { servicePlan: 'm2m4G', mdnZipCode: '60601' }),
      ),
    )
    expect((await device('8914800000000000014')).body).toMatchObject({
      devices: [
        {
          carrierInformations: [{ state: 'active' }],
          deviceIds: [{ kind: 'mdn', id: '6065550101' }, {}, {}],
        },
      ],
    })
  })

  it('suspends and restores', async () => {
    await settled(requestIdOf(await act('suspend', ['8914800000000000022'])))
    expect(
      shapeDifferences(
        (await device('8914800000000000022')).body,
        jsonSample('verizon/device-suspended.json'),
      ),
    ).toEqual([])
    await settled(requestIdOf(await act('restore', ['8914800000000000022'])))
    expect((await device('8914800000000000022')).body).toMatchObject({
      devices: [{ carrierInformations: [{ state: 'active' }] }],
    })
  })

  it('tells a failure with faultResponse', async () => {
    await steer({ failNext: 1 })
    const requestId = requestIdOf(await act('deactivate', ['8914800000000000022']))
    expect(await settled(requestId)).toEqual({ requestId, status: 'Failure' })
    const [callback] = await told(requestId)
    expect(shapeDifferences(callback, jsonSample('verizon/callback-failed.json'))).toEqual([])
    expect(callback).toMatchObject({ status: 'Failed' })
  })

  it('tells twice, late, or until it is acknowledged', async () => {
    await steer({ callbacks: 'twice' })
    const twice = requestIdOf(await act('suspend', ['8914800000000000022']))
    expect((await told(twice, 2)).map(({ callbackCount }) => callbackCount)).toEqual([1, 2])
    await steer({ callbacks: 'late' })
    const late = requestIdOf(await act('restore', ['8914800000000000022']))
    await settled(late)
    expect(received.filter(({ requestId }) => requestId === late)).toEqual([])
    await told(late)
    await steer({ callbacks: 'once' })
    listenerCodes = [500, 500]
    const repeated = requestIdOf(await act('suspend', ['8914800000000000022']))
    expect((await told(repeated, 3)).map(({ callbackCount }) => callbackCount)).toEqual([1, 2, 3])
    await steer({ callbacks: 'mixed' })
  })

  it('takes several SIMs in one request, tells each, and keeps no status for them', async () => {
    const iccids = ['8914800000000000030'] // not known to Verizon: the whole request is refused
    expect((await act('deactivate', [...iccids, '8914800000000000048'])).status).toBe(400)
    const requestId = requestIdOf(await act('deactivate', ['8914800000000000048', '8914800000000000055']))
    expect((await statusOf(requestId)).status).toBe(400)
    await told(requestId, 2)
    const log = await call(`${field.url}/control/requests?system=verizon&iccid=8914800000000000055`)
    expect(log.body).toMatchObject({
      counts: expect.arrayContaining([expect.objectContaining({ action: 'deactivate', count: 1 })]),
    })
  })

  it.each([
    [{ reasonCode: 'XX' }, 'INPUT_INVALID.ReasonCode.Invalid'],
    [{ accountName: '0000000000-00001' }, 'REQUEST_FAILED.AccountNotFound'],
    [{ devices: [] }, 'INPUT_INVALID.Request.Invalid'],
    [
      {
        devices: Array.from({ length: 201 }, () => ({
          deviceIds: [{ kind: 'iccid', id: '8914800000000000022' }],
        })),
      },
      'INPUT_INVALID.NumberofDevices',
    ],
  ])('refuses a request with %j', async (more, code) => {
    const answer = await act('deactivate', ['8914800000000000022'], more)
    expect(answer.body).toMatchObject({ errorCode: `UnifiedWebService.${code}` })
  })

  it('lists and removes the callback', async () => {
    const list = await ask(`/callbacks/${ACCOUNT}`)
    expect(shapeDifferences(list.body, jsonSample('verizon/callbacks.json'))).toEqual([])
    expect((await ask(`/callbacks/${ACCOUNT}/name/CarrierService`, { method: 'DELETE' })).status).toBe(200)
    expect((await ask(`/callbacks/${ACCOUNT}/name/CarrierService`, { method: 'DELETE' })).status).toBe(400)
  })

  it('steering says what it does not know', async () => {
    expect((await steer({ callbacks: 'often' })).status).toBe(400)
    expect((await steer({ nonsense: 1 })).status).toBe(400)
  })
})
