import { createReadStream } from 'node:fs'
import {
  type CsvRecord,
  createDecoder,
  createParser,
  type Encoding,
  type Separator,
} from '@support-console/contract'

/** How much of a file is taken at once, in bytes. */
export const readSize = 256 * 1024

/** How a file is written. */
export interface Writing {
  encoding: Encoding
  separator: Separator
  /** Its lines end with CR alone, as old Macs write them. */
  endsWithCr: boolean
}

/** A batch of records as they came from one piece of the file, and how many of its bytes were read so far. */
interface RecordBatch {
  records: CsvRecord[]
  bytesRead: number
}

/**
 * The records of a file, with or without a BOM, piece by piece: memory stays flat however long the file is.
 * @throws TypeError where the file is not in its encoding; the errors of reading a file
 */
export async function* readRecords(path: string, writing: Writing): AsyncGenerator<RecordBatch> {
  const { encoding, separator, endsWithCr } = writing
  const parser = createParser(separator)
  const decoder = createDecoder(encoding)
  const linesOf = (text: string) => (endsWithCr ? text.replaceAll('\r', '\n') : text)
  let bytesRead = 0
  for await (const piece of createReadStream(path, { highWaterMark: readSize }) as AsyncIterable<Buffer>) {
    bytesRead += piece.length
    yield { records: parser.feed(linesOf(decoder.decode(piece, false)), false), bytesRead }
  }
  yield { records: parser.feed(linesOf(decoder.decode(new Uint8Array(), true)), true), bytesRead }
}
