import {
  type CauseGroup,
  type Diagnosis,
  type Environment,
  environments,
  type Finding,
  type FindingCode,
  groupStates,
  panelFindingCodes,
} from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { LastSaid } from '../../platform/observations/observations.store.ts'
import { noPanelState, panelStatesOf, simStatesOf, type View } from '../states/index.ts'
import { type Fact, type FactName, type Facts, type FactValues, howOf, knownOf } from './facts.ts'
import { diagnosisOf } from './judge.ts'
import { readKeptSims } from './read-kept.ts'
import { readKeptPanels } from './read-kept-panels.ts'
import { simSourceName } from './read-live.ts'
import { nothingYet, type Parts, simOf, webConnectTimes, whoNeeds, withheld } from './run.ts'
import { silentSince } from './silent-since.ts'

/**
 * How long what a neighbour last said counts where nobody is asked: that something is wrong for a day, that all is well for
 * minutes only, so that nothing is fine by an old word.
 */
const countsHours = { wrong: 24, well: 0.25 } as const

/** Panels by cause, by what is kept here: of hundreds nobody waits for a carrier that serves one at a time. */
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
  const groups = new Map<string, CauseGroup & { members: Finding[] }>()
  const times: string[] = []
  for (const cloudId of cloudIds) {
    const panel = panels.get(cloudId)
    const iccid = simOfPanel.get(cloudId) ?? null
    const sim = iccid === null ? undefined : sims.get(iccid)
    const facts: Facts = {
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
      ...webConnectTimes(parts.times),
    }
    const diagnosis = diagnosisOf(facts, now)
    const { verdict, findings } = diagnosis
    const [cause] = verdict.causes
    const finding = findings.find(({ code }) => code === cause?.code)
    const state = finding ? verdict.state : stateOf(diagnosis)
    const [key, words] = causeOf(finding, state, facts)
    const group = groups.get(`${state} ${key}`) ?? {
      code: finding?.code ?? null,
      state,
      scope: finding?.scope ?? null,
      effect: finding?.effect ?? null,
      sentence: words,
      next: null,
      cloudIds: [],
      panels: [],
      members: [],
    }
    group.cloudIds.push(cloudId)
    group.panels.push({
      ...lineOf(cloudId, facts, verdict.symptom ?? 'not-known'),
      ...statesOf(cloudId, iccid),
    })
    if (finding) group.members.push(finding)
    groups.set(`${state} ${key}`, group)
    if (facts.carrier.is === 'known' && facts.carrier.at) times.push(facts.carrier.at)
  }
  return {
    groups: [...groups.values()].sort(byWeight).map(({ members, ...group }) => ({
      ...group,
      sentence: group.cloudIds.length > 1 ? group.sentence : singular(group.sentence),
      scope: sharedScope(members),
      next: sharedNext(members),
    })),
    oldestAt: times.sort()[0] ?? null,
    askedAt: now,
  }
}

/** The one state of each panel and of its SIM (D40). */
async function readStates(db: Db, view: View, cloudIds: readonly string[], iccids: readonly string[]) {
  const [panels, sims] = await Promise.all([panelStatesOf(db, view, cloudIds), simStatesOf(db, view, iccids)])
  return (cloudId: string, iccid: string | null) => ({
    state: panels.get(cloudId) ?? noPanelState,
    simState: (iccid !== null && sims.get(iccid)) || null,
  })
}

