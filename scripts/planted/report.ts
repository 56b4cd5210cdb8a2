import { type Fault, nameOf } from './fault.ts'

/** What became of a fault: `by` is the first test that noticed. */
export type Verdict = { is: 'killed'; by: string } | { is: 'survived' } | { is: 'not judged'; why: string }

export interface Judged {
  fault: Fault
  verdict: Verdict
}

/** What is said of one fault as soon as it is judged. */
export function lineOf({ fault, verdict }: Judged): string {
  const name = `${nameOf(fault)}: ${fault.breaks}`
  if (verdict.is === 'not judged') return `NOT JUDGED  ${name}: ${verdict.why}`
  return verdict.is === 'survived' ? `SURVIVED    ${name}` : `killed      ${name}: by ${verdict.by}`
}

/** The end of a run: figures, and each fault that no test noticed. `fails`: exit code 1. */
export function summaryOf(judged: readonly Judged[]): { lines: string[]; fails: boolean } {
  const killed = judged.filter(({ verdict }) => verdict.is === 'killed')
  const others = judged.filter(({ verdict }) => verdict.is !== 'killed')
  return {
    lines: [...others.map(lineOf), `${killed.length} of ${judged.length} faults killed.`],
    fails: others.length > 0,
  }
}
