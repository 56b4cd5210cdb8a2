import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Output } from '../features/imports/index.ts'
import { migrations } from '../migrations.ts'
import { FolderLockedError } from '../platform/database/folder-lock.ts'
import { type Database, DatabaseUnavailable, openDatabase } from '../platform/database/open-database.ts'
import { refuseMisfit, versionOf, WrongVersion } from '../platform/database/version.ts'
import { StartError } from '../platform/settings/start-error.ts'

/** What a command has of the process that it runs in. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  stdout: Output
  stderr: Output
}

/** What was asked for makes no sense, or cannot be done now; the message is for the operator. */
export class Refused extends Error {
  override name = 'Refused'
}

/** What a machine runs out of, in the words of Node.js and PostgreSQL, and what to do. PGlite's have no reason in them. */
const limits: readonly [words: RegExp, is: string, todo: string][] = [
  [
    /ENOSPC|No space left on device|could not extend file .*: wrote only/,
    'the disk is full',
    'Free some space and try again.',
  ],
  [
    /EMFILE|ENFILE|too many open files/i,
    'too many files and connections are open',
    'Raise the limit (ulimit -n, LimitNOFILE) and try again.',
  ],
  [
    /ENOMEM|out of memory|Cannot allocate memory/i,
    'there is no memory left',
    'Give it more, or end something else.',
  ],
  [
    /EROFS|EACCES|EPERM|read-only file system|Permission denied/i,
    'a file or folder cannot be written',
    'Give it to the user of this program.',
  ],
]

/** What an operator is told who can mend it; of anything else the first line, behind `what`. */
export function whyEnded(
  error: unknown,
  what: string,
  ...known: (new (
    ...given: never[]
  ) => Error)[]
): string {
  const isKnown = [Refused, StartError, DatabaseUnavailable, ...known].some((kind) => error instanceof kind)
  if (isKnown) return (error as Error).message
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 300) : String(error)
  const [, is, todo] = limits.find(([words]) => words.test(reason)) ?? []
  if (is) return `${what}: ${is} (${reason}). ${todo}`
  return `${what}: ${reason}`
}

/** The exit code of what ended so: 1, but for a database of another version (docs/operations/versions.md). */
export const codeOf = (error: unknown): number => (error instanceof WrongVersion ? error.exitCode : 1)

/** Whether someone has made the database already. */
export const isThere = async ({ url, folder }: Config['database']): Promise<boolean> =>
  url !== '' || (await stat(join(folder, 'pglite')).catch(() => undefined)) !== undefined

/**
 * Opens a database that a server may be using.
 * @param elsewhere what PostgreSQL would allow
 * @throws Refused where one does, and has it for itself
 */
export const openBeside = (database: Config['database'], elsewhere: string): Promise<Database> =>
  openDatabase(database).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable && error.cause instanceof FolderLockedError)
      throw new Refused(
        `A server is using the data folder ${resolve(database.folder)}. Stop the server first, or use PostgreSQL (DATABASE_URL), ${elsewhere}`,
      )
    throw error
  })

/**
 * The same where the database must be of this version and is left as it is.
 * @throws Refused; WrongVersion
 */
export async function openAsItIs(
  database: Config['database'],
  { elsewhere, outdated }: { elsewhere: string; outdated: string },
): Promise<Database> {
  const opened = await openBeside(database, elsewhere)
  try {
    const version = await versionOf(opened.db, migrations)
    refuseMisfit(version)
    if (version.pending.length > 0) throw new Refused(outdated)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
