import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { jobsVersion } from './jobs-version.ts'
import { DatabaseUnavailable, type Db } from './open-database.ts'

/** A step of the database, and whether servers of the version before it may go on beside a database that has it. */
export interface DatabaseStep extends Migration {
  /** Empty: they may; otherwise why not. `npm run migrate` says it (docs/operations/versions.md). */
  oldServersMayNot: string
}

/** All steps by name, in their order. */
export type DatabaseSteps = Record<string, DatabaseStep>

/** How the database stands to this program. */
export interface Version {
  /** The newest step that it has; undefined: none, it is empty. */
  at: string | undefined
  /** What this program wants. */
  wanted: string
  /** The steps that it still needs, in order. */
  pending: string[]
  /** Whether the tables of the job queue are older than this program's queue. */
  jobsPending: boolean
  /** Why this program can do nothing with it, for the operator; empty: it can. */
  misfit: string
}

/** The database and the program do not fit; a sentence for the operator, and an exit code of its own for each way. */
export class WrongVersion extends DatabaseUnavailable {
  override name = 'WrongVersion'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Looks only. */
export async function versionOf(db: Db, steps: DatabaseSteps): Promise<Version> {
  const has = await namesIn(db)
  const jobs = await jobsVersion(db)
  const wanted = Object.keys(steps).at(-1) ?? ''
  const newer = [
    ...has.filter((name) => !(name in steps)),
    ...(jobs.has > jobs.wanted ? [`version ${jobs.has} of the job queue`] : []),
  ]
  return {
    at: has.at(-1),
    wanted,
    pending: Object.keys(steps).filter((name) => !has.includes(name)),
    jobsPending: jobs.has < jobs.wanted,
    misfit: has.includes(firstBeforeBaseline)
      ? `The database was made before 0001-baseline (it is at ${has.at(-1)}), and no version brings it further. Nothing was changed. A demo begins again: delete the folder data (or DATA_DIR), and start. For real use, give DATABASE_URL or DATA_DIR an empty database and import again; docs/operations/versions.md, says more.`
      : newer.length > 0
        ? `The database is of a newer version than this program: it has ${newer.join(', ')}, and this program knows it up to ${wanted}. Nothing was changed. Start the newer version again; docs/operations/versions.md, says how to go back.`
        : '',
  }
}

/** All databases from before the baseline have this step. */
const firstBeforeBaseline = '0001-platform'

async function namesIn(db: Db): Promise<string[]> {
  const there = await sql<{
    yes: boolean
  }>`select to_regclass('kysely_migration') is not null as yes`.execute(db)
  if (!there.rows[0]?.yes) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** @throws WrongVersion where a newer program has been at the database, or only one from before the baseline */
export function refuseMisfit({ misfit }: Version): void {
  if (misfit) throw new WrongVersion(misfit, 3)
}

/**
 * For a start that does not migrate.
 * @throws WrongVersion where the database is not of this version
 */
export async function holdToVersion(db: Db, steps: DatabaseSteps): Promise<void> {
  const version = await versionOf(db, steps)
  refuseMisfit(version)
  if (version.pending.length === 0 && !version.jobsPending) return
  throw new WrongVersion(
    `The database is ${version.at ? `at ${version.at}` : 'empty'}, this program wants ${version.wanted}${version.pending.length === 0 ? ' with a newer job queue' : ''}, and with MIGRATE=off no start brings it there: run \`npm run migrate\` (node apps/server/src/programs/migrate.ts) first.`,
    4,
  )
}
