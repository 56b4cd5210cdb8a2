import type { WebConnectMetric } from '@support-console/contract'
import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { culture } from '../../texts/languages.ts'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import { Thing } from '../../ui/thing.tsx'
import { figures, type History, highCpu } from './columns.tsx'
import { curveOf, type Sample, ticksOf, together } from './curve.ts'
import styles from './overview.module.css'
import { text } from './texts.ts'

type Figure = keyof typeof figures
const size = { width: 300, height: 110, inset: 0 }
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const highest = (values: readonly number[]) => Math.max(...values)

interface OverviewProps {
  readonly metrics: readonly WebConnectMetric[]
  readonly history: History | undefined
}

/** All containers together: their connections, the busiest one, their memory; now, and over the last hours. */
export function Overview({ metrics, history }: OverviewProps) {
  const answering = metrics.filter(({ problem, updateDate }) => problem === '' && updateDate !== null)
  const busiest = answering.reduce<WebConnectMetric | undefined>(
    (most, each) => (most && most.cpuUsage >= each.cpuUsage ? most : each),
    undefined,
  )
  const charts = useMemo(() => chartsOf(history ?? []), [history])
  const total = (figure: Figure) =>
    answering.length > 0 ? figures[figure](sum(answering.map((each) => each[figure]))) : undefined
  const missing = metrics.length - answering.length
  const without = missing > 0 ? text('WithoutSome', { count: missing, total: metrics.length }) : undefined
  return (
    <section className={styles.overview} aria-label={text('Overview')}>
      <Chart
        title={text('AllConnections')}
        now={total('connectionCount')}
        about={without ?? changeOf(charts.connectionCount)}
        samples={charts.connectionCount}
        say={figures.connectionCount}
      />
      <Chart
        title={text('HighestCpu')}
        now={busiest && figures.cpuUsage(busiest.cpuUsage)}
        about={
          busiest && (
            <>
              {text('PerCentOn')}{' '}
              <Thing of="container" id={busiest.containerName}>
                {busiest.containerName}
              </Thing>
            </>
          )
        }
        samples={charts.cpuUsage}
        say={figures.cpuUsage}
        ticks={perCent}
        markedFrom={highCpu}
      />
      <Chart
        title={text('AllMemory')}
        now={total('memoryUsage')}
        about={without ? `${text('Megabytes')}, ${without}` : text('Megabytes')}
        samples={charts.memoryUsage}
        say={figures.memoryUsage}
      />
    </section>
  )
}

const perCent = [0, 25, 50, 75, 100]

function chartsOf(history: History) {
  const instants = history.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)))
  const range = {
    from: instants.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    to: instants.reduce((most, at) => Math.max(most, at), 0),
  }
  const over = (figure: Figure, add: (values: readonly number[]) => number) =>
    together(
      history.map(({ points }) =>
        points.map((point) => ({ at: Date.parse(point.at), value: point[figure] })),
      ),
      range,
      add,
    )
  return {
    connectionCount: over('connectionCount', sum),
    cpuUsage: over('cpuUsage', highest),
    memoryUsage: over('memoryUsage', sum),
  }
}

/** '+38 in the last hour', where there is a sample from then. */
function changeOf(samples: readonly Sample[]): string | undefined {
  const last = samples.at(-1)
  const before = last && samples.findLast(({ at }) => at <= last.at - 3_600_000)
  if (!last || !before || last.at - before.at > 4_500_000) return undefined
  const change = last.value - before.value
  const size = Math.abs(change).toLocaleString(culture)
  return text('ChangeLastHour', { change: change < 0 ? `−${size}` : `+${size}` })
}

interface ChartProps {
  readonly title: string
  /** The figure of this moment; undefined: not known. */
  readonly now: string | undefined
  readonly about?: ReactNode
  readonly samples: readonly Sample[]
  readonly say: (value: number) => string
  readonly ticks?: readonly number[]
  readonly markedFrom?: number
}

function Chart({ title, now, about, samples, say, ticks: given, markedFrom }: ChartProps) {
  const values = samples.map(({ value }) => value)
  const ticks = given ?? (values.length > 0 ? ticksOf(Math.min(...values), Math.max(...values)) : [])
  const bounds = { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 }
  const range = { from: samples[0]?.at ?? 0, to: samples.at(-1)?.at ?? 0 }
  const curve = curveOf(samples, range, size, bounds)
  const [pointed, setPointed] = useState<(typeof curve.points)[number] | null>(null)
  const last = curve.points.at(-1)
  const shown = pointed ?? last
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
  const heightOf = (value: number) =>
    `${((bounds.high - value) / Math.max(bounds.high - bounds.low, 1)) * 100}%`
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        <p className={styles.figure}>
          <strong>{now ?? text('NotKnown')}</strong> {about}
        </p>
      </figcaption>
      <div
        className={styles.plot}
        role="img"
        aria-label={
          last
            ? text('ChartAbout', {
                name: `${title}, ${text('LastHours')}`,
                low: say(curve.low),
                high: say(curve.high),
                last: say(last.sample.value),
              })
            : text('ChartEmpty', { name: title })
        }
        onPointerMove={follow}
        onPointerLeave={() => setPointed(null)}
      >
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ top: heightOf(tick) }}>
            <span>{tick.toLocaleString(culture)}</span>
          </span>
        ))}
        {markedFrom !== undefined && (
          <span className={styles.mark} style={{ top: heightOf(markedFrom) }}>
            <span>{text('MarkedFrom', { value: markedFrom })}</span>
          </span>
        )}
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={curve.path} fill="none" stroke="currentColor" strokeWidth={1.5} />
        </svg>
        {shown && (
          <span
            className={styles.dot}
            style={{ left: `${(shown.x / size.width) * 100}%`, top: `${(shown.y / size.height) * 100}%` }}
          />
        )}
        {pointed && (
          <span className={styles.point}>
            {text('ChartPoint', {
              time: localTime(pointed.sample.at).time.slice(0, 5),
              value: say(pointed.sample.value),
            })}
          </span>
        )}
      </div>
      <p className={styles.times}>
        {last && (
          <>
            <span>{localTime(range.from).time.slice(0, 5)}</span>
            <span>{zoneOffset(new Date(range.to))}</span>
            <span>{localTime(range.to).time.slice(0, 5)}</span>
          </>
        )}
      </p>
    </figure>
  )
}
