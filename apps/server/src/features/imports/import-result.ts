import type { ImportFile } from './inspect-file.ts'

/** What became of the lines of a file. */
export interface FileResult {
  file: ImportFile
  lines: number
  added: number
  changed: number
  bad: number
  /** SIM IDs whose check digit does not fit: a warning, not a fault (D24). */
  oddCheckDigits: number
  /** Bytes of it that were read. */
  bytesRead: number
}

export interface ImportResult {
  /** The import's own, in its audit entry and in the SIM activity that it writes (D8). */
  transactionId: string
  /** In the order in which they are taken. */
  files: FileResult[]
  /** Asked to stop before all lines were read. */
  isStopped: boolean
}

export const emptyResult = (file: ImportFile): FileResult => ({
  file,
  lines: 0,
  added: 0,
  changed: 0,
  bad: 0,
  oddCheckDigits: 0,
  bytesRead: 0,
})
