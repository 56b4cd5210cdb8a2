import { bytesOfDays } from '../world/usage.ts'
import type { Sim } from '../world/world.ts'

const statuses = {
  active: 'Bill',
  suspended: 'Suspend',
  deactivated: 'Cancel',
  inventory: 'Provisioned',
} as const

const profileOf = (sim: Sim) => `AER${sim.imsi.slice(2).padStart(13, '0')}`

export function asDeviceDetails(sim: Sim) {
  return {
    deviceProfileId: profileOf(sim),
    deviceAttributes: [
      {
        result: { resultCode: 0, resultMessage: 'OK' },
        deviceID: { iccId: sim.iccid, msisdn: sim.msisdn, imsi: sim.imsi, imei: sim.imei },
        technology: 'LTE',
        serviceName: 'ALARM_LTE',
        deviceStatus: sim.word ?? statuses[sim.state],
        activationDate: sim.activatedAt.toISOString(),
        cancelCode: sim.state === 'deactivated' ? 1 : 0,
        ratePlan: 'RP1',
        ratePlanLabel: 'Alarm 2MB',
        softwareVersion: '',
        active: sim.state === 'active',
        lteOnly: false,
      },
    ],
    applicationType: 'M',
    customField: {},
    reportGroup: 0,
    containerId: '',
    dataModelId: '',
    registerOnAerCloud: false,
  }
}

/** One line for each SIM and month. */
export function asMonthlyUsage(sim: Sim, first: string, last: string, now: number) {
  return {
    subscription_id: profileOf(sim),
    iccid: sim.iccid,
    month: first.slice(0, 7),
    rate_plan_label: 'Alarm 2MB',
    total_bytes_transferred: bytesOfDays(sim, first, last, now),
  }
}

export function asNetworkDetails(sim: Sim) {
  const started = sim.sessionStartedAt ?? sim.activatedAt
  const stopped = sim.sessionEndedAt ?? new Date(started.getTime() - 9_442_000)
  const ago = (seconds: number) => new Date(started.getTime() - seconds * 1000).toISOString()
  return {
    deviceProfileId: profileOf(sim),
    networkResponse: [
      {
        ICCID: sim.iccid,
        IMSI: sim.imsi,
        MDN: sim.msisdn.slice(-10),
        MSISDN: sim.msisdn,
        dataSession: {
          serviceType: 'LTE',
          lastStartTime: started.toISOString(),
          lastStopTime: stopped.toISOString(),
        },
        registration: {
          isRegistered: sim.online,
          lastInactiveTime: ago(65_754),
          lastRegistrationTime: ago(4),
          lastAuthorizationTime: ago(5),
        },
      },
    ],
    activeProfile: { ICCID: sim.iccid, technology: 'LTE' },
  }
}
