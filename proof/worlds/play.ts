import type { Changes } from '@support-console/demo-world/situations'
import { cloudIdOf, insertSim, panels } from './population.ts'
import type { WorldStage } from './stage.ts'
import { type Plan, type Session, sessionsBeganMinutes } from './world.ts'

/** The day before, in minutes before the question. */
const beginMinutes = 1720

/** Plays a world from the day before to the question. */
export async function play(stage: WorldStage, plan: Plan): Promise<void> {
  const { subject, events, rewrites, lookedAt, lookedAtMinutes } = plan
  await insertSim(stage.db, subject)
  const looks = lookedAt.filter((minutes) => minutes > lookedAtMinutes)
  const collected = new Set([beginMinutes, lookedAtMinutes, ...looks])
  const moments = new Set([...collected, ...events.map(({ minutes }) => minutes), 0])
  let now = beginMinutes
  for (const moment of [...moments].sort((a, b) => b - a)) {
    await stage.pass(now - moment)
    now = moment
    const due = events.filter(({ minutes }) => minutes === moment)
    if (due.length > 0) await stage.enter(outsideAt(plan, moment + 0.01))
    for (const { does } of due) await does(stage)
    await stage.enter(outsideAt(plan, moment))
    if (moment === 0) stage.rewrite(rewrites)
    if (collected.has(moment)) await stage.collect()
  }
}

/** The outside world of a plan, so many minutes before its question. */
function outsideAt({ subject, sessions, views }: Plan, minutes: number): Changes {
  const { iccid, like, cloudId, company } = subject
  const connectedMinutes = sessionsBeganMinutes - minutes
  const connections: Record<string, Session> = {}
  for (const place of panels) {
    const id = cloudIdOf(place)
    const session = sessions.get(id)?.(minutes) ?? { connectedMinutes }
    connections[id] = session !== 'none' && id === cloudId ? { iccid, ...session } : session
  }
  const changed: Changes = Object.assign({}, ...views.map((view) => view(minutes)))
  const says = changed.sims?.[iccid]
  // The SIM while nothing has happened to it, under what has.
  const all = {
    state: 'active' as const,
    sinceMinutes: 60 * 24 * 40 - minutes,
    online: true,
    session: { beganMinutes: connectedMinutes, endedMinutes: null },
    company: { name: company.name, sapCompanyId: company.sapCompanyId },
    ...(typeof says?.all === 'object' && says.all),
  }
  return { ...changed, connections, sims: { [iccid]: { like, ...says, all } } }
}
