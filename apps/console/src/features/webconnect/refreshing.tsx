import type { ReactNode } from 'react'
import { Tools } from '../../kit/skeleton/index.ts'
import { Button } from '../../ui/button.tsx'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { Status } from '../../ui/status.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { text } from './texts.ts'
import { readingInterval } from './use-metrics.ts'

/** After so many intervals without a look at any container something is wrong with the server's looking. */
const lateAfter = 3

interface RefreshingProps {
  /** When the server last tried any container, in ms; 0: not known yet. */
  readonly checkedAt: number
  readonly intervalSeconds: number | undefined
  readonly isPaused: boolean
  readonly isReading: boolean
  readonly onPause: () => void
  readonly onRefresh: () => void
  /** 'View' of the table below. */
  readonly views: ReactNode
}

/** How old the figures are, and whether they are read again by themselves. */
export function Refreshing(props: RefreshingProps) {
  const { checkedAt, intervalSeconds, isPaused, isReading, onPause, onRefresh, views } = props
  return (
    <Tools
      actions={
        <>
          {views}
          <Button size="tool" onPress={onPause}>
            {text(isPaused ? 'Resume' : 'Pause')}
          </Button>
          <RefreshButton size="tool" isBusy={isReading} onPress={onRefresh} />
        </>
      }
    >
      <span className="tabular quiet">
        {checkedAt > 0 && (
          <Age
            checkedAt={checkedAt}
            lateAfterSeconds={isPaused ? undefined : lateAfter * readingInterval(intervalSeconds)}
          />
        )}
        {checkedAt > 0 && ' · '}
        {isPaused
          ? text('Paused')
          : intervalSeconds !== undefined && text('Every', { seconds: intervalSeconds })}
      </span>
    </Tools>
  )
}

interface AgeProps {
  readonly checkedAt: number
  /** Undefined while nothing newer is asked for. */
  readonly lateAfterSeconds: number | undefined
}

function Age({ checkedAt, lateAfterSeconds }: AgeProps) {
  const seconds = useSeconds(checkedAt)
  const age = text('UpdatedAt', {
    time: `${localTime(checkedAt).time} ${zoneOffset(new Date(checkedAt))}`,
    seconds,
  })
  if (lateAfterSeconds === undefined || seconds <= lateAfterSeconds) return age
  return (
    <Status kind="warn">
      {age}, {text('Late')}
    </Status>
  )
}
