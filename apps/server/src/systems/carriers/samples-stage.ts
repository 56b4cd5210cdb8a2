import { closedPort, openHttpStage, type Seen, type StageAnswer } from '../../testing/http-stage.ts'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import { createAeris } from './aeris/aeris.adapter.ts'
import {
  json,
  type SampleState,
  sample,
  VERIZON_REQUEST,
  verizonDeactivation,
  wylessDeactivation,
  xml,
} from './answers-stage.ts'
import { createAtt } from './att/att.adapter.ts'
import type { Carrier, CarrierSim } from './carrier.ts'
import type { CarrierStage } from './carrier-stage.ts'
import { createVerizon } from './verizon/verizon.adapter.ts'
import { createWyless } from './wyless/wyless.adapter.ts'

const wrongIf = (wrong: boolean | undefined, right: string) => (wrong ? 'WRONG-ONE' : right)

interface Place {
  outbound: TestOutbound
  url: string
  wrongCredentials: boolean | undefined
  answerWithinMs: number
}

async function stageOf(parts: {
  answer: (request: Seen, state: SampleState) => StageAnswer
  connect: (place: Place) => Carrier
  known: { iccid: string; sim: Partial<CarrierSim> }
  unknownIccid: string
  refusingIccid: string
}): Promise<CarrierStage> {
  const state: SampleState = { isDeactivated: false, asked: 0 }
  const http = await openHttpStage((request) => parts.answer(request, state))
  return {
    connect: (outbound, { answerWithinMs = 10_000, wrongCredentials, closedPort: isClosed } = {}) =>
      parts.connect({ outbound, url: isClosed ? closedPort : http.url, wrongCredentials, answerWithinMs }),
    known: parts.known,
    unknownIccid: parts.unknownIccid,
    refusingIccid: parts.refusingIccid,
    async activeIccid() {
      state.isDeactivated = false
      return parts.known.iccid
    },
    deactivations: async () => state.asked,
    spoil: async (fault) => http.fault(fault),
    answer: async (said) => http.answer(said),
    heal: async () => http.fault(undefined),
    transactionIds: async () =>
      http.seen.splice(0).map(({ headers }) => headers['x-transaction-id'] as string),
    close: () => http.close(),
  }
}

export const attSamples = () =>
  stageOf({
    known: {
      iccid: '89011700000000001234',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'ACTIVATED',
        imei: '350000001234562',
        ipAddress: '10.20.4.17',
        phoneNumber: '15550100123',
        onlineStatus: 'Online',
        lastKnownAt: '2025-10-02T07:30:00.000Z',
      },
    },
    unknownIccid: '89011700000000009997',
    refusingIccid: '89011700000000005433',
    answer: ({ method, path, headers, body }, state) => {
      const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
      if (basic !== 'console:demo-att-key') return json('att/error-401-credentials.json', 401)
      if (method === 'PUT' && body !== '{"status":"DEACTIVATED"}') return { status: 500, body: '{}' }
      if (method === 'PUT' && path.endsWith('5433')) return json('att/error-400-refused.json', 400)
      if (path === '/rws/api/v1/devices/89011700000000001234') {
        if (method === 'PUT') {
          state.asked++
          state.isDeactivated = true
          return json('att/edit-answer.json')
        }
        return json(state.isDeactivated ? 'att/device-deactivated.json' : 'att/device.json')
      }
      if (path === '/rws/api/v1/devices/89011700000000001234/sessionInfo')
        return json('att/session-online.json')
      if (path === '/rws/api/v1/devices/89011700000000001234/usageInZone')
        return json('att/usage-in-zone.json')
      return json('att/error-404-unknown.json', 404)
    },
    connect: ({ outbound, url, wrongCredentials, answerWithinMs }) =>
      createAtt(outbound, {
        baseUrl: `${url}/rws/api/v1`,
        user: 'console',
        apiKey: wrongIf(wrongCredentials, 'demo-att-key'),
        answerWithinMs,
      }),
  })

export const verizonSamples = () =>
  stageOf({
    known: {
      iccid: '89148000000000001231',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'active',
        imei: '350000001234562',
        ipAddress: '10.64.3.9',
        phoneNumber: '5550100456',
        onlineStatus: 'Online',
        lastKnownAt: '2025-11-03T09:23:37.000Z',
        accountNumber: '0000123456-00001',
        description: 'Harbor Security, panel 17',
      },
    },
    unknownIccid: '89148000000000009994',
    refusingIccid: '89148000000000005430',
    answer: ({ path, headers, body }, state) => {
      const token = (JSON.parse(sample('verizon/api-token.json')) as { access_token: string }).access_token
      const session = (JSON.parse(sample('verizon/session.json')) as { sessionToken: string }).sessionToken
      if (path === '/token') {
        const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
        const isRight = basic === 'demo-vzn-key:demo-vzn-secret' && body === 'grant_type=client_credentials'
        return isRight ? json('verizon/api-token.json') : json('verizon/error-401-token-service.json', 401)
      }
      if (headers.authorization !== `Bearer ${token}`)
        return json('verizon/error-401-invalid-credentials.json', 401)
      if (path === '/m2m/v1/session/login') {
        const { password } = JSON.parse(body) as { password: string }
        return password === 'demo-vzn-password'
          ? json('verizon/session.json')
          : json('verizon/error-400-login.json', 400)
      }
      if (headers['vz-m2m-token'] !== session) return json('verizon/error-400-session-invalid.json', 400)
      if (path === `/m2m/v1/accounts/0000123456-00001/requests/${VERIZON_REQUEST}/status`)
        return json('verizon/request-status-success.json')
      if (path === '/m2m/v1/devices/actions/deactivate') return verizonDeactivation(JSON.parse(body), state)
      const { deviceId } = JSON.parse(body) as { deviceId: { id: string } }
      if (deviceId.id !== '89148000000000001231') return json('verizon/error-400-device-not-found.json', 400)
      if (path === '/m2m/v1/devices/usage/actions/list') return json('verizon/usage-history.json')
      return json(state.isDeactivated ? 'verizon/device-deactivated.json' : 'verizon/device.json')
    },
    connect: ({ outbound, url, wrongCredentials, answerWithinMs }) =>
      createVerizon(outbound, {
        baseUrl: `${url}/m2m/v1`,
        tokenUrl: `${url}/token`,
        key: 'demo-vzn-key',
        secret: 'demo-vzn-secret',
        username: 'console',
        password: wrongIf(wrongCredentials, 'demo-vzn-password'),
        account: '0000123456-00001',
        descriptionField: 'CustomField1',
        answerWithinMs,
      }),
  })

