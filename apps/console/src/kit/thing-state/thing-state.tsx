import type { ThingState as State } from '@support-console/contract'
import { toneOf } from '@support-console/contract/states.words'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayTime } from '../../ui/local-time.ts'
import { Status } from '../../ui/status.tsx'
import { SourceAge } from '../observed/source-age.tsx'
import styles from './thing-state.module.css'
import { sayBeside, sayState, text } from './words.ts'

const plain: { readonly [Word in State['state']]?: MarkKind } = {
  deactivated: 'off',
  'not-known': 'unknown',
  Running: 'running',
  Pending: 'pending',
}

function markOf(of: State): MarkKind {
  const tone = toneOf(of)
  if (tone === 'good') return 'ok'
  if (tone === 'bad') return of.state === 'Error' ? 'error' : 'warn'
  return plain[of.state] ?? 'ready'
}

interface ThingStateProps {
  readonly of: State
  /** In a line of a list: its age only where the state is old. */
  readonly isBrief?: boolean
  /** How far the server's clock is ahead of this browser's, in ms. */
  readonly ahead?: number
}

/** The one state of a thing (D40): mark, word, since, source and age. Green only while it is fresh and good. */
export function ThingState({ of, isBrief = false, ahead = 0 }: ThingStateProps) {
  const { since, at, source, isFresh } = of
  const beside = sayBeside(of)
  const isSaid = at !== null && source !== '' && !(isBrief && isFresh)
  return (
    <span className={styles.state}>
      <Status kind={markOf(of)}>{[sayState(of), ...beside].join(' · ')}</Status>
      {!isBrief && since !== null && (
        <span className={styles.since}>{text('Since', { time: sayTime(since) })}</span>
      )}
      {isSaid && <SourceAge of={{ source, at: Date.parse(at) - ahead }} />}
    </span>
  )
}
