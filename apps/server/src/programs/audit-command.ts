import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, parseAuditConfig } from '../config.ts'
import { type Output, operatorOfThisMachine } from '../features/imports/index.ts'
import { archiveMonth } from '../platform/audit/archive-month.ts'
import { checkExport } from '../platform/audit/check-export.ts'
import { ArchiveRefused } from '../platform/audit/drop-month.ts'
import { demoKeyPath, NoSigningKey, openSigningKey, publicKeyOf } from '../platform/audit/signing-key.ts'
import { noteVerification } from '../platform/audit/verification-note.ts'
import { verifyChain } from '../platform/audit/verify-chain.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-database.ts'
import { figure, type Say, sayArchived, sayFile, sayTrail } from './audit-words.ts'
import { codeOf, isThere, openAsItIs, Refused, type Surroundings, whyEnded } from './command.ts'

const usage = `npm run audit:verify -- [EARLIER_HEAD] [--key PUBLIC_KEY_FILE]... [--thumbprint T]...
npm run audit:verify -- --file EXPORT.ndjson [--key PUBLIC_KEY_FILE | --thumbprint T]
npm run audit:archive -- YYYY-MM --to FOLDER [--drop]

  EARLIER_HEAD   a head that was noted down before, as NUMBER:HASH or as its line in the log
  --file         checks an export by itself, without a database
  --key          the public key (PEM) that must have signed it; without --file an earlier key of the console, which
                 signed the records of months that were archived before the present one was set
  --thumbprint   the same by the thumbprint of the key (RFC 7638)
  --to           the folder into which the month's file is written
  --drop         takes the month out of the database once its file is there and good

Set DEMO, and DATABASE_URL or DATA_DIR, as for the server. docs/audit.md says more.`

const options = {
  file: { type: 'string' },
  key: { type: 'string', multiple: true },
  thumbprint: { type: 'string', multiple: true },
  to: { type: 'string' },
  drop: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Work {
  env: NodeJS.ProcessEnv
  say: Say
  progress: ReturnType<typeof progressOn>
}

/** @returns the exit code */
export async function auditCommand(args: string[], { env, stdout, stderr }: Surroundings): Promise<number> {
  const progress = progressOn(stderr)
  try {
    return await main(args, { env, say: (line) => void stdout.write(`${line}\n`), progress })
  } catch (error) {
    progress.hide()
    stderr.write(`${whyEnded(error, 'The audit trail cannot be worked on', NoSigningKey, ArchiveRefused)}\n`)
    return codeOf(error)
  }
}

async function main([command, ...args]: string[], work: Work): Promise<number> {
  const { say } = work
  const { values, positionals } = parse(args)
  if (values.help) {
    say(usage)
    return 0
  }
  const { file, key: keys = [], thumbprint: thumbprints = [], to, drop } = values
  if (command === 'verify' && to === undefined && !drop) {
    if (file !== undefined && positionals.length === 0 && keys.length < 2 && thumbprints.length < 2)
      return checkFile(work, file, keys[0], thumbprints[0])
    if (file === undefined && positionals.length < 2) {
      const given = [...thumbprints, ...(await Promise.all(keys.map(thumbprintOf)))]
      return verify(work, positionals[0] === undefined ? undefined : headOf(positionals[0]), given)
    }
  }
  if (command === 'archive' && file === undefined && keys.length + thumbprints.length === 0) {
    const [month, ...more] = positionals
    if (month !== undefined && to !== undefined && more.length === 0)
      return archive(work, month, to, drop ?? false)
  }
  throw new Refused(`That does not make a command.\n\n${usage}`)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${usage}`)
  }
}

/** NUMBER:HASH, or the line of the log that has both. */
function headOf(text: string): { number: number; hash: string } {
  const json = /^\s*\{/.test(text) ? parseLogLine(text) : undefined
  const [, number, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(json ?? text.trim()) ?? []
  if (number === undefined || hash === undefined || Number(number) < 1)
    throw new Refused(
      'The earlier head is not NUMBER:HASH with 64 hexadecimal digits, nor a line of the log that holds it.',
    )
  return { number: Number(number), hash: hash.toLowerCase() }
}

function parseLogLine(line: string): string {
  try {
    const { number, hash } = JSON.parse(line) as { number?: unknown; hash?: unknown }
    return `${number}:${hash}`
  } catch {
    return ''
  }
}

async function verify(
  { env, say, progress }: Work,
  earlier: { number: number; hash: string } | undefined,
  given: readonly string[],
): Promise<number> {
  const config = parseAuditConfig(env)
  const database = await open(config)
  try {
    const began = systemClock.elapsed()
    const found = await verifyChain(database.db, {
      earlier,
      keys: [...given, ...(await ownThumbprint(config))],
      timeStampRoots: config.auditTimeStamps.roots,
      onProgress: progress.show,
    })
    progress.hide()
    await noteVerification(database.db, found).catch((error: Error) =>
      say(`That it was verified cannot be noted for the servers' figures: ${error.message}.`),
    )
    return sayTrail(say, found, earlier, (systemClock.elapsed() - began) / 1000)
  } finally {
    await database.close()
  }
}

