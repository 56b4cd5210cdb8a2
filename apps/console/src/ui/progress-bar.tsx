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

/** 'about 31 min left', in words; undefined: it cannot be said yet. */
export function sayTimeLeft(secondsLeft: number | undefined): string {
  if (secondsLeft === undefined) return text('Estimating')
  if (secondsLeft < 60) return text('LessThanAMinuteLeft')
  return text('AboutMinutesLeft', { minutes: Math.round(secondsLeft / 60) })
}

/** How far a long task is: figures, time left, and a bar of success, error and in flight. Announced every 10 %. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, total, success, error, inFlight = 0, secondsLeft, isOver = false } = props
  const done = success + error
  return (
    <div>
      <div className={`line wrap gap-0-8 ${styles.head}`}>
        <span className="figure-words">{done.toLocaleString(culture)}</span>
        <span className="quiet tabular">{text('OfTotalDone', { total })}</span>
        {!isOver && <span className="to-end quiet tabular">{sayTimeLeft(secondsLeft)}</span>}
      </div>
      <ProgressTrack label={label} total={total} done={done} parts={{ success, error, running: inFlight }} />
    </div>
  )
}

const kinds = { success: 'ok', error: 'error', unknown: 'unknown', running: 'running' } as const
type Part = keyof typeof kinds

interface ProgressTrackProps {
  /** What goes on, for screen readers. */
  readonly label: string
  readonly total: number
  readonly done: number
  /** How many are so, in the order of the bar. */
  readonly parts: Readonly<Partial<Record<Part, number>>>
}

/** The bar alone; how far it is, is announced every 10 %. */
export function ProgressTrack({ label, total, done, parts }: ProgressTrackProps) {
  const tenth = total > 0 ? Math.floor((done / total) * 10) : 0
  const announced = useRef(tenth)
  useEffect(() => {
    if (tenth === announced.current) return
    announced.current = tenth
    announce(text('ProgressAnnounced', { done, total }))
  }, [tenth, done, total])
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text('ProgressAnnounced', { done, total })}
      className={`flex clip ${styles.track}`}
    >
      {(Object.keys(parts) as Part[]).map((part) => {
        const count = parts[part] ?? 0
        const share = { '--share': total > 0 ? count / total : 0 } as React.CSSProperties
        return count > 0 && <span key={part} className={`kind-${kinds[part]}`} style={share} />
      })}
    </div>
  )
}
