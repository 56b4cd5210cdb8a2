import { readBatchFile } from '@support-console/contract/batch-file'
import { longestBatchText } from '@support-console/contract/batch-file.words'
import { type BatchList, isSim, type RefusedList } from '@support-console/contract/batch-list'
import { anythingIn, cloudIdsIn, linesIn } from '@support-console/contract/line-list'
import { longestLines } from '@support-console/contract/search.words'
import { text } from './refused.ts'

/** What a chosen file is wanted for, and how its list is read then: so as one that is pasted. */
export type Purpose = 'batch' | 'lines' | 'panels' | 'anything'

/** Which sheet of a workbook is meant, where someone says so (D42). */
export interface SheetChoice {
  /** Its place in the workbook. */
  sheet: number
  /** What is hidden or filtered out counts, too. */
  includesHidden: boolean
}

/** What the page says of a workbook that was read, and offers (D42). */
export interface SheetFacts extends SheetChoice {
  sheets: readonly { name: string; isHidden: boolean; hasCells: boolean }[]
  /** Rows and columns with something in them that are hidden or filtered out: left out, or included on purpose. */
  hidden: { rows: number; columns: number }
  /** The sheet that was open when the file was saved, where it holds nothing of the kind. */
  passedOver?: string
}

/** A list that was read: as it is kept and sent on, and what it comes to. */
export interface ReadList {
  content: string
  batch?: BatchList
  facts?: SheetFacts | undefined
}

/** Why a file gives no list; with facts, another choice may give one. */
export interface NoList {
  refusal: string
  facts?: SheetFacts
}

interface Wanted {
  /** Whether a cell is what a sheet is chosen for. */
  isWanted: (cell: string) => boolean
  /** Characters of a text that are read at most. */
  longest: number
  read: (content: string) => Pick<ReadList, 'content' | 'batch'> | RefusedList
}

/** Rows with many columns, of which one is looked up. */
const longestTable = 500_000

/** A longer list is not looked up, and the page that shows it would be held up. */
const lookedUp = (content: string): Pick<ReadList, 'content'> | RefusedList =>
  content.length > longestLines
    ? { refusal: text('TextTooBig', { size: sizeOf(content.length) }) }
    : { content }

export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const wantedFor: Readonly<Record<Purpose, Wanted>> = {
  batch: {
    isWanted: isSim,
    longest: longestBatchText,
    read(content) {
      const batch = readBatchFile(content)
      return 'refusal' in batch ? batch : { content, batch }
    },
  },
  lines: {
    isWanted: (cell) => cell.trim() !== '',
    longest: longestTable,
    read: (content) => lookedUp(linesIn(content)),
  },
  anything: {
    isWanted: (cell) => cell.trim() !== '',
    longest: longestTable,
    read: (content) => lookedUp(anythingIn(content)),
  },
  panels: {
    isWanted: (cell) => cloudIdsIn(cell).length > 0,
    longest: longestTable,
    read: (content) => lookedUp(cloudIdsIn(content).join('\n')),
  },
}
