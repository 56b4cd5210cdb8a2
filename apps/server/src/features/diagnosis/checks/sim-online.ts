import {
  addresses,
  isSameIccid,
  pageOf,
  type Since,
  type VendorCode,
  vendorOf,
} from '@support-console/contract'
import { ask, by, type Check, fine, goTo, type Judgement, ofSim, seen, told } from '../check.ts'
import { type Fact, type Facts, knownOf, type SaidOfSim } from '../facts.ts'
import { toleranceMs } from '../refute.ts'
import { firstSeen } from '../status-since.ts'
import { isHeardWithSim, isQuiet, symptomOf } from '../symptom.ts'
import { usedOfPlan } from './sim-network.ts'
import { compare, namesOf, saidBy } from './sim-sources.ts'

const bySystems = ({ carrier, mobileBroker, connector }: Facts) => [carrier, mobileBroker, connector]

/** Whether the SIM has a session, by who tells it. */
export const onlineChecks: readonly Check[] = [
  {
    code: 'sim-offline',
    isSymptom: true,
    title: 'Online status',
    mostly: 'stops',
    acts: 'within a day',
    followsFrom: [
      'common-cause',
      'sim-unknown',
      'sim-deactivation',
      'sim-not-active',
      'panel-other-sim',
      'panel-nightly',
    ],
    scope: ofSim,
    needs: bySystems,
    dates: bySystems,
    judge(facts) {
      const { carrier } = facts
      const said = onlineOf(facts)
      const evidence = said.map(({ fact, online }) => by(fact, 'Online status', online))
      const offline = said.filter(({ online }) => online === 'Offline')
      const own = said.find(({ name }) => name === 'carrier')
      const stale = offline.filter((witness) => own?.online === 'Online' && isOlder(witness, own, facts))
      if (own?.online === 'Offline') return isOffline(facts, [own], evidence)
      if (carrier.is === 'unanswered' && offline.length > 1) return isOffline(facts, offline, evidence)
      const ended = own && offline.find(({ says }) => isEndOfSilence(says, own.says, facts))
      if (ended)
        return {
          ...isOffline(facts, [ended], evidence),
          title: "The SIM's session has ended",
          sentence: `The SIM's session ended at ${ended.says?.onlineSince}, says ${namesOf([ended])}. ${carrier.source} has not heard of it yet.`,
        }
      if (own && offline.length > stale.length)
        return {
          state: 'wrong',
          effect: 'beside',
          title: 'Online status differs',
          sentence: `${namesOf(offline)} ${offline.length > 1 ? 'say' : 'says'} that the SIM is offline, ${namesOf(said.filter(({ online }) => online === 'Online'))} that it is online.`,
          evidence,
          next: [compare(facts)],
        }
      const begins = own?.says?.onlineSince
      if (own && begins && Date.parse(begins) > Date.parse(facts.now) + toleranceMs)
        return {
          state: 'unknown',
          sentence: `${carrier.source} says that the SIM is online since ${begins}, which is in the future, so this is ignored.`,
          evidence: [...evidence, by(carrier, 'Online since', begins)],
          next: [compare(facts)],
        }
      if (own && stale.length > 0)
        return fine(
          `${carrier.source} says Online; what ${namesOf(stale)} ${stale.length > 1 ? 'say' : 'says'} is older.`,
          ...evidence,
        )
      if (own) return fine(`${carrier.source} says Online.`, ...evidence)
      if (carrier.is !== 'known') return undefined
      return {
        state: 'unknown',
        sentence: `${carrier.source} does not say whether the SIM is online.`,
        evidence,
      }
    },
  },
]

/** Not before another saw its session last, and not later than it was first seen without one. */
function seenOffline(
  facts: Facts,
  witness: Fact<unknown> | undefined,
  seenAt: string | undefined,
): Since | null {
  const first = firstSeen(facts, witness?.source ?? '', { onlineStatus: 'Offline' })
  const ends = [first?.notAt?.toISOString(), seenAt].flatMap((end) => end ?? []).toSorted()
  const at = first?.at.toISOString() ?? witness?.at ?? facts.now
  const after = ends.findLast((end) => end <= at) ?? null
  return first || after ? seen(at, after) : null
}

