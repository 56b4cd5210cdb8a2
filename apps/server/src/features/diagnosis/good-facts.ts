import type { Fact, FactName, Facts, FactValues } from './facts.ts'
import { factNames, sourceOf } from './facts.ts'
import { diagnosisOf } from './judge.ts'

export const now = '2026-11-22T09:55:00.000Z'
export const before = '2026-11-22T06:41:00.000Z'
export const seenAt = '2026-11-22T09:54:31.000Z'
export const panel = 'CBS0000017'
export const sim = '8901170000000000017'

/** A panel and its SIM without fault, as all sources tell of them. */
const good: FactValues = {
  panel: {
    companyName: 'Wexmoor Security',
    companySapNumber: '1000009',
    remoteId: 'RP-000017',
    services: [{ serviceName: 'REMOTE_CONNECT', activated: true }],
    physicalId: '6f9619ff-8b86-d011-b42d-00c04fc96417',
    sims: [sim],
    updatedAt: null,
    receiver: '',
  },
  panelCompany: {
    companyId: 9,
    name: 'Wexmoor Security',
    webconnectMobileEnabled: true,
    useConnectorService: true,
    allowCBSAuthforClouldPanelConnections: true,
  },
  connection: {
    state: 'connected',
    container: 'webconnect-2',
    iccid: sim,
    host: '10.80.0.17',
    since: before,
    saidAt: seenAt,
    connectedAt: before,
    sentAt: seenAt,
    refusedSince: null,
    receivedAt: seenAt,
    status: 'OK',
  },
  container: {
    containerName: 'webconnect-2',
    connectionCount: 398,
    cpuUsage: 12,
    memoryUsage: 600,
    updateDate: seenAt,
    clockOffsetSeconds: 0,
    silentCount: 2,
    problem: '',
    checkedAt: seenAt,
  },
  containers: { all: 8, failing: 0 },
  look: true,
  portal: false,
  environment: { pointsTo: 'test', changedAt: null },
  deployments: [],
  receiversInError: [],
  absences: [],
  commonCauses: [],
  others: [],
  reconnects: [],
  history: [],
  sim: {
    vendorCode: 'ATT',
    deactivatedAt: null,
    companyName: 'Wexmoor Security',
    sapCompanyId: '1000009',
  },
  usability: true,
  vpn: {
    own: 'TIER3_STANDARD',
    company: 'TIER3_STANDARD',
    has: { gateway: true, 'user name': true, password: true },
  },
  company: {
    usage_monitoring_enabled: true,
    alert_threshold_percent: 100,
    warning_threshold_percent: 75,
    subnets: ['10.64.0.0/16'],
    companyId: 9,
    name: 'Wexmoor Security',
    mnvOsInUse: ['Verizon'],
  },
  deactivation: null,
  billing: { year: 2026, month: 11, lines: [{ plan: 'Alarm 5MB', bytes: 2_000_000 }] },
  pulse: { answered: 5, failed: 0, failedSince: null },
  changes: [],
  seenIn: [],
  ownSimIn: [],
  carrier: said('10.64.18.17'),
  mobileBroker: { ...said('10.64.18.17'), natIp: '10.64.18.17', realIp: '172.20.4.17' },
  connector: { ...said('10.64.18.17'), sapCompanyId: '1000009', companyName: 'Wexmoor Security' },
}
function said(ipAddress: string) {
  return {
    deviceStatus: 'Active',
    rawStatus: 'ACTIVATED',
    imei: '352099001761481',
    ipAddress,
    onlineStatus: 'Online',
  }
}
export const carrierName = 'AT&T'

export type Changes = { [Name in FactName]?: Partial<NonNullable<FactValues[Name]>> | FactValues[Name] }
type State = 'waiting' | 'unanswered'

/** The good facts with these changed; `states`: those that are not known. */
export function factsWith(changes: Changes, states: { [Name in FactName]?: State } = {}): Facts {
  const facts = Object.fromEntries(
    factNames.map((name) => {
      const source = name === 'carrier' ? carrierName : sourceOf(name)
      const state = states[name]
      if (state)
        return [
          name,
          { is: state, how: 'no-answer', source, at: now, why: `${source} did not answer within 20 s.` },
        ]
      const change = changes[name]
      const value =
        name in changes
          ? typeof change === 'object' && change !== null && !Array.isArray(change)
            ? { ...(good[name] as object), ...change }
            : change
          : good[name]
      return [name, { is: 'known', value, source, at: now } as Fact<unknown>]
    }),
  )
  return {
    ...(facts as unknown as Facts),
    cloudId: panel,
    iccid: sim,
    now,
    host: 'test',
    whoNeeds: null,
    lacks: {},
    silentMinutes: 15,
    staleAfterMs: 300_000,
  }
}
export const look = (changes: Changes, states: { [Name in FactName]?: State } = {}) =>
  diagnosisOf(factsWith(changes, states), now)
export const gone = { connection: { state: 'gone', since: seenAt, receivedAt: null } } as const
export const suspended = { deviceStatus: 'Suspended', rawStatus: 'SUSPENDED', onlineStatus: 'Offline' }
export const all = { carrier: suspended, mobileBroker: suspended, connector: suspended }
export const change = (field: string, from: string, to: string) => ({
  changes: [
    { id: sim, source: carrierName, field, before: from, after: to, at: new Date(before), notAt: null },
  ],
})

export function deployed(endedAt: string): Pick<Changes, 'deployments' | 'panel'> {
  return {
    panel: { receiver: 'csr-04' },
    deployments: [
      {
        server: 'csr-04',
        toRelease: '5.0.0',
        state: 'succeeded',
        begunAt: endedAt,
        endedAt,
        email: null,
        transactionId: 't-1',
        panelsBefore: null,
        panelsAfter: null,
        panelsBeforeAt: null,
        panelsAfterAt: null,
      },
    ],
  }
}
