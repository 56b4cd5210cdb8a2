import type { WebConnectMetric } from '@support-console/contract'
import { type ReactNode, useMemo } from 'react'
import { Chart, type Sample, together } from '../../kit/chart/index.ts'
import { culture } from '../../texts/languages.ts'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import { Thing } from '../../ui/thing.tsx'
import { figures, type History, highCpu } from './columns.tsx'
import styles from './overview.module.css'
import { text } from './texts.ts'

type Figure = keyof typeof figures
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
    <section className={`stack line-below below-16 ${styles.overview}`} aria-label={text('Overview')}>
      <FigureOverTime
        title={text('AllConnections')}
        now={total('connectionCount')}
        about={without ?? changeOf(charts.connectionCount)}
        samples={charts.connectionCount}
        say={figures.connectionCount}
      />
      <FigureOverTime
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
      <FigureOverTime
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

interface FigureProps {
  readonly title: string
  /** The figure of this moment; undefined: not known. */
  readonly now: string | undefined
  readonly about?: ReactNode
  readonly samples: readonly Sample[]
  readonly say: (value: number) => string
  readonly ticks?: readonly number[]
  readonly markedFrom?: number
}

const minuteOf = (at: number): string => localTime(at).time.slice(0, 5)

function FigureOverTime({ title, now, about, samples, say, ticks, markedFrom }: FigureProps) {
  const values = samples.map(({ value }) => value)
  const [first, last] = [samples[0], samples.at(-1)]
  return (
    <figure className={`narrow ${styles.chart}`}>
      <figcaption className="label">
        {title}
        <p className={`cut small quiet ${styles.figure}`}>
          <strong className="figure-words ink">{now ?? text('NotKnown')}</strong> {about}
        </p>
      </figcaption>
      <Chart
        className={styles.curve}
        label={
          last
            ? text('ChartAbout', {
                name: `${title}, ${text('LastHours')}`,
                low: say(Math.min(...values)),
                high: say(Math.max(...values)),
                last: say(last.value),
              })
            : text('ChartEmpty', { name: title })
        }
        samples={samples}
        {...(ticks && { ticks })}
        marks={
          markedFrom === undefined
            ? []
            : [{ value: markedFrom, label: text('MarkedFrom', { value: markedFrom }), tone: 'warn' }]
        }
        sayPoint={({ at, value }) => text('ChartPoint', { time: minuteOf(at), value: say(value) })}
        times={{
          from: first ? minuteOf(first.at) : '',
          all: last ? zoneOffset(new Date(last.at)) : '',
          to: last ? minuteOf(last.at) : '',
        }}
      />
    </figure>
  )
}
