/** The one state of a thing, in words (D40). Imports nothing but words, so that the console can carry it. */
import type { verdictStates } from './diagnosis.words.ts'
import type { ReceiverStateWord } from './receivers.words.ts'

/** As its carrier last said, or as the console left it. */
export const simStates = ['active', 'suspended', 'deactivated', 'inventory', 'not-known'] as const
export type SimStateWord = (typeof simStates)[number]

/** As WebConnect last said; `refused`: whatever it sends is not accepted. */
export const panelStates = [
  'reporting',
  'silent',
  'not-connected',
  'refused',
  'flapping',
  'not-known',
] as const
export type PanelStateWord = (typeof panelStates)[number]

/** `wrong`: some of its SIMs or panels are; `not-known`: none is known to be, and some were never asked. */
export const companyStates = ['wrong', 'fine', 'not-known'] as const
type CompanyStateWord = (typeof companyStates)[number]

type ThingStateWord = SimStateWord | PanelStateWord | CompanyStateWord | ReceiverStateWord

/** What is true of a thing beside its state, and is no state of its own. */
export const thingFacts = ['over-threshold', 'other-environment'] as const
type ThingFact = (typeof thingFacts)[number]

/** Which of a company's SIMs, or panels, a list shows; of an address. */
export const simShows = ['wrong', 'not-asked'] as const
export const panelShows = ['wrong', 'silent', 'other-environment', 'not-asked'] as const

/** States that are a fault in themselves. A deactivated SIM is one in a panel alone. */
export const wrongSimStates = ['suspended'] as const satisfies SimStateWord[]
export const wrongPanelStates = [
  'silent',
  'not-connected',
  'refused',
  'flapping',
] as const satisfies PanelStateWord[]
/** Verdicts that say that something is wrong. */
export const wrongVerdicts = [
  'cause',
  'likely',
  'to-mend',
] as const satisfies (typeof verdictStates)[number][]

const good: readonly string[] = ['active', 'reporting', 'fine', 'in-order'] satisfies ThingStateWord[]
const bad: readonly string[] = [
  ...wrongSimStates,
  ...wrongPanelStates,
  'wrong',
  'other-release',
  'core-down',
  'failed',
  'does-not-answer',
] satisfies ThingStateWord[]

/** How a state is marked: never `good` where it is old, or where something is known to be wrong. */
export function toneOf(of: {
  state: ThingStateWord
  isFresh: boolean
  facts: readonly ThingFact[]
  cause: { state: string } | null
}): 'good' | 'bad' | 'plain' {
  const isFaulty = of.facts.length > 0 || (wrongVerdicts as readonly string[]).includes(of.cause?.state ?? '')
  if (bad.includes(of.state) || isFaulty) return 'bad'
  return of.isFresh && good.includes(of.state) ? 'good' : 'plain'
}
