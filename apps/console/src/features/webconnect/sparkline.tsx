import { type PointerEvent, useMemo, useState } from 'react'
import { type Curve, curveOf, type Sample } from '../../kit/chart/index.ts'
import { localTime } from '../../ui/local-time.ts'
import { text } from './texts.ts'
import styles from './webconnect.module.css'

const size = { width: 72, height: 20 }

interface SparklineProps {
  /** What it shows, for screen readers. */
  readonly name: string
  readonly samples: readonly Sample[]
  /** The time that all charts of the table share, in ms. */
  readonly range: { readonly from: number; readonly to: number }
  readonly say: (value: number) => string
  readonly isHigh?: boolean
}

/** A small chart: a line, its last value as a dot; time and value of what the pointer is at. Its last value stands beside it. */
export function Sparkline({ name, samples, range, say, isHigh = false }: SparklineProps) {
  const curve = useMemo(() => curveOf(samples, range, size), [samples, range])
  const [pointed, setPointed] = useState<Curve['points'][number] | null>(null)
  const last = curve.points.at(-1)
  if (!last) return <span className="visually-hidden">{text('ChartEmpty', { name })}</span>
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * size.width
    setPointed(
      curve.points.reduce((best, each) => (Math.abs(each.x - x) < Math.abs(best.x - x) ? each : best), last),
    )
  }
  const shown = pointed ?? last
  return (
    <span className={`relative quiet ${styles.chart}`}>
      <svg
        role="img"
        aria-label={text('ChartAbout', {
          name,
          low: say(curve.low),
          high: say(curve.high),
          last: say(last.sample.value),
        })}
        className={isHigh ? 'block caution' : 'block'}
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        onPointerMove={follow}
        onPointerLeave={() => setPointed(null)}
      >
        <path d={curve.path} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
        <circle cx={shown.x} cy={shown.y} r={2} fill="currentColor" />
      </svg>
      {pointed && (
        <span className={`nowrap small absolute rounded inverse ${styles.point}`} aria-hidden="true">
          {text('ChartPoint', { time: localTime(pointed.sample.at).time, value: say(pointed.sample.value) })}
        </span>
      )}
    </span>
  )
}
