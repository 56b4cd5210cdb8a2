import type { FindingState } from '@support-console/contract/diagnosis.words'
import { Icon } from '../../ui/icons/icon.tsx'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { text } from './texts.ts'

export const markOf = {
  fault: 'error',
  warning: 'warn',
  unknown: 'unknown',
  waiting: 'running',
  fine: 'ok',
} as const satisfies Record<Exclude<FindingState, 'explained'>, MarkKind>

const words = {
  fault: 'StateFault',
  warning: 'StateWarning',
  unknown: 'StateUnknown',
  waiting: 'StateWaiting',
  explained: 'StateExplained',
  fine: 'StateFine',
} as const

export const sayState = (state: FindingState): string => text(words[state])

/** The shape of a state; a word always stands beside it. */
export function FindingMark({ state }: { readonly state: FindingState }) {
  if (state !== 'explained') return <StateMark kind={markOf[state]} />
  return (
    <Icon box={14} size={14}>
      <path d="M2.5 2v4.5A1.5 1.5 0 0 0 4 8h7.5M8.5 5l3 3-3 3" />
    </Icon>
  )
}
