import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, neighbourErrors } from '../../../platform/outbound/index.ts'
import { type HttpStage, openHttpStage, type StageAnswer } from '../../../testing/http-stage.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { createLocalBrake } from './login-brake.ts'
import { createVerizon } from './verizon.adapter.ts'
import { endedToken, verizonError } from './verizon.errors.ts'
import { verizonSim } from './verizon.mapping.ts'
import { TokenCache } from './verizon.tokens.ts'
import { DeviceList } from './verizon.wire.ts'

const iccid = '89148000000000001231'
const json = (path: string, status = 200): StageAnswer => ({ status, body: sample(path) })

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const settings = {
  key: 'k',
  secret: 's',
  username: 'u',
  password: 'p',
  account: '0000123456-00001',
  descriptionField: 'CustomField1',
  answerWithinMs: 10_000,
}

/** An answer as `verizonError` reads it. */
const answerOf = (body: object): Answer => ({
  status: 400,
  contentType: 'application/json',
  text: '',
  retryAfterMs: undefined,
  json: (shape) => shape.parse(body),
  tryJson: (shape) => shape.safeParse(body).data,
  malformed: (why) => neighbourErrors.malformed('Verizon', { detail: why }),
})

/** Verizon with tokens that the test can end; counts what was asked. */
async function verizon(
  options: { refuseLogin?: boolean; expiresIn?: number; endsApiWithSession?: boolean } = {},
) {
  const asked = { token: 0, login: 0, device: 0 }
  const valid = { api: '', session: '' }
  const stage: HttpStage = await openHttpStage(({ path, headers }) => {
    if (path === '/token') {
      asked.token++
      valid.api ||= `api-${asked.token}`
      return { body: JSON.stringify({ access_token: valid.api, expires_in: options.expiresIn ?? 3600 }) }
    }
    if (headers.authorization !== `Bearer ${valid.api}`) {
      if (path === '/session/login') asked.login++
      return json('verizon/error-401-invalid-credentials.json', 401)
    }
    if (path === '/session/login') {
      asked.login++
      if (options.refuseLogin) return json('verizon/error-400-login.json', 400)
      valid.session = `session-${asked.login}`
      return { body: JSON.stringify({ sessionToken: valid.session }) }
    }
    asked.device++
    if (headers['vz-m2m-token'] !== valid.session) {
      if (options.endsApiWithSession) valid.api = ''
      return json('verizon/error-400-session-expired.json', 400)
    }
    return json(path.endsWith('/imeiiccidmismatch') ? 'verizon/mismatches.json' : 'verizon/device.json')
  })
  const outbound = createTestOutbound()
  open.push(stage, outbound)
  const carrier = createVerizon(outbound, {
    baseUrl: stage.url,
    tokenUrl: `${stage.url}/token`,
    ...settings,
  })
  return { asked, valid, carrier, clock: outbound.clock }
}

