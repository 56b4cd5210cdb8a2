import {
  type Diagnosis,
  type Finding,
  type HopKind,
  type HopState,
  isSameIccid,
  pageOf,
} from '@support-console/contract'
import { type Fact, type Facts, knownOf } from './facts.ts'
import { isCutOff, isStale } from './symptom.ts'

/** What a hop is and says by its own source. */
export interface Own {
  name?: string
  fact: Fact<unknown>
  /** At most three words, an instant among them; empty: not known. */
  word: string
  /** Its own state, where no finding says so. */
  state?: HopState | undefined
  /** When it was so, where that is not the fact's own time. */
  at?: string | null
  page?: string | null
}
type Owns = (facts: Facts, verdict: Diagnosis['verdict'], findings: readonly Finding[]) => Own | undefined

export const owns: Readonly<Record<HopKind, Owns>> = {
  panel: (facts, verdict) => (facts.cloudId === null ? panelOfSim(facts) : ownPanel(facts, verdict)),
  sim: ownSim,
  carrier: ownCarrier,
  session: ownSession,
  vpn: ownVpn,
  container: ownContainer,
  receiver: ownReceiver,
  portal: ownPortal,
}

/** What the panel does is the verdict's symptom. */
function ownPanel({ connection, container }: Facts, { symptom, since }: Diagnosis['verdict']): Own {
  const heardAt = knownOf(container)?.checkedAt ?? connection.at
  const from = since ? ` since ${since.at}` : ''
  const words = {
    silent: `silent${from}`,
    'not-connected': since ? `gone${from}` : 'not connected',
    'one-way': `one-way${from}`,
    refused: 'messages refused',
    flapping: 'comes and goes',
    reporting: 'reports',
    'not-known': '',
  } as const
  // It reports, even where something else is wrong: that is said in words of its own.
  const states = { reporting: 'works', flapping: 'amiss', 'not-known': undefined } as const
  const state = symptom && symptom in states ? states[symptom as keyof typeof states] : ('broken' as const)
  return { fact: connection, word: words[symptom ?? 'not-known'], at: heardAt, state }
}

/** The panel that has a session with the SIM. */
function panelOfSim({ seenIn }: Facts): Own {
  const [session] = knownOf(seenIn) ?? []
  if (!session) return { fact: seenIn, word: 'no session seen', state: stateOfNone(seenIn) }
  return {
    name: session.cloudId,
    fact: seenIn,
    word: `connected since ${session.since}`,
    page: pageOf('panel', session.cloudId),
  }
}
const stateOfNone = (fact: Fact<unknown>): HopState | undefined =>
  fact.is === 'known' ? 'unknown' : undefined

function ownSim(facts: Facts): Own | undefined {
  const { cloudId, iccid, panel, connection, sim, usability } = facts
  if (cloudId === null) {
    const word = knownOf(usability) === undefined ? '' : knownOf(usability) ? 'usable' : 'unusable'
    return { fact: usability.is === 'known' ? sim : usability, word }
  }
  if (iccid === null) return { fact: panel, word: 'none known', state: stateOfNone(panel) }
  const session = knownOf(connection)
  const isLive = session && session.state !== 'gone' && isSameIccid(session.iccid, iccid)
  return {
    fact: isLive ? connection : panel,
    word: isLive || knownOf(panel)?.sims.includes(iccid) ? 'in this panel' : '',
    page: pageOf('sim', iccid),
  }
}

function ownCarrier(
  { carrier, iccid }: Facts,
  _verdict: Diagnosis['verdict'],
  findings: readonly Finding[],
): Own | undefined {
  if (iccid === null) return undefined
  const said = knownOf(carrier)
  const since = findings.find(({ code, state }) => code === 'sim-not-active' && state === 'wrong')?.since
  const isOffline = said?.onlineStatus === 'Offline' && !since
  const status = said?.deviceStatus?.toLowerCase() ?? ''
  return {
    name: carrier.source === 'Carrier' ? '' : carrier.source,
    fact: carrier,
    word:
      said === null ? 'SIM not known' : [status, since?.at, isOffline && 'offline'].filter(Boolean).join(' '),
  }
}

function ownSession({ carrier }: Facts): Own {
  const online = knownOf(carrier)?.onlineStatus ?? ''
  return { fact: carrier, word: online.toLowerCase() }
}

function ownVpn(
  { mobileBroker, iccid }: Facts,
  _verdict: Diagnosis['verdict'],
  findings: readonly Finding[],
): Own | undefined {
  if (iccid === null) return undefined
  const isFitting = findings.some(({ code, state }) => code === 'sim-address' && state === 'fine')
  const address = knownOf(mobileBroker)?.ipAddress ?? ''
  return { fact: mobileBroker, word: isFitting && !address ? 'address fits' : address }
}

function ownContainer(facts: Facts): Own | undefined {
  const { container, connection } = facts
  const told = knownOf(container)
  if (knownOf(connection) === null || told === null) return undefined
  if (!told) return { fact: container, word: '' }
  const { containerName, connectionCount, silentCount, checkedAt, problem } = told
  const isOld = problem !== '' || isCutOff(facts) || isStale(facts)
  return {
    name: containerName,
    fact: container,
    at: checkedAt,
    word: isOld ? '' : `${connectionCount - silentCount} of ${connectionCount} report`,
    page: pageOf('container', containerName),
  }
}

/** D55: of a server that no one has asked nothing is said. */
function ownReceiver(
  { panel, receiversInError }: Facts,
  _verdict: Diagnosis['verdict'],
  findings: readonly Finding[],
): Own | undefined {
  if (panel.is === 'withheld') return { fact: panel, word: '' }
  const server = knownOf(panel)?.receiver
  if (!server) return undefined
  const core = knownOf(receiversInError)?.find((one) => one.server === server)?.core
  const isKnown = receiversInError.is === 'known'
  const isWrong = findings.some(
    (finding) => finding.state === 'wrong' && finding.code.startsWith('receiver-'),
  )
  return {
    name: server,
    fact: receiversInError,
    word: core?.is === 'unheard' ? '' : core?.is === 'up' ? 'core runs' : 'no fault known',
    at: core?.at ?? receiversInError.at,
    state: core?.is === 'unheard' || (isKnown && !core && !isWrong) ? 'unknown' : undefined,
    page: pageOf('csr', server),
  }
}

/** Where Pathfinder sends the panel, and whether it is managed: what is not known of either makes it not known. */
function ownPortal({ panel, portal, environment }: Facts): Own | undefined {
  const inventory = knownOf(panel)
  if (inventory === null || (inventory && inventory.remoteId === '' && inventory.physicalId === ''))
    return undefined
  const pointsTo = knownOf(environment)?.pointsTo.toUpperCase()
  const disabled = knownOf(portal)
  const managed = disabled === undefined || disabled === null ? '' : disabled ? 'management off' : 'managed'
  const missing = [environment, portal].find(({ is }) => is !== 'known')
  return { fact: missing ?? environment, word: [pointsTo, managed].filter(Boolean).join(', ') }
}
