import { createReadStream } from 'node:fs'
import { type CsvRecord, createParser, type Separator } from '@support-console/contract'

/** How much of a file is taken at once, in bytes. */
export const readSize = 256 * 1024

/** A batch of records as they came from one piece of the file, and how many of its bytes were read so far. */
interface RecordBatch {
  records: CsvRecord[]
  bytesRead: number
}

/**
 * The records of a file, with or without a BOM, piece by piece: memory stays flat however long the file is.
 * @throws TypeError where the file is not UTF-8; the errors of reading a file
 */
export async function* readRecords(path: string, separator: Separator): AsyncGenerator<RecordBatch> {
  const parser = createParser(separator)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytesRead = 0
  for await (const piece of createReadStream(path, { highWaterMark: readSize }) as AsyncIterable<Buffer>) {
    bytesRead += piece.length
    yield { records: parser.feed(decoder.decode(piece, { stream: true }), false), bytesRead }
  }
  yield { records: parser.feed(decoder.decode(), true), bytesRead }
}
