import { ended } from '@support-console/contract/sentences'
import type { Kysely, Transaction } from 'kysely'
import { type AuditEntry, appendAudits } from '../../platform/audit/append-audit.ts'
import { auditedTransaction, NotRecorded } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { FileResult, ImportResult } from './import-result.ts'
import { ImportRefused } from './inspect-file.ts'
import type { Kind } from './kinds/index.ts'
import type { Chunk, LineFault } from './read-lines.ts'
import {
  type ChangedThing,
  changedThings,
  type Judgement,
  keyOf,
  type StagedFault,
  stageLines,
} from './stage-lines.ts'

interface Options {
  dryRun: boolean
  operator: AuditEntry['user']
  secrets: SecretBox
  /** Its counts grow with each chunk. */
  result: ImportResult
}

const nothing: Judgement = { added: 0, changed: 0, faults: [] }

/** What was done in a chunk's transaction. */
interface Done {
  judgement: Judgement
  /** What the trail says of it. */
  entries: AuditEntry[]
}

/** A connection that loads lines, one transaction after the other. */
interface Lane {
  connection: Kysely<Tables>
  /** The number of its next line. */
  nextSeq: number
  /** What it has in hand. */
  done: Promise<unknown>
}

/**
 * Writes chunks, each in one transaction with an entry in the audit trail for each object that it added or changed, and
 * one for all its records. Lines of an independent kind are divided among the connections, each part in a transaction
 * of its own. The last chunk carries the import's own entry with all counts; before the first change of an earlier one
 * stands the intent, so that an import that is killed is on record (R37).
 */
export function createWriter(
  connections: readonly [Kysely<Tables>, ...Kysely<Tables>[]],
  { dryRun, operator, secrets, result }: Options,
) {
  const lanes = connections.map(
    (connection): Lane => ({ connection, nextSeq: 1, done: Promise.resolve() }),
  ) as [Lane, ...Lane[]]
  let isFirst = true
  let isOnRecord = false
  let failure: Error | undefined

  /**
   * Chunks may be handed over before the former are written: each connection takes its parts in their order.
   * @returns the faults that only the database knew of
   */
  async function write(chunk: Chunk | undefined, { isLast }: { isLast: boolean }): Promise<LineFault[]> {
    const isOnly = isFirst && isLast
    isFirst = false
    if (isOnly || lanes.length === 1 || !chunk?.file.kind.isIndependent)
      return onceFree(lanes, () => writeOn(lanes[0], chunk, isLast))
    const parts = divide(chunk, lanes.length)
    const partOf = (lane: Lane) => parts[lanes.indexOf(lane)]
    // Until the intent stands, one after the other: no change comes before it.
    const written = isOnRecord
      ? Promise.all(lanes.map((lane) => onceFree([lane], () => writeOn(lane, partOf(lane), false))))
      : onceFree(lanes, async () => {
          const faults: LineFault[][] = []
          for (const lane of lanes) faults.push(await writeOn(lane, partOf(lane), false))
          return faults
        })
    const own = isLast ? onceFree(lanes, () => writeOn(lanes[0], undefined, true)) : []
    return [...(await written), await own].flat()
  }

  /** Resolves when no connection has anything in hand, however it ended. */
  const idle = async (): Promise<void> => void (await Promise.allSettled(lanes.map(({ done }) => done)))

  /** Begins when these connections have done what they have in hand, however that ended. */
  function onceFree<T>(needed: readonly Lane[], work: () => Promise<T>): Promise<T> {
    const run = Promise.allSettled(needed.map(({ done }) => done)).then(work)
    run.catch(() => {}) // the caller is told
    for (const lane of needed) lane.done = run
    return run
  }

  async function writeOn(lane: Lane, chunk: Chunk | undefined, isLast: boolean): Promise<LineFault[]> {
    if (failure) throw failure
    try {
      return await auditedTransaction(lane.connection, async (trx) => {
        const { judgement, entries } = chunk
          ? await load(trx, lane, chunk)
          : { judgement: nothing, entries: [] }
        if (isLast) entries.push(ofImport(outcomeOf(result), countsOf(result.files)))
        else if (entries.length > 0 && !isOnRecord) entries.unshift(ofImport('Intent', ''))
        isOnRecord ||= entries.length > 0
        if (!dryRun) await appendAudits(trx, entries)
        return inWords(judgement.faults, chunk, result.files)
      })
    } catch (error) {
      failure ??= interrupted(error, chunk)
      throw failure
    }
  }

  async function load(trx: Transaction<Tables>, lane: Lane, chunk: Chunk): Promise<Done> {
    const { file, good } = chunk
    const { kind } = file
    const at = result.files.findIndex((each) => each.file === file)
    const columns = new Set(file.columns.map((column) => column.name))
    const judgement =
      good.length > 0
        ? await stageLines(trx, { kind, file: at, columns, lines: good }, lane.nextSeq, secrets)
        : nothing
    lane.nextSeq += good.length
    const counts = result.files[at]
    if (counts) count(counts, chunk, judgement)
    const hasChanges = judgement.added + judgement.changed > 0
    if (dryRun || !hasChanges) return { judgement, entries: [] }
    const has = (column: string) => columns.has(column)
    for (const statement of kind.write({ transactionId: result.transactionId, has }))
      await statement.execute(trx)
    const things = await changedThings(trx, kind)
    return { judgement, entries: things ? things.map(ofThing) : [ofRecords(kind, judgement)] }
  }

  const ofThing = ({ thing, object, isNew, changes }: ChangedThing): AuditEntry => ({
    ...common,
    message: `${isNew ? 'Add' : 'Change'} ${thing} by import`,
    object,
    result: 'Success',
    detail: isNew ? '' : `changed: ${changes}`,
  })

  const ofRecords = (kind: Kind, { added, changed }: Judgement): AuditEntry => ({
    ...common,
    message: `Add ${added} and change ${changed} records by import: ${kind.title}`,
    object: kind.title,
    result: 'Success',
  })

  const ofImport = (outcome: string, detail: string): AuditEntry => ({
    ...common,
    message: `Import ${result.files.map(({ file }) => file.name).join(', ')}`,
    object: [...new Set(result.files.map(({ file }) => file.kind.title))].join(', '),
    result: outcome,
    detail,
  })

  const common = {
    source: 'server' as const,
    user: operator,
    transactionId: result.transactionId,
    remoteAddress: '',
    route: 'npm run import',
    permission: '',
    activity: 'Import',
  }

  return { write, idle }
}

