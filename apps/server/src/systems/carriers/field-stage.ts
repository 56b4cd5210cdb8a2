import type { FieldProcess } from '../../testing/field-process.ts'
import { closedPort } from '../../testing/http-stage.ts'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import { createAeris } from './aeris/aeris.adapter.ts'
import { createAtt } from './att/att.adapter.ts'
import type { CarrierStage, Fault } from './carrier.facts.ts'
import type { Carrier, CarrierSim } from './carrier.ts'
import { createVerizon } from './verizon/verizon.adapter.ts'
import { createWyless } from './wyless/wyless.adapter.ts'

interface FieldConnection {
  outbound: TestOutbound
  /** The field's address. */
  url: string
  wrongCredentials?: boolean | undefined
  answerWithinMs?: number | undefined
}

const wrongIf = (wrong: boolean | undefined, right: string) => (wrong ? 'WRONG-ONE' : right)
const times = ({ answerWithinMs }: FieldConnection) => (answerWithinMs ? { answerWithinMs } : {})

/** Every carrier as the server connects to it with DEMO=on. */
export const fieldCarriers = {
  ATT: (at: FieldConnection): Carrier =>
    createAtt(at.outbound, {
      baseUrl: `${at.url}/att/rws/api/v1`,
      user: 'console',
      apiKey: wrongIf(at.wrongCredentials, 'demo-att-key'),
      ...times(at),
    }),
  VZN: (at: FieldConnection): Carrier =>
    createVerizon(at.outbound, {
      baseUrl: `${at.url}/verizon/api/m2m/v1`,
      tokenUrl: `${at.url}/verizon/api/ts/v1/oauth2/token`,
      key: 'demo-vzn-key',
      secret: 'demo-vzn-secret',
      username: 'console',
      password: wrongIf(at.wrongCredentials, 'demo-vzn-password'),
      account: '0342077109-00001',
      descriptionField: 'CustomField1',
      ...times(at),
    }),
  AERIS: (at: FieldConnection): Carrier =>
    createAeris(at.outbound, {
      baseUrl: `${at.url}/aeris/AerAdmin_WS_5_0/rest`,
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
export const onField = (part: Part, field: FieldProcess) => async (): Promise<CarrierStage> => {
  const closed = await closedPort()
  let seenUpTo = 0
  return {
    connect: (outbound, { closedPort: isClosed, ...options } = {}) =>
      part.connect({ outbound, url: isClosed ? closed : field.url, ...options }),
    known: part.known,
    unknownIccid: part.unknownIccid,
    spoil: (fault) => field.fault({ system: part.system, ...faultOf(fault) }),
    heal: () => field.heal(),
    async transactionIds() {
      const fresh = (await field.requests(`system=${part.system}&limit=1000`)).filter(
        ({ id }) => id > seenUpTo,
      )
      seenUpTo = fresh[0]?.id ?? seenUpTo
      return fresh.map(({ transactionId }) => transactionId ?? undefined)
    },
    close: async () => {},
  }
}

function faultOf(fault: Fault): { fault: string; variant?: string; seconds?: number } {
  if (fault === 'slow') return { fault, seconds: 0.2 }
  if (fault === 'garbage-html') return { fault: 'garbage', variant: 'html' }
  if (fault === 'garbage-half-json') return { fault: 'garbage', variant: 'half-json' }
  return { fault }
}
