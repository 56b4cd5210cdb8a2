import { parseArgs } from 'node:util'
import { parseBareConfig } from '../config.ts'
import { migrations } from '../migrations.ts'
import { refuseMisfit, type Version, versionOf } from '../platform/database/version.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { codeOf, isThere, openBeside, Refused, type Surroundings, whyEnded } from './command.ts'
import { bringUp } from './prepare.ts'

const usage = `npm run migrate [-- --check]

  --check   says which version the database has and which this program wants, and changes nothing; 0: it is up to date, 1: it is not

Set DEMO, and DATABASE_URL or DATA_DIR, as for the server; where the servers have a role of their own, DATABASE_URL is the
owner's. docs/operations/versions.md, says which versions may run side by side, and how to go back.`

/** @returns the exit code */
export async function migrateCommand(args: string[], { env, stdout, stderr }: Surroundings): Promise<number> {
  try {
    return await main(args, env, (line) => void stdout.write(`${line}\n`))
  } catch (error) {
    stderr.write(`${whyEnded(error, 'The database cannot be brought to this version')}\n`)
    return codeOf(error)
  }
}

async function main(args: string[], env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  const { check, help } = wishesOf(args)
  if (help) {
    say(usage)
    return 0
  }
  const config = parseBareConfig(env)
  if (check && !(await isThere(config.database)))
    throw new Refused(`There is no database in ${config.database.folder} yet; the first start makes it.`)
  const database = await openBeside(config.database, 'which this can look at beside any number of servers.')
  try {
    const version = await versionOf(database.db, migrations)
    refuseMisfit(version)
    describe(version, say)
    if (version.pending.length === 0 && !version.jobsPending) say('It is up to date.')
    else if (check) return 1
    if (check) return 0
    const done = await bringUp(database.db, config.demo)
    await installJobs(database)
    if (done.length > 0 || version.jobsPending) say(`Done: the database is at ${version.wanted}.`)
    return 0
  } finally {
    await database.close()
  }
}

function wishesOf(args: string[]): { check: boolean; help: boolean } {
  try {
    const options = {
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${usage}`)
  }
}

function describe(version: Version, say: (line: string) => void): void {
  say(`The database is ${version.at ? `at ${version.at}` : 'empty'}; this program wants ${version.wanted}.`)
  // Beside an empty one no one runs.
  if (!version.at) return
  const steps = version.pending.map((name) => ({ name, why: migrations[name]?.oldServersMayNot }))
  for (const { name, why } of steps)
    say(`  ${name}: old servers may run beside it: ${why ? `no, ${why}` : 'yes'}`)
  if (version.jobsPending) say("  the job queue's tables: old servers may run beside it: yes")
  if (steps.some(({ why }) => why))
    say('Stop all servers of the version before, then migrate, then start the new ones.')
  else if (steps.length > 0)
    say(`Servers at ${version.at} may run on beside it, and be replaced one after the other.`)
}
