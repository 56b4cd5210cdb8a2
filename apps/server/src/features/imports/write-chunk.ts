import type { Kysely, Transaction } from 'kysely'
import { type AuditEntry, appendAudit } from '../../platform/audit/append-audit.ts'
import { type AuditedTransaction, auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { FileResult, ImportResult } from './import-result.ts'
import { ImportRefused } from './inspect-file.ts'
import type { Chunk, LineFault } from './read-lines.ts'
import { type Judgement, type StagedFault, stageLines } from './stage-lines.ts'

interface Options {
  dryRun: boolean
  operator: AuditEntry['user']
  /** Its counts grow with each chunk. */
  result: ImportResult
}

const nothing: Judgement = { added: 0, changed: 0, faults: [] }

/**
 * Writes chunks, each in one transaction. The last one carries the import's audit entry with all counts. Where an
 * earlier one changes something, the first of those has an entry as well: an import that is killed is on record (R37).
 */
export function createWriter(connection: Kysely<Tables>, { dryRun, operator, result }: Options) {
  let nextSeq = 1
  let isOnRecord = false

  /** @returns the faults that only the database knew of */
  async function write(chunk: Chunk | undefined, { isLast }: { isLast: boolean }): Promise<LineFault[]> {
    try {
      return await auditedTransaction(connection, async (trx) => {
        const judgement = chunk ? await load(trx, chunk) : nothing
        const hasChanges = judgement.added + judgement.changed > 0
        if (!dryRun && isLast) await record(trx, outcomeOf(result), countsOf(result.files))
        else if (!dryRun && hasChanges && !isOnRecord) await record(trx, 'Intent', '')
        isOnRecord ||= hasChanges
        return judgement.faults.map((fault) => inWords(fault, result.files))
      })
    } catch (error) {
      throw interrupted(error, chunk)
    }
  }

  async function load(trx: Transaction<Tables>, chunk: Chunk): Promise<Judgement> {
    const { file, good } = chunk
    const at = result.files.findIndex((each) => each.file === file)
    const columns = new Set(file.columns.map((column) => column.name))
    const judgement =
      good.length > 0
        ? await stageLines(trx, { kind: file.kind, file: at, columns, lines: good }, nextSeq)
        : nothing
    nextSeq += good.length
    const counts = result.files[at]
    if (counts) count(counts, chunk, judgement)
    if (!dryRun && judgement.added + judgement.changed > 0)
      for (const statement of file.kind.write({
        transactionId: result.transactionId,
        has: (column) => columns.has(column),
      }))
        await statement.execute(trx)
    return judgement
  }

  /** The transaction's last statement: it takes the chain's lock (R40). */
  function record(trx: AuditedTransaction, outcome: string, detail: string): Promise<void> {
    return appendAudit(trx, {
      source: 'server',
      user: operator,
      transactionId: result.transactionId,
      remoteAddress: '',
      route: 'npm run import',
      permission: '',
      activity: 'Import',
      message: `Import ${result.files.map(({ file }) => file.name).join(', ')}`,
      object: [...new Set(result.files.map(({ file }) => file.kind.title))].join(', '),
      result: outcome,
      detail,
    })
  }

  return { write }
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

function inWords(fault: StagedFault, files: readonly FileResult[]): LineFault {
  const { line, column, reason, firstAt } = fault
  if (!firstAt) return { line, column, reason }
  const name = files[firstAt.file]?.file.name ?? ''
  return { line, column, reason: `${reason} at ${name}:${firstAt.line}` }
}

/** What the operator is told when the database fails in the midst of it. */
function interrupted(error: unknown, chunk: Chunk | undefined): Error {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : String(error)
  const first = Math.min(chunk?.good[0]?.line ?? Infinity, chunk?.faults[0]?.line ?? Infinity)
  const where = chunk ? ` before line ${first} of ${chunk.file.name}` : ''
  return new ImportRefused(
    `The import stopped${where}: ${reason.replace(/\.$/, '')}. What was loaded before stays; run it again to go on.`,
  )
}
