import type { Cause, SourceOfDiagnosis, Verdict } from '@support-console/contract'
import { type Fact, type Facts, knownOf } from './facts.ts'
import type { Judged } from './judged.ts'
import { isOwnFaultOpen } from './others-in-session.ts'
import { bestOf, causesOf, rankOf, ranks } from './rank.ts'
import { isCertain, sourceOfFact } from './sources.ts'
import { findSilenceStart, isStale, lateMs, type Observed, sayStale } from './symptom.ts'
import { elseStep, secondOf, sentenceOf, stepOf } from './verdict-words.ts'

/** What the findings come to, and how certain that is. */
export function verdictOf(judged: readonly Judged[], observed: Observed, facts: Facts): Verdict {
  const { symptom, since, evidence } = observed
  const causes = causesOf(judged, observed, facts)
  const isOpen = isOwnFaultOpen(judged, observed, facts)
  const open = judged.filter((one) => couldChange(one, causes[0], observed, facts))
  const undated = causes.slice(0, 1).filter((one) => isUndated(one, observed, facts))
  const sources = sourcesIn([
    ...open.flatMap(({ check }) => check.needs(facts)),
    ...undated.flatMap(({ check }) => check.dates?.(facts) ?? []),
    ...witnessesOf(observed, facts),
    ...(isOpen && facts.others.is === 'waiting' ? [facts.others] : []),
  ])
  // Where only what is kept is read, no answer is to come.
  const isComing = ({ state, why }: SourceOfDiagnosis) =>
    state === 'asking' || (state === 'not-asked' && why === '')
  const waitingFor = sources.filter(isComing)
  const failed = sources.filter((source) => !isComing(source))
  const isSilence = facts.cloudId !== null && symptom !== 'reporting'
  const state = stateOf({
    isPanel: facts.cloudId !== null,
    causes,
    open,
    observed,
    isSilence,
    isPanelQuiet: findSilenceStart(facts) !== null,
    isSettled: undated.length === 0 && !isOpen,
    waits: waitingFor.length > 0,
    fails: failed.length > 0,
  })
  const toldCauses = causes.map((cause): Cause => {
    const { code, effect, sentence, since, changedBy, scope, outage } = cause.finding
    const next = stepOf(cause, facts)
    return { code, effect, sentence, since, changedBy, scope, next, ...(outage && { outage }) }
  })
  const isAllKnown = judged.every(({ finding }) => finding.state === 'fine' || finding.state === 'wrong')
  const count = judged.length
  const isDated = undated.length === 0
  const said = {
    state,
    causes,
    observed,
    isSilence,
    isDated,
    waitingFor,
    failed,
    open,
    facts,
    count,
    isAllKnown,
  }
  return {
    state,
    symptom: facts.cloudId === null ? null : symptom,
    since: facts.cloudId === null || symptom === 'reporting' ? null : since,
    causes: toldCauses,
    sentence: sentenceOf(said),
    second: secondOf(said),
    next: toldCauses[0]?.next ?? elseStep(state, failed, facts, symptom),
    waitingFor,
    failed,
    evidence: facts.cloudId === null ? [] : evidence,
  }
}

/** Whether an answer that is missing could name a stronger cause than the first, or the first at all. */
function couldChange(judged: Judged, first: Judged | undefined, observed: Observed, facts: Facts): boolean {
  const { check } = judged
  const { state, follows } = judged.finding
  // What others say in the place of the source that knows best is not settled by them.
  if (judged === first) return !isCertain(check.needs(facts)[0])
  if (state === 'wrong' || state === 'fine' || follows !== null) return false
  const isSilence = facts.cloudId !== null && observed.symptom !== 'reporting'
  if (!first) return !isSilence || check.mostly !== 'beside'
  if (!isSilence) return check.mostly === 'stops' && first.finding.effect !== 'stops'
  if (check.mostly === 'beside') return false
  const rank = rankOf(first, observed)
  // What only may stop it never settles the question for what else may.
  return bestOf(check, facts) < rank || (rank >= ranks.touched && state === 'waiting')
}

/** What stops the panel, and may have been so for long while it reported, or have begun long after it fell silent. */
const isUndated = (first: Judged, observed: Observed, { cloudId }: Facts): boolean =>
  cloudId !== null &&
  observed.symptom !== 'reporting' &&
  observed.since !== null &&
  rankOf(first, observed) === ranks.unknown

/** Where the symptom itself is not known, WebConnect is missing. */
function witnessesOf({ symptom }: Observed, facts: Facts): Fact<unknown>[] {
  if (facts.cloudId === null || symptom !== 'not-known') return []
  if (facts.connection.is !== 'known') return [facts.connection]
  if (!isStale(facts)) return []
  if (lateMs(facts) > 0) return [lateWitness(facts)]
  const at = knownOf(facts.container)?.checkedAt ?? facts.connection.at
  return [{ is: 'unanswered', how: 'no-answer', source: facts.connection.source, at, why: observedLongAgo }]
}
const lateWitness = (facts: Facts): Fact<unknown> => {
  const { source } = facts.connection
  const at = knownOf(facts.container)?.updateDate ?? null
  return { is: 'unanswered', how: 'not-asked', source, at, why: sayStale(facts) }
}
const observedLongAgo = 'The console has not reached WebConnect for a while.'

function sourcesIn(needs: readonly Fact<unknown>[]): SourceOfDiagnosis[] {
  const open = needs.filter((fact) => !isCertain(fact)).map(sourceOfFact)
  return [
    ...new Map(open.map((source) => [`${source.source} ${source.state === 'asking'}`, source])).values(),
  ]
}

interface Weighing {
  isPanel: boolean
  causes: readonly Judged[]
  open: readonly Judged[]
  observed: Observed
  isSilence: boolean
  /** It has a session, and was not heard for a while. */
  isPanelQuiet: boolean
  isSettled: boolean
  waits: boolean
  fails: boolean
}

function stateOf({
  isPanel,
  causes: [first],
  open,
  observed,
  isSilence,
  isPanelQuiet,
  isSettled,
  waits,
  fails,
}: Weighing): Verdict['state'] {
  if (waits) return 'so-far'
  if (!first) {
    if (open.length > 0 || fails || (isSilence && observed.symptom === 'not-known')) return 'not-known'
    if (isSilence) return 'unexplained'
    return isPanelQuiet ? 'not-known' : 'fine'
  }
  // A cause needs a symptom (D62): a panel that reports, and a SIM with which nothing is amiss but its records, have something to mend.
  const { effect } = first.finding
  if (!isSilence && (isPanel || effect === 'beside' || (effect === 'may-stop' && !fails))) return 'to-mend'
  if (
    fails ||
    !isSettled ||
    (isSilence && first.check.isSymptom) ||
    (isSilence && first.finding.effect !== 'stops') ||
    // Of who stopped in the same minutes one may have stopped by itself.
    first.finding.scope.kind === 'same-time'
  )
    return 'likely'
  return 'cause'
}
