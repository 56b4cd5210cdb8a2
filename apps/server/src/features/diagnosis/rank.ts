import { beforeMs } from './changes.ts'
import type { Check } from './check.ts'
import { type Facts, knownOf } from './facts.ts'
import type { Judged } from './judged.ts'
import { findSharedCause, isOwnBeginning, isOwnFault, ofMany } from './others-in-session.ts'
import { earliest, toleranceMs } from './refute.ts'
import type { Observed } from './symptom.ts'

/** The smaller, the stronger: the rules of docs/findings.md. */
export const ranks = { common: 1, before: 2, changed: 3, unknown: 4, touched: 5, near: 6, mayBe: 7 } as const
type Rank = (typeof ranks)[keyof typeof ranks]

/** Of a thing that is silent: how well this explains it. */
export function rankOf({ finding }: Pick<Judged, 'finding'>, { since: silence }: Observed): Rank {
  const { code, effect, since, changedBy } = finding
  if (ofMany.has(code)) return ranks.common
  const fellSilent = silence ? Date.parse(silence.at) : null
  const isBefore = (at: number) => fellSilent !== null && at <= fellSilent + toleranceMs
  const begun = since && (earliest(since) ?? Date.parse(since.at))
  const lastSeen = silence ? Date.parse(silence.after ?? silence.at) : null
  const isNear =
    begun !== null &&
    fellSilent !== null &&
    begun >= Number(lastSeen) - nearMs &&
    begun <= fellSilent + nearMs
  // Seen well until shortly before the silence, and not since.
  const isWithIt =
    since?.known === 'seen' && since.after !== null && isNear && isBefore(Date.parse(since.after))
  if (effect === 'stops' && since && (isBefore(Date.parse(since.at)) || isWithIt)) return ranks.before
  const changedAt = changedBy && Date.parse(changedBy.at)
  const isChanged = changedAt !== null && isBefore(changedAt) && changedAt >= Number(fellSilent) - beforeMs
  // A change that is merely near in time shows nothing of what it did: what certainly stops the panel comes before it.
  if (isChanged && code !== 'recent-change') return ranks.changed
  if (effect === 'stops') return ranks.unknown
  if (isChanged) return ranks.touched
  return isNear ? ranks.near : ranks.mayBe
}

/** A beginning so far from the silence is near it. */
const nearMs = 3600_000

/**
 * What certainly stops it may hide what else does: what began in the day before the silence is to be mended as well, and so is that
 * the inventory has no such panel.
 */
function isAlso({ finding: { code, since } }: Judged, { since: silence }: Observed): boolean {
  if (code === 'panel-unknown') return true
  if (!since || !silence || onlyNear.has(code)) return false
  const [begun, fellSilent] = [Date.parse(since.at), Date.parse(silence.at)]
  return begun >= fellSilent - beforeMs && begun <= fellSilent + toleranceMs
}
/** What happened, and is no fault to be mended. */
const onlyNear: ReadonlySet<string> = new Set(['recent-change', 'receiver-deployed'])

/** A panel that went on after one beginning was stopped by a later one: how long before the silence it began, in steps. */
function awayFrom({ finding: { code, since } }: Judged, { since: silence }: Observed): number {
  if (!since || !silence || ofMany.has(code)) return 0
  return Math.max(
    0,
    Math.floor((Date.parse(silence.after ?? silence.at) - Date.parse(since.at)) / toleranceMs),
  )
}

/** The best rank that a check could still get whose answer is missing. */
export function bestOf({ code, mostly, showsChange }: Check, { history }: Facts): Rank {
  if (code === 'common-cause') return ranks.common
  if (mostly === 'stops') return ranks.before
  if (showsChange && knownOf(history)?.some(({ kind }) => kind === 'company') !== false) return ranks.changed
  return code === 'recent-change' ? ranks.touched : ranks.near
}

/** How strong something that is wrong is where nothing is silent: what could stop a panel comes before what only is wrong. */
const weightOf = ({ effect }: Judged['finding'], isPanel: boolean): number =>
  effect === 'stops' || (isPanel && effect === 'may-stop') ? 1 : 2

/** What explains the symptom and is not refuted, the strongest first; of a thing that is not silent, all that is wrong. */
export function causesOf(judged: readonly Judged[], observed: Observed, facts: Facts): Judged[] {
  const { cloudId } = facts
  const wrong = judged.filter(({ finding: { state, follows } }) => state === 'wrong' && follows === null)
  const { symptom } = observed
  if (cloudId === null || symptom === 'reporting')
    return wrong.toSorted(
      (a, b) => weightOf(a.finding, cloudId !== null) - weightOf(b.finding, cloudId !== null),
    )
  const explaining = wrong
    .filter(({ finding: { explains, refuted } }) => refuted === null && explains.includes(symptom))
    .map((judged) => ({ judged, rank: rankOf(judged, observed) }))
    .toSorted((a, b) => a.rank - b.rank || awayFrom(a.judged, observed) - awayFrom(b.judged, observed))
  const best = explaining[0]?.rank ?? ranks.mayBe
  // Beside what certainly stops it, what only may is no second cause.
  const limit = best <= ranks.before ? ranks.before : best <= ranks.unknown ? ranks.unknown : ranks.mayBe
  const shared = findSharedCause(judged)
  const isFirst = (each: Judged): boolean =>
    shared !== undefined && isOwnBeginning(each, observed) && isOwnFault(each, shared, facts) === true
  return explaining
    .toSorted((a, b) => Number(isFirst(b.judged)) - Number(isFirst(a.judged)))
    .filter(
      ({ judged, rank }) => rank <= limit || judged.finding.effect === 'stops' || isAlso(judged, observed),
    )
    .map(({ judged }) => judged)
}
