import type { Changes } from '@support-console/demo-world/situations'
import { withCheckDigit } from '../../../apps/field/src/world/generator.ts'
import type { Rewrite } from '../answers.ts'
import type { Draw } from '../draw.ts'
import { sessionsBeganMinutes } from '../views.ts'
import type { Plan, Subject } from '../world.ts'

type Observer = 'carrier' | 'mobile-broker' | 'connector'
type Meets = Rewrite['meets']

/** Its SIM in a state, or active and without a session, since so many minutes before the question. */
export function simIs(
  { subject: { iccid } }: Plan,
  now: number,
  {
    state,
    minutes,
    by,
  }: { state?: 'suspended' | 'deactivated' | 'inventory'; minutes: number; by: readonly Observer[] },
): Changes {
  const offline = {
    online: false,
    session: { beganMinutes: sessionsBeganMinutes - now, endedMinutes: minutes - now },
  }
  const says = state ? { state, sinceMinutes: minutes - now } : {}
  // Its carrier alone ends a session; what only one of ours says has not reached it.
  const all = by.includes('carrier') ? offline : {}
  return {
    sims: { [iccid]: { all, ...Object.fromEntries(by.map((who) => [who, { ...says, ...offline }])) } },
  }
}

export const imeiOf = (draw: Draw): string =>
  withCheckDigit(`35299100${String(100_000 + draw.below(800_000))}`)

/** Reads of the SIM at its carrier. */
export const asksCarrier =
  ({ iccid }: Pick<Subject, 'iccid'>): Meets =>
  ({ path, body }) =>
    // Wyless is asked for the session by another number.
    path.startsWith('/wyless/') ||
    (/^\/(?:att|verizon|aeris)\//.test(path) && `${path} ${body}`.includes(iccid))
export const asksMobileBroker =
  ({ iccid }: Pick<Subject, 'iccid'>): Meets =>
  ({ path }) =>
    path.startsWith('/mobile-broker/') && path.includes(iccid)
export const asksConnector =
  ({ iccid }: Pick<Subject, 'iccid'>): Meets =>
  ({ path }) =>
    path.startsWith('/connector/') && path.includes(iccid)
export const asksPathfinder =
  ({ physicalId }: Pick<Subject, 'physicalId'>): Meets =>
  ({ path, method }) =>
    method === 'GET' && path.startsWith('/pathfinder/') && path.includes(physicalId)
export const asksPortal =
  ({ remoteId }: Pick<Subject, 'remoteId'>): Meets =>
  ({ path, method }) =>
    method === 'GET' && path.startsWith('/remote-portal/') && path.includes(remoteId)
export const asksWebConnect =
  (name = ''): Meets =>
  ({ path }) =>
    path.startsWith(`/webconnect/${name}`)
