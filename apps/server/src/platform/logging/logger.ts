import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import { currentTraceId, currentTransactionId } from '../request-scope.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'

export type Logger = PinoLogger

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'vpnPassword',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'secret',
  'apiKey',
  'body',
]

/** Any field of these names at the first three levels (R42). */
const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/**
 * The last filter over every line (R42): whatever looks like a JWT or follows an authorization scheme goes, wherever
 * it slipped in; so do a carrier's key in a query string and a password in a database address.
 */
export function scrub(line: string): string {
  return line
    .replace(/eyJ[\w-]{5,}(\.[\w-]+)*/g, '[redacted]')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [redacted]')
    .replace(/([?&](?:apiKey|access_token|token|key)=)[^&"\s\\]+/gi, '$1[redacted]')
    .replace(/(\w+:\/\/[^:/@\s"]+:)[^@\s"]+@/g, '$1[redacted]@')
}

/** JSON lines to stdout, each with who writes it, and the transaction and trace it belongs to (D8). */
export function createLogger(
  config: Pick<PlatformSettings, 'log'>,
  destination?: DestinationStream,
  version?: string,
): Logger {
  const out = destination ?? pino.destination({ fd: 1, sync: true })
  return pino(
    {
      level: config.log.level,
      base: { instance: config.log.instance, ...(version && { version }) },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
      mixin() {
        const transactionId = currentTransactionId()
        return transactionId ? { transactionId, traceId: currentTraceId() } : {}
      },
    },
    { write: (line: string) => out.write(scrub(line)) },
  )
}
