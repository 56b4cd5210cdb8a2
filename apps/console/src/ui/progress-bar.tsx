import { useEffect, useRef } from 'react'
import { progress } from '../texts/en-US/progress.ts'
import { culture } from '../texts/languages.ts'
import { textsOf } from '../texts/text.ts'
import { announce } from './announce.ts'
import styles from './progress-bar.module.css'

const text = textsOf(progress)

interface ProgressBarProps {
  /** What goes on, for screen readers: 'Batch deactivate'. */
  readonly label: string
  readonly total: number
  readonly success: number
  readonly error: number
  /** Asked and not yet answered. */
  readonly inFlight?: number | undefined
  /** Seconds left; undefined while it cannot be said (fewer than three rows done). */
  readonly secondsLeft?: number | undefined
  readonly isOver?: boolean | undefined
}

/** 'about 31 min left', in words. */
function timeLeft(secondsLeft: number | undefined): string {
  if (secondsLeft === undefined) return text('Estimating')
  if (secondsLeft < 60) return text('LessThanAMinuteLeft')
  return text('AboutMinutesLeft', { minutes: Math.round(secondsLeft / 60).toLocaleString(culture) })
}

/** How far a long task is: figures, time left, and a bar of success, error and in flight. Announced every 10 %. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, total, success, error, inFlight = 0, secondsLeft, isOver = false } = props
  const done = success + error
  const tenth = total > 0 ? Math.floor((done / total) * 10) : 0
  const announced = useRef(tenth)
  useEffect(() => {
    if (tenth === announced.current) return
    announced.current = tenth
    announce(text('ProgressAnnounced', { done, total }))
  }, [tenth, done, total])
  const share = (count: number) => ({ '--share': total > 0 ? count / total : 0 }) as React.CSSProperties
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.figure}>{done.toLocaleString(culture)}</span>
        <span className={styles.of}>{text('OfTotalDone', { total: total.toLocaleString(culture) })}</span>
        {!isOver && <span className={styles.left}>{timeLeft(secondsLeft)}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text('ProgressAnnounced', { done, total })}
        className={styles.track}
      >
        {success > 0 && <span className={styles.success} style={share(success)} />}
        {error > 0 && <span className={styles.error} style={share(error)} />}
        {inFlight > 0 && <span className={styles.running} style={share(inFlight)} />}
      </div>
    </div>
  )
}
