import type { ThingState as State } from '@support-console/contract'
import { toneOf } from '@support-console/contract/states.words'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { SourceAge } from '../observed/source-age.tsx'
import styles from './thing-state.module.css'
import { sayBeside, sayState, text } from './words.ts'

const plain: { readonly [Word in State['state']]?: MarkKind } = {
  deactivated: 'off',
  'not-known': 'unknown',
  deploying: 'running',
  'never-heard': 'unknown',
}
const isError: ReadonlySet<State['state']> = new Set([
  'silent',
  'not-connected',
  'refused',
  'core-down',
  'failed',
])

/** Its shape: a panel that is not heard is an error, whatever else is wrong a warning. */
export function stateMark(of: State): MarkKind {
  const tone = toneOf(of)
  if (tone === 'good') return 'ok'
  if (tone === 'bad') return isError.has(of.state) ? 'error' : 'warn'
  return plain[of.state] ?? 'ready'
}

interface ThingStateProps {
  readonly of: State
  /** In a line of a list: its age only where the state is old. */
  readonly isBrief?: boolean
  /** Its finding stands beside it. */
  readonly hasFinding?: boolean
}

/** The one state of a thing (D40): mark, word, since, source and age. Green only while it is fresh and good. */
export function ThingState({ of, isBrief = false, hasFinding = false }: ThingStateProps) {
  const { since, at, source, isFresh } = of
  const beside = sayBeside(hasFinding ? { ...of, cause: null } : of)
  const isSaid = at !== null && source !== '' && !(isBrief && isFresh)
  return (
    <span className={isBrief ? styles.brief : styles.state}>
      <Status kind={stateMark(of)} className={styles.word}>
        {[sayState(of), ...beside].join(' · ')}
      </Status>
      {!isBrief && since !== null && (
        <time className="small quiet" dateTime={since} title={sayTime(since)}>
          {text('Since', { time: sayShortly(since) })}
        </time>
      )}
      {isSaid && <SourceAge of={{ source, at: Date.parse(at) }} />}
    </span>
  )
}
