import type { Changes } from './situation.ts'

/** Of Harbor Security, at webconnect-1, with this SIM of AT&T. */
export const panel = 'CBS0000001'
export const sim = '8901170000000000013'
/** Another one there. */
export const other = { panel: 'CBS0000010', sim: '8901170000900000105' }
/** At webconnect-2, with a SIM of Verizon. */
export const ofVerizon = { panel: 'CBS0000021', sim: '8914800000900000213' }

/** A panel that points to the demo's own host, is connected and heard. */
export const connected = (cloudId: string, connectedMinutes = 180) =>
  ({
    panels: { [cloudId]: { environment: 'TEST' } },
    connections: { [cloudId]: { connectedMinutes } },
  }) satisfies Changes
/** The same, but connected no more. */
export const gone = (cloudId: string) =>
  ({ ...connected(cloudId), connections: { [cloudId]: 'none' } }) satisfies Changes

export const inOrder = connected(panel)
export const notConnected = gone(panel)

/** A SIM whose session of 29 hours ended so many minutes before, and one that was suspended then. */
export const offline = (endedMinutes: number) => ({
  online: false,
  session: { beganMinutes: 1740, endedMinutes },
})
export const suspended = (sinceMinutes: number) => ({
  state: 'suspended' as const,
  sinceMinutes,
  ...offline(sinceMinutes),
})

/** A system says that instead. */
export const answers = (
  system: string,
  operation: string,
  status: number,
  body: object = { code: 'FAILED', detail: 'No.' },
) => ({ system, fault: 'answer', operation, status, body: JSON.stringify(body) })
/** Verizon goes on with a deactivation for as long as the situation lasts. */
export const slowDeactivation = {
  system: 'verizon',
  fault: 'slow',
  seconds: 3600,
  operation: '/actions/deactivate',
}
