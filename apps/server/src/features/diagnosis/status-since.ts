import type { Since } from '@support-console/contract'
import type { ObservedChange } from '../../platform/observations/observations.store.ts'
import {
  type Fact,
  type Facts,
  knownOf,
  type SaidOfSim,
  type SimSourceFact,
  simSourceFacts,
} from './facts.ts'
import { toleranceMs } from './refute.ts'

/**
 * Since when a SIM is in the state that a source says: not later than any source that says the same last edited it or was first
 * seen to say so, and not before it was last seen to say otherwise, or its session ended. Null: no one knows.
 */
export function statusSince(
  said: { fact: Pick<Fact<unknown>, 'source'>; says: SaidOfSim | null } | undefined,
  facts: Facts,
): Since | null {
  const deviceStatus = said?.says?.deviceStatus
  if (!said || !deviceStatus) return null
  const alike = saidOfSim(facts).filter(({ says }) => says.deviceStatus === deviceStatus)
  const changes = alike.flatMap(({ fact }) => firstSeen(facts, fact.source, { deviceStatus }) ?? [])
  const edited = alike.flatMap(({ says }) => says.changedAt ?? [])
  // A clock that is ahead names a time to come.
  const [at] = [...edited, ...changes.map((change) => change.at.toISOString())]
    .filter((time) => time <= facts.now)
    .toSorted()
  // Said for the first time: the next look reads it of whichever of them answered first.
  const [toldNow] = alike.flatMap(({ fact }) => fact.at || []).toSorted()
  const lastSeen = at ?? toldNow
  if (lastSeen === undefined) return null
  // Of the source that heard of it first: one that hears of it later says otherwise until then.
  const [first] = changes.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const before = first?.notAt ? [first.notAt.toISOString()] : []
  // Clocks differ a little; what is later than that is about something else.
  const latest = new Date(Date.parse(lastSeen) + toleranceMs).toISOString()
  const ends = [...before, ...sessionsEnded(facts)].filter((end) => end <= latest)
  if (at === undefined && ends.length === 0) return null
  const after = ends.map((end) => (end > lastSeen ? lastSeen : end)).toSorted()
  return { at: lastSeen, known: 'seen', after: after.at(-1) ?? null }
}

/** When a source was first seen to say what it says; undefined: it says it for the first time. */
export function firstSeen(
  { changes }: Pick<Facts, 'changes'>,
  source: string,
  said: Partial<Record<'deviceStatus' | 'onlineStatus', string>>,
): ObservedChange | undefined {
  const [[field, value] = []] = Object.entries(said)
  const newest = knownOf(changes)?.find((change) => change.source === source && change.field === field)
  return newest?.after === value ? newest : undefined
}

const saidOfSim = (facts: Facts) =>
  (Object.keys(simSourceFacts) as SimSourceFact[]).flatMap((name) => {
    const fact = facts[name]
    return fact.is === 'known' && fact.value ? [{ fact, says: fact.value }] : []
  })

/** When sources saw its last session end. */
const sessionsEnded = (facts: Facts): string[] =>
  saidOfSim(facts).flatMap(({ says }) => (says.onlineStatus === 'Offline' ? (says.onlineSince ?? []) : []))

/** ' at 09:12', ' between 08:10 and 09:12', or ' at 09:12 or earlier': in a sentence about a state. */
export function sayStatusSince(since: Since | null): string {
  if (since === null) return ''
  if (since.after === since.at) return ` at ${since.at}`
  return since.after === null ? ` at ${since.at} or earlier` : ` between ${since.after} and ${since.at}`
}
