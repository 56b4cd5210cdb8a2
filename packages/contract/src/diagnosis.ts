import { z } from 'zod'
import { type Call, defineCall, defineReading } from './call.ts'
import {
  changeKinds,
  diagnosisSeconds,
  effects,
  findingStates,
  groupStates,
  hopKinds,
  hopStates,
  panelFindingCodes,
  sourceStates,
  symptoms,
  verdictStates,
} from './diagnosis.words.ts'
import { subjectOf } from './faults.ts'
import { scopes } from './faults.words.ts'
import { identified } from './identifiers.ts'
import { mostPanelIds } from './panels.words.ts'
import { neighbourFailures } from './sim-information.ts'
import { PanelState, SimState } from './states.ts'
import { wholeNumber } from './text.ts'
import { thingId } from './things.ts'

const instant = z.iso.datetime()
const code = z.enum(panelFindingCodes)

/** Where to go on: words, and an address of the console. */
const Next = z.object({ text: z.string(), path: z.string() })

/** The next step: what to do in one or two short sentences; where it is done, or the text to copy, if there is either. */
const Step = z.object({ text: z.string(), go: Next.nullable(), copy: z.string().nullable() })
export type Step = z.infer<typeof Step>

/** When something began. `told`: by its source. `seen`: it was so at `at`, and not yet at `after` (null: never seen before). */
const Since = z.object({ at: instant, known: z.enum(['told', 'seen']), after: instant.nullable() })
export type Since = z.infer<typeof Since>

/** By whom, if it was done in this console. `who`: null where the reader may not read it. */
const ChangedBy = z.object({ transactionId: z.string(), who: z.string().nullable(), at: instant })
export type ChangedBy = z.infer<typeof ChangedBy>

/** How far a cause reaches, and in which one of that kind: 'webconnect-3'. */
const Scope = subjectOf(scopes)
export type Scope = z.infer<typeof Scope>

/** Of what many have in common: how many stopped in each minute from `from` on, and how it compares with what is shared besides. */
const Outage = z.object({
  /** Its page; null: it was told to no one as an outage. */
  outageId: z.string().nullable(),
  from: instant,
  counts: z.array(z.number().int()).max(60),
  /** The common scope first; then the panel's other scopes outside it. */
  compared: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(scopes),
      stopped: z.number().int(),
      members: z.number().int(),
    }),
  ),
})
export type Outage = z.infer<typeof Outage>

/** Sentences are English; an instant in them stands in UTC as `instantsInSentence` finds it. */
export const Finding = z.object({
  code,
  state: z.enum(findingStates),
  /** The case: 'SIM suspended at the carrier'. */
  title: z.string(),
  sentence: z.string(),
  /**
   * Who said what, the most telling first. Of `waiting` and `unknown`: who was asked, and when. `at`: when it was so; null:
   * no time is known.
   */
  evidence: z.array(
    z.object({ source: z.string(), what: z.string(), value: z.string(), at: instant.nullable() }),
  ),
  /** Two at most. */
  next: z.array(Next),
  /** Null: nothing is wrong. */
  effect: z.enum(effects).nullable(),
  /** Which symptoms it explains. */
  explains: z.array(z.enum(symptoms)),
  /** Null: no one knows. */
  since: Since.nullable(),
  changedBy: ChangedBy.nullable(),
  scope: Scope,
  /** Why it is not the cause, a sentence; null: the facts do not contradict it. */
  refuted: z.string().nullable(),
  /** The cause that it follows from; null: none. */
  follows: code.nullable(),
  /** Of many that stopped together. */
  outage: Outage.optional(),
})
export type Finding = z.infer<typeof Finding>

/** A cause in a verdict. */
const Cause = Finding.pick({
  code: true,
  effect: true,
  sentence: true,
  since: true,
  changedBy: true,
  scope: true,
  outage: true,
}).extend({ next: Step.nullable() })
export type Cause = z.infer<typeof Cause>

/** A source, and how it fared. `at`: when it was asked; null: it was not. `why`: a sentence; empty where it answered. */
const SourceOfDiagnosis = z.object({
  source: z.string(),
  state: z.enum(sourceStates),
  at: instant.nullable(),
  why: z.string(),
  /** Why it did not answer; absent: it did, or was not asked. */
  failure: z.enum(neighbourFailures).optional(),
})
export type SourceOfDiagnosis = z.infer<typeof SourceOfDiagnosis>

const Verdict = z.object({
  state: z.enum(verdictStates),
  /** Null: a SIM was asked for. */
  symptom: z.enum(symptoms).nullable(),
  /** Since when the panel does so; null: not known. */
  since: Since.nullable(),
  /** The strongest first; of a thing that reports, what is to be mended. */
  causes: z.array(Cause),
  /** To be read out: one or two short sentences. */
  sentence: z.string(),
  /** What stands below it; may be empty. */
  second: z.string(),
  /** Of the first cause, or what to do without one. */
  next: Step.nullable(),
  /** Whose answers could change it. */
  waitingFor: z.array(SourceOfDiagnosis),
  failed: z.array(SourceOfDiagnosis),
  /** Who said what of the symptom. */
  evidence: Finding.shape.evidence,
})
export type Verdict = z.infer<typeof Verdict>

