import type { Finding } from '@support-console/contract'
import type { GroupState } from '@support-console/contract/diagnosis.words'
import { Icon } from '../../ui/icons/icon.tsx'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { text } from './texts.ts'

/** Of a verdict. */
export const markOf = {
  cause: 'error',
  likely: 'warn',
  'to-mend': 'warn',
  'so-far': 'running',
  unexplained: 'unknown',
  'not-known': 'unknown',
  'not-asked': 'unknown',
  fine: 'ok',
} as const satisfies Record<GroupState, MarkKind>

const words = {
  cause: 'StateCause',
  likely: 'StateLikely',
  'to-mend': 'StateToMend',
  'so-far': 'StateSoFar',
  unexplained: 'StateUnexplained',
  'not-known': 'StateNotKnown',
  'not-asked': 'StateNotAsked',
  fine: 'StateFine',
} as const

export const sayState = (state: GroupState): string => text(words[state])

/** How a finding is shown: what stops the panel is a fault, and what follows from another stands below it. */
export type FindingLook = 'fault' | 'warning' | 'unknown' | 'waiting' | 'explained' | 'fine'

export function lookOf({ state, effect, refuted, follows }: Finding): FindingLook {
  if (state !== 'wrong') return state
  if (follows !== null) return 'explained'
  return effect === 'stops' && refuted === null ? 'fault' : 'warning'
}

const looks = {
  fault: ['error', 'LookFault'],
  warning: ['warn', 'LookWarning'],
  unknown: ['unknown', 'LookUnknown'],
  waiting: ['running', 'LookWaiting'],
  explained: ['unknown', 'LookExplained'],
  fine: ['ok', 'StateFine'],
} as const satisfies Record<FindingLook, readonly [MarkKind, string]>

export const markOfLook = (look: FindingLook): MarkKind => looks[look][0]

export const sayLook = (look: FindingLook): string => text(looks[look][1])

/** The shape of a finding; a word always stands beside it. */
export function FindingMark({ look }: { readonly look: FindingLook }) {
  if (look !== 'explained') return <StateMark kind={markOfLook(look)} />
  return (
    <Icon box={14} size={14}>
      <path d="M2.5 2v4.5A1.5 1.5 0 0 0 4 8h7.5M8.5 5l3 3-3 3" />
    </Icon>
  )
}
