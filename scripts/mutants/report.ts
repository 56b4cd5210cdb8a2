import type { Fault } from './fault.ts'

/** What became of a fault: `by` is the first test that noticed. */
export type Verdict = { is: 'killed'; by: string } | { is: 'survived' } | { is: 'not judged'; why: string }

export interface Judged {
  fault: Fault
  verdict: Verdict
}

/** What is said of one fault as soon as it is judged. */
export function lineOf({ fault, verdict }: Judged): string {
  const { name, breaks, expected } = fault
  if (verdict.is === 'not judged') return `NOT JUDGED  ${name}: ${verdict.why}`
  if (verdict.is === 'survived')
    return `${expected === 'survives' ? 'survived' : 'SURVIVED'}    ${name}: ${breaks}`
  return `killed      ${name}: by ${verdict.by}`
}

/** The end of a run: figures, survivors by name, and each expectation that was not met. `fails`: exit code 1. */
export function summaryOf(judged: readonly Judged[]): { lines: string[]; fails: boolean } {
  const of = (is: Verdict['is'], expected?: Fault['expected']) =>
    judged.filter(({ fault, verdict }) => verdict.is === is && (!expected || fault.expected === expected))
  const named = (head: string, some: readonly Judged[], tail: (each: Judged) => string) =>
    some.length === 0 ? [] : [head, ...some.map((each) => `  ${each.fault.name}: ${tail(each)}`)]
  const breaks = ({ fault }: Judged) => fault.breaks
  const wrong = of('survived', 'killed')
  const unjudged = of('not judged')
  const share = judged.length === 0 ? 0 : Math.floor((100 * of('killed').length) / judged.length)
  return {
    lines: [
      ...named('No test notices, as expected so far:', of('survived', 'survives'), breaks),
      ...named(
        "Killed now, though marked as survivors: take `expected: 'survives'` away from",
        of('killed', 'survives'),
        ({ verdict }) => (verdict.is === 'killed' ? verdict.by : ''),
      ),
      ...named('Not judged:', unjudged, ({ verdict }) => (verdict.is === 'not judged' ? verdict.why : '')),
      ...named('NO TEST NOTICES ANY MORE, though one did:', wrong, breaks),
      `${of('killed').length} of ${judged.length} faults killed (${share} %).`,
    ],
    fails: wrong.length > 0 || unjudged.length > 0,
  }
}
