import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notRecorded } from '../audit/audited-transaction.ts'
import type { Database } from '../database/open-database.ts'
import type { NeighbourFigures, SettledCall } from '../outbound/index.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The server's figures for operators, in one registry of their own (tests build many apps in one process). A feature
 * or system adds a figure with `new Counter({ name, help, registers: [metrics.registry] })`. No label takes a value from
 * outside: names of calls, of neighbours, of kinds and of states alone (a test holds it).
 */
export function createMetrics(database: Database, version: string) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })

  gauge('build_info', 'What runs: 1', 'version', 'node', 'database').set(
    { version, node: process.version, database: database.kind },
    1,
  )
  addPoolFigures(database, registers)
  const failures = new Counter({
    name: 'audit_failures_total',
    help: 'Changes that could not be entered in the audit trail',
    registers,
    collect() {
      this.reset()
      this.inc(notRecorded(database.db))
    },
  })
  failures.inc(0)

  return {
    registry,
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: "Time to answer, by the contract's name of the call; length long: it may wait for a carrier, or hands out a file",
      labelNames: ['call', 'length', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 120, 600],
      registers,
    }),
    refusals: counter('http_refusals_total', 'Calls refused before they ran, by envelope status', 'status'),
    overloads: counter('http_overloads_total', 'Calls turned away because the server was far behind'),
    tokenRefusals: counter('token_refusals_total', 'Calls whose token did not count, by why', 'reason'),
    ...neighbourFigures(registers),
    neighbourSlow: gauge(
      'neighbour_slow',
      '1: this neighbour let a call time out and has not answered since',
      'system',
    ),
    backgroundFailures: counter(
      'background_failures_total',
      'Runs of what the server does by itself that failed',
      'work',
    ),
    backgroundSuccess: gauge(
      'background_success_timestamp_seconds',
      'When what the server does by itself last went well',
      'work',
    ),
    auditAnchor: gauge(
      'audit_chain_anchored',
      'Number of the newest audit entry that this server had time-stamped',
    ),
    auditAnchorFailures: counter(
      'audit_anchor_failures_total',
      'How often the head of the audit chain could not be time-stamped',
    ),
    auditHead: gauge('audit_chain_head', 'Number of the newest audit entry that was written to the log'),
    spans: counter('spans_total', 'Spans of traces by what became of them', 'outcome'),
  }
}

/** Of what the pools count themselves, read when someone asks. */
function addPoolFigures(database: Database, registers: Registry[]): void {
  new Gauge({
    name: 'database_answers',
    help: '1: a server of the database that takes writes answers',
    registers,
    collect() {
      this.set((database.standing?.().answers ?? true) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by for what they are and what they do; waiting counts calls without one',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const { kind, busy, idle, waiting } of database.pools()) {
        this.set({ kind, state: 'busy' }, busy)
        this.set({ kind, state: 'idle' }, idle)
        this.set({ kind, state: 'waiting' }, waiting)
      }
    },
  })
  const sums = [
    ['database_pool_waits_total', 'How often a connection was asked for', 'waits', 1],
    ['database_pool_wait_seconds_total', 'For how long in all it was waited for', 'waitedMs', 1000],
    ['database_pool_refusals_total', 'How often none was to be had', 'refused', 1],
  ] as const
  for (const [name, help, field, per] of sums)
    new Counter({
      name,
      help,
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset()
        for (const pool of database.pools()) this.inc({ kind: pool.kind }, pool[field] / per)
      },
    })
}

/** How the neighbours answer, and how they stand when someone asks; several of one name are told of together. */
function neighbourFigures(registers: Registry[]) {
  const duration = new Histogram({
    name: 'neighbour_request_duration_seconds',
    help: 'Time until a neighbour answered or failed, the wait for a place with it',
    labelNames: ['system', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 150, 300],
    registers,
  })
  const wait = new Histogram({
    name: 'neighbour_wait_seconds',
    help: 'How much of it was the wait for a place',
    labelNames: ['system'],
    buckets: [0.05, 0.25, 1, 5, 20, 60, 150, 300],
    registers,
  })
  let look: () => readonly NeighbourFigures[] = () => []
  new Gauge({
    name: 'neighbour_resting',
    help: 'How many of this name failed to answer so often that no one is let through to them (breaker)',
    labelNames: ['system'],
    registers,
    collect() {
      this.reset()
      for (const { key: system, isResting } of look()) this.inc({ system }, isResting ? 1 : 0)
    },
  })
  new Gauge({
    name: 'neighbour_calls',
    help: 'Calls of a neighbour by what they do: in flight, or waiting for a place',
    labelNames: ['system', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { key: system, inFlight, waiting } of look()) {
        this.inc({ system, state: 'in flight' }, inFlight)
        this.inc({ system, state: 'waiting' }, waiting)
      }
    },
  })
  return {
    observeNeighbour({ neighbour: system, outcome, durationMs, waitedMs }: SettledCall): void {
      duration.observe({ system, outcome }, durationMs / 1000)
      wait.observe({ system }, waitedMs / 1000)
    },
    /** @param figures of all neighbours, asked for at each look */
    lookAtNeighbours(figures: typeof look): void {
      look = figures
    },
  }
}
