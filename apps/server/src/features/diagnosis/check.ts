import type {
  ChangedBy,
  Effect,
  Finding,
  FindingCode,
  Outage,
  Permission,
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
  step?: Step & { takes?: Permission }
  since?: Since | null
  changedBy?: ChangedBy | null
  /** Where it reaches further than, or elsewhere than, the check says. */
  scope?: Scope
  outage?: Outage
  /** Why it is not the cause, where the check itself knows. */
  refuted?: string
}

/** A check: facts in, a judgement out, and nothing else. Documented under its code in docs/findings. */
export interface Check {
  code: FindingCode
  /** What it finds is a symptom one layer down, and not why: no more than likely. */
  isSymptom?: true
  /** What is checked: 'State at the carrier'. */
  title: string
  /** The strongest effect that it can find: what an answer that is missing could still turn out to be. */
  mostly: Effect
  /** Causes that it follows from. */
  followsFrom: readonly FindingCode[]
  /** Which symptoms it explains; absent: each that is one. */
  explains?: readonly Symptom[]
  /** When it takes effect: at once, when the panel next begins a session, or on one after the other. */
  acts?: 'at once' | 'within a day' | 'at the next session' | 'one by one'
  scope: (facts: Facts) => Scope
  /** Where it has nothing to look at, it is left out. */
  applies?: (facts: Facts) => boolean
  /** All that a `fine` takes. */
  needs: (facts: Facts) => readonly Fact<unknown>[]
  /** Whether it shows what a change of its company, made here, did to the panel. */
  showsChange?: true
  /** Who could tell when it began, where that is not known; absent: no one else. */
  dates?: (facts: Facts) => readonly Fact<unknown>[]
  /** Undefined: what is known so far does not say. A `fine` counts only when all that it needs is known. */
  judge: (facts: Facts) => Judgement | undefined
}

/** Every symptom that takes an explanation. */
export const silences = ['not-connected', 'silent', 'one-way', 'refused', 'flapping', 'not-known'] as const

/** What a state that lasts explains: anyone who has it does not come and go. */
export const notFlapping = silences.filter((symptom) => symptom !== 'flapping')

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

/** A step that is done elsewhere in the console. `takes`: the right, where seeing the page is not enough. */
export const goTo = (
  text: string,
  label: string,
  path: string,
  takes?: Permission,
): NonNullable<Judgement['step']> => ({
  text,
  go: { text: label, path },
  copy: null,
  ...(takes && { takes }),
})
/** A step outside of the console: what to ask of whom. */
export const ask = (text: string, copy: string | null = null): Step => ({ text, go: null, copy })

/** Its source said when it began. */
export const told = (at: string): Since => ({ at, known: 'told', after: null })
/** It was so at `at`, and not yet at `after`. */
export const seen = (at: string, after: string | null = null): Since => ({ at, known: 'seen', after })
