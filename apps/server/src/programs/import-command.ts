import { randomBytes } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDatabaseConfig } from '../config.ts'
import {
  type ImportFile,
  ImportRefused,
  type ImportResult,
  inspectFile,
  kindsInWords,
  NoKindOfFile,
  openReport,
  openTerminal,
  operatorOfThisMachine,
  runImport,
  summaryOf,
  type Terminal,
} from '../features/imports/index.ts'
import { migrations as steps } from '../migrations.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openMemory } from '../platform/database/open-database.ts'
import { demoSecretsKeyPath, openSecrets } from '../platform/secrets/open-secrets.ts'
import { createSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts'
import { codeOf, isThere, openAsItIs, openBeside, type Surroundings, whyEnded } from './command.ts'
import { prepare } from './prepare.ts'

interface Wishes {
  dryRun: boolean
  errors: string | undefined
  paths: string[]
}

const usage = `npm run import -- [--dry-run] [--errors FILE] FILE...

  --dry-run      checks every line, writes nothing
  --errors FILE  writes the bad lines to a CSV file

Kinds of files, known by their first line (columns in brackets may be missing):
${kindsInWords()}

Set DEMO, SECRETS_KEY, and DATABASE_URL or DATA_DIR, as for the server. docs/import.md says more.`

/** @returns the exit code */
export async function importCommand(args: string[], { env, stdout, stderr }: Surroundings): Promise<number> {
  try {
    return await main(args, env, openTerminal({ out: stdout, err: stderr, clock: systemClock }))
  } catch (error) {
    stderr.write(`${whyEnded(error, 'The import cannot run', ImportRefused)}\n`)
    return codeOf(error)
  }
}

async function main(args: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const wishes = wishesOf(args)
  if (wishes === 'help') {
    terminal.say(usage)
    return 0
  }
  const config = parseDatabaseConfig(env)
  const files = await inspectAll(wishes.paths)
  await protectFiles(files, wishes.errors)
  using stopping = stopOnSignal(terminal)
  const report = await openReport(terminal.complain, wishes.errors)
  try {
    const database = await open(config, wishes)
    try {
      const secrets = await secretsFor(config, wishes)
      if (!wishes.dryRun) {
        // As the server does at its start, so that what is imported first does not stand in the demo world's way later.
        const { migrations, parts } = await prepare(database.db, config, secrets)
        if (migrations.length > 0) terminal.say('The database was brought to this version.')
        if (parts.length > 0) terminal.say('The demo world was put in (DEMO=off leaves it out).')
      }
      const began = systemClock.elapsed()
      const result = await runImport(database, {
        files,
        dryRun: wishes.dryRun,
        operator: operatorOfThisMachine(),
        secrets,
        report,
        onProgress: terminal.progress,
        signal: stopping.signal,
      })
      conclude(result, wishes, (systemClock.elapsed() - began) / 1000, terminal)
      if (result.isStopped) return stopping.signal.reason === 'SIGTERM' ? 143 : 130
      return result.files.some((file) => file.bad > 0) ? 1 : 0
    } finally {
      await database.close()
    }
  } finally {
    await report.close()
  }
}

function wishesOf(args: string[]): Wishes | 'help' {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        errors: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return 'help'
    if (positionals.length > 0)
      return { dryRun: values['dry-run'], errors: values.errors, paths: positionals }
  } catch (error) {
    throw new ImportRefused(`${(error as Error).message}\n\n${usage}`)
  }
  throw new ImportRefused(`Name the files to import.\n\n${usage}`)
}

/** Looks at every file before anything is written; says what is wrong with each, not only with the first. */
async function inspectAll(paths: string[]): Promise<ImportFile[]> {
  const looked = await Promise.allSettled(paths.map(inspectFile))
  const refusals = looked.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
  const unexpected = refusals.find((error) => !(error instanceof ImportRefused))
  if (unexpected) throw unexpected
  if (refusals.length === 0)
    return distinctlyNamed(looked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])))
  const sentences = refusals.map((error) => error.message)
  const isAboutKinds = refusals.some((error) => error instanceof NoKindOfFile)
  const help = isAboutKinds
    ? `\n\nThe kinds with their columns (those in brackets may be missing):\n${kindsInWords()}\n`
    : ''
  throw new ImportRefused(`${sentences.join('\n')}${help}\nNothing was imported.`)
}

