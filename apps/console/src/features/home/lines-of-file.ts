import { createParser, type Separator } from '@support-console/contract/csv-records'
import { decoded, isWorkbook } from '../../kit/workbook/bytes.ts'
import { text } from './texts.ts'

/** What a file has to look up, a line each; of a line with columns the cell with the most digits. */
export async function linesOfFile(
  file: File,
): Promise<{ lines: string; refusal?: never } | { lines?: never; refusal: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const rows = isWorkbook(bytes) ? await rowsOf(bytes) : recordsOf(decoded(bytes))
  if (typeof rows === 'string') return { refusal: rows }
  const lines = rows.map(chosen).filter((line) => line !== '')
  return lines.length > 0 ? { lines: lines.join('\n') } : { refusal: text('NothingInFile') }
}

/** Of the first sheet that holds anything; why it cannot be read. */
async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly string[])[] | string> {
  const reader = await import('../../kit/workbook/read-workbook.ts').catch((error: unknown) => {
    reportError(error)
    return undefined
  })
  if (!reader) return text('NoReader')
  try {
    const sheets = await reader.readWorkbook(bytes)
    return sheets.find(({ rows }) => rows.length > 0)?.rows ?? []
  } catch (error) {
    if (error instanceof reader.WorkbookRefused) return error.message
    throw error
  }
}

function recordsOf(content: string): string[][] {
  const separator = ([';', '\t', ','] as const satisfies readonly Separator[]).find((each) =>
    content.includes(each),
  )
  return createParser(separator ?? ',')
    .feed(content, true)
    .map(({ cells }) => cells)
}

const digitsOf = (cell: string): number => cell.replace(/\D/g, '').length

const chosen = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .reduce((best, cell) => (digitsOf(cell) > digitsOf(best) ? cell : best || cell), '')
