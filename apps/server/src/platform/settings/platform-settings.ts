import type { X509Certificate } from 'node:crypto'
import type { Environment } from '@support-console/contract'
import type { Level } from 'pino'

/**
 * What the platform itself runs with. Each part asks for its slice, `Pick<PlatformSettings, 'http'>`; systems and features have
 * settings of their own, and only programs know all of them (`config.ts`).
 */
export interface PlatformSettings {
  environment: Environment
  demo: boolean
  worker: 'on' | 'off' | 'only'
  http: {
    port: number
    host: string
    publicUrl: string
    /** Addresses whose X-Forwarded-* headers count; false: none. */
    trustProxy: false | string[]
    callsPerMinute: number
    overloadDelayMs: number
    drainMs: number
  }
  database: {
    /** Empty: the own database in `folder`. */
    url: string
    connections: number
    folder: string
    migrateAtStart: boolean
  }
  log: { level: Level | 'silent'; instance: string }
  traces: {
    /** Empty: none are kept. */
    url: string
    shareOfReadings: number
  }
  signOn: {
    issuer: string
    /** Empty: the one that the provider names. */
    jwksUrl: string
    clientId: string
    /** Empty: the token's azp must be the client instead (R10). */
    audience: string
    refreshReuseSeconds: number
  }
  reasons: {
    /** What cuts off is refused without one. */
    areRequired: boolean
    /** An address with {ticket}; null: tickets are no links. */
    ticketUrl: string | null
  }
  /** PEM; empty: see openSigningKey. */
  auditSigningKey: string
  auditTimeStamps: {
    /** Empty: none are asked for. */
    url: string
    roots: X509Certificate[]
  }
}
