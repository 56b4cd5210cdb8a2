import type { FindingCode, Symptom, VerdictState } from '@support-console/contract'
import type { Plan, Truth } from './world.ts'

/** What a verdict on a world may say: made of what was planted, and of nothing that the product makes of it. */
export interface Expected {
  symptoms: readonly Symptom[]
  /** Each of them is right first; null: nothing explains it, and none is. */
  first: ReadonlySet<FindingCode> | null
  /** What has to be in the verdict, each by one of its codes. */
  all: readonly (readonly FindingCode[])[]
  /** What must not be said first. */
  never: ReadonlySet<FindingCode>
  /** With what did answer, the truth could be known. */
  isKnowable: boolean
  states: ReadonlySet<VerdictState>
}

const uncertain: readonly VerdictState[] = ['likely', 'so-far', 'not-known']

export function expectedOf(plan: Plan): Expected {
  const isSilent =
    plan.symptom !== 'reporting' || plan.truths.some(({ codes }) => codes.includes('container-down'))
  // The Remote Portal knows nothing that silences a panel.
  const missing = new Set(
    [...plan.failed, ...plan.open].filter((source) => !isSilent || source !== 'remote-portal'),
  )
  const actual = plan.truths.filter(
    ({ isRefuted, effect, codes }) => !isRefuted && effect !== 'beside' && codes.length > 0,
  )
  const apart = plan.truths.filter((truth) => !actual.includes(truth))
  const isTold = ({ tells, codes }: Truth) =>
    codes.includes('container-down') || tells.every((source) => !missing.has(source))
  const isHinted = ({ hints = [] }: Truth) => hints.some((source) => !missing.has(source))
  const isHardToSee = missing.size > 0 || plan.isHidden || plan.lookedAtMinutes > 0
  const symptoms = symptomsOf(plan)
  const never = new Set(
    apart.flatMap(({ codes }) => codes).filter((code) => !actual.some(({ codes }) => codes.includes(code))),
  )
  const of = (rest: Omit<Expected, 'symptoms' | 'never'>): Expected => ({ symptoms, never, ...rest })

  if (!isSilent) return of(reporting(plan, apart, actual, isHardToSee))
  if (actual.length === 0)
    return of({
      first: null,
      all: [],
      isKnowable: !isHardToSee,
      // Anyone who asks has WebConnect looked at again: then all is known.
      states: new Set([
        ...(isHardToSee ? uncertain : []),
        ...(missing.size > 0 || plan.isHidden ? [] : (['unexplained'] as const)),
      ]),
    })
  const told = actual.filter(isTold)
  if (told.length < actual.length && !told.some(({ effect }) => effect === 'stops')) {
    const hinted = actual.filter(isHinted)
    const codes = [...told, ...hinted].flatMap((truth) => truth.codes)
    return of({ first: new Set(codes), all: [], isKnowable: false, states: new Set(uncertain) })
  }
  const best = Math.min(...told.map(rankOf))
  // Two that stop it and came together are equal, no matter who told of which; where times are missing, so is the order.
  // What others tell of in the place of who knows best is true as well.
  const hinted = actual.filter((truth) => !told.includes(truth) && isHinted(truth))
  const isUntimed = plan.untimed.size > 0
  const isAsStrong = (rank: number) =>
    rank === best || (best === 2 && rank === 4) || (isUntimed && best > 1 && best < 5 && rank < 5)
  const strongest = told.filter((truth) => isAsStrong(rankOf(truth)))
  return of({
    first: new Set([...strongest, ...hinted].flatMap(({ codes }) => codes)),
    all: told.filter((truth) => rankOf(truth) <= 2).map(({ codes }) => codes),
    isKnowable: plan.lookedAtMinutes === 0,
    states: new Set(strongest.some(({ effect }) => effect === 'stops') ? ['cause', ...uncertain] : uncertain),
  })
}

/** Of a panel that reports: what is wrong is to be mended, and silences no one. */
function reporting(plan: Plan, apart: readonly Truth[], actual: readonly Truth[], isHardToSee: boolean) {
  const wrong = [...apart, ...actual].filter(({ codes }) => codes.length > 0)
  const told = wrong.filter(({ tells }) =>
    tells.every((source) => !plan.failed.has(source) && !plan.open.has(source)),
  )
  const { noted } = plan
  // Anyone who asks has WebConnect looked at again.
  const isMissing = plan.failed.size > 0 || plan.open.size > 0 || plan.isHidden
  if (wrong.length === 0)
    return {
      first: noted.size > 0 ? noted : null,
      all: [],
      isKnowable: !isHardToSee,
      states: new Set<VerdictState>(
        noted.size > 0
          ? ['cause', ...uncertain]
          : isHardToSee
            ? [...uncertain, ...(isMissing ? [] : (['fine'] as const))]
            : ['fine', ...(plan.thin.size > 0 ? uncertain : [])],
      ),
    }
  return {
    first: new Set([...wrong.flatMap(({ codes }) => codes), ...noted]),
    all: [],
    isKnowable: told.length > 0 && plan.lookedAtMinutes === 0,
    states: new Set<VerdictState>(told.length > 0 ? ['cause', ...uncertain] : uncertain),
  }
}

function symptomsOf({ symptom, lookedAtMinutes, truths, isClockOff }: Plan): readonly Symptom[] {
  if (truths.some(({ codes }) => codes.includes('container-down')))
    return ['not-known', 'not-connected', 'silent', 'reporting']
  if (lookedAtMinutes > 0) return ['not-known', symptom]
  return isClockOff && symptom === 'silent' ? [symptom, 'reporting'] : [symptom]
}

/** The order of the design: common, told before the silence, of unknown beginning, what may stop. */
function rankOf({ codes, effect, sinceMinutes, isDoneHere }: Truth): number {
  if (codes.includes('common-cause') || codes.includes('container-down')) return 1
  if (effect === 'stops') return sinceMinutes !== null ? 2 : 4
  // A release shows nothing of what it did.
  return isDoneHere ? 3 : 5
}
