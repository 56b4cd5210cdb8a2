import type { ThingState as State } from '@support-console/contract'
import { markOfState } from '@support-console/contract/states.words'
import { sayTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { SourceAge } from '../observed/source-age.tsx'
import styles from './thing-state.module.css'
import { sayBeside, sayOnline, sayState, text } from './words.ts'

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
  const beside = sayBeside(of, hasFinding)
  const isSaid = at !== null && source !== '' && !(isBrief && isFresh)
  return (
    <span className={isBrief ? styles.brief : `wrap narrow gap-0-8 ${styles.state}`}>
      <Status kind={markOfState(of)} className={styles.word}>
        {sayState(of)}
        {of.online && ` · ${sayOnline(of.online)}`}
      </Status>
      {beside.length > 0 && (
        <Status kind="warn" className={styles.word}>
          {beside.join(' · ')}
        </Status>
      )}
      {!isBrief && since !== null && (
        <time className="small quiet" dateTime={since} title={sayTime(since)}>
          {text('Since', { time: sayShortly(since) })}
        </time>
      )}
      {isSaid && <SourceAge of={{ source, at: Date.parse(at) }} />}
    </span>
  )
}
