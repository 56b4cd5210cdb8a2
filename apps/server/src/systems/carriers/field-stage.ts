import { carrierNames } from '@support-console/contract'
import { withCheckDigit } from '../../demo/numbers.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { closedPort } from '../../testing/http-stage.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'
import { createAeris } from './aeris/aeris.adapter.ts'
import { createAtt } from './att/att.adapter.ts'
import type { Carrier, CarrierSim } from './carrier.ts'
import type { CarrierStage, Fault } from './carrier-stage.ts'
import type { LoginBrake } from './verizon/login-brake.ts'
import { createVerizon } from './verizon/verizon.adapter.ts'
import { VerizonClient } from './verizon/verizon.client.ts'
import { createWyless } from './wyless/wyless.adapter.ts'

interface FieldConnection {
  outbound: Outbound
  /** The field's address. */
  url: string
  wrongCredentials?: boolean | undefined
  answerWithinMs?: number | undefined
}

const wrongIf = (wrong: boolean | undefined, right: string) => (wrong ? 'WRONG-ONE' : right)
const times = ({ answerWithinMs }: FieldConnection) => (answerWithinMs ? { answerWithinMs } : {})

/** Every carrier as the server connects to it with DEMO=on. */
export const fieldCarriers = {
  ATT: (at: FieldConnection & { callsPerSecond?: number; readWithinMs?: number }): Carrier =>
    createAtt(at.outbound, {
      ...(at.readWithinMs ? { readWithinMs: at.readWithinMs } : {}),
      ...(at.callsPerSecond ? { callsPerSecond: at.callsPerSecond } : {}),
      baseUrl: `${at.url}/att/rws/api/v1`,
      user: 'console',
      apiKey: wrongIf(at.wrongCredentials, 'demo-att-key'),
      ...times(at),
    }),
  /** @param at.brake as a server with a database has it */
  VZN: ({ brake, ...at }: FieldConnection & { brake?: LoginBrake }): Carrier => {
    const settings = {
      baseUrl: `${at.url}/verizon/api/m2m/v1`,
      tokenUrl: `${at.url}/verizon/api/ts/v1/oauth2/token`,
      key: 'demo-vzn-key',
      secret: 'demo-vzn-secret',
      username: 'console',
      password: wrongIf(at.wrongCredentials, 'demo-vzn-password'),
      account: '0342077109-00001',
      descriptionField: 'CustomField1',
      ...times(at),
    }
    return createVerizon(
      at.outbound,
      settings,
      brake && new VerizonClient(at.outbound, carrierNames.VZN, settings, brake),
    )
  },
  AERIS: (at: FieldConnection): Carrier =>
    createAeris(at.outbound, {
      baseUrl: `${at.url}/aeris/AerAdmin_WS_5_0/rest`,
      usageUrl: `${at.url}/aeris/analytics`,
      apiKey: wrongIf(at.wrongCredentials, 'demo-aeris-key'),
      accountId: '100042',
      email: 'console@example.com',
      ...times(at),
    }),
  WYLESS: (at: FieldConnection, credentials: 'session-key' | 'login' = 'session-key'): Carrier =>
    createWyless(at.outbound, {
      url: `${at.url}/wyless/PorthosAPI/PorthosWSF2.asmx`,
      login: 'console',
      password: wrongIf(at.wrongCredentials, 'demo-wyless-password'),
      partnerId: 1000,
      credentials,
      ...times(at),
    }),
}

interface Part {
  system: 'att' | 'verizon' | 'aeris' | 'wyless'
  connect: (at: FieldConnection) => Carrier
  known: { iccid: string; sim: Partial<CarrierSim> }
  unknownIccid: string
  refusingIccid?: string
  /** A range of active SIMs, without check digit; elsewhere a new field gives the one SIM back. */
  range?: string
}

export const fieldParts = {
  att: {
    system: 'att',
    connect: fieldCarriers.ATT,
    known: {
      iccid: '8901170000000000013',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'ACTIVATED',
        ipAddress: '10.64.18.13',
        onlineStatus: 'Online',
      },
    },
    unknownIccid: '8901170000000009998',
    refusingIccid: '8901170000000000054',
    range: '8901170000000001',
  },
  verizon: {
    system: 'verizon',
    connect: fieldCarriers.VZN,
    known: {
      iccid: '8914800000000000014',
      sim: {
        deviceStatus: 'Active',
        rawStatus: 'active',
        onlineStatus: 'Offline',
        accountNumber: '0342077109-00001',
        description: 'Harbor Security, panel 17',
      },
    },
    unknownIccid: '8914800000000000030',
    range: '8914800000000001',
  },
  aeris: {
    system: 'aeris',
    connect: fieldCarriers.AERIS,
    known: {
      iccid: '8932300000000000011',
      sim: { deviceStatus: 'Active', rawStatus: 'Bill', onlineStatus: 'Online' },
    },
    unknownIccid: '8932300000000000995',
  },
  wyless: {
    system: 'wyless',
    connect: (at) => fieldCarriers.WYLESS(at),
    known: { iccid: '8946200000000000012', sim: { deviceStatus: 'Active', onlineStatus: 'Online' } },
    unknownIccid: '8946200000000000020',
  },
  wylessByLogin: {
    system: 'wyless',
    connect: (at) => fieldCarriers.WYLESS(at, 'login'),
    known: { iccid: '8946200000000000012', sim: { deviceStatus: 'Active', onlineStatus: 'Online' } },
    unknownIccid: '8946200000000000020',
  },
} satisfies Record<string, Part>

/** One of the field's carriers as a stage for the facts. */
export const onField = (part: Part, shared: TestField) => async (): Promise<CarrierStage> => {
  let field = shared
  let seenUpTo = 0
  let used = 0

  async function renew(): Promise<void> {
    if (field !== shared) await field.stop()
    field = await startField(fastField)
    seenUpTo = 0
  }

  return {
    connect: (outbound, { closedPort: isClosed, ...options } = {}) =>
      part.connect({ outbound, url: isClosed ? closedPort : field.url, ...options }),
    known: part.known,
    unknownIccid: part.unknownIccid,
    ...(part.refusingIccid ? { refusingIccid: part.refusingIccid } : {}),
    async activeIccid() {
      if (part.range) return withCheckDigit(part.range + String(used++).padStart(3, '0'))
      if (field === shared || (await field.deactivations(part.known.iccid)) > 0) await renew()
      return part.known.iccid
    },
    deactivations: (iccid) => field.deactivations(iccid),
    spoil: (fault) => field.fault({ system: part.system, ...faultOf(fault) }),
    answer: (said) => field.fault({ system: part.system, fault: 'answer', ...said }),
    heal: () => field.heal(),
    async transactionIds() {
      const requests = await field.requests(`system=${part.system}&limit=1000`)
      const fresh = requests.filter(({ id, status }) => id > seenUpTo && status !== 429)
      seenUpTo = requests[0]?.id ?? seenUpTo
      return fresh.map(({ transactionId }) => transactionId ?? undefined)
    },
    close: async () => {
      if (field !== shared) await field.stop()
    },
  }
}

function faultOf(fault: Fault): { fault: string; variant?: string; seconds?: number } {
  if (fault === 'slow') return { fault, seconds: 0.2 }
  const [kind, variant] = /^(garbage|packed)-(.*)$/.exec(fault)?.slice(1) ?? []
  return kind && variant ? { fault: kind, variant } : { fault }
}