/** What a source says of a session before its carrier saw one, or the panel was heard in one, contradicts neither. */
function isOlder(
  { says }: ReturnType<typeof onlineOf>[number],
  own: ReturnType<typeof onlineOf>[number],
  facts: Facts,
): boolean {
  const spokenOf = says?.onlineSince
  const heard = isHeardWithSim(facts) ? knownOf(facts.connection)?.receivedAt : null
  const newest = [own.fact.at, heard].flatMap((at) => (at ? [Date.parse(at)] : []))
  return spokenOf !== undefined && newest.some((at) => Date.parse(spokenOf) < at - toleranceMs)
}

/** A session may end so long before its panel is missed; in milliseconds. */
const missedAfterMs = 30 * 60_000

/** It says that the session ended as the panel fell silent, and its carrier, which hears of that later, only that it began before. */
function isEndOfSilence(witness: SaidOfSim | null, own: SaidOfSim | null, facts: Facts): boolean {
  const { symptom, since } = symptomOf(facts)
  if (facts.cloudId === null || symptom === 'reporting' || !since || !witness?.onlineSince) return false
  const ended = Date.parse(witness.onlineSince)
  const isFollowed = Date.parse(own?.onlineSince ?? '') >= ended
  const lastSeen = Date.parse(since.after ?? since.at)
  return !isFollowed && ended >= lastSeen - missedAfterMs && ended <= Date.parse(since.at) + toleranceMs
}

const onlineOf = (facts: Facts) =>
  saidBy(facts).flatMap((witness) => {
    const online = witness.says?.onlineStatus
    return online === 'Online' || online === 'Offline' ? [{ ...witness, online }] : []
  })

/** Whether it is this panel alone is known before anyone drives there (K5). */
const seeOthers = (carrier: string, vendorCode: VendorCode | null | undefined) =>
  goTo(
    `See whether other panels with SIMs of ${carrier} are silent, too. If not, ask the installer to check power, antenna and reception at the panel.`,
    `See silent panels of ${carrier}`,
    addresses.fleet(`finding=silent${vendorCode ? `&carrier=${vendorCode}` : ''}`),
  )

/** In a session that names the SIM, last heard before its carrier says that it ended, or that there is none, it was not heard since. */
function isHeardSince(
  { cloudId, connection, iccid }: Facts,
  { at, saidAt }: { at: string | undefined; saidAt: string | null },
): boolean {
  const found = knownOf(connection)
  if (cloudId === null || found?.state !== 'connected') return false
  const ended = at ?? (isQuiet(found) ? saidAt : null)
  const isOwn = isSameIccid(found.iccid, iccid ?? '')
  return !(ended && found.receivedAt && found.receivedAt < ended && isOwn)
}

/** Where the panel is heard all the same, it is connected by cable. */
function isOffline(
  facts: Facts,
  witnesses: ReturnType<typeof onlineOf>,
  evidence: Judgement['evidence'],
): Judgement {
  const { connection, iccid, billing, carrier, sim } = facts
  const at = witnesses[0]?.says?.onlineSince
  const billed = knownOf(billing)
  const percent = billed && usedOfPlan(billed)
  // Others say no more than until when they saw it.
  const other = onlineOf(facts).find(({ online, says }) => online === 'Offline' && says?.onlineSince)
  const seenAt = other?.says?.onlineSince
  const endedAt = Date.parse(at ?? seenAt ?? '')
  const connectedAt = Date.parse(knownOf(connection)?.connectedAt ?? '')
  return {
    state: 'wrong',
    effect: isHeardSince(facts, { at, saidAt: witnesses[0]?.fact.at ?? null }) ? 'beside' : 'stops',
    title: 'SIM offline at the carrier',
    sentence: `The SIM has had no session at ${namesOf(witnesses)}${at ? ` since ${at}` : other && seenAt ? `. ${other.fact.source} saw it last at ${seenAt}` : ''}.`,
    evidence: [
      ...evidence,
      ...(at === undefined && other && seenAt
        ? [{ source: other.fact.source, what: 'Session seen last', value: seenAt, at: seenAt }]
        : []),
    ],
    since: at ? told(at) : seenOffline(facts, witnesses[0]?.fact, seenAt),
    ...(connectedAt > endedAt + toleranceMs && { refuted: 'The panel has connected since.' }),
    next: [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }],
    step:
      percent !== null && percent !== undefined && percent >= 100
        ? ask(
            `Ask ${carrier.source} whether it barred the SIM, which used ${percent} % of its plan. Else ask the installer to check power and reception.`,
            `Is SIM ${iccid} barred? It used ${percent} % of its plan.`,
          )
        : seeOthers(carrier.source, vendorOf(iccid ?? '', knownOf(sim)?.vendorCode)),
  }
}