/** Of the key that is set, or of the demo's where it was made. None is made for a check. */
async function ownThumbprint(config: ReturnType<typeof parseAuditConfig>): Promise<string[]> {
  const { auditSigningKey, demo, database } = config
  const isMade = demo && (await stat(demoKeyPath(database)).catch(() => undefined))
  return auditSigningKey !== '' || isMade ? [(await openSigningKey(config)).thumbprint] : []
}

async function checkFile({ say }: Work, path: string, keyFile?: string, given?: string): Promise<number> {
  if (keyFile !== undefined && given !== undefined) throw new Refused('Give --key or --thumbprint, not both.')
  const expected = keyFile === undefined ? given : await thumbprintOf(keyFile)
  const checked = await checkExport(path, expected).catch((error: NodeJS.ErrnoException) => {
    if (!/^E[A-Z]+$/.test(error.code ?? '')) throw error
    throw new Refused(`${path} cannot be read (${error.code}).`)
  })
  return sayFile(say, checked)
}

async function thumbprintOf(path: string): Promise<string> {
  try {
    return (await publicKeyOf(createPublicKey(readFileSync(path)))).thumbprint
  } catch (error) {
    throw new Refused(
      `${path} contains no public key in PEM (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`,
    )
  }
}

async function archive({ env, say }: Work, month: string, folder: string, drop: boolean): Promise<number> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Refused('The month must be given as YYYY-MM.')
  const config = parseAuditConfig(env)
  const key = await openSigningKey({ ...config })
  const database = await open(config)
  try {
    const operator = operatorOfThisMachine()
    const done = await archiveMonth(database.db, {
      month,
      folder,
      drop,
      key,
      operator,
      clock: systemClock,
    })
    sayArchived(say, done, month, key.thumbprint)
    return 0
  } finally {
    await database.close()
  }
}

async function open({ database }: Pick<Config, 'database'>): Promise<Database> {
  if (!(await isThere(database)))
    throw new Refused(`There is no database in ${resolve(database.folder)}. Set DATABASE_URL or DATA_DIR.`)
  return openAsItIs(database, {
    elsewhere: 'where this runs beside any number of servers.',
    outdated: 'The database is older than this program. Bring it up to date first: npm run migrate.',
  })
}

/** One line that follows the work, where someone watches. */
function progressOn(stream: Output) {
  let shownAt = 0
  return {
    show(links: number, of: number): void {
      if (!stream.isTTY || systemClock.elapsed() - shownAt < 200) return
      shownAt = systemClock.elapsed()
      stream.write(`\r\u001b[K${figure(links)} of ${figure(of)} links`)
    },
    hide(): void {
      if (shownAt > 0) stream.write('\r\u001b[K')
    },
  }
}
