import { Gauge } from 'prom-client'
import { type Clock, within } from '../clock.ts'
import type { DatabaseFigure } from '../database/database-figure.ts'
import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from './metrics.ts'

/** So long they stand, in milliseconds: a server asks no more often, however many look at it. */
const freshMs = 10_000
/** After so long in all the rest is left for the next time. */
const patienceMs = 2_500

export interface DatabaseFigures {
  /** Before /metrics is answered. Never rejects: what cannot be had is left out, and `database_figure_up` says so. */
  refresh(): Promise<void>
}

interface Parts {
  database: Database
  clock: Clock
  metrics: Metrics
  log: Logger
}

interface Row {
  state: string
  queue: string
  rows: number
  oldest: number | null
}

const clockFigure: DatabaseFigure = {
  name: 'clock',
  kind: 'clock',
  text: 'select extract(epoch from clock_timestamp())::float8 as now',
}

export function createDatabaseFigures(
  { database, clock, metrics, log }: Parts,
  given: readonly DatabaseFigure[],
): DatabaseFigures {
  const figures = [clockFigure, ...given]
  const registers = [metrics.registry]
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('database_figure_up', '1: the figures of this name could be read', 'figure')
  const workRows = gauge('work_rows', 'Lasting work that is not settled, by its state', 'work', 'state')
  const workOldest = gauge('work_oldest_seconds', 'Age of the oldest of it', 'work')
  const jobRows = gauge('job_rows', 'Jobs in the queue by their state', 'queue', 'state')
  const jobOldest = gauge(
    'job_oldest_seconds',
    'For how long the oldest job is due and no one is at it',
    'queue',
  )
  const age = gauge('collector_age_seconds', 'Since when nothing was collected', 'collector')
  const things = gauge(
    'collector_things',
    'What is collected from, by whether it answered of late',
    'collector',
    'state',
  )
  const offset = gauge('clock_offset_seconds', "How far this server's clock is ahead of the database's")
  const singles = new Map<string, Gauge>()
  for (const figure of figures)
    if (figure.kind === 'single')
      for (const [name, help] of Object.entries(figure.gauges)) singles.set(name, gauge(name, help))
  const all = [up, workRows, workOldest, jobRows, jobOldest, age, things, offset, ...singles.values()]

  let refreshedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  function tell(figure: DatabaseFigure, rows: Row[], at: Date): void {
    const { name, kind } = figure
    if (kind === 'work') {
      for (const state of figure.states)
        workRows.set({ work: name, state }, rows.find((row) => row.state === state)?.rows ?? 0)
      workOldest.set({ work: name }, Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0)))
    } else if (kind === 'jobs') {
      for (const { queue, state, rows: count, oldest } of rows) {
        jobRows.set({ queue, state }, count)
        if (state === 'waiting') jobOldest.set({ queue }, Math.max(0, oldest ?? 0))
      }
    } else if (kind === 'clock') {
      const { now } = rows[0] as unknown as { now: number }
      offset.set(at.getTime() / 1000 - now)
    } else tellRow(figure, (rows[0] ?? {}) as unknown as Record<string, number | null>)
  }

  function tellRow({ name, kind }: DatabaseFigure, row: Record<string, number | null>): void {
    if (kind === 'collector') {
      if (row.age !== null && row.age !== undefined) age.set({ collector: name }, row.age)
      things.set({ collector: name, state: 'fresh' }, row.fresh ?? 0)
      things.set({ collector: name, state: 'stale' }, row.stale ?? 0)
    } else
      for (const [column, value] of Object.entries(row)) if (value !== null) singles.get(column)?.set(value)
  }

  async function readAll(): Promise<void> {
    const began = clock.elapsed()
    const read: [figure: DatabaseFigure, rows: Row[] | undefined, at: Date][] = []
    for (const figure of figures) {
      const isLate = clock.elapsed() - began >= patienceMs
      read.push([figure, isLate ? undefined : await rowsOf(figure), clock.now()])
    }
    refreshedAt = clock.elapsed()
    // Only now, so that anyone who asks meanwhile is not told of nothing.
    for (const each of all) each.reset()
    // A figure without labels begins at 0, which would say that all is well.
    for (const each of [offset, ...singles.values()]) each.remove()
    for (const [figure, rows, at] of read) {
      up.set({ figure: figure.name }, rows ? 1 : 0)
      if (rows) tell(figure, rows, at)
    }
  }

  async function rowsOf({ name, text }: DatabaseFigure): Promise<Row[] | undefined> {
    try {
      return (await within(clock, patienceMs, database.look(text))) as Row[]
    } catch (error) {
      log.warn({ err: error, figure: name }, 'a figure of the database cannot be read')
      return undefined
    }
  }

  return {
    async refresh() {
      if (clock.elapsed() - refreshedAt < freshMs) return
      running ??= readAll().finally(() => {
        running = undefined
      })
      await running
    },
  }
}
