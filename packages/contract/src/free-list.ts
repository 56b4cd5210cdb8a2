/** Lists without columns, and texts of any kind that name SIM IDs (D23, D35). */
import { type BatchList, isSim, isSpacedSim, leftOutOf, listOf, simsOf } from './batch-list.ts'
import { wordsIn } from './pasted.ts'
import { simsWithin } from './sim-runs.ts'

/** Shorter numbers beside a SIM ID are days, counts and rooms. */
const longNumber = /^\d{6,}$/

/** What a piece between separators holds. */
interface Piece {
  sims: string[]
  /** Its other words with digits. */
  numbers: string[]
  isWord: boolean
}

/**
 * Of each line the SIM IDs. A word with a digit that stands alone is a SIM ID, too, though a bad one, so that its row says
 * so; words are none, and long numbers in sentences are left out by name.
 */
export function freeList(text: string): BatchList {
  const taken: string[] = []
  const leftOut: string[] = []
  let linesWithout = 0
  for (const line of text.split(/[\n\r\v\f\u2028\u2029]+/)) {
    const pieces = line.split(/[,;|\t]+/).map(pieceOf)
    const hasSims = pieces.some(({ sims }) => sims.length > 0)
    const isList = pieces.every(({ sims, numbers, isWord }) => sims.length + numbers.length > 0 && isWord)
    const before = taken.length
    for (const { sims, numbers, isWord } of pieces) {
      taken.push(...sims)
      const isEntry = (number: string) => isWord && (isList || !hasSims || longNumber.test(number))
      taken.push(...numbers.filter(isEntry))
      leftOut.push(...numbers.filter((number) => !isEntry(number) && longNumber.test(number)))
    }
    if (taken.length === before && /[\p{L}\p{N}]/u.test(line)) linesWithout++
  }
  const list = listOf(taken.map((cell) => ({ cell, other: [] })))
  return { ...list, linesWithout, leftOut: leftOutOf(leftOut, list.entries) }
}

function pieceOf(piece: string): Piece {
  const words = wordsIn(piece, isSpacedSim)
  const whole = words.filter(isSim)
  const within = simsOf(piece)
  const others = words.filter((word) => !isSim(word) && /\d/.test(word) && simsWithin(word).length === 0)
  // What a reader of words knows (points between the groups), or what stands inside of one.
  return {
    sims: whole.length >= within.length ? whole : within,
    numbers: others,
    isWord: words.length === 1 || words.every((word) => isSim(word) || longNumber.test(word)),
  }
}
