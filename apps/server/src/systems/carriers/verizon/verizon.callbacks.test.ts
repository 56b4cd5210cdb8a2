import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openHttpStage, type Seen, type StageAnswer } from '../../../testing/http-stage.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { startField, type TestField } from '../../../testing/test-field.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { json, sample } from '../answers-stage.ts'
import { createVerizon } from './verizon.adapter.ts'
import { createVerizonCallbacks, resultOfCallback, VerizonCallback } from './verizon.callbacks.ts'
import { VerizonClient } from './verizon.client.ts'

const address = { url: 'https://console.example/callbacks/verizon', username: 'cb-user', password: 'cb-pass' }
const parsed = (path: string, change: object = {}) =>
  VerizonCallback.parse({ ...JSON.parse(sample(path)), ...change })

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe('Verizon: what a callback says (carriers.md 2c)', () => {
  const about = { requestId: '6f0f1f7e-0000-4000-8000-000000000001', iccid: '89148000000000001231' }

  it('done', () => {
    expect(resultOfCallback(parsed('verizon/callback-success.json'))).toEqual({
      ...about,
      state: 'done',
      sentence: '',
    })
  })

  it('refused, with a sentence made from the code and never from the text', () => {
    expect(resultOfCallback(parsed('verizon/callback-failed.json'))).toEqual({
      ...about,
      state: 'refused',
      sentence:
        'Verizon refused: the SIM is in a state that does not allow it; it may already be deactivated (code INPUT_INVALID.DeviceState.Invalid).',
    })
    const other = { faultcode: 'UnifiedWebService.REQUEST_FAILED.UnexpectedError', faultstring: '<b>x</b>' }
    expect(resultOfCallback(parsed('verizon/callback-failed.json', { faultResponse: other }))?.sentence).toBe(
      'Verizon reports that it could not deactivate the SIM (code REQUEST_FAILED.UnexpectedError).',
    )
  })

  it('by request id and status alone, whatever else it holds or lacks', () => {
    const bare = { requestId: 'r', status: 'SUCCESS' }
    const done = { requestId: 'r', iccid: '', state: 'done', sentence: '' }
    expect(resultOfCallback(VerizonCallback.parse(bare))).toEqual(done)
    const more = { ...bare, deviceIds: [{ kind: 'mdn', id: '1', x: 1 }], deviceResponse: { y: [] }, z: null }
    expect(resultOfCallback(VerizonCallback.parse(more))).toEqual(done)
    expect(
      resultOfCallback(VerizonCallback.parse({ ...bare, status: 'Failed', faultResponse: null })),
    ).toMatchObject({
      state: 'refused',
    })
  })

  it.each(['Pending', 'Queued', ''])('nothing yet with the status "%s"', (status) => {
    expect(resultOfCallback(parsed('verizon/callback-success.json', { status }))).toBeUndefined()
  })

  it.each([{}, { requestId: '' }, { requestId: 'r' }, { requestId: 1, status: 'Success' }, null, 'text', []])(
    'is no callback: %j',
    (body) => {
      expect(VerizonCallback.safeParse(body).success).toBe(false)
    },
  )
})

/** Verizon's list of callbacks, and what is asked of it. */
async function registry(answers: { list: StageAnswer | (() => StageAnswer); clock?: TestClock }) {
  const stage = await openHttpStage(({ method, path }: Seen) => {
    if (path === '/token') return { body: '{"access_token":"api","expires_in":3600}' }
    if (path === '/session/login') return { body: '{"sessionToken":"s"}' }
    if (method === 'POST') return json('verizon/callback-registered.json')
    return typeof answers.list === 'function' ? answers.list() : answers.list
  })
  const outbound = createTestOutbound(answers.clock && { clock: answers.clock })
  const client = new VerizonClient(outbound, 'Verizon', {
    baseUrl: stage.url,
    tokenUrl: `${stage.url}/token`,
    key: 'k',
    secret: 's',
    username: 'u',
    password: 'p',
    account: '0000123456-00001',
    descriptionField: 'CustomField1',
  })
  const logged: { facts: object; message: string }[] = []
  const keep = (facts: object, message: string) => void logged.push({ facts, message })
  const make = (at = address) =>
    createVerizonCallbacks({ clock: outbound.clock, client, address: at, log: { info: keep, warn: keep } })
  const callbacks = make()
  open.push(callbacks, outbound, stage)
  const seen = () => stage.seen.filter(({ path }) => path === '/callbacks/0000123456-00001')
  return { callbacks, make, seen, logged, outbound }
}

describe('Verizon: who may call back', () => {
  it('anyone who has user name and password, no one else', async () => {
    const { callbacks, make } = await registry({ list: { body: '[]' } })
    const { username, password } = address
    expect(callbacks.accepts({ username, password })).toBe(true)
    expect(callbacks.accepts(parsed('verizon/callback-success.json'))).toBe(true)
    for (const wrong of [
      {},
      { username },
      { password },
      { username, password: 'cb-pas' },
      { username: 'x', password },
    ])
      expect(callbacks.accepts(wrong)).toBe(false)
    // Nothing configured accepts nothing, also not nothing.
    expect(make({ url: '', username: '', password: '' }).accepts({ username: '', password: '' })).toBe(false)
  })
})

