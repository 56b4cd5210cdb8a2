import {
  type CauseGroup,
  type Diagnosis,
  environments,
  type Finding,
  groupStates,
  panelFindingCodes,
} from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { LastSaid } from '../../platform/observations/observations.store.ts'
import { noPanelState, panelStatesOf, simStatesOf, type View } from '../states/index.ts'
import { type Fact, type FactName, type Facts, type FactValues, factNames, knownOf } from './facts.ts'
import { likenessOf, type Member, sentenceFor, sharedNext, sharedScope } from './group-words.ts'
import { diagnosisOf } from './judge.ts'
import { readKeptSims } from './read-kept.ts'
import { readKeptPanels } from './read-kept-panels.ts'
import { simSourceName } from './read-live.ts'
import { lacksOf, nothingYet, type Parts, simOf, webConnectTimes, whoNeeds, withheld } from './run.ts'
import { silentSince } from './silent-since.ts'
import { unanswered as unansweredFact } from './unanswered.ts'

/**
 * How long what a neighbour last said counts where no one is asked: that something is wrong for a day, that all is well for
 * minutes only, so that nothing is fine by an old word.
 */
const countsHours = { wrong: 24, well: 0.25 } as const

/** Panels by cause, by what is kept here: of hundreds no one waits for a carrier that serves one at a time. */
export async function groupsOf(parts: Parts, given: readonly string[], view: View) {
  const { may } = view
  const { config, clock } = parts.platform
  const now = clock.now().toISOString()
  const cloudIds = [...new Set(given)]
  const panels = await readKeptPanels(parts, cloudIds, { may, isOne: false })
  const simOfPanel = new Map(cloudIds.map((id) => [id, simOf(panels.get(id)?.facts)]))
  const sims = await readKeptSims(
    parts,
    [...new Set([...simOfPanel.values()].filter((id) => id !== null))],
    may,
  )

  const statesOf = await readStates(parts.platform.db, view, cloudIds, [...sims.keys()])
  const groups = new Map<string, Group>()
  const times: string[] = []
  for (const cloudId of cloudIds) {
    const panel = panels.get(cloudId)
    const iccid = simOfPanel.get(cloudId) ?? null
    const sim = iccid === null ? undefined : sims.get(iccid)
    const facts: Facts = notComing({
      ...nothingYet(may, config.environment),
      ...withheld(
        {
          look: { is: 'known', value: false, source: 'WebConnect', at: null },
          ...panel?.facts,
          ...lastOfPanel(panel?.said ?? [], now, parts),
          ...sim?.facts,
          ...(sim && iccid !== null && lastOfSim(sim.said, { now, iccid, sim: sim.facts.sim }, parts)),
        },
        may,
        config.environment,
      ),
      cloudId,
      iccid,
      now,
      host: config.environment,
      whoNeeds: whoNeeds(may, config.environment),
      lacks: lacksOf(may, config.environment),
      ...webConnectTimes(parts.times),
    })
    const diagnosis = diagnosisOf(facts, now)
    const { verdict, findings } = diagnosis
    const states = statesOf(cloudId, iccid)
    const own = { code: verdict.causes[0]?.code ?? null, state: stateOf(diagnosis) }
    const { code, state } = asAskedAlone(own, findings, { kept: states.state.cause, now })
    const cause = verdict.causes.find((each) => each.code === code)
    const finding = findings.find((each) => each.code === code)
    const key = `${state} ${finding ? likenessOf(finding, facts) : ''}`
    const group = groups.get(key) ?? begun(finding, state, facts)
    group.cloudIds.push(cloudId)
    group.panels.push({
      ...lineOf(cloudId, facts, verdict.symptom ?? 'not-known'),
      ...states,
    })
    if (finding) group.members.push({ finding, carrier: facts.carrier.source, step: cause?.next ?? null })
    const asked = verdict.failed.map(({ source }) => source).filter((source) => source !== 'Console')
    group.missing = namesOf([...group.missing, ...asked])
    groups.set(key, group)
    if (facts.carrier.is === 'known' && facts.carrier.at) times.push(facts.carrier.at)
  }
  return {
    groups: [...groups.values()].sort(byWeight).map(({ members, ...group }) => ({
      ...group,
      sentence: sentenceFor(group.state, members),
      scope: sharedScope(members),
      next: sharedNext(members),
    })),
    oldestAt: times.sort()[0] ?? null,
    askedAt: now,
  }
}

