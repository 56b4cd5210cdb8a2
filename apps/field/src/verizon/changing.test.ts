import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunningField } from '../serve.ts'
import { jsonSample, shapeDifferences } from '../testing/shape.ts'
import { call, startField } from '../testing/start-field.ts'
import { ACCOUNT, signInToVerizon, type Verizon } from '../testing/verizon-client.ts'

let field: RunningField
let verizon: Verizon
let listener: Server
let received: { requestId: string; status: string; callbackCount: number }[] = []
/** Codes that the listener answers first; then 200. */
let listenerCodes: number[] = []

const patiently = { timeout: 30_000, interval: 20 }
const requestIdOf = (answer: { body: unknown }) => (answer.body as { requestId: string }).requestId

beforeAll(async () => {
  field = await startField()
  verizon = await signInToVerizon(field.url)
  listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(listenerCodes.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const registered = await verizon.ask(`/callbacks/${ACCOUNT}`, {
    method: 'POST',
    body: { name: 'CarrierService', url, username: 'cb-user', password: 'cb-pass' },
  })
  expect(shapeDifferences(registered.body, jsonSample('verizon/callback-registered.json'))).toEqual([])
})
beforeEach(() => {
  received = []
  listenerCodes = []
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  listener.close()
  await field.close()
})

describe('Verizon: changing, asynchronously', () => {
  const settled = (requestId: string) =>
    vi.waitFor(async () => {
      const { body } = await verizon.statusOf(requestId)
      expect(body).not.toMatchObject({ status: 'Pending' })
      return body
    }, patiently)
  const told = (requestId: string, times = 1) =>
    vi.waitFor(() => {
      const mine = received.filter((callback) => callback.requestId === requestId)
      expect(mine.length).toBeGreaterThanOrEqual(times)
      return mine
    }, patiently)

  it('accepts a deactivation, then tells success by status and by callback', async () => {
    const answer = await verizon.act('deactivate', ['8914800000000000014'])
    expect(shapeDifferences(answer.body, jsonSample('verizon/request-accepted.json'))).toEqual([])
    const requestId = requestIdOf(answer)
    expect(await settled(requestId)).toEqual({ requestId, status: 'Success' })
    const [callback] = await told(requestId)
    expect(shapeDifferences(callback, jsonSample('verizon/callback-success.json'))).toEqual([])
    const after = (await verizon.device('8914800000000000014')).body
    expect(shapeDifferences(after, jsonSample('verizon/device-deactivated.json'))).toEqual([])
    expect(after).toMatchObject({
      devices: [{ ipAddress: '0.0.0.0', carrierInformations: [{ state: 'deactive' }] }],
    })
    const refused = await verizon.act('deactivate', ['8914800000000000014'])
    expect([refused.status, refused.body]).toEqual([400, jsonSample('verizon/error-400-state.json')])
  })

  it('gives a line that is activated again a new number', async () => {
    await settled(
      requestIdOf(
        await verizon.act('activate', ['8914800000000000014'], { servicePlan: 'm2m4G', mdnZipCode: '60601' }),
      ),
    )
    expect((await verizon.device('8914800000000000014')).body).toMatchObject({
      devices: [
        {
          carrierInformations: [{ state: 'active' }],
          deviceIds: [{ kind: 'mdn', id: '6065550101' }, {}, {}],
        },
      ],
    })
  })

  it('suspends and restores', async () => {
    await settled(requestIdOf(await verizon.act('suspend', ['8914800000000000022'])))
    expect(
      shapeDifferences(
        (await verizon.device('8914800000000000022')).body,
        jsonSample('verizon/device-suspended.json'),
      ),
    ).toEqual([])
    await settled(requestIdOf(await verizon.act('restore', ['8914800000000000022'])))
    expect((await verizon.device('8914800000000000022')).body).toMatchObject({
      devices: [{ carrierInformations: [{ state: 'active' }] }],
    })
  })

  it('tells a failure with faultResponse', async () => {
    await verizon.steer({ failNext: 1 })
    const requestId = requestIdOf(await verizon.act('deactivate', ['8914800000000000022']))
    expect(await settled(requestId)).toEqual({ requestId, status: 'Failure' })
    const [callback] = await told(requestId)
    expect(shapeDifferences(callback, jsonSample('verizon/callback-failed.json'))).toEqual([])
    expect(callback).toMatchObject({ status: 'Failed' })
  })

  it('tells twice, late, or until it is acknowledged', async () => {
    await verizon.steer({ callbacks: 'twice' })
    const twice = requestIdOf(await verizon.act('suspend', ['8914800000000000022']))
    expect((await told(twice, 2)).map(({ callbackCount }) => callbackCount)).toEqual([1, 2])
    await verizon.steer({ callbacks: 'late' })
    // Late is by the clock: while it stands still, nothing is told.
    vi.useFakeTimers({ toFake: ['Date'] })
    const late = requestIdOf(await verizon.act('restore', ['8914800000000000022']))
    await expect.poll(async () => (await verizon.statusOf(late)).body).toMatchObject({ status: 'Success' })
    expect(received.filter(({ requestId }) => requestId === late)).toEqual([])
    vi.useRealTimers()
    await told(late)
    await verizon.steer({ callbacks: 'once' })
    listenerCodes = [500, 500]
    const repeated = requestIdOf(await verizon.act('suspend', ['8914800000000000022']))
    expect((await told(repeated, 3)).map(({ callbackCount }) => callbackCount)).toEqual([1, 2, 3])
    await verizon.steer({ callbacks: 'mixed' })
  })

  it('takes several SIMs in one request, tells each, and keeps no status for them', async () => {
    const iccids = ['8914800000000000030'] // not known to Verizon: the whole request is refused
    expect((await verizon.act('deactivate', [...iccids, '8914800000000000048'])).status).toBe(400)
    const requestId = requestIdOf(
      await verizon.act('deactivate', ['8914800000000000048', '8914800000000000055']),
    )
    expect((await verizon.statusOf(requestId)).status).toBe(400)
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
    const answer = await verizon.act('deactivate', ['8914800000000000022'], more)
    expect(answer.body).toMatchObject({ errorCode: `UnifiedWebService.${code}` })
  })

  it('lists and removes the callback', async () => {
    const list = await verizon.ask(`/callbacks/${ACCOUNT}`)
    expect(shapeDifferences(list.body, jsonSample('verizon/callbacks.json'))).toEqual([])
    expect(
      (await verizon.ask(`/callbacks/${ACCOUNT}/name/CarrierService`, { method: 'DELETE' })).status,
    ).toBe(200)
    expect(
      (await verizon.ask(`/callbacks/${ACCOUNT}/name/CarrierService`, { method: 'DELETE' })).status,
    ).toBe(400)
  })

  it('steering says what it does not know', async () => {
    expect((await verizon.steer({ callbacks: 'often' })).status).toBe(400)
    expect((await verizon.steer({ nonsense: 1 })).status).toBe(400)
  })
})
