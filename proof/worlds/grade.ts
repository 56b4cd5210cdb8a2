import type { Diagnosis, FindingCode } from '@support-console/contract'
import type { Expected } from './oracle.ts'
import type { Plan } from './world.ts'

export const grades = [
  'right-first',
  'in-verdict',
  'honest',
  'wrong',
  'wrongly-fine',
  'false-certainty',
] as const
export type Grade = (typeof grades)[number]

export interface Outcome {
  seed: number
  planted: readonly string[]
  grade: Grade
  isKnowable: boolean
  said: string
  isSymptomRight: boolean
  ms: number
  sentence: string
}

/** How a verdict stands beside the truth. */
export function graded(plan: Plan, expected: Expected, { verdict }: Diagnosis, ms: number): Outcome {
  const codes: readonly FindingCode[] = verdict.causes.map(({ code }) => code)
  const { state, symptom } = verdict
  const grade = gradeOf(expected, state, codes)
  const said = [state, ...codes].join(' ')
  const planted = plan.truths.map(({ kind, isRefuted }) => (isRefuted ? `${kind} (no cause)` : kind))
  const wanted = expected.first === null ? 'nothing' : [...expected.first].join(' or ')
  return {
    seed: plan.seed,
    planted,
    grade,
    isKnowable: expected.isKnowable,
    said,
    isSymptomRight: symptom !== null && expected.symptoms.includes(symptom),
    ms,
    sentence: `${plan.symptom}${plan.silentMinutes === null ? '' : ` for ${plan.silentMinutes} min`}; planted: ${describe(plan)}; ${
      plan.noise.length > 0 ? `noise: ${plan.noise.join(', ')}; ` : ''
    }wanted ${[...expected.states].join('/')} ${wanted}; said ${symptom}, ${said}: ${verdict.sentence}`,
  }
}

const describe = ({ truths }: Plan): string =>
  truths
    .map(({ kind, sinceMinutes, isRefuted }) =>
      [kind, sinceMinutes !== null && `${sinceMinutes} min ago`, isRefuted && 'no cause']
        .filter(Boolean)
        .join(', '),
    )
    .join('; ') || 'nothing'

function gradeOf(
  expected: Expected,
  state: Diagnosis['verdict']['state'],
  codes: readonly FindingCode[],
): Grade {
  const { first, never, isKnowable, states, all } = expected
  const [top] = codes
  if (state === 'fine') return states.has('fine') ? 'right-first' : 'wrongly-fine'
  if (first === null) {
    if (state === 'unexplained' || (top === undefined && states.has(state)))
      return states.has(state) ? (isKnowable ? 'right-first' : 'honest') : 'false-certainty'
    if (state === 'cause' && !states.has('cause')) return 'false-certainty'
    return isKnowable || (top !== undefined && never.has(top)) ? 'wrong' : 'honest'
  }
  const isRight = top !== undefined && first.has(top)
  if (!states.has(state)) return state === 'cause' || state === 'unexplained' ? 'false-certainty' : 'wrong'
  if (isRight) {
    if (!isKnowable) return 'honest'
    return all.every((each) => each.some((code) => codes.includes(code))) ? 'right-first' : 'in-verdict'
  }
  if (!isKnowable && state !== 'cause' && !(top !== undefined && never.has(top))) return 'honest'
  if (codes.some((code) => first.has(code))) return 'in-verdict'
  return 'wrong'
}
