import type { ThingState } from '@support-console/contract'
import { wrongVerdicts } from '@support-console/contract/states.words'
import { states } from '../../texts/en-US/states.ts'
import { textsOf } from '../../texts/text.ts'
import { sayHowMany } from '../thing-words.ts'

export const text = textsOf(states)

const words = {
  active: 'Active',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
  inventory: 'Inventory',
  reporting: 'Reporting',
  silent: 'Silent',
  'not-connected': 'NotConnected',
  refused: 'Refused',
  flapping: 'Flapping',
  'not-known': 'NotKnown',
  fine: 'Fine',
  'in-order': 'InOrder',
  deploying: 'Deploying',
  'other-release': 'OtherRelease',
  'core-down': 'CoreDown',
  failed: 'Failed',
  'does-not-answer': 'NoAnswer',
  'never-heard': 'NeverHeard',
} as const satisfies Record<Exclude<ThingState['state'], 'wrong'>, keyof typeof states>

const facts = {
  'over-threshold': 'OverThreshold',
  'other-environment': 'OtherEnvironment',
} as const satisfies Record<ThingState['facts'][number], keyof typeof states>

/** The word alone: 'Not connected'. */
export const sayWord = (state: keyof typeof words): string => text(words[state])

/** For counting many by it: an old word is not one of now (D40). */
export const sayCounted = (of: Pick<ThingState, 'state' | 'counts' | 'isFresh'>): string =>
  of.isFresh || of.state === 'not-known' ? sayState(of) : text('OldWord', { state: sayState(of) })

/** The word of a state: 'Suspended'; of a company what it has of it: '3 SIMs, 1 panel wrong'. */
export function sayState({ state, counts }: Pick<ThingState, 'state' | 'counts'>): string {
  const { sims, panels } = counts ?? {}
  const sayMany = (kind: 'sim' | 'panel', count = 0) => count > 0 && sayHowMany(kind, count)
  const things = (of: 'wrong' | 'notAsked') =>
    [sayMany('sim', sims?.[of]), sayMany('panel', panels?.[of])].filter(Boolean).join(', ')
  if (state === 'wrong') return text('Wrong', { things: things('wrong') })
  const asked = (sims?.notAsked ?? 0) + (panels?.notAsked ?? 0)
  return state === 'not-known' && asked > 0
    ? text('NeverAsked', { things: things('notAsked') })
    : sayWord(state)
}

export const sayOnline = (online: 'online' | 'offline'): string =>
  text(online === 'online' ? 'Online' : 'Offline')

/** A fact that a finding says, too: one of the two is said. */
const isFound = (fact: ThingState['facts'][number], cause: ThingState['cause']): boolean =>
  fact === 'other-environment' && cause?.code === 'panel-environment'

/** What else is wrong beside the state: 'Other environment', 'Fault found'. @param hasFinding its finding stands beside it */
export function sayBeside(
  { facts: own, cause }: Pick<ThingState, 'facts' | 'cause'>,
  hasFinding = false,
): string[] {
  if (hasFinding) return own.filter((fact) => !isFound(fact, cause)).map((fact) => text(facts[fact]))
  const isWrong = cause && (wrongVerdicts as readonly string[]).includes(cause.state)
  const isSaid = own.some((fact) => isFound(fact, cause))
  return [...own.map((fact) => text(facts[fact])), ...(isWrong && !isSaid ? [text('HasFault')] : [])]
}
