import type { Finding, FindingCode } from '@support-console/contract'
import type { Fact, Facts } from './facts.ts'

type Evidence = Finding['evidence'][number]
type Next = Finding['next'][number]

/** What a check says of the facts. */
export interface Judgement {
  state: 'fault' | 'warning' | 'unknown' | 'fine'
  /** The case, where it is not the check's own. */
  title?: string
  /** One sentence; an instant stands in it as `toISOString` writes it. */
  sentence: string
  evidence: readonly Evidence[]
  next?: readonly Next[]
}

/** A check: facts in, a judgement out, and nothing else. Documented under its code in docs/findings.md. */
export interface Check {
  code: FindingCode
  /** What is looked at: 'Activated at the carrier'. */
  title: string
  /** Faults that explain this one. */
  dependsOn: readonly FindingCode[]
  /** Where it has nothing to look at, it is left out. */
  applies?: (facts: Facts) => boolean
  /** All that a `fine` takes. */
  needs: (facts: Facts) => readonly Fact<unknown>[]
  /** Undefined: what is known so far does not say. A `fine` counts only when all that it needs is known. */
  judge: (facts: Facts) => Judgement | undefined
}

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
