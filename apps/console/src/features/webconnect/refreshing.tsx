import { Button } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons/controls.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { text } from './texts.ts'
import { localTime } from './times.ts'
import styles from './webconnect.module.css'

interface RefreshingProps {
  /** When the figures were read, in ms; 0: not yet. */
  readonly readAt: number
  readonly intervalSeconds: number | undefined
  readonly isPaused: boolean
  readonly isReading: boolean
  readonly onPause: () => void
  readonly onRefresh: () => void
}

/** How old the figures are, and whether they are read again by themselves. */
export function Refreshing(props: RefreshingProps) {
  const { readAt, intervalSeconds, isPaused, isReading, onPause, onRefresh } = props
  return (
    <div className={styles.refreshing}>
      <span className={styles.age}>
        {readAt > 0 && <Age readAt={readAt} />}
        {readAt > 0 && ' · '}
        {isPaused
          ? text('Paused')
          : intervalSeconds !== undefined && text('Every', { seconds: intervalSeconds })}
      </span>
      <Button size="tool" onPress={onPause}>
        {text(isPaused ? 'Resume' : 'Pause')}
      </Button>
      <Button
        size="tool"
        icon={<RefreshIcon />}
        isBusy={isReading}
        busyText={text('Refreshing')}
        onPress={onRefresh}
      >
        {text('Refresh')}
      </Button>
    </div>
  )
}

function Age({ readAt }: { readonly readAt: number }) {
  const seconds = useSeconds(readAt)
  return text('UpdatedAt', { time: localTime(readAt).time, seconds: seconds.toLocaleString('en-US') })
}
