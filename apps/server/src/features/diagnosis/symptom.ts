import { type Finding, isSameIccid, type Since, type Symptom } from '@support-console/contract'
import { panelWordOf } from '../states/index.ts'
import { type Facts, type FactValues, knownOf } from './facts.ts'
import { durationInWords } from './in-words.ts'
import { silentSince } from './silent-since.ts'

/** What the panel does, seen from outside, since when, and who says so. */
export interface Observed {
  symptom: Symptom
  since: Since | null
  /** Two sentences at most. */
  sentence: string
  evidence: Finding['evidence']
}

/** No one has looked for so long that what is kept says nothing of now. */
export const isStale = (facts: Facts): boolean => {
  const { connection, container } = facts
  return isOld(knownOf(container)?.checkedAt ?? knownOf(connection)?.saidAt, facts) || isLate(facts)
}

/** How old what its container tells is, where it answers and is late with all of it (D56); in milliseconds, else 0. */
export function lateMs(facts: Facts): number {
  const { checkedAt, updateDate } = knownOf(facts.container) ?? {}
  return isLate(facts) && checkedAt && updateDate ? Date.parse(checkedAt) - Date.parse(updateDate) : 0
}
function isLate(facts: Facts): boolean {
  const { problem, checkedAt, updateDate } = knownOf(facts.container) ?? {}
  return problem === '' && isOld(updateDate, facts) && !isOld(checkedAt, facts)
}

const isOld = (at: string | null | undefined, { now, staleAfterMs }: Facts): boolean =>
  !at || Date.parse(now) - Date.parse(at) > staleAfterMs

/** Why nothing is known of now. */
export const sayStale = (facts: Facts): string =>
  lateMs(facts) > 0
    ? `${knownOf(facts.container)?.containerName} tells what was ${durationInWords(lateMs(facts))} ago, so nothing newer is known.`
    : 'The console has not reached WebConnect for a while, so its last report may be out of date.'

/** Its container did not answer at the last look, so that nothing newer is known of the panel. */
export const isCutOff = ({ container, connection }: Facts): boolean => {
  const kept = knownOf(container)
  return kept !== undefined && knownOf(connection)?.state !== 'gone' && (kept === null || kept.problem !== '')
}

/**
 * The panel is heard in a session that names the SIM: a witness of now, stronger than any record of the SIM. How the SIM is written
 * does not matter.
 */
export const isHeardWithSim = (facts: Facts): boolean => {
  const found = knownOf(facts.connection)
  return (
    facts.cloudId !== null &&
    facts.iccid !== null &&
    found?.state === 'connected' &&
    found.refusedSince === null &&
    !isStale(facts) &&
    !isCutOff(facts) &&
    isSameIccid(found.iccid, facts.iccid)
  )
}

/** At the last look it had a session: it calls here, whether it is heard or not. */
export const hasSession = ({ connection }: Facts): boolean => {
  const found = knownOf(connection)
  return found !== undefined && found !== null && found.state !== 'gone'
}

/** When it counts as silent, of a panel that has a session and was not heard for half of that time; null: it was heard lately. */
export function findSilenceStart({ connection, cloudId, silentMinutes, now }: Facts): string | null {
  const found = knownOf(connection)
  if (cloudId === null || found?.state !== 'connected' || found.receivedAt === null) return null
  const [heard, silentMs] = [Date.parse(found.receivedAt), silentMinutes * 60_000]
  return Date.parse(now) - heard > silentMs / 2 ? new Date(heard + silentMs).toISOString() : null
}

/** For so long after a look at its container a panel is said to do what was seen then, in milliseconds. */
const isNowMs = 15_000

/** That a panel reports is said of now only where its container was looked at for this question, or just before. */
function sayReporting(facts: Facts, receivedAt: string | null): string {
  const { container, look, now } = facts
  const from = findSilenceStart(facts)
  if (from && receivedAt)
    return `The panel was last heard at ${receivedAt}, ${durationInWords(Date.parse(now) - Date.parse(receivedAt))} ago. It counts as silent from ${from}.`
  const lookedAt = knownOf(container)?.checkedAt
  const age = lookedAt ? Date.parse(look.at ?? now) - Date.parse(lookedAt) : 0
  if (knownOf(look) !== true && age > isNowMs)
    return `The panel reported ${durationInWords(age)} ago, and WebConnect was not asked since.`
  return receivedAt ? `The panel reports. It was last heard at ${receivedAt}.` : 'The panel reports.'
}