/** A place on the way of a signal, by the same findings as the verdict; what the data do not have is left out. */
const Hop = z.object({
  kind: z.enum(hopKinds),
  /** What it is called: 'AT&T', 'webconnect-1'; empty: as its kind is. */
  name: z.string(),
  state: z.enum(hopStates),
  /** Its own state in at most three words, an instant among them; empty: the word of `state` says it. */
  word: z.string(),
  source: z.string(),
  /** When that was so; null: no time is known. */
  at: instant.nullable(),
  /** What it opens: the findings that are about it. */
  codes: z.array(code),
  /** Its own page; null: it has none, or it is the one that is asked about. */
  page: z.string().nullable(),
})
export type Hop = z.infer<typeof Hop>

/** What changed before the silence, and is known here. */
export const Change = z.object({
  at: instant,
  kind: z.enum(changeKinds),
  /** 'Subnets of Harbor Security changed.' */
  what: z.string(),
  scope: Scope,
  /** A person, or the system that said so; null: not known, or the reader may not read it. */
  who: z.string().nullable(),
  transactionId: z.string().nullable(),
})
export type Change = z.infer<typeof Change>

const Changes = z.object({
  state: z.enum(['known', 'waiting', 'failed']),
  /** Before this; null: before now, since nothing is silent. */
  before: instant.nullable(),
  /** Of 24 hours, the newest first. */
  changes: z.array(Change),
  /** Which role reading the persons takes; null: they are shown. */
  whoNeeds: z.string().nullable(),
})

/** A stream's events hold the same: first all findings, then those that have changed; the last one has nothing waiting. */
export const Diagnosis = z.object({
  /** Null: a SIM was asked for. */
  cloudId: z.string().nullable(),
  /** Whose checks these are; null: the panel has none. */
  iccid: z.string().nullable(),
  verdict: Verdict,
  /** In the order of dependence. */
  findings: z.array(Finding),
  /** Always in the same order. */
  sources: z.array(SourceOfDiagnosis),
  changes: Changes,
  /** From the panel inwards. */
  way: z.array(Hop),
  askedAt: instant,
})
export type Diagnosis = z.infer<typeof Diagnosis>

const within = z.strictObject({ within: wholeNumber(0, diagnosisSeconds.most).optional() })

/** Panels with the same cause. */
const CauseGroup = z.object({
  /** Null: no cause; the state says whether all has been looked at. */
  code: code.nullable(),
  state: z.enum(groupStates),
  /** Null: no cause. */
  scope: Scope.nullable(),
  effect: z.enum(effects).nullable(),
  /** To be read beside their number: 'webconnect-3 has not answered since …'. */
  sentence: z.string(),
  next: Next.nullable(),
  /** How many panels have this cause, those of the list among them; null: not counted beyond it. */
  inAll: z.number().int().nullable(),
  /** Which sources gave no answer that could change it. */
  missing: z.array(z.string()),
  cloudIds: z.array(z.string()),
  /** What is kept of each of them, in the same order; empty: not known. */
  panels: z.array(
    z.object({
      cloudId: z.string(),
      company: z.string(),
      symptom: z.enum(symptoms),
      /** Null: it is not silent, as far as is known. */
      silentSince: instant.nullable(),
      /** The one state of the panel, and of its SIM (D40); null: it has none, or the reader may not read it. */
      state: PanelState,
      simState: SimState.nullable(),
      iccid: z.string().nullable(),
      carrier: z.string(),
      /** What its carrier last said of the SIM, and when. */
      carrierState: z.string(),
      saidAt: instant.nullable(),
    }),
  ),
})
export type CauseGroup = z.infer<typeof CauseGroup>

export const diagnosisCalls = {
  diagnosePanel: defineCall({
    method: 'GET',
    path: '/diagnosis/v1/panels/{cloudId}',
    access: identified.panel.permission,
    spec: 'connected console 5',
    summary:
      'Why a panel is silent: all checks of it and its SIM, and a verdict with its certainty. With Accept: text/event-stream findings come as they are known',
    params: z.strictObject({ cloudId: thingId('panel') }),
    query: within,
    data: Diagnosis,
    mayStream: true,
  }),
  diagnoseSim: defineCall({
    method: 'GET',
    path: '/diagnosis/v1/sims/{iccid}',
    access: identified.sim.permission,
    spec: 'connected console 5',
    summary:
      'What is wrong with a SIM: all checks of it, and a verdict with its certainty. With Accept: text/event-stream findings come as they are known',
    params: z.strictObject({ iccid: thingId('sim') }),
    query: within,
    data: Diagnosis,
    mayStream: true,
  }),
  diagnosePanels: defineReading({
    path: '/diagnosis/v1/panels',
    asksMuch: true,
    access: identified.panel.permission,
    spec: 'connected console 5',
    summary:
      'Panels grouped by cause, by what is kept here of them: no neighbour is asked. Each is in one group, the largest first, no fault last',
    body: z.strictObject({ cloudIds: z.array(thingId('panel')).min(1).max(mostPanelIds) }),
    data: z.object({
      groups: z.array(CauseGroup),
      /** How old the oldest of what carriers last said is; null: none was told. */
      oldestAt: instant.nullable(),
      askedAt: instant,
    }),
  }),
} as const satisfies Record<string, Call>
