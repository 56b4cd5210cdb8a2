import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { attention } from './features/attention/index.ts'
import { auditTrail } from './features/audit-trail/index.ts'
import { companies } from './features/companies/index.ts'
import { csr } from './features/csr/index.ts'
import { diagnosis } from './features/diagnosis/index.ts'
import { installersLink, type Lookup, webhooks } from './features/doors/index.ts'
import { mcp } from './features/doors/mcp/index.ts'
import { createTokenAuthenticator, tokens } from './features/doors/tokens/index.ts'
import { fleet } from './features/fleet/index.ts'
import { handover } from './features/handover/index.ts'
import { leaving } from './features/leaving/index.ts'
import { notes } from './features/notes/index.ts'
import { observations } from './features/observations/index.ts'
import { outages } from './features/outages/index.ts'
import { panelEnvironment } from './features/panel-environment/index.ts'
import { panels } from './features/panels/index.ts'
import { search } from './features/search/index.ts'
import { session } from './features/session/index.ts'
import { simActivity } from './features/sim-activity/index.ts'
import { simInformation } from './features/sim-information/index.ts'
import { simManagement } from './features/sim-management/index.ts'
import { things } from './features/things/index.ts'
import { timeline } from './features/timeline/index.ts'
import { users } from './features/users/index.ts'
import { views } from './features/views/index.ts'
import { watches } from './features/watches/index.ts'
import { webConnect } from './features/webconnect/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { momentClock } from './platform/database/at-moment.ts'
import type { Database } from './platform/database/open-database.ts'
import { tellStanding } from './platform/database/tell-standing.ts'
import type { Feature, FeatureParts } from './platform/feature.ts'
import type { Api } from './platform/http/api.ts'
import { serveConsole } from './platform/http/console-files.ts'
import { createServer } from './platform/http/create-server.ts'
import type { Health } from './platform/http/health.ts'
import { serveOpenApi } from './platform/http/open-api.ts'
import { buildOperatorApp } from './platform/http/operator-app.ts'
import { createRateLimits } from './platform/http/rate-limits.ts'
import { createJobs, jobsFigure } from './platform/jobs/jobs.ts'
import { createWorkerWatch, type WorkerWatch } from './platform/jobs/worker-watch.ts'
import { createLogger, type Logger } from './platform/logging/logger.ts'
import { startMaintenance } from './platform/maintenance.ts'
import { createDatabaseFigures } from './platform/metrics/database-figures.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createNews, registerNews } from './platform/news/index.ts'
import { createObservations } from './platform/observations/observations.ts'
import { createOutbound, createStanding, type Standing } from './platform/outbound/index.ts'
import type { Platform } from './platform/platform.ts'
import { currentSpan, currentTransactionId, isPatientNow, slowsDownNow } from './platform/request-scope.ts'
import { openSecrets } from './platform/secrets/open-secrets.ts'
import { createEndedSignOns } from './platform/sign-on/ended-sign-ons.ts'
import { type Authenticator, createGuard } from './platform/sign-on/guard.ts'
import { purgeKnownRights } from './platform/sign-on/known-rights.ts'
import { createProvider } from './platform/sign-on/provider.ts'
import { createProviderKeys } from './platform/sign-on/provider-keys.ts'
import { createTokenChecker } from './platform/sign-on/verify-token.ts'
import { openTraces } from './platform/traces/open-traces.ts'
import { createEndings, type Endings } from './platform/undertakings/ended.ts'
import { undertakingFigures } from './platform/undertakings/figures.ts'
import { purgeNotices } from './platform/undertakings/notices.ts'
import { registerUndertakings } from './platform/undertakings/undertakings.routes.ts'
import { connectNeighbours, type Neighbours } from './systems/neighbours.ts'

/** What there is for features to ask for. */
interface Parts extends FeatureParts {
  version: string
  endings: Endings
  standing: Standing
  worker: WorkerWatch
  neighbours: Neighbours
  settings: Config
  lookup?: Lookup | undefined
}

/** Every area that has calls: a new one is a line here. */
const areas: readonly ((parts: Parts) => Feature)[] = [
  session,
  simInformation,
  simActivity,
  companies,
  simManagement,
  csr,
  webConnect,
  panels,
  panelEnvironment,
  users,
  observations,
  auditTrail,
  search,
  things,
  timeline,
  views,
  diagnosis,
  watches,
  fleet,
  attention,
  notes,
  handover,
  leaving,
  outages,
  tokens,
  webhooks,
  mcp,
  installersLink,
]

export interface AppParts {
  config: Config
  /** Open and migrated; its opener closes it. */
  database: Database
  clock?: Clock
  log?: Logger
  version?: string
  /** Further calls, registered after the features'; tests add theirs here. */
  furtherCalls?: (api: Api) => void
  /** Further kinds of tokens, asked before the provider's; tests add theirs here. */
  furtherTokens?: readonly Authenticator[]
  /** How names of webhooks' receivers are looked up; tests have one of their own. */
  lookup?: Lookup
  /** The built console; a folder without index.html says so to anyone who asks for a page. */
  consoleFolder: string
}

