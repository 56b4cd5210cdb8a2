import {
  type CauseGroup,
  type Environment,
  environments,
  type Finding,
  type FindingCode,
  panelFindingCodes,
} from '@support-console/contract'
import type { LastSaid } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { type Fact, type FactName, type Facts, type FactValues, knownOf } from './facts.ts'
import { diagnosisOf } from './judge.ts'
import { readKeptPanels, readKeptSims } from './read-kept.ts'
import { simSourceName } from './read-live.ts'
import { nothingYet, type Parts, simOf, webConnectTimes, withheld } from './run.ts'
import { silentSince } from './silent-since.ts'

/** How long what a neighbour last said counts where nobody is asked. */
const countsHours = 24

/** Panels by cause, by what is kept here: of hundreds nobody waits for a carrier that serves one at a time. */
export async function groupsOf(parts: Parts, given: readonly string[], may: May) {
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
      ...webConnectTimes(parts.times),
    }
    const { verdict, findings } = diagnosisOf(facts, now)
    const finding =
      verdict.state === 'unknown' ? undefined : findings.find(({ code }) => code === verdict.code)
    const [key, words] = causeOf(finding, verdict.state, facts)
    const group = groups.get(key) ?? {
      code: finding?.code ?? null,
      state: verdict.state,
      sentence: words,
      cloudIds: [],
      panels: [],
      members: [],
    }
    group.cloudIds.push(cloudId)
    group.panels.push(lineOf(cloudId, facts))
    if (finding) group.members.push(finding)
    groups.set(key, group)
    if (facts.carrier.is === 'known' && facts.carrier.at) times.push(facts.carrier.at)
  }
  return {
    groups: [...groups.values()].sort(byWeight).map(({ members, ...group }) => ({
      ...group,
      sentence: group.cloudIds.length > 1 ? group.sentence : singular(group.sentence),
      ...sharedNext(members),
    })),
    oldestAt: times.sort()[0] ?? null,
    askedAt: now,
  }
}

function lineOf(cloudId: string, facts: Facts): CauseGroup['panels'][number] {
  const { panel, carrier, iccid } = facts
  return {
    cloudId,
    company: knownOf(panel)?.companyName ?? '',
    silentSince: silentSince(facts) ?? null,
    iccid,
    carrier: iccid === null ? '' : carrier.source,
    carrierState: knownOf(carrier)?.deviceStatus ?? '',
    saidAt: carrier.is === 'known' ? carrier.at : null,
  }
}

/** The largest first, no fault last. */
function byWeight(a: CauseGroup, b: CauseGroup): number {
  const place = ({ code }: CauseGroup) =>
    code === null ? panelFindingCodes.length : panelFindingCodes.indexOf(code)
  if ((a.code === null) !== (b.code === null)) return a.code === null ? 1 : -1
  return b.cloudIds.length - a.cloudIds.length || place(a) - place(b)
}

/** Where all of them lead. */
function sharedNext(members: readonly Finding[]): Pick<CauseGroup, 'next'> {
  const [first, ...rest] = members.map(({ next: [next] }) => next)
  return first && rest.every((next) => next?.path === first.path) ? { next: first } : {}
}

/** By what panels are alike, in words that follow their number. */
function causeOf(
  finding: Finding | undefined,
  state: CauseGroup['state'],
  { connection, container, carrier }: Facts,
): [key: string, words: string] {
  if (!finding)
    return state === 'fine'
      ? ['fine', 'have no fault found, and all checks answered']
      : ['unknown', `have no fault found, but not all sources have told of them within ${countsHours} hours`]
  const at = connection.is === 'known' ? (connection.value?.container ?? '') : ''
  const since = container.is === 'known' ? container.value?.updateDate : undefined
  const own: Partial<Record<FindingCode, string>> = {
    'container-down': `hang on ${at}, which ${since ? `has not answered since ${since}` : 'does not answer'}`,
    'container-silent': `hang on ${at}, where others are silent, too`,
    'container-clock': `hang on ${at}, whose clock is wrong`,
    'panel-unknown': 'are not in the inventory',
    'panel-not-connected':
      finding.title === 'Never connected' ? 'have never been connected' : 'have no session at WebConnect',
    'panel-silent': 'have a session and are silent, for no cause that is known here',
    'carrier-trouble': `have a SIM of ${carrier.source}, which is in trouble`,
    'sim-not-active': `have a ${finding.title.replace('at the carrier', `at ${carrier.source}`)}`,
    'sim-offline': `have a SIM that is offline at ${carrier.source}`,
  }
  const words = own[finding.code] ?? `have this ${finding.state}: ${finding.title}`
  return [`${finding.code} ${words}`, words]
}

const singulars: Record<string, string> = { hang: 'hangs', are: 'is', have: 'has' }
const singular = (words: string): string =>
  words
    .replace(/^\w+/, (verb) => singulars[verb] ?? verb)
    .replace(/^(\w+) a session and are/, '$1 a session and is')

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

/** What it said counts for a day; that it does not know the thing is an answer, too. */
function lastSaid<Value>(
  said: readonly LastSaid[],
  source: string,
  now: string,
  read: (fields: Readonly<Record<string, string>>) => Value,
): Fact<Value | null> {
  const last = said.find((each) => each.source === source)
  const { askedAt = null, fields = null, unanswered = null } = last ?? {}
  const at = (unanswered?.at ?? askedAt)?.toISOString() ?? null
  const isOld = at === null || Date.parse(now) - Date.parse(at) > countsHours * 3600_000
  if (isOld)
    return {
      is: 'unanswered',
      source,
      at,
      why: at === null ? 'It was never asked.' : `It was asked last at ${at}.`,
    }
  if (unanswered?.status === 'NotFound') return { is: 'known', value: null, source, at }
  if (unanswered) return { is: 'unanswered', source, at, why: unanswered.problem }
  return { is: 'known', value: fields && read(fields), source, at }
}
