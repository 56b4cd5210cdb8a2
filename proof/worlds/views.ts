import type { Changes } from '@support-console/demo-world/situations'
import { cloudIdOf, panels } from './population.ts'
import type { Plan, Session } from './world.ts'

type SimSays = NonNullable<NonNullable<Changes['sims']>[string]>
type Said = Exclude<NonNullable<SimSays['all']>, 'unknown'>

/** When all sessions of a world began, before the question. */
export const sessionsBeganMinutes = 29 * 60

/** The outside world of a plan, so many minutes before its question. */
export function outsideAt(plan: Plan, minutes: number): Changes {
  const connections: Record<string, Session> = {}
  for (const place of panels) {
    const cloudId = cloudIdOf(place)
    const usual: Session = { connectedMinutes: sessionsBeganMinutes - minutes }
    const session = plan.sessions.get(cloudId)?.(minutes) ?? usual
    connections[cloudId] =
      session !== 'none' && cloudId === plan.subject.cloudId
        ? { iccid: plan.isWithoutSim ? '' : plan.subject.iccid, ...session }
        : session
  }
  const told = [inOrder(plan, minutes), { connections }, ...plan.views.map((view) => view(minutes))].reduce(
    laidOver,
  )
  // Wyless is asked for a session by the telephone number, which its SIM has of the one that it is like.
  const { iccid, like, carrier } = plan.subject
  const { like: _like, ...own } = told.sims?.[iccid] ?? {}
  return carrier === 'WYLESS' ? { ...told, sims: { ...told.sims, [like]: own } } : told
}

/** Its SIM and panel while nothing has happened to them. */
function inOrder({ subject, changedOutside }: Plan, minutes: number): Changes {
  const { iccid, like, cloudId, company } = subject
  const isOurs = (what: Parameters<typeof changedOutside.get>[0]) =>
    [changedOutside.get(what) ?? []].flat().every((at) => Math.abs(at - minutes) > 0.02)
  const { name, sapCompanyId } = company
  const session = { beganMinutes: sessionsBeganMinutes - minutes, endedMinutes: null }
  const all: Said = {
    ...(isOurs('sim') && { state: 'active', sinceMinutes: 60 * 24 * 40 - minutes }),
    online: true,
    session,
    company: { name, sapCompanyId },
  }
  return {
    sims: { [iccid]: { like, all } },
    panels: {
      [cloudId]: {
        ...(isOurs('environment') && { environment: 'TEST' }),
        ...(isOurs('management') && { managementDisabled: false }),
      },
    },
  }
}

function laidOver(below: Changes, above: Changes): Changes {
  return {
    sims: mergedBy(below.sims, above.sims, (low, high) => ({
      ...low,
      ...high,
      ...observers(low, high),
    })),
    panels: mergedBy(below.panels, above.panels, (low, high) => ({ ...low, ...high })),
    connections: { ...below.connections, ...above.connections },
    containers: mergedBy(below.containers, above.containers, (low, high) => ({ ...low, ...high })),
    faults: [...(below.faults ?? []), ...(above.faults ?? [])],
  }
}

const overSays = (low: Said | 'unknown', high: Said | 'unknown') =>
  low === 'unknown' || high === 'unknown' ? high : { ...low, ...high }

function observers(low: SimSays, high: SimSays): Partial<SimSays> {
  const merged: Partial<SimSays> = {}
  for (const who of ['all', 'carrier', 'mobile-broker', 'connector'] as const) {
    const [a, b] = [low[who], high[who]]
    const both = a !== undefined && b !== undefined ? overSays(a, b) : (b ?? a)
    if (both !== undefined) merged[who] = both
  }
  return merged
}

function mergedBy<Value>(
  low: Readonly<Record<string, Value>> | undefined,
  high: Readonly<Record<string, Value>> | undefined,
  merge: (low: Value, high: Value) => Value,
): Record<string, Value> {
  const merged: Record<string, Value> = { ...low }
  for (const [key, value] of Object.entries(high ?? {})) {
    const under = merged[key]
    merged[key] = under === undefined ? value : merge(under, value)
  }
  return merged
}
