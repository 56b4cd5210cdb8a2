import { longestBatchText } from '@support-console/contract/batch-file.words'
import { isSim } from '@support-console/contract/batch-list'
import { workbook } from '../../texts/en-US/workbook.ts'
import { textsOf } from '../../texts/text.ts'
import { decoded, isWorkbook } from './bytes.ts'

const text = textsOf(workbook)

/** What stands in a file, as the text that is read on (D35). */
export interface ListText {
  content: string
  /** The sheet of the workbook that was read. */
  sheet?: string
}

/** Which sheet of a workbook is read: the first with such a cell; or why none is, in a sentence. */
interface WantedSheet {
  holds: (cell: string) => boolean
  none: string
}

/** A file's list: of an .xlsx file that of a sheet, as CSV; of all others the text. */
export async function textOfFile(
  bytes: Uint8Array,
  { holds, none }: WantedSheet,
): Promise<ListText | { refusal: string }> {
  if (!isWorkbook(bytes)) return { content: decoded(bytes) }
  const reader = await import('./read-workbook.ts').catch((error: unknown) => {
    reportError(error)
    return undefined
  })
  if (!reader) return { refusal: text('NoReader') }
  const { readWorkbook, WorkbookRefused } = reader
  try {
    const sheets = await readWorkbook(bytes)
    const sheet = sheets.find(({ rows }) => rows.some((cells) => cells.some(holds)))
    if (!sheet) return { refusal: none }
    return { content: csvOf(sheet.rows), sheet: sheet.name }
  } catch (error) {
    if (error instanceof WorkbookRefused) return { refusal: error.message }
    throw error
  }
}

/** Long enough for every cell that is kept, so that one cell many times is not endless. */
const longestCell = 1000

/** Rows as CSV, no longer than what is read at all. */
function csvOf(rows: readonly (readonly string[])[]): string {
  let csv = ''
  for (const cells of rows) {
    csv += `${cells.map(quoted).join(',')}\n`
    if (csv.length > longestBatchText) break
  }
  return csv
}

/** SIM IDs without their spaces, which separate entries where there is but one column. */
function quoted(cell: string): string {
  const value = isSim(cell) ? cell.replace(/\s/g, '') : cell.slice(0, longestCell)
  return `"${value.replaceAll('"', '""')}"`
}
