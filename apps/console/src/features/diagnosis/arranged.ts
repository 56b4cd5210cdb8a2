import type { Diagnosis, Finding } from '@support-console/contract'
import {
  type HopKind,
  hopKinds,
  isToMend,
  panelFindingCodes,
  simFindingCodes,
  sourceNames,
} from '@support-console/contract/diagnosis.words'
import { serverNow } from '../../ui/server-clock.ts'
import { type FindingLook, lookOf } from './states.tsx'
import { text } from './texts.ts'

/** Of what findings are. */
export type Diagnosed = 'panel' | 'sim'

export type VerdictState = Diagnosis['verdict']['state']

/** All checks as they stand before the first answer. */
export function notAskedYet(kind: Diagnosed, id: string): Diagnosis {
  const codes = kind === 'panel' ? panelFindingCodes : simFindingCodes
  const isPanel = kind === 'panel'
  return {
    cloudId: isPanel ? id : null,
    iccid: isPanel ? null : id,
    askedAt: new Date(serverNow()).toISOString(),
    verdict: {
      ...{ state: 'so-far', symptom: null, since: null, causes: [], sentence: '', second: '', next: null },
      ...{ waitingFor: [], failed: [], evidence: [] },
    },
    sources: sourceNames[kind].map((source) => ({ source, state: 'not-asked', at: null, why: '' })),
    way: hopsOf(kind).map((hop) => ({
      ...{ kind: hop, name: '', state: 'asking', word: '', source: '', at: null, codes: [], page: null },
    })),
    changes: { state: 'waiting', before: null, changes: [], whoNeeds: null },
    findings: codes.map((code) => ({
      ...{ code, title: text(code), state: 'waiting', sentence: '', evidence: [], next: [], effect: null },
      ...{ explains: [], since: null, changedBy: null, refuted: null, follows: null },
      scope: { kind, id },
    })),
  }
}

const hopsOf = (kind: Diagnosed): readonly HopKind[] =>
  kind === 'panel'
    ? hopKinds.filter((hop) => hop !== 'session')
    : hopKinds.slice(0, hopKinds.indexOf('vpn') + 1)

/** What is known with one more answer, which holds what has changed; what has an answer is not waited for again. */
export function withNews(before: Diagnosis, news: Diagnosis): Diagnosis {
  const told = new Map(news.findings.map((each) => [each.code, each]))
  const merged = before.findings.map((finding) => {
    const newer = told.get(finding.code)
    told.delete(finding.code)
    return newer && (newer.state !== 'waiting' || finding.state === 'waiting') ? newer : finding
  })
  return { ...news, findings: [...merged, ...told.values()] }
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
] as const satisfies [FindingLook, string, string][]

export const countOf = (findings: readonly Finding[], wanted: FindingLook): number =>
  findings.filter((finding) => lookOf(finding) === wanted).length

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

/** The findings of each row: the causes, each with what follows from it, what else is wrong, what is ruled out, what is not known. */
export function groupsOf({
  findings,
  verdict: { causes: named, symptom, state },
}: Pick<Diagnosis, 'findings' | 'verdict'>): Readonly<Record<GroupName, readonly Finding[]>> {
  // What is only to be mended beside a cause is also wrong, as the answer says.
  const isSettled = state === 'cause' || state === 'likely'
  const causes = named.filter((cause, at) => !isSettled || !isToMend(cause, { symptom, isFirst: at === 0 }))
  const codes = new Set(causes.map(({ code }) => code))
  const of = (wanted: (finding: Finding) => boolean) => findings.filter(wanted)
  return {
    cause: causes.flatMap(({ code }) => [
      ...of((each) => each.code === code),
      ...of(({ follows }) => follows === code),
    ]),
    beside: of(
      ({ state, code, follows }) => state === 'wrong' && !codes.has(code) && !(follows && codes.has(follows)),
    ),
    fine: of(({ state }) => state === 'fine'),
    unknown: of(({ state }) => state === 'unknown' || state === 'waiting'),
  }
}
