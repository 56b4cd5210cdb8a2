/**
 * Cells of CSV files that spreadsheets open (decision 22). Imports nothing, so that the console can carry it without
 * the schemas.
 */

/** What begins a formula, in its full-width and small forms too. */
const sign = /[=+\-@＝＋－＠﹦﹢﹣﹫]/
/** What a spreadsheet may leave out before it: quotes, white space, control characters, and what no one sees. */
const ignored = String.raw`[;"'\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`
const runs = new RegExp(`${ignored}+`, 'gu')
const first = new RegExp(`^${ignored}*`, 'u')
/** Plain spaces alone are left in by all: a text with them before its sign stays a text. */
const spaces = /^ +$/
/**
 * What begins a cell inside of one where the semicolon is the list separator: there a comma's quotes hold nothing.
 */
const separator = /[;\t\r\n](?! +$)/g
/** Beginnings that spreadsheets take for a command, whatever follows. */
const command = /^'*[\t\r\n\0]/
/** As many programs protect digits: ="0123". */
const formulaOfText = /^=\s*"((?:[^"]|"")*)"$/

/**
 * A cell that no spreadsheet runs (R31): an apostrophe stands wherever one may see a formula begin, at the beginning and
 * behind what may separate cells. `restoreCell` gives back every text.
 */
export function neutraliseCell(text: string): string {
  const guarded = beforeSigns(text, (run) => run.replace(separator, "$&'"))
  return beginsDangerously(text) ? `'${guarded}` : guarded
}

/** The text of a cell as a spreadsheet shows it: what `neutraliseCell` was given, and what others protect by a formula. */
export function restoreCell(text: string): string {
  const [, quoted] = formulaOfText.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  const bare = text.startsWith("'") && beginsDangerously(text) ? text.slice(1) : text
  return beforeSigns(bare, (run) => run.replace(/([;\t\r\n])'/g, '$1'))
}

/** Changes each run of what may be left out that stands before a sign. */
const beforeSigns = (text: string, change: (run: string) => string): string =>
  text.replace(runs, (run, at: number) => (isSignAt(text, at + run.length) ? change(run) : run))

const isSignAt = (text: string, at: number): boolean => sign.test(text.charAt(at))

function beginsDangerously(text: string): boolean {
  const [run = ''] = first.exec(text) ?? []
  return command.test(text) || (isSignAt(text, run.length) && !spaces.test(run))
}
