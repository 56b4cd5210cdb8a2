import { bytesOfDays, monthBefore } from '../world/usage.ts'
import type { Sim, SimState } from '../world/world.ts'

const statuses = {
  active: 'ACTIVATED',
  suspended: 'DEACTIVATED', // Control Center has no suspended state
  deactivated: 'DEACTIVATED',
  inventory: 'INVENTORY',
} as const

export const attStatus = (state: SimState): string => statuses[state]

export function stateOfAttStatus(status: string): SimState | undefined {
  if (status === 'ACTIVATED') return 'active'
  if (status === 'DEACTIVATED') return 'deactivated'
  return status === 'INVENTORY' ? 'inventory' : undefined
}

/** Control Center writes times with a space and an offset without colon. */
export function attTime(date: Date | null): string | null {
  return date ? date.toISOString().replace('T', ' ').replace('Z', '+0000') : null
}

const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * 86_400_000)

export function asDevice(sim: Sim) {
  return {
    iccid: sim.iccid,
    imsi: sim.imsi,
    msisdn: sim.msisdn,
    imei: sim.imei,
    status: sim.word ?? attStatus(sim.state),
    ratePlan: 'Alarm 5MB',
    communicationPlan: 'Alarm LTE VPN',
    customer: null,
    endConsumerId: null,
    dateActivated: attTime(sim.activatedAt),
    dateAdded: attTime(daysBefore(sim.activatedAt, 11)),
    dateUpdated: attTime(sim.updatedAt),
    dateShipped: attTime(daysBefore(sim.activatedAt, 9)),
    accountId: '100012345',
    fixedIPAddress: null,
    fixedIpv6Address: null,
    accountCustom1: sim.company?.name ?? '',
    simNotes: null,
    deviceID: null,
    modemID: '',
    globalSimType: '',
    eid: null,
  }
}

export function asSession(sim: Sim) {
  return {
    iccid: sim.iccid,
    ipAddress: sim.ipAddress,
    ipv6Address: null,
    dateSessionStarted: attTime(sim.sessionStartedAt),
    dateSessionEnded: attTime(sim.sessionEndedAt),
    apn: sim.sessionStartedAt ? 'alarm.example' : null,
  }
}

/** Of which cycle usage may be asked: this one and the two before (C10), each from midnight of the account's zone. */
const CYCLES = 3
const BEHIND_UTC_MS = 6 * 3_600_000
const midnightOf = (day: string) => Date.parse(day) + BEHIND_UTC_MS

/** A billing cycle by its first day, 'yyyy-mm-dd'; the present one where none is named. Undefined: none that is kept. */
export function cycleOf(start: string | undefined, now: Date) {
  const there = new Date(now.getTime() - BEHIND_UTC_MS)
  const kept = Array.from({ length: CYCLES }, (_, back) => monthBefore(back, there))
  return start === undefined ? kept[0] : kept.find(({ first }) => first === start)
}

export function asUsage(sim: Sim, { first, last }: { first: string; last: string }, now: Date) {
  const { ratePlan } = asDevice(sim)
  const none = { voiceMTUsage: null, voiceMTUsageUnit: null, voiceMOUsage: null, voiceMOUsageUnit: null }
  const zone = {
    ratePlan,
    ratePlanVersion: '1',
    zone: 'Alarm US',
    dataUsage: bytesOfDays(sim, first, last, now.getTime()),
    dataUsageUnit: 'bytes',
    ...none,
    smsmtusage: null,
    smsmousage: null,
  }
  return {
    iccid: sim.iccid,
    timeStamp: now.toISOString(),
    cycleStartDate: new Date(midnightOf(first)).toISOString(),
    cycleEndDate: new Date(midnightOf(last) + 86_399_000).toISOString(),
    // A SIM that was never activated has used no plan.
    deviceCycleUsageInZones: sim.state === 'inventory' ? {} : { [`${ratePlan}, 1`]: [zone] },
  }
}

export function asListed(sim: Sim) {
  const { iccid, status, ratePlan, communicationPlan } = asDevice(sim)
  return { iccid, status, ratePlan, communicationPlan }
}
