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
    status: attStatus(sim.state),
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

export function asListed(sim: Sim) {
  const { iccid, status, ratePlan, communicationPlan } = asDevice(sim)
  return { iccid, status, ratePlan, communicationPlan }
}
