import type { Cause, Diagnosis, Finding, ThingState } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { sayState as sayThingState } from '../../kit/thing-state/index.ts'
import { sayAge } from '../../ui/durations.ts'
import { sayTime } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { sayCounts } from './arranged.ts'
import { inFull, sentenceOf } from './said.ts'
import { lookOf, sayLook, sayState } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

/** What a page knows of the thing that a look is about. */
export interface About {
  /** Null: none is known. */
  readonly company: string | null
  /** As the page's head shows it (D40). */
  readonly state: ThingState
  /** What people noted on it, a line each. */
  readonly notes?: readonly string[]
}

/** Where the look was made, and by whom. */
interface Lookout {
  readonly origin: string
  readonly environment: string
  readonly email: string
}

/** What a ticket needs of a look: ids, state, verdict, each cause with evidence and step, changes, who failed; times with zone. */
export function ticketOf(
  look: Pick<Look, 'known' | 'error'>,
  { origin, environment, email }: Lookout,
  about?: About,
): string[] {
  const { cloudId, iccid, findings, verdict, askedAt, sources, changes } = look.known
  const causes = new Set(verdict.causes.map(({ code }) => code))
  const others = findings.filter(
    ({ state, code }) => state !== 'fine' && state !== 'waiting' && !causes.has(code),
  )
  return [
    cloudId && text('TicketPanel', { id: cloudId }),
    iccid && text('TicketSim', { id: iccid }),
    about?.company && text('TicketCompany', { company: about.company }),
    about && stateLine(about.state),
    ...(about?.notes ?? []),
    look.error
      ? sentenceOf(look)
      : text('TicketVerdict', { state: sayState(verdict.state), sentence: inFull(verdict.sentence) }),
    ...verdict.causes.flatMap((cause, at) => linesOfCause(cause, at, look.known)),
    verdict.causes.length === 0 && verdict.next && text('TicketNext', { step: inFull(verdict.next.text) }),
    ...changes.changes.map(changeLine),
    ...sources.flatMap(({ source, state, at, why }) => {
      if (state === 'asking') return [text('TicketAsking', { source })]
      if (state === 'answered' || state === 'not-asked') return []
      const said = { source, why: inFull(why) }
      return [at ? text('TicketFailed', { ...said, time: sayTime(at) }) : text('TicketNotShown', said)]
    }),
    ...others.flatMap(linesOf),
    text('TicketLooked', { time: sayTime(askedAt), email, environment, counts: sayCounts(findings) }),
    cloudId && `${origin}${pageOf('panel', cloudId)}`,
    iccid && `${origin}${pageOf('sim', iccid)}`,
  ].filter((line): line is string => Boolean(line))
}

/** 'State: Silent since … (WebConnect, …)'; an old one with its age. */
function stateLine(of: ThingState): string {
  const { since, at, source, isFresh } = of
  const state = since
    ? text('TicketSince', { state: sayThingState(of), time: sayTime(since) })
    : sayThingState(of)
  if (at === null) return text('TicketState', { state })
  const said = { state, source, time: sayTime(at), age: sayAge(Date.parse(at), serverNow()) }
  return text(isFresh ? 'TicketStateBy' : 'TicketStateOld', said)
}

/** Its place among several, what shows it, and what to do. */
function linesOfCause(cause: Cause, at: number, { verdict, findings }: Diagnosis): string[] {
  const finding = findings.find(({ code }) => code === cause.code)
  const isOne = verdict.causes.length === 1
  return [
    ...(isOne ? [] : [text('TicketOneOf', { place: at + 1, sentence: inFull(cause.sentence) })]),
    ...(finding ? finding.evidence.map(evidenceLine) : []),
    ...(cause.next ? [text('TicketNext', { step: inFull(cause.next.text) })] : []),
  ]
}

function changeLine({ at, what, who, transactionId }: Diagnosis['changes']['changes'][number]): string {
  const by = [who, transactionId].filter(Boolean).join(', ')
  const said = { time: sayTime(at), what: inFull(what).replace(/\.$/, '') }
  return by === '' ? text('TicketChange', said) : text('TicketChangeBy', { ...said, by })
}

function evidenceLine({ source, what, value, at }: Finding['evidence'][number]): string {
  const said = { source, what, value: inFull(value) }
  return at ? text('TicketEvidence', { ...said, time: sayTime(at) }) : text('TicketEvidenceTimeless', said)
}

const linesOf = (finding: Finding): string[] => [
  text('TicketFinding', {
    state: sayLook(lookOf(finding)),
    title: finding.title,
    sentence: inFull(finding.sentence),
  }),
  ...finding.evidence.map(evidenceLine),
]