/** Where no cause is known: whether that is because nobody was asked of late. */
function stateOf({ verdict: { state, waitingFor, failed } }: Diagnosis): CauseGroup['state'] {
  const isUnasked = [...waitingFor, ...failed].some((each) => each.state === 'not-asked')
  return state !== 'fine' && state !== 'unexplained' && isUnasked ? 'not-asked' : state
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

/** Where all of them lead. */
function sharedNext(members: readonly Finding[]): CauseGroup['next'] {
  const [first, ...rest] = members.map(({ next: [next] }) => next)
  return first && rest.every((next) => next?.path === first.path) ? first : null
}

/** What all of them have in common. */
function sharedScope(members: readonly Finding[]): CauseGroup['scope'] {
  const [first, ...rest] = members.map(({ scope }) => scope)
  return first && rest.every(({ kind, id }) => kind === first.kind && id === first.id) ? first : null
}

const without = {
  fine: 'report, and nothing is wrong with them',
  unexplained: 'are silent for no cause that is known here',
  'not-asked': 'have no known cause, and not all sources were asked of late',
} as const

/** By what panels are alike, in words that follow their number. */
function causeOf(
  finding: Finding | undefined,
  state: CauseGroup['state'],
  { connection, container, carrier }: Facts,
): [key: string, words: string] {
  if (!finding) {
    const words = state in without ? without[state as keyof typeof without] : 'have no known cause'
    return [words, words]
  }
  const at = connection.is === 'known' ? (connection.value?.container ?? '') : ''
  const since = container.is === 'known' ? container.value?.updateDate : undefined
  const own: Partial<Record<FindingCode, string>> = {
    'container-down': `hang on ${at}, which ${since ? `has not answered since ${since}` : 'does not answer'}`,
    'container-silent': `hang on ${at}, where others are silent too`,
    'container-clock': `hang on ${at}, whose clock is wrong`,
    'panel-unknown': 'are not in the inventory',
    'carrier-trouble': `have a SIM of ${carrier.source}, which is in trouble`,
    'sim-not-active': `have a ${finding.title.replace('at the carrier', `at ${carrier.source}`)}`,
    'sim-offline': `have a SIM that is offline at ${carrier.source}`,
  }
  const words = own[finding.code] ?? `have this in common: ${finding.title}`
  return [`${finding.code} ${words}`, words]
}

const singulars: Record<string, string> = { hang: 'hangs', are: 'is', have: 'has', report: 'reports' }
const singular = (words: string): string => words.replace(/^\w+/, (verb) => singulars[verb] ?? verb)

type Some = Partial<Facts>

/** What the Remote Portal and Pathfinder last said of a panel. */
function lastOfPanel(
  said: readonly LastSaid[],
  now: string,
  { neighbours: { remotePortal, pathfinder } }: Parts,
): Some {
  const { fields } = said.find(({ source }) => source === pathfinder.name) ?? {}
  const environment = environments.find((each) => each === fields?.environment)
  return {
    portal: lastSaid(said, remotePortal.name, now, ({ managementDisabled }) =>
      managementDisabled === undefined ? null : managementDisabled === 'true',
    ),
    environment: lastSaid<Environment | null>(said, pathfinder.name, now, () => environment ?? null),
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

/** By words that a source may use of a thing that is well. */
const isWell = (fields: Readonly<Record<string, string>> | null): boolean =>
  fields !== null &&
  !Object.entries(fields).some(
    ([name, value]) =>
      (name === 'deviceStatus' && value !== 'Active') ||
      (name === 'onlineStatus' && value === 'Offline') ||
      (name === 'managementDisabled' && value === 'true'),
  )

/** That it does not know the thing is an answer, too. */
function lastSaid<Value>(
  said: readonly LastSaid[],
  source: string,
  now: string,
  read: (fields: Readonly<Record<string, string>>) => Value,
): Fact<Value | null> {
  const last = said.find((each) => each.source === source)
  const { askedAt = null, fields = null, unanswered = null } = last ?? {}
  const at = (unanswered?.at ?? askedAt)?.toISOString() ?? null
  const hours = unanswered || !isWell(fields) ? countsHours.wrong : countsHours.well
  const isOld = at === null || Date.parse(now) - Date.parse(at) > hours * 3600_000
  if (isOld)
    return {
      is: 'unanswered',
      how: 'not-asked',
      source,
      at,
      why: at === null ? 'It was never asked.' : `It was asked last at ${at}.`,
    }
  if (unanswered?.status === 'NotFound') return { is: 'known', value: null, source, at }
  if (unanswered)
    return { is: 'unanswered', how: howOf(unanswered.problem), source, at, why: unanswered.problem }
  return { is: 'known', value: fields && read(fields), source, at }
}
