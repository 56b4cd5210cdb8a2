import { withoutUnseen } from './pasted.ts'

/** The last of the scripts whose capitals are told below: Latin, Greek, Cyrillic, Armenian. */
const lastLetter = 0x58f

const isBare = (letter: string) => letter.normalize('NFKD') === letter

/** Letters that no decomposition leads to plain ones, with what they are compared as. */
const plain = [
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ς', 'σ'],
] as const

/** Capitals beside ASCII's and the small letters that they are compared as, in the same order; the database has both (database.schema.ts). */
export const folding = lettersOf()

function lettersOf(): { from: string; to: string } {
  const pairs = new Map<string, string>()
  for (let code = 0x80; code <= lastLetter; code++) {
    const letter = String.fromCharCode(code)
    const small = letter.toLowerCase()
    if (small !== letter && small.length === 1 && isBare(letter) && isBare(small)) pairs.set(letter, small)
  }
  for (const [letter, is] of plain) {
    pairs.set(letter, is)
    for (const [capital, small] of pairs) if (small === letter) pairs.set(capital, is)
  }
  return { from: [...pairs.keys()].join(''), to: [...pairs.values()].join('') }
}

/** What is written with two letters where the sign is missing. */
export const foldedInTwo = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const

/**
 * A name as it is compared (D47): without accents, capitals and Unicode forms. The database's function `folded` gives the same,
 * whatever its locale.
 */
export function folded(text: string): string {
  let name = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u0080-\u058f]/g, (letter) => {
      const at = folding.from.indexOf(letter)
      return at < 0 ? letter : (folding.to[at] ?? letter)
    })
  for (const [sign, two] of foldedInTwo) name = name.replaceAll(sign, two)
  return name
}

/** Letters of other scripts that are drawn as Latin ones, small, and those that they look like. */
const alike = {
  from: 'аеорсухіјѕԁԛԝһгкмтвнοαεικνρτυχ',
  to: 'aeopcyxijsdqwhrkmtbhoaeikvptux',
}

/** A name as it looks: as `folded`, without what is not seen, and with one letter for those that are drawn alike. */
export const seenName = (text: string): string =>
  folded(withoutUnseen(text)).replace(
    /[\u0370-\u052f]/g,
    (letter) => alike.to[alike.from.indexOf(letter)] ?? letter,
  )

/** A number as it is compared (D41): without leading zeros. The database's function `bare_number` gives the same. */
export const bareNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '')