describe('Verizon: two tokens for the whole process', () => {
  it('makes one login for fifty readers who come at once', async () => {
    const { asked, carrier } = await verizon()
    await Promise.all(Array.from({ length: 50 }, () => carrier.readSim(iccid)))
    expect(asked).toEqual({ token: 1, login: 1, device: 50 })
  })

  it('fleet 1 tells which SIMs are in another device than they were activated with', async () => {
    const { carrier } = await verizon()
    expect(await carrier.swapped?.(new Date(0))).toEqual([
      { iccid: '89148000000800784259', before: '990003420535573', after: '987603420573553' },
    ])
  })

  it('logs in once and repeats once when the session ends in the middle, also for many', async () => {
    const { asked, valid, carrier } = await verizon()
    await carrier.readSim(iccid)
    valid.session = 'ended'
    await Promise.all(Array.from({ length: 20 }, () => carrier.readSim(iccid)))
    expect(asked).toMatchObject({ token: 1, login: 2 })
  })

  it('renews the API token, then the session, when both end at once', async () => {
    const { asked, valid, carrier } = await verizon()
    await carrier.readSim(iccid)
    valid.api = ''
    valid.session = 'ended'
    expect((await carrier.readSim(iccid)).iccid).toBe(iccid)
    expect(asked).toMatchObject({ token: 2, login: 2 })
  })

  it('takes an API token that ended just when the session is renewed for no refusal', async () => {
    // The session's end is told while the API token still works; by the time of the login it does not.
    const { asked, valid, carrier } = await verizon({ endsApiWithSession: true })
    await carrier.readSim(iccid)
    valid.session = 'ended'
    expect((await carrier.readSim(iccid)).iccid).toBe(iccid)
    expect(asked).toMatchObject({ token: 2, login: 3 })
  })

  it('asks for a new API token before the old one ends', async () => {
    const { asked, carrier, clock } = await verizon({ expiresIn: 90 })
    await carrier.readSim(iccid)
    await clock.advance(59_999)
    await carrier.readSim(iccid)
    expect(asked.token).toBe(1)
    await clock.advance(1)
    await carrier.readSim(iccid)
    expect(asked).toMatchObject({ token: 2, login: 1 })
  })

  it('never repeats a refused login by itself: five would lock the user', async () => {
    const { asked, carrier } = await verizon({ refuseLogin: true })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => carrier.readSim(iccid)))
    expect(asked).toEqual({ token: 1, login: 1, device: 0 })
    for (let i = 0; i < 3; i++) await carrier.readSim(iccid).catch(() => {})
    expect(asked).toEqual({ token: 1, login: 2, device: 0 })
    for (const result of results) {
      expect(result).toMatchObject({
        reason: { kind: 'credentials', sentence: expect.stringContaining('administrator') },
      })
    }
  })

  it('drops no token that was made meanwhile', async () => {
    const { asked, valid, carrier } = await verizon()
    await carrier.readSim(iccid)
    const [api, session] = [valid.api, valid.session]
    let made = 0
    const source = {
      requestApiToken: async () => ({ token: `api ${++made}`, expiresInS: 60 }),
      logIn: async () => `session ${++made}`,
    }
    const cache = new TokenCache(createTestOutbound().clock, 'Verizon', source, {
      login: createLocalBrake(),
      credentials: 'x',
    })
    const used = await cache.get()
    cache.drop('session', { api, session })
    cache.drop('api', { api, session })
    expect(await cache.get()).toEqual(used)
    expect(asked.login).toBe(1)
  })

  it.each([
    'REQUEST_FAILED.SessionToken.Expired',
    'INPUT_INVALID.SessionToken.Invalid',
    'REQUEST_FAILED.SessionToken.Format',
  ])('%s: one new login, one repetition', (code) => {
    const error = verizonError('Verizon', answerOf({ errorCode: `UnifiedWebService.${code}` }))
    expect([error.kind, endedToken(error)]).toEqual(['refused', 'session'])
  })

  it.each(['900901', '900902'])('%s of the gateway: a new API token', (code) => {
    const error = verizonError('Verizon', answerOf({ fault: { code } }))
    expect([error.kind, endedToken(error)]).toEqual(['refused', 'api'])
  })

  it.each(['REQUEST_FAILED.DeviceNotFound', 'INPUT_INVALID.Device.Account.Invalid'])(
    '%s is a SIM that it does not know',
    (code) => {
      const error = verizonError('Verizon', answerOf({ errorCode: `UnifiedWebService.${code}` }))
      expect(error.kind).toBe('not-found')
    },
  )

  it.each(['AccountNotFound', 'AccountName.Invalid', 'MultipleAccounts'])(
    '%s is a matter of configuration',
    (code) => {
      const error = verizonError(
        'Verizon',
        answerOf({ errorCode: `UnifiedWebService.REQUEST_FAILED.${code}` }),
      )
      expect([error.kind, error.sentence]).toEqual([
        'credentials',
        "Verizon does not accept the console's account. Trying again will not help: tell the administrator.",
      ])
    },
  )

  it('forgets no session because one caller went away during the login', async () => {
    const { asked, carrier } = await verizon()
    const away = new AbortController()
    const left = carrier.readSim(iccid, { signal: away.signal })
    const stays = carrier.readSim(iccid)
    away.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect((await stays).iccid).toBe(iccid)
    expect(asked.login).toBe(1)
  })
})

