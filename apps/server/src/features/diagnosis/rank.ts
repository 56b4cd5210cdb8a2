import { beforeMs } from './changes.ts'
import type { Check } from './check.ts'
import type { Facts } from './facts.ts'
import type { Judged } from './judged.ts'
import { earliest, toleranceMs } from './refute.ts'
import type { Observed } from './symptom.ts'

/** What does not concern this panel alone. */
const ofMany: ReadonlySet<string> = new Set(['common-cause', 'container-silent', 'container-down'])

/** The smaller, the stronger: the six rules of docs/findings.md. */
export const ranks = { common: 1, before: 2, changed: 3, unknown: 4, near: 5, mayBe: 6 } as const
type Rank = (typeof ranks)[keyof typeof ranks]

/** Of a thing that is silent: how well this explains it. */
export function rankOf({ finding }: Pick<Judged, 'finding'>, { since: silence }: Observed): Rank {
  const { code, effect, since, changedBy } = finding
  if (ofMany.has(code)) return ranks.common
  const fellSilent = silence ? Date.parse(silence.at) : null
  const isBefore = (at: number) => fellSilent === null || at <= fellSilent + toleranceMs
  const begun = since && (earliest(since) ?? Date.parse(since.at))
  if (effect === 'stops' && begun !== null && begun !== undefined && isBefore(begun)) return ranks.before
  if (changedBy && fellSilent !== null) {
    const at = Date.parse(changedBy.at)
    if (isBefore(at) && at >= fellSilent - beforeMs) return ranks.changed
  }
  if (effect === 'stops') return ranks.unknown
  const isNear =
    begun !== null && begun !== undefined && fellSilent !== null && Math.abs(begun - fellSilent) <= nearMs
  return isNear ? ranks.near : ranks.mayBe
}

/** A beginning so far from the silence is near it. */
const nearMs = 3600_000

/** The best rank that a check could still get whose answer is missing. */
export const bestOf = ({ code, mostly }: Check): Rank =>
  code === 'common-cause' ? ranks.common : mostly === 'stops' ? ranks.before : ranks.near

/** How strong something that is wrong is where nothing is silent: what could stop a panel comes before what only is wrong. */
const weightOf = ({ effect }: Judged['finding'], isPanel: boolean): number =>
  effect === 'stops' || (isPanel && effect === 'may-stop') ? 1 : 2

/** What explains the symptom and is not refuted, the strongest first; of a thing that is not silent, all that is wrong. */
export function causesOf(judged: readonly Judged[], observed: Observed, { cloudId }: Facts): Judged[] {
  const wrong = judged.filter(({ finding: { state, follows } }) => state === 'wrong' && follows === null)
  const { symptom } = observed
  if (cloudId === null || symptom === 'reporting')
    return wrong.toSorted(
      (a, b) => weightOf(a.finding, cloudId !== null) - weightOf(b.finding, cloudId !== null),
    )
  const explaining = wrong
    .filter(({ finding: { explains, refuted } }) => refuted === null && explains.includes(symptom))
    .map((each) => ({ each, rank: rankOf(each, observed) }))
    .toSorted((a, b) => a.rank - b.rank)
  const best = explaining[0]?.rank ?? ranks.mayBe
  // Beside what certainly stops it, what only may is no second cause.
  const limit = best <= ranks.before ? ranks.before : best <= ranks.unknown ? ranks.unknown : ranks.mayBe
  return explaining
    .filter(({ each, rank }) => rank <= limit || each.finding.effect === 'stops')
    .map(({ each }) => each)
}
