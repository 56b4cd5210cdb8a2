import { carrierNames, type Day, type DayStrip, dayHours } from '@support-console/contract'
import { changesOfThings, type LastSaid } from '../../../platform/observations/observations.store.ts'
import type { May } from '../../../platform/sign-on/user.ts'
import { readPanelDay } from '../../webconnect/index.ts'
import { type Facts, knownOf, rightOf, sourceOf } from '../facts.ts'
import { changesWithin } from '../history-of.ts'
import { readKeptSims } from '../read-kept.ts'
import { readKeptPanels } from '../read-kept-panels.ts'
import { nothingYet, type Parts, simOf, webConnectTimes, whoNeeds, withheld } from '../run.ts'
import { type Hours, reportsIn, toldIn } from './strips.ts'

const hourMs = 3600_000
/** So long what sources said otherwise is kept at least (`observed_change`). */
const toldDays = 30

interface Asked {
  kind: 'panel' | 'sim'
  id: string
  until: Date
  may: May
}

/** 24 hours of a thing by what was kept (whole 4), as far as the reader may read it. */
export async function readDay(parts: Parts, { kind, id, until, may }: Asked): Promise<Day> {
  const { platform } = parts
  const { clock, config } = platform
  const now = clock.now()
  const hours = { from: until.getTime() - dayHours * hourMs, until: until.getTime() }
  const facts: Facts = {
    ...nothingYet(may, config.environment),
    ...{ cloudId: kind === 'panel' ? id : null, iccid: kind === 'sim' ? id : null },
    ...{ now: now.toISOString(), host: config.environment, lacks: {}, whoNeeds: null },
    ...webConnectTimes(parts.times),
  }
  const put = (some: Partial<Facts>) => Object.assign(facts, withheld(some, may, config.environment))
  if (facts.cloudId !== null) {
    const kept = (await readKeptPanels(parts, [facts.cloudId], { may, isOne: true })).get(facts.cloudId)
    put({ ...kept?.facts, iccid: simOf(kept?.facts) })
  }
  const sim =
    facts.iccid === null ? undefined : (await readKeptSims(parts, [facts.iccid], may)).get(facts.iccid)
  put(sim?.facts ?? {})
  const [from, end] = [new Date(hours.from), new Date(hours.until)]
  const [reports, told, changes] = await Promise.all([
    kind === 'panel' ? stripOfPanel(parts, facts, { hours, now, may }) : [],
    stripsOfSim(parts, facts, { hours, now, said: sim?.said ?? [] }),
    changesWithin(parts, facts, { from, until: end, may }),
  ])
  const isInside = ({ at }: { at: string }) => at >= from.toISOString() && at <= end.toISOString()
  return {
    from: from.toISOString(),
    until: end.toISOString(),
    strips: [...reports, ...told.filter((strip) => kind === 'sim' || strip.kind === 'session')],
    changes: changes.filter(isInside).map(({ right: _, ...change }) => change),
    whoNeeds: whoNeeds(may, config.environment),
  }
}

/** A panel that never had a session has no such strip. */
async function stripOfPanel(
  { platform: { db } }: Parts,
  facts: Facts,
  { hours, now, may }: { hours: Hours; now: Date; may: May },
): Promise<DayStrip[]> {
  const container = knownOf(facts.connection)?.container
  if (facts.cloudId === null || !container || !may(rightOf('connection'))) return []
  const of = { cloudId: facts.cloudId, container }
  const day = await readPanelDay(db, of, { from: new Date(hours.from), until: new Date(hours.until), now })
  return [{ kind: 'reports', source: sourceOf('connection'), parts: reportsIn(hours, day) }]
}

const fields = [
  ['state', 'deviceStatus', 'Active'],
  ['session', 'onlineStatus', 'Online'],
] as const

/** What its carrier said of the SIM: who was never asked about it has said nothing, and has no strip. */
async function stripsOfSim(
  { platform: { db } }: Parts,
  { iccid, sim }: Facts,
  { hours, now, said }: { hours: Hours; now: Date; said: readonly LastSaid[] },
): Promise<DayStrip[]> {
  const vendor = knownOf(sim)?.vendorCode
  const names: readonly string[] = vendor ? [carrierNames[vendor]] : Object.values(carrierNames)
  const last = said.find(({ source }) => names.includes(source))
  if (iccid === null || !last) return []
  const keptFrom = new Date(now.getTime() - toldDays * dayHours * hourMs)
  const changes = await changesOfThings(db, 'sim', {
    ...{ ids: [iccid], fields: fields.map(([, field]) => field), since: keptFrom },
  })
  return fields.map(([kind, field, well]): DayStrip => {
    const own = changes
      .filter((change) => change.source === last.source && change.field === field)
      .toReversed()
    const word = last.fields?.[field]
    const told = {
      ...{ changes: own, well, keptFrom },
      last: word && last.askedAt ? { value: word, at: last.askedAt } : null,
    }
    return { kind, source: last.source, parts: toldIn(hours, told) }
  })
}
