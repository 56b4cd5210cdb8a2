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

/**
 * One colour, one meaning, on every screen: `error` (red) does not work now; `warn` (amber) works, but something is wrong or will be;
 * `ok` (green) seen working, and recently; the others (grey) are not known, too old, or ended on purpose.
 */
const markOf = {
  active: 'ok',
  suspended: 'error',
  deactivated: 'off',
  inventory: 'ready',
  reporting: 'ok',
  silent: 'error',
  'not-connected': 'error',
  refused: 'error',
  flapping: 'warn',
  'not-known': 'unknown',
  wrong: 'warn',
  fine: 'ok',
  'in-order': 'ok',
  deploying: 'running',
  'other-release': 'warn',
  'core-down': 'error',
  failed: 'error',
  'does-not-answer': 'warn',
  'never-heard': 'unknown',
} as const satisfies Record<ThingStateWord, string>

/**
 * How a state is marked: never green where it is old. An active SIM without a session is red where it is known to be needed, else grey.
 * What else is true of the thing is `warn` beside it, in words of its own.
 */
export function markOfState(of: {
  readonly state: ThingStateWord
  readonly online: string | null
  readonly isFresh: boolean
  readonly cause: { readonly state: string } | null
}): (typeof markOf)[ThingStateWord] {
  const mark = markOf[of.state]
  if (mark !== 'ok') return mark
  if (of.online === 'offline') return of.cause?.state === 'cause' ? 'error' : 'ready'
  return of.isFresh ? 'ok' : 'ready'
}
