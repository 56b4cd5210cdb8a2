import type { CauseGroup, Finding, Step } from '@support-console/contract'
import type { Facts } from './facts.ts'

/** One panel of a group: its cause, and what to do about it. `carrier`: of its SIM. */
export interface Member {
  finding: Finding
  carrier: string
  step: Step | null
}

/** What reaches further than one panel and its SIM. */
const isWide = ({ scope: { kind } }: Finding): boolean => kind !== 'panel' && kind !== 'sim'

/** By what panels have the same cause: the same thing behind it, else the same case at the same carrier. */
export const likenessOf = (finding: Finding, { carrier }: Facts): string =>
  isWide(finding)
    ? `${finding.code} ${finding.scope.kind} ${finding.scope.id}`
    : `${finding.code} ${titleOf({ finding, carrier: carrier.source })}`

/** 'SIM suspended at AT&T' */
const titleOf = ({ finding: { title }, carrier }: Pick<Member, 'finding' | 'carrier'>): string =>
  title.replace('at the carrier', `at ${carrier}`)

const without = {
  fine: 'Reported when WebConnect was last asked, and nothing is wrong.',
  unexplained: 'Silent, and nothing was found that explains it.',
  'not-asked': 'No cause is known, and not all sources were asked recently.',
} as const

/** What stands beside the number of a group: the one sentence of all its members, else what they have in common. */
export function sentenceFor(state: CauseGroup['state'], members: readonly Member[]): string {
  const [first, ...rest] = members
  if (!first) return state in without ? without[state as keyof typeof without] : 'No cause is known.'
  const { sentence } = first.finding
  const isOne = isWide(first.finding) || rest.every(({ finding }) => finding.sentence === sentence)
  if (!isOne) return `${titleOf(first)}.`
  return rest.length > 0 ? sentence.replace(', which the panel was connected to,', '') : sentence
}

/** Where all of them lead. */
export function sharedNext(members: readonly Member[]): CauseGroup['next'] {
  const [first, ...rest] = members.map(({ finding: { next }, step }) => step?.go ?? next[0])
  return first && rest.every((next) => next?.path === first.path) ? first : null
}

/** What all of them have in common. */
export function sharedScope(members: readonly Member[]): CauseGroup['scope'] {
  const [first, ...rest] = members.map(({ finding }) => finding.scope)
  return first && rest.every(({ kind, id }) => kind === first.kind && id === first.id) ? first : null
}