export const aerisSamples = () =>
  stageOf({
    known: {
      iccid: '8932300000000000011',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'Bill',
        imei: '',
        ipAddress: '',
        phoneNumber: '15550100789',
        onlineStatus: 'Online',
        lastKnownAt: '2025-11-03T01:49:40.000Z',
      },
    },
    unknownIccid: '8932300000000000995',
    refusingIccid: '8932300000000000541',
    answer: ({ method, path, query, body }, state) => {
      if (query.get('apiKey') !== 'demo-aeris-key') return json('aeris/error-401.json', 401)
      if (path === '/analytics/search/subscription/detail/monthly') {
        const isRight = query.get('accountId') === '100042' && query.get('searchCriteria') === 'ICCID'
        if (!isRight) return json('aeris/error-401.json', 401)
        const isKnown = query.get('searchValue') === '8932300000000000011'
        return json(isKnown ? 'aeris/usage-monthly.json' : 'aeris/usage-none.json')
      }
      const given =
        method === 'GET' ? Object.fromEntries(query) : (JSON.parse(body) as Record<string, string>)
      if (given.accountID !== '100042' || given.email !== 'console@example.com') {
        return json('aeris/error-401.json', 401)
      }
      if (given.ICCID === '8932300000000000541') return json('aeris/error-200-not-activated.json')
      if (given.ICCID !== '8932300000000000011') return json('aeris/error-200-not-found.json')
      if (path.endsWith('/devices/details'))
        return json(state.isDeactivated ? 'aeris/device-cancelled.json' : 'aeris/device.json')
      if (path.endsWith('/devices/cancel')) state.asked++
      if (state.isDeactivated) return json('aeris/error-200-not-activated.json')
      if (path.endsWith('/network/details')) return json('aeris/network-online.json')
      if (!path.endsWith('/devices/cancel')) return { status: 404, body: '{}' }
      state.isDeactivated = true
      return json('aeris/change.json')
    },
    connect: ({ outbound, url, wrongCredentials, answerWithinMs }) =>
      createAeris(outbound, {
        baseUrl: `${url}/AerAdmin_WS_5_0/rest`,
        usageUrl: `${url}/analytics`,
        apiKey: wrongIf(wrongCredentials, 'demo-aeris-key'),
        accountId: '100042',
        email: 'console@example.com',
        answerWithinMs,
      }),
  })

export const wylessSamples = (credentials: 'session-key' | 'login') => () =>
  stageOf({
    known: {
      iccid: '8946200000000000012',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'Activated',
        imei: '350000001234562',
        ipAddress: '10.30.0.5',
        phoneNumber: '15550100321',
        onlineStatus: 'Online',
        lastKnownAt: '2025-11-03T10:00:05.000Z',
      },
    },
    unknownIccid: '8946200000000000020',
    refusingIccid: '8946200000000000541',
    answer: ({ headers, body }, state) => {
      const operation = /^"https:\/\/www\.wyless\.net\/(\w+)"$/.exec(String(headers.soapaction))?.[1]
      const byLogin = /<w:Login>console<\/w:Login><w:Password>demo-wyless-password<\/w:Password>/.test(body)
      const byKey = body.includes('<w:SessionKey>5b1f6a40-0000-4000-8000-00000000a001</w:SessionKey>')
      if (!body.includes('<w:PartnerId>1000</w:PartnerId>'))
        return xml('wyless/fault-authentication.xml', 500)
      if (operation === 'Authenticate')
        return xml(byLogin ? 'wyless/authenticate.xml' : 'wyless/authenticate-failed.xml')
      if (credentials === 'login' ? !byLogin : !byKey) return xml('wyless/fault-authentication.xml', 500)
      if (operation === 'SingleSIMInquiry') {
        const isKnown = body.includes('<w:SIMNo>8946200000000000012</w:SIMNo>')
        const known = state.isDeactivated ? 'wyless/sim-inquiry-deactivated.xml' : 'wyless/sim-inquiry.xml'
        return xml(isKnown ? known : 'wyless/sim-inquiry-unknown.xml')
      }
      if (operation === 'SingleDeActivateSIM') return wylessDeactivation(body, state)
      if (
        operation === 'GetNetworkConnectionOnlineStatus' &&
        body.includes('<w:msisdn>15550100321</w:msisdn>')
      ) {
        return xml('wyless/online-status-online.xml')
      }
      return xml('wyless/fault-unknown-operation.xml', 500)
    },
    connect: ({ outbound, url, wrongCredentials, answerWithinMs }) =>
      createWyless(outbound, {
        url: `${url}/PorthosAPI/PorthosWSF2.asmx`,
        login: 'console',
        password: wrongIf(wrongCredentials, 'demo-wyless-password'),
        partnerId: 1000,
        credentials,
        answerWithinMs,
      }),
  })
