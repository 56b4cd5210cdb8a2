import type { Batch } from '@support-console/contract'
import { batchResultHeadings } from '@support-console/contract/batch-file.words'
import { type Sheet, timeHeading } from '../../../kit/download/index.ts'
import { plainTime, zoneOffset } from '../../../ui/local-time.ts'
import { text } from '../texts.ts'

/** The rows of a batch as a file (D22, D35), with the list's other columns behind; times are local. */
export function batchSheet(batch: Batch): Sheet {
  const { rows, transactionId, otherColumns } = batch
  const times = { AskedAt: rows.map((row) => row.askedAt), SettledAt: rows.map((row) => row.settledAt) }
  const own = batchResultHeadings.map((name) =>
    name === 'AskedAt' || name === 'SettledAt'
      ? ({ heading: timeHeading(name, offsetsOf(times[name], batch)), kind: 'time' } as const)
      : { heading: name },
  )
  const ownNames: readonly string[] = batchResultHeadings
  return {
    name: batchFileName(batch),
    columns: [
      ...own,
      ...otherColumns.map((name) => ({
        heading: ownNames.includes(name) ? text('ColumnOfList', { name }) : name,
      })),
    ],
    rows: rows.map((row) => [
      row.iccid,
      row.status,
      row.carrierName ?? '',
      row.companyName ?? '',
      row.askedAt ? plainTime(row.askedAt) : '',
      row.settledAt ? plainTime(row.settledAt) : '',
      transactionId,
      row.subTransactionId,
      ...otherColumns.map((_, at) => row.otherCells[at] ?? ''),
    ]),
  }
}

/** The zones of the times, or the one of the batch where there are none. */
function offsetsOf(times: readonly (string | null)[], { createdAt }: Batch): string[] {
  const known = times.filter((time) => time !== null)
  return (known.length > 0 ? known : [createdAt]).map((time) => zoneOffset(new Date(time)))
}

/** batch-2026-11-21-1358-79e8af3e */
const batchFileName = ({ createdAt, batchId }: Batch): string =>
  `batch-${plainTime(createdAt).slice(0, 16).replace(' ', '-').replace(':', '')}-${batchId.slice(0, 8)}`
