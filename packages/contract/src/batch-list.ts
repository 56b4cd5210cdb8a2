/** What a list of SIM IDs comes to, once it is read (D23, D35). */
import { isIccid, normaliseIccid } from './iccid.ts'
import { madePlain } from './plain-text.ts'
import { simsWithin } from './sim-runs.ts'

/** A cell of another column than the one of the SIM IDs. */
export interface OtherCell {
  column: string
  value: string
}

export interface BatchEntry {
  /** What stands there; it need not be an ICCID. */
  iccid: string
  /** A cell for each of the other columns. */
  other: OtherCell[]
}

/** What stands in a list. */
export interface BatchList {
  /** Each distinct one once, in the list's order. */
  entries: BatchEntry[]
  /** How many were left out because they stood in the list before. */
  duplicates: number
  /** The heading of the column that was read; undefined where the list has no columns, or they have no headings. */
  column: string | undefined
  otherColumns: string[]
  /** Those beyond the ones that are kept. */
  lostColumns: string[]
  /** Lines with something in them, but no SIM ID. */
  linesWithout: number
  /** SIM IDs and other long numbers that the text holds and that were not taken, each once. */
  leftOut: string[]
}

/** Why a list is refused whole, in a sentence. */
export interface RefusedList {
  refusal: string
}

/** Longer ones are shortened in the answer: what is no ICCID can be of any length. */
const longestEntry = 40

/** Whether an entry is what a spreadsheet makes of a long number: 8.90117E+18. Its digits are lost. */
export const isShortened = (entry: string): boolean => /^\d(?:[.,]\d+)?e\+?\d\d$/i.test(entry)

/** 9E18, and one with much around it. Lists have many other cells. */
const [shortestSim, longestSim] = [4, 200]

/** Whether a cell holds a SIM ID, or what a spreadsheet has left of one. */
export function isSim(cell: string): boolean {
  if (cell.length < shortestSim || cell.length > longestSim || !/\p{Nd}/u.test(cell)) return false
  const entry = entryOf(cell)
  return isIccid(entry) || isShortened(entry)
}

export const entryOf = (cell: string): string => normaliseIccid(cell)

/** Whether words between two separators are one SIM ID, written with gaps. */
export const isSpacedSim = (piece: string): boolean => {
  const entry = entryOf(piece)
  return isIccid(entry) && (/^89/.test(entry) || !/\s/.test(piece.trim()))
}

/** The SIM IDs in what stands between two separators: it is one as a whole, or holds some. */
export const simsOf = (piece: string): string[] => (isSpacedSim(piece) ? [entryOf(piece)] : simsWithin(piece))

/** Without those that were taken, each once. */
export function leftOutOf(numbers: readonly string[], entries: readonly BatchEntry[]): string[] {
  const taken = new Set(entries.map(({ iccid }) => iccid))
  return [...new Set(numbers)].filter((number) => !taken.has(number))
}

export const refused = (sentence: string): RefusedList => ({
  refusal: `${sentence} Nothing was taken from it.`,
})

/** Each distinct entry once; of what a spreadsheet has shortened, no one knows whether it is the same. */
export function listOf(cells: readonly { cell: string; other: OtherCell[] }[]): BatchList {
  const seen = new Set<string>()
  const entries: BatchEntry[] = []
  for (const { cell, other } of cells) {
    const entry = madePlain(entryOf(cell))
    if (seen.has(entry) && !isShortened(entry)) continue
    seen.add(entry)
    entries.push({ iccid: entry.length > longestEntry ? `${entry.slice(0, longestEntry)}…` : entry, other })
  }
  return {
    entries,
    duplicates: cells.length - entries.length,
    column: undefined,
    otherColumns: [],
    lostColumns: [],
    linesWithout: 0,
    leftOut: [],
  }
}
