import { workbook } from '../../texts/en-US/workbook.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(workbook)

/** A file cannot be read; the message says why and what to do. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/** Where a file is not what it says it is. */
export const damaged = (cause?: unknown): FileRefused => new FileRefused(text('Broken'), { cause })
