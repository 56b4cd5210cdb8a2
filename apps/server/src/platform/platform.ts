import type { Clock } from './clock.ts'
import type { Database, Db } from './database/open-database.ts'
import type { Logger } from './logging/logger.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Observations } from './observations/observations.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { PlatformSettings } from './settings/platform-settings.ts'
import type { Tracer } from './traces/tracer.ts'

/** What every feature and system may lean on; made once at start, in tests as well. */
export interface Platform {
  config: PlatformSettings
  database: Database
  db: Db
  clock: Clock
  log: Logger
  metrics: Metrics
  secrets: SecretBox
  /** Undefined: no traces are kept. */
  tracer?: Tracer | undefined
  /** What neighbours say of things is kept there. */
  observations: Observations
}
