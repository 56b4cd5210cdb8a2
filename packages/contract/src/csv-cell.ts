/**
 * Cells of CSV files that spreadsheets open (decision 22). Imports nothing, so that the console can carry it without
 * the schemas.
 */

/** What a spreadsheet may take for a formula or a command when a cell begins with it (R31), the full-width signs too. */
const dangerous = /^'*[=+\-@\t\r\n\0＝＋－＠]/

/**
 * A cell that no spreadsheet runs: with a leading apostrophe where it begins dangerously (R31). One that already
 * begins with apostrophes before such a character gets one more, so that `restoreCell` gives back every text.
 */
export function neutraliseCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/** The text that `neutraliseCell` was given: our import reads our own exports back. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text
}
