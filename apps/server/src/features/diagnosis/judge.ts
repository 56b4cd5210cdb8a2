import type { Diagnosis, Finding, FindingCode } from '@support-console/contract'
import { changesOf } from './changes.ts'
import { type Check, type Judgement, silences } from './check.ts'
import { checks } from './checks/index.ts'
import type { Facts } from './facts.ts'
import { inWords } from './in-words.ts'
import type { Judged } from './judged.ts'
import { findSharedCause, isOwnBeginning, isOwnFault, ofMany } from './others-in-session.ts'
import { refutationOf } from './refute.ts'
import { sayFailed, sourceOfFact, sourcesOf } from './sources.ts'
import { roleFor, stepFor } from './step-for.ts'
import { type Observed, symptomOf } from './symptom.ts'
import { verdictOf } from './verdict.ts'
import { wayOf } from './way.ts'

/** The findings of the facts, in the order of dependence, and their verdict. */
export function diagnosisOf(facts: Facts, askedAt: string): Diagnosis {
  const { cloudId, iccid } = facts
  const observed = symptomOf(facts)
  const asked = checks.filter(({ code, applies }) => isAsked(code, facts) && (applies?.(facts) ?? true))
  const found = asked.map((check) => judgedBy(check, facts, observed))
  const judged = folded(facts, observed, refutedTogether(observed, found))
  const verdict = verdictOf(judged, observed, facts)
  const findings = judged.map(({ finding }) => finding)
  return {
    cloudId,
    iccid,
    verdict,
    findings,
    sources: sourcesOf(facts),
    changes: changesOf(facts, observed),
    way: wayOf(findings, verdict, facts),
    askedAt,
  }
}

/** A SIM's checks need a SIM; a panel's stand beside them where a panel is looked at. */
const isAsked = (code: FindingCode, { cloudId, iccid }: Facts): boolean =>
  code.startsWith('sim-') || code === 'carrier-trouble' ? iccid !== null : cloudId !== null

function judgedBy(check: Check, facts: Facts, observed: Observed): Judged {
  const { code, title, needs, judge } = check
  const judgement = toldOf(judge(facts), needs(facts))
  const { step = null, evidence, next = [] } = judgement
  const effect = judgement.state === 'wrong' ? (judgement.effect ?? check.mostly) : null
  const since = judgement.since ?? null
  const scope = judgement.scope ?? check.scope(facts)
  const refuted =
    effect && (judgement.refuted ?? refutationOf({ effect, since, acts: check.acts, scope }, observed, facts))
  const finding: Finding = {
    code,
    state: judgement.state,
    title: judgement.title ?? title,
    sentence: judgement.sentence,
    evidence: [...evidence],
    next: next.filter(({ path }) => !roleFor(path, facts)).slice(0, 2),
    effect,
    explains: effect && effect !== 'beside' ? [...(check.explains ?? silences)] : [],
    since,
    changedBy: judgement.changedBy ?? null,
    scope,
    refuted,
    follows: null,
    ...(judgement.outage && { outage: judgement.outage }),
  }
  return { finding, check, step: step && stepFor(step, facts) }
}

/** No facts make it so, as far as the tests know; if any do, they spoil no other finding. */
export const notJudged = 'The console received an answer it cannot interpret. Tell the administrator.'

type Told = Omit<Judgement, 'state'> & { state: Finding['state'] }

/** What is wrong is said as soon as it is known; what is fine only when nothing is left that could say otherwise. */
function toldOf(judgement: Judgement | undefined, needs: ReturnType<Check['needs']>): Told {
  if (judgement?.state === 'wrong') return judgement
  const open = needs.filter((fact) => fact.is !== 'known')
  const waiting = open.filter(({ is }) => is === 'waiting')
  if (waiting.length > 0) {
    const sources = [...new Set(waiting.map(({ source }) => source))]
    return {
      state: 'waiting',
      sentence: `Asking ${inWords(sources)}.`,
      evidence: waiting.map(({ source, at }) => ({ source, what: 'asked', value: 'no answer yet', at })),
    }
  }
  const withheld = open.find((fact) => fact.is === 'withheld')
  if (withheld)
    return {
      state: 'unknown',
      sentence: `Not shown to you: reading it ${withheld.why}.`,
      evidence: [{ source: withheld.source, what: 'right', value: withheld.why, at: null }],
    }
  if (open.length > 0)
    return {
      state: 'unknown',
      sentence: [...new Set(open.map((fact) => sayFailed(sourceOfFact(fact))))].join(' '),
      evidence: open
        .filter((fact) => fact.is === 'unanswered')
        .map(({ source, why, at }) => ({ source, what: 'no answer', value: why, at })),
    }
  return judgement ?? { state: 'unknown', sentence: notJudged, evidence: [] }
}

/** What follows from a cause that is refuted is refuted with it, unless it is known to have begun earlier. */
function refutedTogether({ symptom }: Observed, judged: readonly Judged[]): Judged[] {
  if (symptom === 'reporting') return [...judged]
  const refuted = new Map<FindingCode, Finding>()
  return judged.map((each) => {
    const { finding, check } = each
    const { effect, since } = finding
    if (effect !== 'stops' && effect !== 'may-stop') return each
    const parent = check.followsFrom.map((code) => refuted.get(code)).find((found) => found !== undefined)
    const isEarlier = since && parent?.since && Date.parse(since.at) < Date.parse(parent.since.at)
    const why = finding.refuted ?? (parent && !isEarlier ? parent.refuted : null)
    if (why === null) return each
    const told = { ...finding, refuted: why }
    if (effect === 'stops') refuted.set(finding.code, told)
    return { ...each, finding: told }
  })
}

/** What follows from an earlier cause stands below it, and below no other. */
function folded(facts: Facts, observed: Observed, judged: readonly Judged[]): Judged[] {
  const { symptom } = observed
  const isParent = ({ code, effect }: Finding) =>
    effect === 'stops' || (effect === 'may-stop' && ofMany.has(code))
  const isCause = ({ finding }: Judged) =>
    symptom === 'reporting' ? finding.effect !== null : isParent(finding) && finding.refuted === null
  const causes = new Set(judged.filter(isCause).map(({ finding }) => finding.code))
  const shared = findSharedCause(judged)
  /** What began at this one alone is no part of what many share. */
  const isPart = (each: Judged, code: FindingCode) =>
    !(
      shared?.finding.code === code &&
      isOwnBeginning(each, observed) &&
      isOwnFault(each, shared, facts) !== false
    )
  const under = new Map<FindingCode, FindingCode>()
  return judged.map((each) => {
    const { finding, check } = each
    // What someone changed here has a beginning of its own.
    const parent = finding.changedBy
      ? undefined
      : check.followsFrom.find((code) => causes.has(code) && isPart(each, code))
    const own = finding.state === 'wrong' ? (sameChange(each, judged) ?? parent) : undefined
    if (own === undefined) return each
    const follows = under.get(own) ?? own
    under.set(finding.code, follows)
    return { ...each, finding: { ...finding, follows } }
  })
}

/** What a change has led to stands for it. */
function sameChange(
  { finding: { code, changedBy } }: Judged,
  judged: readonly Judged[],
): FindingCode | undefined {
  if (!changedBy || code === 'common-cause') return undefined
  const isSame = ({ finding }: Judged) =>
    finding.code !== code &&
    (code === 'recent-change' || finding.code === 'common-cause') &&
    finding.changedBy?.transactionId === changedBy.transactionId
  return judged.find(isSame)?.finding.code
}