describe('Verizon: mapping (carriers.md 5)', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const read = (path: string, change: object = {}) => {
    const device = DeviceList.parse(JSON.parse(sample(path))).devices[0]
    if (!device) throw new Error('no device')
    return verizonSim({ ...device, ...change }, { iccid, descriptionField: 'customfield1', now })
  }

  it('shows 0.0.0.0 as no address, and deactive as Deactivated', () => {
    expect(read('verizon/device-deactivated.json')).toMatchObject({
      deviceStatus: 'Deactivated',
      rawStatus: 'deactive',
      ipAddress: '',
      imei: '',
      onlineStatus: 'Offline',
    })
  })

  it('takes the description from the custom field that holds it, in whatever case it is named', () => {
    const customFields = [
      { key: 'CustomField2', value: 'no' },
      { key: 'CUSTOMField1', value: 'Harbor Security' },
    ]
    expect(read('verizon/device.json', { customFields }).description).toBe('Harbor Security')
    expect(read('verizon/device.json', { customFields: [] }).description).toBe('')
  })

  it('knows states by their beginnings', () => {
    const stateOf = (state: string) =>
      read('verizon/device.json', { carrierInformations: [{ state }] }).deviceStatus
    expect(
      ['active', 'Active', 'suspend', 'suspended', 'deactive', 'pre-active', 'preactive', 'odd', ''].map(
        stateOf,
      ),
    ).toEqual([
      'Active',
      'Active',
      'Suspended',
      'Suspended',
      'Deactivated',
      'Inventory',
      'Inventory',
      'Unknown',
      'Unknown',
    ])
    expect(read('verizon/device-suspended.json').deviceStatus).toBe('Suspended')
  })

  it('integration 8 of several carriers the one still in service counts; contradictions and pending words are Unknown', () => {
    const of = (...states: (string | null)[]) => {
      const { deviceStatus, rawStatus } = read('verizon/device.json', {
        carrierInformations: states.map((state) => ({ state })),
      })
      return [deviceStatus, rawStatus]
    }
    expect(of('deactive', 'active')).toEqual(['Active', 'deactive, active'])
    expect(of('suspend', 'deactive')).toEqual(['Suspended', 'suspend, deactive'])
    expect(of('deactive', 'Deactive')).toEqual(['Deactivated', 'deactive, Deactive'])
    expect(of('active', 'suspend')).toEqual(['Unknown', 'active, suspend'])
    expect(of('pending deactive')).toEqual(['Unknown', 'pending deactive'])
    expect(of('deactive', 'pending active')).toEqual(['Unknown', 'deactive, pending active'])
    expect(of(null, 'active')).toEqual(['Active', 'active'])
    expect(of()).toEqual(['Unknown', ''])
  })

  it('2.4 last known is the last connection, else the last activation', () => {
    const lastActivationDate = '2023-05-02T10:43:00-04:00'
    expect(read('verizon/device.json', { lastConnectionDate: null, lastActivationDate }).lastKnownAt).toBe(
      '2023-05-02T14:43:00.000Z',
    )
  })

  it('K03 takes mdn before msisdn, wherever each stands', () => {
    const mdn = { kind: 'mdn', id: '5550100789' }
    const msisdn = { kind: 'msisdn', id: '15550100456' }
    for (const deviceIds of [
      [mdn, msisdn],
      [msisdn, mdn],
    ])
      expect(read('verizon/device.json', { deviceIds })).toMatchObject({ phoneNumber: '5550100789' })
  })

  it('takes the phone number from mdn, else msisdn, whatever their case', () => {
    const deviceIds = [
      { kind: 'MSISDN', id: '15550100456' },
      { kind: 'Imei', id: '350000001234562' },
    ]
    expect(read('verizon/device.json', { deviceIds })).toMatchObject({
      phoneNumber: '15550100456',
      imei: '350000001234562',
    })
  })

  it('survives a device with nothing but its id', () => {
    const bare = {
      carrierInformations: null,
      connected: null,
      customFields: null,
      ipAddress: null,
      lastConnectionDate: null,
      lastActivationDate: null,
      accountName: null,
    }
    expect(read('verizon/device.json', bare)).toMatchObject({
      deviceStatus: 'Unknown',
      onlineStatus: 'Unknown',
      ipAddress: '',
      accountNumber: '',
      description: '',
      lastKnownAt: now.toISOString(),
    })
  })
})