export interface App {
  api: FastifyInstance
  /** /metrics, /healthz, /readyz on a port of their own. */
  operator: FastifyInstance
  platform: Platform
  health: Health
  /** Tells neighbours that call back (Verizon) where this console can be reached; in the background, never failing. */
  announce(url: string): void
  /**
   * Begins what this server does by itself: where it works, asking those neighbours that are watched, the agents of CSRs and
   * WebConnect's containers; otherwise looking whether another server works.
   */
  watch(): void
  /** Stops taking calls, lets those in flight finish, ends what runs beside them. */
  close(): Promise<void>
}

/** The whole server from its parts; tests build the same one. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database, version = '0.0.0' } = parts
  const clock = momentClock(parts.clock ?? systemClock)
  const log = parts.log ?? createLogger(config)
  const metrics = createMetrics(database, version)
  const secrets = await openSecrets(config)
  const count = (outcome: string, spans: number) => metrics.spans.inc({ outcome }, spans)
  const traces = openTraces({ config, clock, log, count }, version)
  const platform: Platform = {
    config,
    database,
    db: database.db,
    clock,
    log,
    metrics,
    secrets,
    observations: createObservations({ db: database.db, log }),
    tracer: traces?.tracer,
  }
  const health: Health = { serving: true }
  const provider = createProvider(config.signOn, clock)
  const { app, registered } = await createServer(platform, health, provider)

  const endedSignOns = createEndedSignOns(platform)
  await endedSignOns.refresh()
  const keys = createProviderKeys({ url: provider.keysUrl, clock, log })
  const check = createTokenChecker({ keys, signOn: config.signOn, clock })
  const guard = createGuard({
    config,
    authenticators: [...(parts.furtherTokens ?? []), createTokenAuthenticator(platform), check],
    endedSignOns,
    onRefused: (reason) => metrics.tokenRefusals.inc({ reason }),
  })
  const limits = createRateLimits(clock, config.http.callsPerMinute)
  const api: Api = {
    app,
    platform,
    guard,
    provider,
    endedSignOns,
    limits,
    registered,
    running: new Set(),
  }

  const standing = createStanding(clock)
  const outbound = createOutbound({
    clock,
    transactionId: currentTransactionId,
    isPatient: isPatientNow,
    slowsDown: slowsDownNow,
    span: currentSpan,
    log,
    openSession: database.openSession,
    observe(call) {
      metrics.observeNeighbour(call)
      standing.note(call)
    },
    observeSlow: (system, isSlow) => metrics.neighbourSlow.set({ system }, isSlow ? 1 : 0),
  })
  metrics.lookAtNeighbours(outbound.figures)
  const neighbours = connectNeighbours(outbound, config.neighbours, platform)

  const jobs = createJobs(platform)
  const endings = createEndings(platform)
  const worker = createWorkerWatch(platform)
  const features = areas.map((area) =>
    area({
      platform,
      jobs,
      endings,
      standing,
      worker,
      version,
      neighbours,
      settings: config,
      lookup: parts.lookup,
    }),
  )
  for (const feature of features) feature.calls(api)
  const news = createNews({ platform, endedSignOns, onEnded: endings.heard })
  registerNews(api, news)
  registerUndertakings(api)

  parts.furtherCalls?.(api)

  serveOpenApi(api, version)
  await serveConsole(app, api, parts.consoleFolder)

  const figures = createDatabaseFigures(platform, [
    jobsFigure,
    ...undertakingFigures,
    ...features.flatMap((feature) => feature.figures ?? []),
  ])
  const operator = buildOperatorApp(platform, health, figures)
  const maintenance = startMaintenance(platform, endedSignOns, [
    (db) => purgeNotices(db, clock.now()),
    purgeKnownRights,
    ...features.flatMap((feature) => feature.upkeep ?? []),
  ])
  const databaseStanding = tellStanding(platform)
  await app.ready()
  await jobs.start()
  await news.start()
  return {
    api: app,
    operator,
    platform,
    health,
    announce(url) {
      if (config.worker !== 'only') neighbours.verizonCallbacks.register(config.demo ? url : '')
    },
    watch() {
      databaseStanding.start()
      worker.start()
      for (const feature of features) feature.heed?.()
      if (config.worker === 'off') return
      for (const feature of features) feature.watch?.()
    },
    async close() {
      health.serving = false
      // Anyone who listens turns to another server; calls are waited for, streams would never end.
      await news.close()
      const closed = app.close()
      // First what is under way: anyone who waits for its result still gets it.
      await Promise.all([jobs.stop(), ...features.map((feature) => feature.stop?.())])
      await Promise.all([...features.map((feature) => feature.close?.()), worker.close()])
      databaseStanding.close()
      await closed
      // A change whose caller was told of a time-out still ends in order.
      await Promise.allSettled([...api.running])
      await neighbours.verizonCallbacks.close()
      await maintenance.stop()
      await platform.observations.written()
      await outbound.close()
      await traces?.close()
      await operator.close()
    },
  }
}
