/** Lists that are looked up line by line, and lists of panels. Imports no schemas, so that the console can carry it. */
import { isSim, isSpacedSim } from './batch-list.ts'
import { cellsIn } from './batch-table.ts'
import { restoreCell } from './csv-cell.ts'
import { identifierForms } from './identifiers.ts'
import { bareValue, inAscii } from './pasted.ts'
import { fewestDigits } from './search.words.ts'
import { simsIn, simsWithin, withoutJoints } from './sim-runs.ts'

/**
 * What a list has to look up, a line each. Of columns that is the one of the SIM IDs, read as a batch's list is (D35),
 * or what looks most like an identifier in each line; a heading is none. Of lines that name several, each of them.
 */
export function linesIn(given: string): string {
  const text = withoutJoints(given)
  // One line has no columns: all of it is looked up.
  const table = /[\r\n]/.test(text.trim()) ? cellsIn(text) : undefined
  return table ? withEachSim(linesOfTable(table), text) : eachNamed(piecesIn(text))
}

function linesOfTable({ rows: given, at }: NonNullable<ReturnType<typeof cellsIn>>): string {
  const rows = given.map((cells) => cells.map((cell) => oneLine(restoreCell(cell))))
  if (rows.every((cells) => cells.every((cell) => cell === '' || isNumbered(cell))))
    return joined(rows.flat())
  return joined(rows.flatMap((cells) => (at === undefined ? '' : cells[at]) || likeliest(cells)))
}

/** Lines that name several things are a line for each of them; others stay as they are. */
const eachNamed = (lines: string): string =>
  lines.replace(/[^\r\n]+/g, (line) => {
    const ids = identifiersIn(inAscii(line))
    return ids.length > 1 ? joined(ids) : line
  })

/** With the SIM IDs of other columns below: what is there is looked up (issue 54). */
function withEachSim(lines: string, text: string): string {
  const taken = new Set(simsWithin(lines))
  const others = simsWithin(text).filter((sim) => sim.startsWith('89') && !taken.has(sim))
  return joined([eachNamed(lines), ...new Set(others)])
}

/**
 * What a text of any kind has to look up, a line each: of a table as `linesIn` reads it, of sentences, such as an email's, the
 * identifiers that they name. A line that names none stays as it is, so that it is said not to be understood.
 */
export function anythingIn(given: string): string {
  if (cellsIn(given)) return linesIn(given)
  const lines = linesIn(given).split(/\r\n?|\n/)
  return joined(
    lines.map((line) => {
      const text = inAscii(line)
        .replace(/^[\s>]+/, '')
        .trim()
      const [id] = identifiersIn(text)
      // Most of the line: it is read as it stands, with whatever label it has.
      return id !== undefined && bareValue(text) !== id ? id : text
    }),
  )
}

/** In sentences, beside SIM IDs: GUIDs, emails, cloud IDs, Remote Portal IDs, receivers, containers and IP addresses. */
const inSentence =
  /(?<![\w.-])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|CBS[ -]?\d{7}|RP-\d{4,}|csr-\d{1,4}|webconnect-\d{1,4}|\d{1,3}(?:\.\d{1,3}){3})(?![\w@-])/gi

/** Each once, in the text's order. */
function identifiersIn(text: string): string[] {
  const others = [...text.matchAll(inSentence)].map(({ 0: written, index }) => ({ written, at: index }))
  const isApart = ({ at }: { at: number }) =>
    others.every((other) => at < other.at || at >= other.at + other.written.length)
  const sims = simsIn(text).filter((sim) => sim.written.startsWith('89') && isApart(sim))
  const found = [...sims, ...others].toSorted((one, other) => one.at - other.at)
  return [...new Set(found.map(({ written }) => written))]
}

/** Several identifiers on one line are a line each, whatever script's comma parts them; others stay as they are. */
const piecesIn = (given: string): string =>
  given.replace(/[^\r\n]+/g, (written) => {
    const line = /^"(?:[^"]|"")*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written
    const pieces = inAscii(line)
      .split(/[,;|\t]/)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
    return pieces.length > 1 && isOfSeveral(pieces, line) ? joined(pieces) : line
  })

/** A comma stands in names as well, other separators hardly: beside them one identifier tells. */
const isOfSeveral = (pieces: readonly string[], line: string): boolean =>
  pieces.every((piece) => isNumbered(bareValue(piece))) ||
  (/[;|\t]/.test(line) && pieces.some((piece) => isSim(piece) || isCode(piece)))

const joined = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim()

/** In one word, with the digits that are looked for at least; or a SIM ID with gaps. */
const isNumbered = (cell: string): boolean =>
  (!/\s/.test(cell) && digitsOf(cell) >= fewestDigits) || isSpacedSim(cell)
/** As panels are named: CBS0000001, RP-000004. */
const isCode = (cell: string): boolean => /^[a-z]{2,}[-_]?\d{4,}$/i.test(cell)
const digitsOf = (cell: string): number => cell.replace(/\P{Nd}/gu, '').length

const likeliest = (cells: readonly string[]): string | string[] => {
  const sure = cells.filter((cell) => isSim(cell) || isCode(cell))
  return sure.length > 0
    ? sure
    : cells.reduce((best, cell) => (digitsOf(cell) > digitsOf(best) ? cell : best || cell), '')
}

const panel = /\bCBS[\s-]?\d{7}\b/gi

/** The cloud IDs in a text, each once, in its order. */
export function cloudIdsIn(text: string): string[] {
  const words = inAscii(text).match(panel) ?? []
  return [...new Set(words.flatMap((word) => identifierForms.cloudId(word.replaceAll('-', '')) ?? []))]
}