const sinceOf = (at: string, { receivedAt, seenUntil = null }: Found): Since => ({
  at,
  known: receivedAt ? 'told' : 'seen',
  after: seenUntil,
})

const sayLeft = ({ container, since, seenUntil }: Found): string =>
  seenUntil
    ? `The panel left ${container} between ${seenUntil} and ${since}, while no one looked.`
    : `The panel left ${container} at ${since}.`

/** A panel that was sent to so long after it was last heard sends nothing either; in milliseconds. */
const quietMs = 90_000
type Found = NonNullable<FactValues['connection']>
/** A panel that is sent to, and was not heard for longer than between a question and its answer. */
export const isQuiet = (found: Found): found is Found & { receivedAt: string } =>
  found.receivedAt !== null &&
  found.sentAt !== null &&
  Date.parse(found.sentAt) - Date.parse(found.receivedAt) > quietMs
const sayQuiet = ({ receivedAt }: Found): string =>
  `Nothing was received from the panel since ${receivedAt}, and what is sent to it is not answered.`

export function symptomOf(facts: Facts): Observed {
  const { connection, cloudId } = facts
  const found = knownOf(connection)
  const session = (value: string, at: string | null) => [{ source: 'WebConnect', what: 'Session', value, at }]
  if (found === undefined)
    return {
      symptom: 'not-known',
      since: null,
      sentence: 'What the panel does is not known.',
      evidence: [],
    }
  if (found === null)
    return {
      symptom: 'not-connected',
      since: null,
      sentence: 'WebConnect has never seen the panel.',
      evidence: session('none ever seen', null),
    }
  const evidence = [
    ...session(`${found.state}, ${found.container}`, found.since),
    ...(found.receivedAt
      ? [{ source: 'WebConnect', what: 'Last received', value: found.receivedAt, at: found.receivedAt }]
      : []),
    ...(found.sentAt
      ? [{ source: 'WebConnect', what: 'Last sent', value: found.sentAt, at: found.sentAt }]
      : []),
    ...(found.status
      ? [{ source: 'WebConnect', what: 'Received status', value: found.status, at: found.receivedAt }]
      : []),
  ]
  const of = (symptom: Symptom, since: Since | null, sentence: string): Observed => ({
    symptom,
    since,
    sentence,
    evidence,
  })
  const reconnects = (knownOf(facts.reconnects) ?? []).reduce((sum, { count }) => sum + count, 0)
  const word = panelWordOf({
    connection: found.state,
    isLookedAt: !isStale(facts),
    isAnswered: !isCutOff(facts),
    isRefused: found.refusedSince !== null,
    begun: reconnects,
  })
  if (isStale(facts)) return of('not-known', null, sayStale(facts))
  if (word === 'not-known')
    return of(
      'not-known',
      null,
      `The last report about the panel is from ${found.container}; nothing newer is known.`,
    )
  if (word === 'flapping')
    return of('flapping', null, `The panel connects and leaves again: ${reconnects} times within two hours.`)
  const at = silentSince({ cloudId, connection })
  const since = at ? sinceOf(at, found) : null
  if (word === 'not-connected') return of('not-connected', since, sayLeft(found))
  if (word === 'silent' && found.receivedAt === null && found.sentAt !== null)
    return of(
      'one-way',
      since,
      `${found.container} sends to the panel, and has received nothing in this session.`,
    )
  if (word === 'silent')
    return of('silent', since, `Nothing was received from the panel since ${at}, though it has a session.`)
  if (word === 'refused')
    return of('refused', null, 'The last message of the panel was refused (NAK), though it has a session.')
  if (/^TIMEOUT$/i.test(found.status))
    return isQuiet(found)
      ? of('one-way', { at: found.receivedAt, known: 'told', after: null }, sayQuiet(found))
      : of('one-way', null, 'The panel sends, and what is sent to it is not answered in time.')
  return of(
    'reporting',
    found.connectedAt ? { at: found.connectedAt, known: 'told', after: null } : null,
    sayReporting(facts, found.receivedAt),
  )
}
