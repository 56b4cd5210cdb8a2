import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, buildApp } from '../build-app.ts'
import { type Config, cautionsOf, mistypedSettings, parseConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database/open-database.ts'
import { freeAbandonedCalls } from '../platform/http/call-once.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { createLogger, type Logger } from '../platform/logging/logger.ts'
import { allGoOutAlike } from '../platform/outbound/exchange.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { StartError } from '../platform/settings/start-error.ts'
import { codeOf, whyEnded } from './command.ts'
import { lookAtMachine } from './doctor/machine.ts'
import { prepare } from './prepare.ts'

const root = join(import.meta.dirname, '../../../..')
/** How long calls in flight may take to finish after SIGTERM (R47). */
const graceMs = 20_000

async function start(): Promise<void> {
  // What this process makes is for its user alone.
  process.umask(0o077)
  const config = parseConfig(process.env)
  const version = versionOf()
  allGoOutAlike()
  const log = createLogger(config, undefined, version)
  endOnWhatNobodyCaught(log)
  for (const caution of [...cautionsOf(config), ...mistypedSettings(process.env)]) log.warn(caution)
  for (const { about, state, says } of lookAtMachine(config))
    if (state !== 'fine') log[state === 'fault' ? 'error' : 'warn']({ about }, says)
  const database = await openDatabase({
    ...config.database,
    sharedOut: true,
    traced: config.traces.url !== '',
  })
  try {
    if (await makeReady(config, database, log)) await beginAnew(database)
    const app = await buildApp({
      config,
      database,
      log,
      version,
      consoleFolder: join(root, 'apps/console/dist'),
    })
    stopOnSignal(app, database, log, config.http.drainMs)
    app.announce(await listen(app, config, log))
    app.watch()
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

/** @returns whether there was work to do that leaves much memory behind */
async function makeReady(config: Config, database: Database, log: Logger): Promise<boolean> {
  const began = systemClock.elapsed()
  const done = await prepare(database.db, config, await openSecrets(config), (at) =>
    log.info(at, 'filling the demo world'),
  )
  if (config.database.migrateAtStart) await installJobs(database)
  // One process owns a PGlite folder; what its predecessor left running died with it.
  if (database.kind === 'pglite') await freeAbandonedCalls(database.db)
  const durationMs = Math.round(systemClock.elapsed() - began)
  log.info({ database: database.kind, ...done, durationMs }, 'database ready')
  return done.migrations.length + done.parts.length > 0
}

/**
 * The same process with its memory empty: what made and seeded a database leaves hundreds of megabytes that neither
 * PGlite nor Node.js gives back. What begins again finds nothing left to do. Where a system cannot (Windows), or would lose
 * who watches over this process (`node --watch`), it goes on as it is.
 */
async function beginAnew(database: Database): Promise<void> {
  if (!process.execve || process.platform === 'win32' || process.connected) return
  await database.close()
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)])
}

/** @returns the console's address as browsers know it; empty where it only works */
async function listen({ api, operator }: App, config: Config, log: Logger): Promise<string> {
  // Anyone who starts it waits for this line, whatever LOG_LEVEL says.
  const always = log.child({}, { level: 'info' })
  const sayListening = (where: object) => always.info({ ...where, pid: process.pid }, 'listening')
  await listenOn(operator, config.metrics, 'METRICS_')
  const metricsUrl = `http://${nameOf(config.metrics.host)}:${portOf(operator)}`
  if (config.worker === 'only') {
    sayListening({ metricsUrl })
    return ''
  }
  await listenOn(api, config.http, '')
  const actual = portOf(api)
  const url = config.http.port === 0 ? `http://localhost:${actual}` : config.http.publicUrl
  sayListening({ url, port: actual, metricsUrl })
  return url
}

/** As an address has it: of every network this machine's own. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

async function listenOn(
  app: App['api'],
  { host, port }: { host: string; port: number },
  prefix: string,
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is already taken. Stop the other program or set ${prefix}PORT to another port.`,
      )
    }
    throw new StartError(
      `The server cannot listen on ${host}:${port} (${code}). Check ${prefix}HOST and ${prefix}PORT.`,
    )
  }
}

const portOf = (app: App['api']): number => (app.server.address() as { port: number }).port

/**
 * SIGTERM comes from what runs servers: first it must see that this one is not ready, and send nothing more. Ctrl-C comes
 * from someone who waits. A second signal waits for nothing.
 */
function stopOnSignal(app: App, database: Database, log: Logger, drainMs: number): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) {
      log.warn({ signal }, 'told to stop again; ending at once')
      process.exit(1)
    }
    stopping = true
    app.health.serving = false
    log.info({ signal }, 'stopping')
    if (signal === 'SIGTERM' && drainMs > 0) await systemClock.wait(drainMs)
    const late = systemClock.after(graceMs, () => {
      log.warn('calls in flight did not finish in time; ending without them')
      process.exit(0)
    })
    await app.close()
    await database.close()
    late.stop()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      })
    })
  }
}

/** The last handler (R32): logs, and ends the process so that anyone who watches over it starts it clean. */
function endOnWhatNobodyCaught(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught; ending')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

function versionOf(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

start().catch((error: unknown) => {
  process.stderr.write(`${whyEnded(error, 'The server cannot start')}\n`)
  process.exit(codeOf(error))
})