/** A file is called by its name alone, or by its path where another one has the same name. */
const distinctlyNamed = (files: ImportFile[]) =>
  files.map((file) =>
    files.some((other) => other !== file && other.name === file.name) ? { ...file, name: file.path } : file,
  )

/** The report must not be written over what is being read, nor one file be read twice. */
async function protectFiles(files: readonly ImportFile[], errors: string | undefined): Promise<void> {
  const real = await Promise.all(files.map((file) => realpath(file.path)))
  const twice = real.find((path, i) => real.indexOf(path) < i)
  if (twice !== undefined) throw new ImportRefused(`${twice} is named twice. Nothing was imported.`)
  if (errors === undefined) return
  const target = await realpath(errors).catch(() => resolve(errors))
  if (real.includes(target))
    throw new ImportRefused(
      `The report cannot be written to ${errors}, which is to be imported. Nothing was imported.`,
    )
}

async function open(
  { database }: ReturnType<typeof parseDatabaseConfig>,
  { dryRun }: Wishes,
): Promise<Database> {
  if (dryRun && !(await isThere(database))) {
    // Nothing is there to compare with, and a dry run makes nothing.
    const empty = await openMemory()
    await migrate(empty.db, steps)
    return empty
  }
  const elsewhere = 'into which an import runs beside any number of servers. Nothing was imported.'
  if (!dryRun) return openBeside(database, elsewhere)
  return openAsItIs(database, {
    elsewhere,
    outdated:
      'The database is older than this program, and --dry-run changes nothing. Bring it up to date first (npm run migrate), or import without --dry-run.',
  })
}

/** Where a dry run would be the first to make the demo's key, one that is forgotten does: nothing is encrypted yet. */
async function secretsFor(
  config: ReturnType<typeof parseDatabaseConfig>,
  { dryRun }: Wishes,
): Promise<SecretBox> {
  const isGiven = config.secretsKeys.length > 0
  const isMade = await stat(demoSecretsKeyPath(config.database)).catch(() => undefined)
  return dryRun && !isGiven && !isMade ? createSecretBox([randomBytes(32)]) : openSecrets(config)
}

function conclude(
  result: ImportResult,
  { dryRun, errors }: Wishes,
  seconds: number,
  terminal: Terminal,
): void {
  for (const file of result.files) terminal.say(summaryOf(file))
  const lines = result.files.reduce((sum, file) => sum + file.lines, 0)
  const bad = result.files.reduce((sum, file) => sum + file.bad, 0)
  const rate = Math.round(lines / seconds).toLocaleString('en-US')
  const pace = `${seconds.toFixed(1)} s, ${rate} lines/s`
  if (dryRun) terminal.say(`Dry run: nothing was written (${pace}).`)
  else terminal.say(`Transaction ${result.transactionId} (${pace}).`)
  if (bad > 0 && errors !== undefined) terminal.say(`The bad lines stand in ${errors}.`)
  if (result.isStopped) terminal.say('Stopped before the end. What was loaded stays; run it again to go on.')
}

/** The first signal ends the import after the lines in hand; npm passes Ctrl-C on, so an echo of it does not count. */
function stopOnSignal(terminal: Terminal): { signal: AbortSignal } & Disposable {
  const stopping = new AbortController()
  let askedAt: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (askedAt !== undefined && systemClock.elapsed() - askedAt > 1000) process.exit(130)
    if (askedAt === undefined) void terminal.complain('Stopping after the lines in hand…')
    askedAt ??= systemClock.elapsed()
    stopping.abort(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  return {
    signal: stopping.signal,
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
