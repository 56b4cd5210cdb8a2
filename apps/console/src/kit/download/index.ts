/** Files to save: rows as CSV or .xlsx, the server's own files, and what is said of them (D22, D35). */
export { ExportMenu, sayFormat } from './export-menu.tsx'
export { fetchFile } from './fetch-file.ts'
export { type Format, fileOfSheet, inFormat, timeHeading } from './sheet.ts'
export type { Sheet } from './sheet-rows.ts'
export { text as downloadText } from './texts.ts'
export { type DownloadState, sayWhyNot, useDownload } from './use-download.ts'
