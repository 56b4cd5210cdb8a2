import type { WebConnectMetric } from '@support-console/contract'
import type { DataOf } from '../../api/index.ts'
import { culture } from '../../texts/languages.ts'
import {
  ascending,
  type ColumnPlan,
  type RowPlan,
  type TableHeader,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { sayAgo } from '../../ui/durations.ts'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { Sparkline } from './sparkline.tsx'
import { text } from './texts.ts'
import styles from './webconnect.module.css'

export type History = DataOf<'GET /wcmetrics/v1/history'>

/** From so many per cent on the CPU is marked (a display default). */
export const highCpu = 80

export const byConnections: TableSort = { key: 'connectionCount', direction: 'desc' }

const chart = (key: string): TableHeader => ({
  key,
  value: text('LastHours'),
  content: <span className="regular quiet">{text('LastHours')}</span>,
  width: 88,
})

/** The columns (2.13), each figure with its last hours. */
export const headers: TableHeader[] = [
  { key: 'containerName', value: text('ColumnContainer'), ...ascending, isIdentifier: true, width: 136 },
  { key: 'connectionCount', value: text('ColumnConnections'), isSortable: true, align: 'end', width: 136 },
  chart('connectionChart'),
  { key: 'cpuUsage', value: text('ColumnCpu'), isSortable: true, align: 'end', width: 112 },
  chart('cpuChart'),
  { key: 'memoryUsage', value: text('ColumnMemory'), isSortable: true, align: 'end', width: 144 },
  chart('memoryChart'),
  {
    key: 'updateDate',
    value: text('ColumnUpdated', { zone: zoneOffset(new Date(serverNow())) }),
    isSortable: true,
    wrap: true,
  },
]

/** The figures of a container, each with as many decimals in every row. */
export const figures = {
  connectionCount: (value: number) => inWords(value, 0),
  cpuUsage: (value: number) => inWords(value, 1),
  memoryUsage: (value: number) => inWords(value, 0),
}
const inWords = (value: number, decimals: number): string =>
  value.toLocaleString(culture, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/**
 * How a container becomes a row; one that never answered has no figures.
 * @param saidAt when the server said so, in ms
 */
export function planFor(
  history: History | undefined,
  saidAt: number,
  onOpen: (name: string) => void,
): RowPlan<WebConnectMetric> {
  const samples = new Map(history?.map(({ containerName, points }) => [containerName, points]))
  const instants = history?.flatMap(({ points }) => points.map(({ at }) => Date.parse(at))) ?? []
  const range = {
    from: instants.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    to: instants.reduce((most, at) => Math.max(most, at), 0),
  }
  const figure = (
    key: 'connectionCount' | 'cpuUsage' | 'memoryUsage',
    name: 'ConnectionsOverTime' | 'CpuOverTime' | 'MemoryOverTime',
  ): ColumnPlan<WebConnectMetric> => ({
    columnContent: ({ containerName, cpuUsage }) => (
      <Sparkline
        name={text(name, { name: containerName })}
        samples={(samples.get(containerName) ?? []).map((point) => ({
          at: Date.parse(point.at),
          value: point[key],
        }))}
        range={range}
        say={figures[key]}
        isHigh={key === 'cpuUsage' && cpuUsage >= highCpu}
      />
    ),
  })
  const known = ({ updateDate }: WebConnectMetric) => updateDate !== null
  return {
    key: ({ containerName }) => containerName,
    state: ({ problem }) => (problem === '' ? undefined : 'error'),
    onClick: ({ containerName }) => onOpen(containerName),
    columns: {
      containerName: {
        columnContent: ({ containerName }) => (
          <>
            {containerName} <span className="visually-hidden">{text('OpensConnections')}</span>
          </>
        ),
      },
      connectionCount: {
        columnContent: (metric) =>
          known(metric) && (
            <>
              {metric.silentCount > 0 && (
                <span className={`wrong ${styles.silentCount}`}>
                  {text('SilentCount', { count: metric.silentCount })}
                </span>
              )}{' '}
              <strong>{figures.connectionCount(metric.connectionCount)}</strong>
            </>
          ),
        sortingValue: (metric) => (known(metric) ? metric.connectionCount : null),
      },
      connectionChart: figure('connectionCount', 'ConnectionsOverTime'),
      cpuUsage: {
        columnContent: (metric) =>
          known(metric) &&
          (metric.cpuUsage >= highCpu ? (
            <Status kind="warn">
              {figures.cpuUsage(metric.cpuUsage)}
              <span className="visually-hidden"> {text('HighCpu')}</span>
            </Status>
          ) : (
            figures.cpuUsage(metric.cpuUsage)
          )),
        sortingValue: (metric) => (known(metric) ? metric.cpuUsage : null),
      },
      cpuChart: figure('cpuUsage', 'CpuOverTime'),
      memoryUsage: {
        columnContent: (metric) => known(metric) && figures.memoryUsage(metric.memoryUsage),
        sortingValue: (metric) => (known(metric) ? metric.memoryUsage : null),
      },
      memoryChart: figure('memoryUsage', 'MemoryOverTime'),
      updateDate: {
        columnContent: (metric) => <Updated metric={metric} saidAt={saidAt} />,
      },
    },
  }
}

/** When a container said it; how old that is and why, where it does not answer any more. */
function Updated({ metric, saidAt }: { readonly metric: WebConnectMetric; readonly saidAt: number }) {
  const { updateDate, problem, clockOffsetSeconds: offset } = metric
  return (
    <span className={`row wrap ${styles.updated}`}>
      {updateDate === null ? text('NeverAnswered') : <Instant at={updateDate} />}
      {problem !== '' && (
        <>
          <Status kind="error">
            {text('Gone')}
            {updateDate !== null && <span className="regular quiet">, {sayAgo(updateDate, saidAt)}</span>}
          </Status>
          <span>{problem}</span>
        </>
      )}
      {offset !== 0 && (
        <span className="regular quiet">
          {text(offset > 0 ? 'ClockAhead' : 'ClockBehind', {
            seconds: Math.abs(offset),
          })}
        </span>
      )}
    </span>
  )
}

/** Local day and time in mono, the day quiet. */
export function Instant({ at }: { readonly at: string }) {
  const { day, time } = localTime(at)
  return (
    <time className="mono" dateTime={at}>
      <span className="faint">{day}</span> {time}
    </time>
  )
}
