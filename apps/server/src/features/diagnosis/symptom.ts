import type { Finding, Since, Symptom } from '@support-console/contract'
import { type Facts, knownOf } from './facts.ts'
import { silentSince } from './silent-since.ts'

/** What the panel does, seen from outside, since when, and who says so. */
export interface Observed {
  symptom: Symptom
  since: Since | null
  /** Two sentences at most. */
  sentence: string
  evidence: Finding['evidence']
}

/** How often a panel has to return within this hour and the last to be said to flap. */
const flapsAt = 4

/** Nobody has looked for so long that what is kept says nothing of now. */
export const isStale = ({ connection, container, now, staleAfterMs }: Facts): boolean => {
  const lookedAt = knownOf(container)?.checkedAt ?? knownOf(connection)?.saidAt
  return !lookedAt || Date.parse(now) - Date.parse(lookedAt) > staleAfterMs
}

/** Its container did not answer at the last look, so that nothing newer is known of the panel. */
export const isCutOff = ({ container, connection }: Facts): boolean => {
  const kept = knownOf(container)
  return kept !== undefined && knownOf(connection)?.state !== 'gone' && (kept === null || kept.problem !== '')
}

/** At the last look it had a session: it calls here, whether it is heard or not. */
export const hasSession = ({ connection }: Facts): boolean => {
  const found = knownOf(connection)
  return found !== undefined && found !== null && found.state !== 'gone'
}

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
  if (isStale(facts))
    return of(
      'not-known',
      null,
      'WebConnect has not been looked at for a while, so what is kept may be over.',
    )
  if (isCutOff(facts))
    return of(
      'not-known',
      null,
      `Nothing newer is known of the panel than what ${found.container} last told.`,
    )
  // It does not keep to full hours.
  const reconnects = (knownOf(facts.reconnects) ?? []).reduce((sum, { count }) => sum + count, 0)
  if (reconnects >= flapsAt)
    return of('flapping', null, `The panel connects and leaves again: ${reconnects} times within two hours.`)
  const at = silentSince({ cloudId, connection })
  const since: Since | null = at ? { at, known: found.receivedAt ? 'told' : 'seen', after: null } : null
  if (found.state === 'gone')
    return of('not-connected', since, `The panel left ${found.container} at ${found.since}.`)
  if (found.state === 'silent' && found.receivedAt === null && found.sentAt !== null)
    return of(
      'one-way',
      since,
      `${found.container} sends to the panel, and has received nothing in this session.`,
    )
  if (found.state === 'silent')
    return of('silent', since, `Nothing was received from the panel since ${at}, though it has a session.`)
  if (/^NAK$/i.test(found.status))
    return of('refused', null, 'The last message of the panel was refused (NAK), though it has a session.')
  if (/^TIMEOUT$/i.test(found.status))
    return of('one-way', null, 'The panel sends, and what is sent to it is not answered in time.')
  return of(
    'reporting',
    found.connectedAt ? { at: found.connectedAt, known: 'told', after: null } : null,
    found.receivedAt ? `The panel reports. It was last heard at ${found.receivedAt}.` : 'The panel reports.',
  )
}
