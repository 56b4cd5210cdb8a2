import { useMoment } from '../../api/moment.ts'
import { ages } from '../../texts/en-US/ages.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../../ui/classes.ts'
import { sayAge } from '../../ui/durations.ts'
import { sayTime } from '../../ui/local-time.ts'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './observed.module.css'
import type { Observed } from './use-observed.ts'

const text = textsOf(ages)
/** Older than that is said with more weight, in seconds. */
const dayLong = 86_400
/** So long an answer counts as live, in seconds. */
const liveFor = 60

/**
 * Who said something and how long ago, for the reader's eyes alone: it goes on counting and is never announced. That it is
 * being asked again is said by anyone who waits. In the past it stands still.
 */
export function SourceAge({
  of: { source, at, unanswered = null },
  isOwn = false,
}: {
  /** `unanswered`: when it was asked in vain since, or all that is known of that. */
  readonly of: Pick<Observed, 'source' | 'at'> & { readonly unanswered?: Observed['unanswered'] | string }
  /** It was asked for this view. */
  readonly isOwn?: boolean
}) {
  const moment = useMoment()
  const counted = useSeconds(at ?? 0)
  if (at === null) return null
  const seconds = moment ? Math.max(0, (moment.ms - at) / 1000) : counted
  const isLive = isOwn && unanswered === null && seconds < liveFor
  const said = { source, age: sayAge(at, at + seconds * 1000) }
  return (
    <time
      className={classes(
        'small tabular nowrap',
        isLive || unanswered !== null || seconds > dayLong ? 'medium quiet' : 'faint',
        isLive && styles.live,
      )}
      dateTime={new Date(at).toISOString()}
      title={sayTime(at)}
    >
      {text(unanswered ? 'SourceUnanswered' : isLive ? 'SourceLive' : 'SourceAge', said)}
    </time>
  )
}
