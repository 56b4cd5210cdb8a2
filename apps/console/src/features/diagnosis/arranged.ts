import type { Diagnosis, Finding } from '@support-console/contract'
import {
  type FindingState,
  panelFindingCodes,
  simFindingCodes,
} from '@support-console/contract/diagnosis.words'
import { text } from './texts.ts'

/** Of what findings are. */
export type Diagnosed = 'panel' | 'sim'

type Verdict = Diagnosis['verdict']
export type VerdictState = Verdict['state']

/** All checks as they stand before the first answer. */
export function notAskedYet(kind: Diagnosed, id: string): Diagnosis {
  const codes = kind === 'panel' ? panelFindingCodes : simFindingCodes
  const isPanel = kind === 'panel'
  return {
    cloudId: isPanel ? id : null,
    iccid: isPanel ? null : id,
    askedAt: new Date().toISOString(),
    verdict: { state: 'waiting', code: null, sentence: '' },
    findings: codes.map((code) => ({
      ...{ code, title: text(code), state: 'waiting', sentence: '' },
      ...{ evidence: [], next: [], dependsOn: [] },
    })),
  }
}

/** What is known with one more answer, which holds what has changed; what has an answer is not waited for again. */
export function withNews(before: Diagnosis, news: Diagnosis): Diagnosis {
  const told = new Map(news.findings.map((each) => [each.code, each]))
  const merged = before.findings.map((finding) => {
    const newer = told.get(finding.code)
    told.delete(finding.code)
    return newer && (newer.state !== 'waiting' || finding.state === 'waiting') ? newer : finding
  })
  const findings = [...merged, ...told.values()]
  return { ...news, findings, verdict: sterner(before.verdict, news.verdict, findings) }
}

/** A fault gives way only to one that is earlier in the order; what is milder waits for another look. */
function sterner(before: Verdict, now: Verdict, findings: readonly Finding[]): Verdict {
  if (before.state !== 'fault' || before.code === now.code) return now
  const place = ({ code }: Verdict) => findings.findIndex((each) => each.code === code)
  return now.state === 'fault' && place(now) < place(before) ? now : before
}

export const isAllAnswered = ({ findings }: Pick<Diagnosis, 'findings'>): boolean =>
  findings.every(({ state }) => state !== 'waiting')

const counted = [
  ['fault', 'CountFault', 'CountFaults'],
  ['explained', 'CountExplained', 'CountExplained'],
  ['warning', 'CountWarning', 'CountWarnings'],
  ['unknown', 'CountUnknown', 'CountUnknown'],
  ['waiting', 'CountWaiting', 'CountWaiting'],
  ['fine', 'CountFine', 'CountFine'],
] as const satisfies [FindingState, string, string][]

export const countOf = (findings: readonly Finding[], wanted: FindingState): number =>
  findings.filter(({ state }) => state === wanted).length

/** '1 fault · 3 explained · 11 fine' */
export function sayCounts(findings: readonly Finding[]): string {
  return counted
    .flatMap(([state, one, many]) => {
      const count = countOf(findings, state)
      return count === 0 ? [] : [text(count === 1 ? one : many, { count })]
    })
    .join(' · ')
}

/** '24 checks, 19 answered' */
export function sayAnswered(findings: readonly Finding[]): string {
  const count = findings.length
  const answered = count - countOf(findings, 'waiting')
  return text(answered === count ? 'Checks' : 'ChecksAnswered', { count, answered })
}

/** Who is still waited for: 'Verizon and Connector', and since when by the server's clock. */
export function askedNow(findings: readonly Finding[]): { who: string; since: string | null } | null {
  const asked = findings.flatMap(({ state, evidence: [first] }) =>
    state === 'waiting' && first ? [first] : [],
  )
  const names = [...new Set(asked.map(({ source }) => source))]
  const last = names.pop()
  if (last === undefined) return null
  const who = names.length === 0 ? last : text('And', { first: names.join(', '), last })
  const times = asked.flatMap(({ at }) => at ?? []).sort()
  return { who, since: times[0] ?? null }
}

/** The rows of the list: always these, in this order. */
export const groupNames = ['cause', 'beside', 'fine', 'unknown'] as const
export type GroupName = (typeof groupNames)[number]

/** The findings of each row: the cause with what follows from it, what else is wrong, what is ruled out, what is not known. */
export function groupsOf({
  findings,
  verdict: { code },
}: Pick<Diagnosis, 'findings' | 'verdict'>): Readonly<Record<GroupName, readonly Finding[]>> {
  const faultOf = faultsOf(findings)
  const groups: Record<GroupName, Finding[]> = { cause: [], beside: [], fine: [], unknown: [] }
  for (const finding of findings) {
    const { state } = finding
    const isOfCause = code !== null && (finding.code === code || faultOf.get(finding.code) === code)
    if (state === 'fine') groups.fine.push(finding)
    else if (state === 'unknown' || state === 'waiting') groups.unknown.push(finding)
    else if (finding.code === code) groups.cause.unshift(finding)
    else groups[isOfCause ? 'cause' : 'beside'].push(finding)
  }
  return groups
}

/** Which fault explains what is explained, straight or by what is explained itself. */
function faultsOf(findings: readonly Finding[]): Map<string, string> {
  const byCode = new Map(findings.map((each) => [each.code, each]))
  const found = (finding: Finding, seen: readonly string[]): string | undefined => {
    for (const code of finding.dependsOn) {
      const other = seen.includes(code) ? undefined : byCode.get(code)
      if (other?.state === 'fault') return code
      const further = other?.state === 'explained' ? found(other, [...seen, code]) : undefined
      if (further) return further
    }
    return undefined
  }
  return new Map(
    findings.flatMap((each) => {
      const fault = each.state === 'explained' ? found(each, [each.code]) : undefined
      return fault ? [[each.code, fault] as const] : []
    }),
  )
}
