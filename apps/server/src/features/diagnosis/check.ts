import type {
  ChangedBy,
  Effect,
  Finding,
  FindingCode,
  Scope,
  Since,
  Step,
  Symptom,
} from '@support-console/contract'
import type { Fact, Facts } from './facts.ts'

type Evidence = Finding['evidence'][number]
type Next = Finding['next'][number]

/** What a check says of the facts. */
export interface Judgement {
  state: 'wrong' | 'unknown' | 'fine'
  /** Of what is wrong. */
  effect?: Effect
  /** The case, where it is not the check's own. */
  title?: string
  /** One or two sentences to be read out; an instant stands in them as `toISOString` writes it. */
  sentence: string
  evidence: readonly Evidence[]
  /** Where the reader finds more. */
  next?: readonly Next[]
  /** What to do about it. */
  step?: Step
  since?: Since | null
  changedBy?: ChangedBy | null
  /** Where it reaches further than, or elsewhere than, the check says. */
  scope?: Scope
  /** Why it is not the cause, where the check itself knows. */
  refuted?: string
}

/** A check: facts in, a judgement out, and nothing else. Documented under its code in docs/findings.md. */
export interface Check {
  code: FindingCode
  /** What is looked at: 'Activated at the carrier'. */
  title: string
  /** The strongest effect that it can find: what an answer that is missing could still turn out to be. */
  mostly: Effect
  /** Causes that it follows from. */
  followsFrom: readonly FindingCode[]
  /** Which symptoms it explains; absent: each that is one. */
  explains?: readonly Symptom[]
  /** When it takes effect: at once, or when the panel next begins a session. */
  acts?: 'at once' | 'within a day' | 'at the next session'
  scope: (facts: Facts) => Scope
  /** Where it has nothing to look at, it is left out. */
  applies?: (facts: Facts) => boolean
  /** All that a `fine` takes. */
  needs: (facts: Facts) => readonly Fact<unknown>[]
  /** Undefined: what is known so far does not say. A `fine` counts only when all that it needs is known. */
  judge: (facts: Facts) => Judgement | undefined
}

/** Every symptom that takes an explanation. */
export const silences = ['not-connected', 'silent', 'one-way', 'refused', 'flapping', 'not-known'] as const

export const ofPanel = ({ cloudId }: Facts): Scope => ({ kind: 'panel', id: cloudId ?? '' })
export const ofSim = ({ iccid }: Facts): Scope => ({ kind: 'sim', id: iccid ?? '' })

/** A line of evidence, by the fact that says so. */
export const by = (
  { source, at }: Pick<Fact<unknown>, 'source' | 'at'>,
  what: string,
  value: string,
): Evidence => ({ source, what, value, at })

export const fine = (sentence: string, ...evidence: Evidence[]): Judgement => ({
  state: 'fine',
  sentence,
  evidence,
})

/** A step that is done elsewhere in the console. */
export const goTo = (text: string, label: string, path: string): Step => ({
  text,
  go: { text: label, path },
  copy: null,
})
/** A step outside of the console: what to ask of whom. */
export const ask = (text: string, copy: string | null = null): Step => ({ text, go: null, copy })

/** Its source said when it began. */
export const told = (at: string): Since => ({ at, known: 'told', after: null })
/** It was so at `at`, and not yet at `after`. */
export const seen = (at: string, after: string | null = null): Since => ({ at, known: 'seen', after })
