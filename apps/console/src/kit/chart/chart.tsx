import { type PointerEvent, useState } from 'react'
import { culture } from '../../texts/languages.ts'
import { classes } from '../../ui/classes.ts'
import styles from './chart.module.css'
import { curveOf, type Sample, ticksOf } from './curve.ts'

const size = { width: 300, height: 110, inset: 0 }

/** A value that is marked by a line with its name. */
export interface ChartMark {
  readonly value: number
  readonly label: string
  readonly tone: 'warn' | 'error'
}

interface ChartProps {
  /** All that it shows in words, for screen readers. */
  readonly label: string
  /** The oldest first. */
  readonly samples: readonly Sample[]
  /** The time that it covers, in ms; from the first to the last sample unless told. */
  readonly range?: { readonly from: number; readonly to: number }
  readonly ticks?: readonly number[]
  readonly marks?: readonly ChartMark[]
  /** What is said of the sample that the pointer is at. */
  readonly sayPoint: (sample: Sample) => string
  /** Below it: its beginning, what holds for all of it, and its end. */
  readonly times: { readonly from: string; readonly all?: string; readonly to: string }
  readonly className?: string | undefined
}

/** A curve over time with its scale and marked values; the last value as a dot, or the one that the pointer is at. */
export function Chart({
  label,
  samples,
  range: given,
  ticks: own,
  marks = [],
  sayPoint,
  times,
  className,
}: ChartProps) {
  const values = samples.map(({ value }) => value)
  const ticks = own ?? (values.length > 0 ? ticksOf(Math.min(...values), Math.max(...values)) : [])
  const bounds = { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 }
  const range = given ?? { from: samples[0]?.at ?? 0, to: samples.at(-1)?.at ?? 0 }
  const curve = curveOf(samples, range, size, bounds)
  const [pointed, setPointed] = useState<(typeof curve.points)[number] | null>(null)
  const shown = pointed ?? curve.points.at(-1)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * size.width
    setPointed(
      curve.points.reduce(
        (best, each) => (best && Math.abs(best.x - x) <= Math.abs(each.x - x) ? best : each),
        null as typeof pointed,
      ),
    )
  }
  const heightOf = (value: number) => `${((bounds.high - value) / (bounds.high - bounds.low || 1)) * 100}%`
  return (
    <div className={className}>
      <div
        className={`relative accent ${styles.plot}`}
        role="img"
        aria-label={label}
        onPointerMove={follow}
        onPointerLeave={() => setPointed(null)}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className={`absolute small faint line-above ${styles.tick}`}
            style={{ top: heightOf(tick) }}
          >
            <span>{tick.toLocaleString(culture)}</span>
          </span>
        ))}
        {marks.map(({ value, label, tone }) => (
          <span
            key={tone}
            className={classes(
              'absolute small',
              styles.mark,
              tone === 'error' ? `wrong end ${styles.error}` : 'caution',
            )}
            style={{ top: heightOf(value) }}
          >
            <span>{label}</span>
          </span>
        ))}
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={curve.path} fill="none" stroke="currentColor" strokeWidth={1.5} />
        </svg>
        {shown && (
          <span
            className={`absolute ${styles.dot}`}
            style={{ left: `${(shown.x / size.width) * 100}%`, top: `${(shown.y / size.height) * 100}%` }}
          />
        )}
        {pointed && (
          <span className={`inverse absolute small rounded ${styles.point}`}>{sayPoint(pointed.sample)}</span>
        )}
      </div>
      <p className={`flex between faint small tabular nowrap ${styles.times}`}>
        {samples.length > 0 && (
          <>
            <span>{times.from}</span>
            <span>{times.all}</span>
            <span>{times.to}</span>
          </>
        )}
      </p>
    </div>
  )
}
