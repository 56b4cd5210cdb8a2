import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/open-database.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The server's figures for operators, in one registry of their own (tests build many apps in one process). A feature
 * or system adds a figure with `new Counter({ name, help, registers: [metrics.registry] })`.
 */
export function createMetrics(database: Database) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by what they do; waiting counts calls without one',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = database.pool()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  return {
    registry,
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 120, 600],
      registers,
    }),
    neighbourDuration: new Histogram({
      name: 'neighbour_request_duration_seconds',
      help: 'Time until a neighbour answered or failed',
      labelNames: ['system', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 150, 300],
      registers,
    }),
    neighbourSlow: new Gauge({
      name: 'neighbour_slow',
      help: '1: this neighbour let a call time out and has not answered since',
      labelNames: ['system'],
      registers,
    }),
    refusals: new Counter({
      name: 'http_refusals_total',
      help: 'Calls refused before they ran, by envelope status',
      labelNames: ['status'],
      registers,
    }),
    auditHead: new Gauge({
      name: 'audit_chain_head',
      help: 'Number of the newest audit entry that was written to the log',
      registers,
    }),
  }
}
