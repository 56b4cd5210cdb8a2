import type { Diagnosis, Finding, FindingCode, Verdict } from '@support-console/contract'
import { unended } from '@support-console/contract/sentences'
import type { Check, Judgement } from './check.ts'
import { checks } from './checks/index.ts'
import type { Facts } from './facts.ts'
import { inWords } from './in-words.ts'
import { silentSince } from './silent-since.ts'

/** The findings of the facts, in the order of dependence, and their verdict. */
export function diagnosisOf(facts: Facts, askedAt: string): Diagnosis {
  const { cloudId, iccid } = facts
  const findings = folded(
    checks
      .filter(({ code, applies }) => isAsked(code, facts) && (applies?.(facts) ?? true))
      .map((check) => findingOf(check, facts)),
  )
  return { cloudId, iccid, verdict: verdictOf(findings, facts), findings, askedAt }
}

/** A SIM's checks need a SIM; a panel's stand beside them where a panel is looked at. */
const isAsked = (code: FindingCode, { cloudId, iccid }: Facts): boolean =>
  code.startsWith('sim-') || code === 'carrier-trouble' ? iccid !== null : cloudId !== null

function findingOf({ code, title, dependsOn, needs, judge }: Check, facts: Facts): Finding {
  const told = toldOf(judge(facts), needs(facts))
  return {
    code,
    title,
    ...told,
    evidence: [...told.evidence],
    next: [...(told.next ?? [])].slice(0, 2),
    dependsOn: [...dependsOn],
  }
}

/** No facts make it so, as far as the tests know; if any do, they spoil no other finding. */
export const notJudged = 'The console cannot make sense of what it was told of this. Tell the administrator.'

type Told = Omit<Judgement, 'state'> & { state: Finding['state'] }

/** What is wrong is said as soon as it is known; what is fine only when nothing is left that could say otherwise. */
function toldOf(judgement: Judgement | undefined, needs: ReturnType<Check['needs']>): Told {
  if (judgement?.state === 'fault' || judgement?.state === 'warning') return judgement
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
  const withheld = open.find(({ is }) => is === 'withheld')
  if (withheld?.is === 'withheld')
    return {
      state: 'unknown',
      sentence: `Not shown to you: reading it ${withheld.why}.`,
      evidence: [{ source: withheld.source, what: 'right', value: withheld.why, at: null }],
    }
  if (open.length > 0)
    return {
      state: 'unknown',
      sentence: `${inWords([...new Set(open.map(({ source }) => source))])} gave no answer.`,
      evidence: open.flatMap((fact) =>
        fact.is === 'unanswered'
          ? [{ source: fact.source, what: 'no answer', value: fact.why, at: fact.at }]
          : [],
      ),
    }
  return judgement ?? { state: 'unknown', sentence: notJudged, evidence: [] }
}

/** What follows from an earlier fault is explained by it. */
function folded(findings: readonly Finding[]): Finding[] {
  const faults = new Set<FindingCode>()
  return findings.map((finding) => {
    const isWrong = finding.state === 'fault' || finding.state === 'warning'
    if (finding.state === 'fault') faults.add(finding.code)
    // One that is explained explains in its turn, so whoever depends on it needs to name it alone.
    return isWrong && finding.dependsOn.some((code) => faults.has(code))
      ? { ...finding, state: 'explained' }
      : finding
  })
}

function verdictOf(findings: readonly Finding[], facts: Facts): Verdict {
  const first = (state: Finding['state']) => findings.find((finding) => finding.state === state)
  const open = (state: 'waiting' | 'unknown') => findings.filter((finding) => finding.state === state)
  const fault = first('fault')
  if (fault) return { state: 'fault', ...saying(fault, facts) }
  const waiting = open('waiting')
  if (waiting.length > 0) {
    const sources = [...new Set(waiting.flatMap(({ evidence }) => evidence.map(({ source }) => source)))]
    return { state: 'waiting', code: null, sentence: `No fault so far. Asking ${inWords(sources)}.` }
  }
  const warning = first('warning')
  if (warning) return { state: 'warning', ...saying(warning, facts) }
  const unknown = open('unknown')
  if (unknown.length > 0)
    return { state: 'unknown', code: unknown[0]?.code ?? null, sentence: notKnown(unknown) }
  return { state: 'fine', code: null, sentence: `No fault found. All ${findings.length} checks answered.` }
}

/** With what the panel does, where that is not the finding itself. */
function saying(
  { code, sentence, next: [next] }: Finding,
  facts: Facts,
): Pick<Verdict, 'code' | 'sentence' | 'next'> {
  const since = silentSince(facts)
  const isOfPanel = code === 'panel-silent' || code === 'panel-not-connected'
  const whole = since && !isOfPanel ? `${unended(sentence)}; the panel fell silent ${since}.` : sentence
  return { code, sentence: whole, ...(next && { next }) }
}

function notKnown(unknown: readonly Finding[]): string {
  const silent = unknown.filter(({ evidence }) => evidence.some(({ what }) => what === 'no answer'))
  const sources = [
    ...new Set(
      silent.flatMap(({ evidence }) =>
        evidence.filter(({ what }) => what === 'no answer').map(({ source }) => source),
      ),
    ),
  ]
  const [first, ...others] = unknown.filter((finding) => !silent.includes(finding))
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const open = first && `this is not known: ${first.title}${more}`
  if (sources.length === 0) return `No fault found, but ${open}.`
  return `No fault found, but ${inWords(sources)} did not answer${open ? `, and ${open}` : ''}.`
}
