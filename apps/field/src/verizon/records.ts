import { bytesOfDay, dayOf } from '../world/usage.ts'
import type { Sim } from '../world/world.ts'

export const ACCOUNT = '0342077109-00001'

const states = {
  active: 'active',
  suspended: 'suspend',
  deactivated: 'deactive',
  inventory: 'preactive',
} as const

export const verizonState = (sim: Sim): string => sim.word ?? states[sim.state]

/** Verizon writes times without fractions and with the offset of New York's winter. */
function verizonTime(date: Date): string {
  const shifted = new Date(date.getTime() - 5 * 3_600_000)
  return `${shifted.toISOString().slice(0, 19)}-05:00`
}

export function asVerizonDevice(sim: Sim, now: number) {
  const gone = sim.state === 'deactivated'
  const connectedAt = sim.sessionEndedAt ?? sim.sessionStartedAt
  const identifiers = [
    { kind: 'mdn', id: sim.msisdn.slice(-10) },
    { kind: 'imei', id: sim.imei },
    { kind: 'iccid', id: sim.iccid },
  ]
  return {
    accountName: ACCOUNT,
    billingCycleEndDate: verizonTime(endOfCycle(new Date(now))),
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

/** A SIM in another device than it was activated with (V1). */
export const asMismatch = (sim: Sim, preImei: string) => ({
  accountName: ACCOUNT,
  mdn: sim.msisdn.slice(-10),
  activationDate: verizonTime(sim.activatedAt),
  iccid: sim.iccid,
  preImei,
  postImei: sim.imei,
  simOtaDate: verizonTime(sim.updatedAt),
})

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

/** Verizon keeps the days of a year, and tells so many of them at once (V15). */
const KEPT_MS = 365 * 86_400_000
const MOST_DAYS = 500

/** What a SIM used day by day, as of UTC, in a time that may begin and end within a day. */
export function asUsageHistory(sim: Sim, from: Date, to: Date, now: number) {
  const first = Math.max(from.getTime(), now - KEPT_MS, sim.activatedAt.getTime())
  const days: object[] = []
  for (let at = Date.parse(dayOf(first)); at <= Math.min(to.getTime(), now); at += 86_400_000) {
    if (at < from.getTime()) continue
    days.push({
      bytesUsed: bytesOfDay(sim, dayOf(at), now),
      extendedAttributes: [
        { key: 'MoSms', value: '0' },
        { key: 'MtSms', value: '0' },
      ],
      servicePlan: 'm2m4G',
      smsUsed: 0,
      source: 'Raw Usage',
      timestamp: `${dayOf(at)}T00:00:00Z`,
    })
  }
  return { hasMoreData: days.length > MOST_DAYS, usageHistory: days.slice(0, MOST_DAYS) }
}

/** Billing cycles end with the ninth of a month, as days of UTC. */
function endOfCycle(now: Date): Date {
  const month = now.getUTCMonth() + (now.getUTCDate() > 9 ? 1 : 0)
  return new Date(Date.UTC(now.getUTCFullYear(), month, 10))
}
