import { sql } from 'kysely'
import { jobsVersion } from './jobs-version.ts'
import { type DatabaseStep, migrations } from './migrations/index.ts'
import { DatabaseUnavailable, type Db } from './open-database.ts'

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
  /** What a newer program has made there. */
  newer: string[]
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
export async function versionOf(db: Db, list: Record<string, unknown> = migrations): Promise<Version> {
  const has = await namesIn(db)
  const jobs = await jobsVersion(db)
  return {
    at: has.at(-1),
    wanted: Object.keys(list).at(-1) ?? '',
    pending: Object.keys(list).filter((name) => !has.includes(name)),
    jobsPending: jobs.has < jobs.wanted,
    newer: [
      ...has.filter((name) => !(name in list)),
      ...(jobs.has > jobs.wanted ? [`version ${jobs.has} of the job queue`] : []),
    ],
  }
}

async function namesIn(db: Db): Promise<string[]> {
  const there = await sql<{
    yes: boolean
  }>`select to_regclass('kysely_migration') is not null as yes`.execute(db)
  if (!there.rows[0]?.yes) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** @throws WrongVersion where a newer program has been at the database */
export function refuseNewer({ newer, wanted }: Version): void {
  if (newer.length === 0) return
  throw new WrongVersion(
    `The database is of a newer version than this program: it has ${newer.join(', ')}, and this program knows it up to ${wanted}. Nothing was changed. Start the newer version again; docs/operations/versions.md, says how to go back.`,
    3,
  )
}

/**
 * For a start that does not migrate.
 * @throws WrongVersion where the database is not of this version
 */
export async function holdToVersion(db: Db): Promise<void> {
  const version = await versionOf(db)
  refuseNewer(version)
  if (version.pending.length === 0 && !version.jobsPending) return
  throw new WrongVersion(
    `The database is ${version.at ? `at ${version.at}` : 'empty'}, this program wants ${version.wanted}${version.pending.length === 0 ? ' with a newer job queue' : ''}, and with MIGRATE=off no start brings it there: run \`npm run migrate\` (node apps/server/src/programs/migrate.ts) first.`,
    4,
  )
}

/** Why servers of the version before may not go on beside those steps, a sentence each; none: they may. */
export const whyNotBeside = (
  names: readonly string[],
  list: Record<string, DatabaseStep> = migrations,
): string[] => names.flatMap((name) => list[name]?.oldServersMayNot || [])
