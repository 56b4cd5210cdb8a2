import { longestBatchText } from '@support-console/contract/batch-file.words'
import { isSim } from '@support-console/contract/batch-list'
import { decoded, isWorkbook } from '../../../kit/workbook/bytes.ts'
import { text } from '../texts.ts'

/** What stands in a file, as the text that is checked (D35). */
export interface ListText {
  content: string
  /** The sheet of the workbook that was read. */
  sheet?: string
}

/** A file's list: of an .xlsx file the first sheet with SIM IDs, of all others the text. */
export async function textOfFile(bytes: Uint8Array): Promise<ListText | { refusal: string }> {
  if (!isWorkbook(bytes)) return { content: decoded(bytes) }
  const reader = await import('../../../kit/workbook/read-workbook.ts').catch((error: unknown) => {
    reportError(error)
    return undefined
  })
  if (!reader) return { refusal: text('NoReader') }
  const { readWorkbook, WorkbookRefused } = reader
  try {
    const sheets = await readWorkbook(bytes)
    const sheet = sheets.find(({ rows }) => rows.some((cells) => cells.some(isSim)))
    if (!sheet) return { refusal: text('NoSheet') }
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
