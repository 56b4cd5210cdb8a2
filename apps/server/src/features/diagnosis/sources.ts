import type { SourceOfDiagnosis, SourceState } from '@support-console/contract'
import type { Fact, Facts } from './facts.ts'

/** Its source answered, and recently enough. */
export const isCertain = (fact: Fact<unknown> | undefined): boolean => fact?.is === 'known' && !fact.isOld

/** The facts that each outside source tells, in the order in which they are shown. */
const ofPanel = [['connection', 'container', 'look'], ['portal'], ['environment']] as const
const ofSim = [['carrier'], ['mobileBroker'], ['connector']] as const

/** The worst that its facts met first. */
const worst = ['refused', 'unreadable', 'no-answer', 'asking', 'not-shown', 'not-asked', 'answered'] as const

export function sourcesOf(facts: Facts): SourceOfDiagnosis[] {
  const [webConnect, ...others] = facts.cloudId === null ? [] : ofPanel
  const names = [...(webConnect ? [webConnect] : []), ...(facts.iccid === null ? [] : ofSim), ...others]
  return names.map((some) => {
    const outcomes = some.map((name) => sourceOfFact(facts[name]))
    return outcomes.toSorted(
      (a, b) => worst.indexOf(a.state) - worst.indexOf(b.state),
    )[0] as SourceOfDiagnosis
  })
}

/** How the source of one fact fared. */
export function sourceOfFact(fact: Fact<unknown>): SourceOfDiagnosis {
  const of = (state: SourceState, why = ''): SourceOfDiagnosis => ({
    source: fact.source,
    state,
    at: fact.at,
    why,
  })
  if (fact.is === 'known' && fact.isOld) return of('not-asked', `It was last asked at ${fact.at}.`)
  if (fact.is === 'known') return of('answered')
  if (fact.is === 'waiting') return of(fact.at === null ? 'not-asked' : 'asking')
  if (fact.is === 'withheld') return of('not-shown', `Not shown to you: reading it ${fact.why}.`)
  return { ...of(fact.how, fact.why), ...(fact.failure && { failure: fact.failure }) }
}

/** Silent, unreadable and refused are three things. */
export function sayFailed({ source, state, at, failure }: SourceOfDiagnosis): string {
  if (state === 'refused')
    return `${source} refused ${failure === 'refused' ? 'the request' : "the console's credentials"}.`
  if (state === 'unreadable' && failure === 'mixed-up')
    return `${source} answered about something other than what was asked.`
  if (state === 'unreadable') return `${source} gave an answer that cannot be read.`
  if (state === 'not-shown') return `What ${source} says is not shown to you.`
  if (state === 'not-asked')
    return at === null ? `${source} was not asked.` : `${source} was last asked at ${at}.`
  return `${source} did not answer.`
}
