import type { DatabaseFigure } from './database/database-figure.ts'
import type { Db } from './database/open-database.ts'
import type { Api } from './http/api.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Platform } from './platform.ts'

/** What an area of the console brings along. The `index.ts` of its folder makes it, and `build-app.ts` lists it. */
export interface Feature {
  /** Registers its calls. */
  calls(api: Api): void
  /** About its tables, for operators. */
  figures?: readonly DatabaseFigure[]
  /** What a server that works tidies once an hour. */
  upkeep?: readonly ((db: Db) => Promise<void>)[]
  /** Begins what each server does without a request. */
  heed?(): void
  /** Begins what a server that works does without a request. */
  watch?(): void
  /** First at the stop, together with the jobs: ends what is under way, so that callers still get its result. */
  stop?(): Promise<void>
  /** Afterwards: tells callers who still wait, and ends what it does without a request. */
  close?(): void | Promise<void>
}

/** What every feature may lean on. One that needs more, a neighbour or a slice of the settings, says so in a type of its own. */
export interface FeatureParts {
  platform: Platform
  jobs: Jobs
}