describe('Verizon: telling it where to call back', () => {
  const registered = (change: object) => ({
    body: JSON.stringify([{ ...(JSON.parse(sample('verizon/callbacks.json')) as object[])[0], ...change }]),
  })

  it.each([
    ['no address', { body: '[]' }],
    ['another address', registered({ url: 'https://old.example/' })],
    ['another password', registered({ password: 'old' })],
    ['another service only', registered({ serviceName: 'NiddService' })],
  ])('registers ours where Verizon has %s', async (_what, list) => {
    const { callbacks, seen, logged } = await registry({ list })
    callbacks.register('')
    await expect.poll(() => logged.length, { timeout: 60_000 }).toBe(1)
    expect(seen().map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(JSON.parse(seen()[1]?.body ?? '')).toEqual({ name: 'CarrierService', ...address })
    expect(logged[0]?.facts).toEqual({ url: address.url, isNew: true })
  })

  it.each([
    ['whole', json('verizon/callbacks.json')],
    ['in a list that tells no passwords', registered({ password: null })],
  ])('leaves it alone where it stands already, %s', async (_how, list) => {
    const { callbacks, seen, logged } = await registry({ list })
    callbacks.register('')
    await expect.poll(() => logged.length, { timeout: 60_000 }).toBe(1)
    expect(seen().map(({ method }) => method)).toEqual(['GET'])
  })

  it("makes the address of the console's own where none is configured, and tells none where there is none", async () => {
    const { make, seen } = await registry({ list: { body: '[]' } })
    const without = make({ ...address, url: '' })
    without.register('')
    await without.close()
    expect(seen()).toEqual([])
    const own = make({ ...address, url: '' })
    open.push(own)
    own.register('http://localhost:8080')
    await expect.poll(() => seen().length, { timeout: 60_000 }).toBe(2)
    expect(JSON.parse(seen()[1]?.body ?? '').url).toBe(
      'http://localhost:8080/api/simmanagement/v1/carriers/verizon/callback',
    )
  })

  it('tries on until it works, with growing waits, and R36 logs no password', async () => {
    let left = 2
    const { callbacks, logged, outbound } = await registry({
      list: () => (left-- > 0 ? { status: 403, body: '{}' } : { body: '[]' }),
    })
    callbacks.register('')
    callbacks.register('')
    await expect.poll(() => logged.length, { timeout: 60_000 }).toBe(3)
    expect(logged.map(({ facts }) => ('againInMs' in facts ? facts.againInMs : 'done'))).toEqual([
      2000,
      4000,
      'done',
    ])
    expect(JSON.stringify([logged, outbound.logged])).not.toContain('cb-pass')
  })

  it('ends when the server does, also while it waits for the next try', async () => {
    const clock = createTestClock()
    const { callbacks, logged, seen } = await registry({
      list: { status: 403, body: '{}' },
      clock,
    })
    callbacks.register('')
    await clock.someoneWaits()
    expect(logged).toHaveLength(1)
    await callbacks.close()
    expect(seen()).toHaveLength(1)
  })
})

describe('Verizon in the field: results that call back', () => {
  let field: TestField
  beforeAll(async () => {
    field = await startField()
  })
  afterAll(() => field.stop())

  it('arrive at the registered address, bear its credentials, and say what became of the request', async () => {
    const received: string[] = []
    const listener = await openHttpStage(({ body }) => {
      received.push(body)
      return { body: '' }
    })
    const outbound = createTestOutbound()
    const settings = {
      baseUrl: `${field.url}/verizon/api/m2m/v1`,
      tokenUrl: `${field.url}/verizon/api/ts/v1/oauth2/token`,
      key: 'demo-vzn-key',
      secret: 'demo-vzn-secret',
      username: 'console',
      password: 'demo-vzn-password',
      account: '0342077109-00001',
      descriptionField: 'CustomField1',
    }
    const client = new VerizonClient(outbound, 'Verizon', settings)
    const carrier = createVerizon(outbound, settings, client)
    const logged: string[] = []
    const log = { info: () => void logged.push('registered'), warn: () => {} }
    const callbacks = createVerizonCallbacks({
      clock: outbound.clock,
      client,
      address: { ...address, url: listener.url },
      log,
    })
    open.push(callbacks, outbound, listener)
    callbacks.register('')
    await expect.poll(() => logged, { timeout: 60_000 }).toEqual(['registered'])

    await field.steerVerizon({ callbacks: 'once' })
    // A repeat is normal: on a busy machine the first is acknowledged too late.
    const told = () => new Set(received.map((body) => (JSON.parse(body) as VerizonCallback).requestId)).size
    const first = await carrier.deactivate('8914800000000000014', { reference: randomUUID() })
    await expect.poll(told, { timeout: 60_000 }).toBe(1)
    await field.steerVerizon({ failNext: 1 })
    const second = await carrier.deactivate('8914800000000000022', { reference: randomUUID() })
    await expect.poll(told, { timeout: 60_000 }).toBe(2)
    const bodies = received.map((body) => VerizonCallback.parse(JSON.parse(body)))
    expect(bodies.every((body) => callbacks.accepts(body))).toBe(true)
    const results = bodies.map(resultOfCallback)
    if (first.outcome !== 'accepted' || second.outcome !== 'accepted') throw new Error('not accepted')
    expect(results.find((result) => result?.requestId === first.requestId)).toMatchObject({
      iccid: '8914800000000000014',
      state: 'done',
    })
    expect(results.find((result) => result?.requestId === second.requestId)).toMatchObject({
      iccid: '8914800000000000022',
      state: 'refused',
    })
  })
})
