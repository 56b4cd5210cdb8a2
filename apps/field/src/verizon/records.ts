import type { Sim } from '../world/world.ts'

export const ACCOUNT = '0342077109-00001'

const states = {
  active: 'active',
  suspended: 'suspend',
  deactivated: 'deactive',
  inventory: 'preactive',
} as const

export const verizonState = (sim: Sim): string => states[sim.state]

/** Verizon writes times without fractions and with the offset of New York's winter. */
function verizonTime(date: Date): string {
  const shifted = new Date(date.getTime() - 5 * 3_600_000)
  return `${shifted.toISOString().slice(0, 19)}-05:00`
}

export function asVerizonDevice(sim: Sim) {
  const gone = sim.state === 'deactivated'
  const connectedAt = sim.sessionEndedAt ?? sim.sessionStartedAt
  const identifiers = [
    { kind: 'mdn', id: sim.msisdn.slice(-10) },
    { kind: 'imei', id: sim.imei },
    { kind: 'iccid', id: sim.iccid },
  ]
  return {
    accountName: ACCOUNT,
    billingCycleEndDate: verizonTime(endOfMonth()),
    carrierInformations: [
      {
        carrierName: 'Verizon Wireless',
        ...(gone ? {} : { servicePlan: 'm2m4G' }),
        state: verizonState(sim),
      },
    ],
    connected: sim.online,
    createdAt: verizonTime(new Date(sim.activatedAt.getTime() - 86_400_000)),
    customFields: [{ key: 'CustomField1', value: sim.description.slice(0, 50) }],
    deviceIds: identifiers.filter(({ kind }) => !(gone && kind === 'imei')),
    extendedAttributes: [],
    groupNames: ['alarm-east'],
    ipAddress: sim.ipAddress ?? '0.0.0.0',
    lastActivationBy: sim.activatedBy,
    lastActivationDate: verizonTime(sim.activatedAt),
    ...(connectedAt ? { lastConnectionDate: verizonTime(connectedAt) } : {}),
  }
}

/** The SIM's last session as events, oldest first (V12). */
export function asConnectionHistory(sim: Sim, from: Date, to: Date) {
  const events = [
    sim.sessionStartedAt && {
      at: sim.sessionStartedAt,
      connectionEventAttributes: [{ key: 'Event', value: 'Start' }],
    },
    sim.sessionEndedAt && {
      at: sim.sessionEndedAt,
      connectionEventAttributes: [
        { key: 'Event', value: 'Stop' },
        { key: 'BytesUsed', value: '4096' },
      ],
    },
  ]
  return events
    .filter((event) => event !== null)
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, connectionEventAttributes }) => ({ connectionEventAttributes, occurredAt: verizonTime(at) }))
}

function endOfMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 9))
}