/** What is not read for a list is not waited for. */
function notComing(facts: Facts): Facts {
  const unread = factNames.flatMap((name) => {
    const { is, source } = facts[name]
    const fact = { is: 'unanswered', how: 'not-asked', source, at: null, why: 'It was not asked.' } as const
    return is === 'waiting' ? [[name, fact] as const] : []
  })
  return { ...facts, ...Object.fromEntries(unread) }
}

type Group = CauseGroup & { members: Member[] }

function begun(finding: Finding | undefined, state: CauseGroup['state'], { commonCauses }: Facts): Group {
  const { code = null, scope = null, effect = null } = finding ?? {}
  const inAll = code === 'common-cause' ? (knownOf(commonCauses)?.[0]?.stopped ?? null) : null
  return {
    ...{ code, state, scope, effect, sentence: '', next: null, inAll },
    ...{ missing: [], cloudIds: [], panels: [], members: [] },
  }
}

const namesOf = (names: readonly string[]) => [...new Set(names)].sort()

/** The one state of each panel and of its SIM (D40). */
async function readStates(db: Db, view: View, cloudIds: readonly string[], iccids: readonly string[]) {
  const [panels, sims] = await Promise.all([panelStatesOf(db, view, cloudIds), simStatesOf(db, view, iccids)])
  return (cloudId: string, iccid: string | null) => ({
    state: panels.get(cloudId) ?? noPanelState,
    simState: (iccid !== null && sims.get(iccid)) || null,
  })
}

/** Where no cause is known: whether that is because no one was asked of late. */
function stateOf({ verdict: { state, causes, waitingFor, failed } }: Diagnosis): CauseGroup['state'] {
  if (causes.length > 0) return state
  const isUnasked = [...waitingFor, ...failed].some((source) => source.state === 'not-asked')
  return state !== 'fine' && state !== 'unexplained' && isUnasked ? 'not-asked' : state
}

/** So long what was said of a panel alone is what a list says of it, too, in milliseconds: more was read and asked for that. */
const aloneMs = 5 * 60_000

/** What was said when it was asked about alone of late; where it had no cause, for longer, but for many that stopped together. */
function asAskedAlone(
  own: { code: Finding['code'] | null; state: CauseGroup['state'] },
  findings: readonly Finding[],
  { kept, now }: { kept: CauseGroup['panels'][number]['state']['cause']; now: string },
): typeof own {
  if (!kept || (own.code === 'common-cause' && kept.code === null)) return own
  const age = Date.parse(now) - Date.parse(kept.at)
  const unexplained = { code: null, state: 'unexplained' } as const
  if (own.state === 'not-asked' && kept.state === 'unexplained' && age < countsHours.well * 3600_000)
    return unexplained
  if (age > aloneMs) return own
  const isSaid = findings.some(({ code, state }) => code === kept.code && state === 'wrong')
  return isSaid || kept.code === null ? { code: kept.code as Finding['code'] | null, state: kept.state } : own
}

function lineOf(
  cloudId: string,
  facts: Facts,
  symptom: CauseGroup['panels'][number]['symptom'],
): Omit<CauseGroup['panels'][number], 'state' | 'simState'> {
  const { panel, carrier, iccid } = facts
  return {
    cloudId,
    company: knownOf(panel)?.companyName ?? '',
    symptom,
    silentSince: silentSince(facts) ?? null,
    iccid,
    carrier: iccid === null ? '' : carrier.source,
    carrierState: knownOf(carrier)?.deviceStatus ?? '',
    saidAt: carrier.is === 'known' ? carrier.at : null,
  }
}

