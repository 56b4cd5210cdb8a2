import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AuditEntry } from '../../platform/audit/append-audit.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { emptyResult, type FileResult, type ImportResult } from './import-result.ts'
import { type ImportFile, ImportRefused } from './inspect-file.ts'
import { kinds } from './kinds/index.ts'
import { type Chunk, type LineFault, readLines } from './read-lines.ts'
import type { FaultReport } from './report.ts'
import { dropStaging, makeStaging } from './stage-lines.ts'
import { createWriter } from './write-chunk.ts'

interface ImportOptions {
  files: readonly ImportFile[]
  /** Checks everything, writes nothing. */
  dryRun: boolean
  operator: AuditEntry['user']
  /** Encrypts the passwords (D32). */
  secrets: SecretBox
  report: FaultReport
  /** Told after each chunk. */
  onProgress?: (file: FileResult) => void
  /** Ends the import cleanly after the chunks in hand. */
  signal: AbortSignal
}

/**
 * So many at once load lines that say nothing of one another; PGlite has one connection. A dry run goes by one: what it
 * has seen but not written, the companies above all, only that connection knows.
 */
const lanesOf = (kind: Database['kind'], dryRun: boolean) => (kind === 'postgres' && !dryRun ? 4 : 1)

/**
 * Loads the files (D3) in chunks that are committed one by one; the database must be migrated.
 * @throws ImportRefused with a sentence when the import cannot begin or go on; what was committed stays, and to run
 * the same import again is safe
 */
export async function runImport({ db, kind }: Database, options: ImportOptions): Promise<ImportResult> {
  return withConnections(db, lanesOf(kind, options.dryRun), async (connections) => {
    const [first] = connections
    if (!options.dryRun) await beAlone(first)
    try {
      for (const connection of connections) {
        // As much as a million keys take on one of them; beyond it each key costs a read and a write.
        await sql`set temp_buffers = '64MB'`.execute(connection)
        await makeStaging(connection)
      }
      return await load(connections, options)
    } finally {
      // With a lost connection they are gone already.
      for (const connection of connections) await dropStaging(connection).catch(() => {})
      if (!options.dryRun) await sql`select pg_advisory_unlock(7403, 3)`.execute(first).catch(() => {})
    }
  })
}

type Connections = readonly [Kysely<Tables>, ...Kysely<Tables>[]]

/** Each of them a connection of its own, until the work is done. */
async function withConnections<T>(
  db: Kysely<Tables>,
  count: number,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  return db
    .connection()
    .execute((first) =>
      count === 1 ? work([first]) : withConnections(db, count - 1, (others) => work([first, ...others])),
    )
}

/** Two imports at once would wait for each other's lines and count them twice. */
async function beAlone(connection: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(7403, 3) as mine`.execute(
    connection,
  )
  if (!rows[0]?.mine)
    throw new ImportRefused('Another import into this database is running. Try again when it has finished.')
}

async function load(connections: Connections, options: ImportOptions): Promise<ImportResult> {
  const { dryRun, operator, secrets, report, onProgress, signal } = options
  const files = [...options.files].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const result: ImportResult = {
    transactionId: randomUUID(),
    files: files.map(emptyResult),
    isStopped: false,
  }
  const writer = createWriter(connections, { dryRun, operator, secrets, result })
  const chunks = chunksOf(files, result, signal)
  const pull = async () => (await chunks.next()).value
  const finish = async (chunk: Chunk | undefined, written: Promise<LineFault[]>, former: Promise<void>) => {
    const faults = await written
    await former
    if (chunk) await reportFaults(report, chunk.file, [...chunk.faults, ...faults])
    const counts = result.files.find(({ file }) => file === chunk?.file)
    if (counts) onProgress?.(counts)
  }

  // One chunk is read while two are written; the one after tells which is the last.
  let current = await pull()
  let following = current && (await pull())
  let former = Promise.resolve()
  try {
    for (;;) {
      const isLast = following === undefined
      const reading = isLast ? undefined : pull()
      reading?.catch(() => {}) // it is awaited below
      const finished = finish(current, writer.write(current, { isLast }), former)
      finished.catch(() => {}) // so is this one
      await (isLast ? finished : former)
      if (isLast) return result
      former = finished
      current = following
      following = await reading
    }
  } finally {
    await writer.idle()
  }
}

async function* chunksOf(
  files: readonly ImportFile[],
  result: ImportResult,
  signal: AbortSignal,
): AsyncGenerator<Chunk, undefined> {
  for (const file of files)
    for await (const chunk of readLines(file)) {
      if (signal.aborted) {
        result.isStopped = true
        return
      }
      yield chunk
    }
}

async function reportFaults(report: FaultReport, file: ImportFile, faults: LineFault[]): Promise<void> {
  for (const fault of faults.sort((a, b) => a.line - b.line)) await report.add({ file: file.name, ...fault })
}
