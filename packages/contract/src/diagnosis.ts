import { z } from 'zod'
import { type Call, defineCall, defineReading } from './call.ts'
import { diagnosisSeconds, findingStates, panelFindingCodes, verdictStates } from './diagnosis.words.ts'
import { identified } from './identifiers.ts'
import { mostPanelIds } from './panels.words.ts'
import { wholeNumber } from './text.ts'
import { thingId } from './things.ts'

const instant = z.iso.datetime()
const code = z.enum(panelFindingCodes)

/** Where to go on: words, and an address of the console. */
const Next = z.object({ text: z.string(), path: z.string() })

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
  /** Faults among these explain it. */
  dependsOn: z.array(code),
})
export type Finding = z.infer<typeof Finding>

const Verdict = z.object({
  state: z.enum(verdictStates),
  /** Of the finding that it repeats; null: of none. */
  code: code.nullable(),
  /** One sentence to be read out. */
  sentence: z.string(),
  next: Next.optional(),
})
export type Verdict = z.infer<typeof Verdict>

/** A stream's events hold the same: first all findings, then those that have changed; the last one has nothing waiting. */
export const Diagnosis = z.object({
  /** Null: a SIM was asked for. */
  cloudId: z.string().nullable(),
  /** Whose checks these are; null: the panel has none. */
  iccid: z.string().nullable(),
  verdict: Verdict,
  /** In the order of dependence. */
  findings: z.array(Finding),
  askedAt: instant,
})
export type Diagnosis = z.infer<typeof Diagnosis>

const within = z.strictObject({ within: wholeNumber(0, diagnosisSeconds.most).optional() })

/** Panels with the same cause. */
const CauseGroup = z.object({
  /** Null: no finding; the state says whether all has been looked at. */
  code: code.nullable(),
  state: z.enum(verdictStates),
  /** To be read behind their number: 'hang on webconnect-3, which does not answer since …'. */
  sentence: z.string(),
  next: Next.optional(),
  cloudIds: z.array(z.string()),
  /** What is kept of each of them, in the same order; empty: not known. */
  panels: z.array(
    z.object({
      cloudId: z.string(),
      company: z.string(),
      /** Null: it is not silent, as far as is known. */
      silentSince: instant.nullable(),
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
      'Why a panel is silent: all checks of it and its SIM, the first fault as verdict. With Accept: text/event-stream findings come as they are known',
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
      'What is wrong with a SIM: all checks of it, the first fault as verdict. With Accept: text/event-stream findings come as they are known',
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