/** What is known best first, of those the largest; who was not asked last. */
function byWeight(a: CauseGroup, b: CauseGroup): number {
  const place = ({ code }: CauseGroup) => (code === null ? 0 : panelFindingCodes.indexOf(code))
  if ((a.code === null) !== (b.code === null)) return a.code === null ? 1 : -1
  if (a.state !== b.state) return groupStates.indexOf(a.state) - groupStates.indexOf(b.state)
  return b.cloudIds.length - a.cloudIds.length || place(a) - place(b)
}

type Some = Partial<Facts>

/** What the Remote Portal and Pathfinder last said of a panel. */
function lastOfPanel(
  said: readonly LastSaid[],
  now: string,
  { neighbours: { remotePortal, pathfinder } }: Parts,
): Some {
  const { fields } = said.find(({ source }) => source === pathfinder.name) ?? {}
  const environment = environments.find((name) => name === fields?.environment)
  return {
    portal: lastSaid(said, remotePortal.name, now, ({ managementDisabled }) =>
      managementDisabled === undefined ? null : managementDisabled === 'true',
    ),
    environment: lastSaid<FactValues['environment']>(said, pathfinder.name, now, () =>
      environment ? { pointsTo: environment, changedAt: null } : null,
    ),
  }
}

/** What its carrier, MobileBroker and Connector last said of a SIM. */
function lastOfSim(
  said: readonly LastSaid[],
  { now, iccid, sim }: { now: string; iccid: string; sim: Facts['sim'] },
  { neighbours }: Parts,
): Some {
  const last = (name: 'carrier' | 'mobileBroker' | 'connector') =>
    lastSaid<FactValues[typeof name & FactName]>(
      said,
      simSourceName(name, iccid, sim, neighbours),
      now,
      (fields) => fields,
    )
  return { carrier: last('carrier'), mobileBroker: last('mobileBroker'), connector: last('connector') }
}

type Fields = Readonly<Record<string, string>>

/** What stays so until someone changes it, unlike a session. */
const isLastingFault = ({ deviceStatus, managementDisabled }: Fields): boolean =>
  (deviceStatus !== undefined && deviceStatus !== 'Active') || managementDisabled === 'true'

/** By words that a source may use of a thing that is well. */
const isWell = (fields: Fields | null): boolean =>
  fields !== null && !isLastingFault(fields) && fields.onlineStatus !== 'Offline'

/** That it does not know the thing is an answer, too. */
function lastSaid<Value>(
  said: readonly LastSaid[],
  source: string,
  now: string,
  read: (fields: Fields) => Value,
): Fact<Value | null> {
  const last = said.find((report) => report.source === source)
  const { askedAt = null, fields = null, unanswered = null } = last ?? {}
  const at = (unanswered?.at ?? askedAt)?.toISOString() ?? null
  const hours = unanswered || !isWell(fields) ? countsHours.wrong : countsHours.well
  const isOld = at === null || Date.parse(now) - Date.parse(at) > hours * 3600_000
  // A fault that lasts is told however old its word is, with its age; who is to say otherwise was not asked since (K9).
  if (isOld && !unanswered && fields && isLastingFault(fields)) {
    const { onlineStatus: _, ...lasting } = fields
    return { is: 'known', value: read(lasting), source, at, isOld: true }
  }
  if (isOld)
    return {
      is: 'unanswered',
      how: 'not-asked',
      source,
      at,
      why: at === null ? 'It was never asked.' : `It was last asked at ${at}.`,
    }
  if (unanswered?.status === 'NotFound') return { is: 'known', value: null, source, at }
  if (unanswered) return unansweredFact({ source, at, why: unanswered.problem }, unanswered.failure)
  return { is: 'known', value: fields && read(fields), source, at }
}