/** Lines with the same key stand in the same part, in their order: there a second one is found. */
function divide(chunk: Chunk, count: number): Chunk[] {
  const others = { ...chunk, faults: [], bad: 0, oddCheckDigits: 0 }
  const parts = Array.from({ length: count }, (_, i): Chunk => ({ ...(i === 0 ? chunk : others), good: [] }))
  for (const line of chunk.good) parts[hashOf(keyOf(chunk.file.kind, line.row)) % count]?.good.push(line)
  return parts
}

/** Spreads keys, however alike they are. */
function hashOf(key: string): number {
  let hash = 0
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0
  return hash >>> 8
}

function count(counts: FileResult, chunk: Chunk, { added, changed, faults }: Judgement): void {
  counts.lines += chunk.good.length + chunk.bad
  counts.added += added
  counts.changed += changed
  counts.bad += chunk.bad + faults.length
  counts.oddCheckDigits += chunk.oddCheckDigits
  counts.bytesRead = chunk.bytesRead
}

function outcomeOf({ isStopped, files }: ImportResult): string {
  if (isStopped) return 'Stopped'
  return files.some(({ bad }) => bad > 0) ? 'Incomplete' : 'Success'
}

const countsOf = (files: readonly FileResult[]): string =>
  files
    .map(
      ({ file, lines, added, changed, bad }) =>
        `${file.name}: ${lines} lines, ${added} new, ${changed} changed, ${bad} bad`,
    )
    .join('; ')

function inWords(
  faults: readonly StagedFault[],
  chunk: Chunk | undefined,
  files: readonly FileResult[],
): LineFault[] {
  if (faults.length === 0) return []
  const rows = new Map(chunk?.good.map(({ line, row }) => [line, row]))
  return faults.map(({ line, column, reason, firstAt }) => {
    if (firstAt) {
      const name = files[firstAt.file]?.file.name ?? ''
      return { line, column, reason: `${reason} at ${name}:${firstAt.line}` }
    }
    const cell = rows.get(line)?.[column]
    const isShown =
      typeof cell === 'string' && !chunk?.file.columns.some((c) => c.name === column && c.secret)
    return { line, column, reason, ...(isShown ? { cell } : {}) }
  })
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : String(error)

/** What the operator is told when the database fails in the midst of it. */
function interrupted(error: unknown, chunk: Chunk | undefined): Error {
  const why = firstLine(error)
  const reason = error instanceof NotRecorded ? `${why}: ${firstLine(error.cause)}` : why
  const first = Math.min(chunk?.good[0]?.line ?? Infinity, chunk?.faults[0]?.line ?? Infinity)
  const where = chunk ? ` before line ${first} of ${chunk.file.name}` : ''
  return new ImportRefused(
    `The import stopped${where}: ${ended(reason)} What was loaded before stays; run it again to go on.`,
  )
}
