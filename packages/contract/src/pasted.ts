/**
 * What comes along when people copy an identifier out of a document, a message, a spreadsheet or a program (D47). Fields,
 * lists, files, search and import read with these. Imports nothing, so that the console can carry it.
 */

/** Format characters, and what every program leaves out by default. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

export const withoutUnseen = (text: string): string => text.replace(unseen, '')

/** Unseen marks that no script needs, as joiners are needed: without them a name is the same. */
export const withoutMarks = (text: string): string =>
  text.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')

/** Full-width, half-width, small and vertical forms, which East Asian keyboards and fonts make of ASCII's signs. */
const otherForms = /[\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uffef]/g
const otherDigits = /(?![0-9])\p{Nd}/gu
/** Signs that documents and other scripts' keyboards write for those of ASCII. */
const otherSigns: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u02d7\u2043\u2212\u30fc]/gu, '-'],
  [/[\p{Pi}\p{Pf}\u2032-\u2037\u201a\u201e\u3008-\u300f\u301d-\u301f\u00b4]/gu, '"'],
  [/[\u3001\u060c\u055d]/g, ','],
  [/\u061b/g, ';'],
  [/\u3002/g, '.'],
  [/[\u0085\u2800]/g, ' '],
]

/** Without what no one sees; digits and signs as ASCII has them, whatever the script and the keyboard. */
export function inAscii(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  let read = withoutUnseen(text)
    .replace(otherForms, (form) => form.normalize('NFKC'))
    .replace(otherDigits, (digit) => digits.get(digit) ?? digitOf(digit))
  for (const [signs, sign] of otherSigns) read = read.replace(signs, sign)
  return read
}

const digits = new Map<string, string>()

/** The digits of a script stand together, zero first; those of several may follow one another. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  digits.set(character, String(before % 10))
  return String(before % 10)
}

/** Without the spaces, dashes and invisible characters of a copy and paste. */
export const withoutGaps = (text: string): string => inAscii(text).replace(/[\s-]+/g, '')

/** Guards (="8901…"), quotes, brackets, bullets and separators around a value. */
const before = /^(?:[\s"'`=[({,;|#>*\u00b7\u2022\u25aa\u25cf\u25e6]|-\s)+/
const after = /[\s"'`\])},;|.!?]/
/** What mail programs and websites put behind an address whose end it is. */
const query = /\?[\w.-]+=\S*$/

/** What people and programs write before an identifier, in words that no identifier begins with. */
const words = [
  '[a-z]{0,2}iccid|ccid|icc|sims?|card|imei|imeisv|msisdn|mdn|phone|telephone|tel|mobile',
  'ip|ipv4|address|panel|cloud|remote|portal|physical|product|device|guid|uuid|pid|sap|company|csr|container',
  'transaction|txid|tx|sub|batch|deployment|ids?|no|nr|num|number|serial',
].join('|')
const label = new RegExp(
  `^[+^%#*$@]?(?:${words})(?:[\\s_.-]{1,4}(?:${words}))*(?:[\\s.]{0,4}[:=#]+|[\\s.]{0,4}\\s)\\s*(?=\\S)`,
  'i',
)
/** In any words and any script, where a colon or an equals sign parts it from what has a digit. */
const anyLabel = /^(?=\D)[^\d:=\n]{1,40}(?:\d{0,2}[^\d:=\n]{0,10}:|=)\s*(?=\S*\d)/

/** So many labels, guards and quotes stand inside each other at most. */
const mostLayers = 8

/** The value without its label, guards, quotes and separators; what has none of them stays as it is. */
export function bareValue(text: string, { hasAnyLabel = true } = {}): string {
  let value = inAscii(text)
  if (/^\w*$/.test(value)) return value
  value = value.replace(query, '')
  for (let layer = 0; layer < mostLayers; layer++) {
    let bare = withoutAfter(value.replace(before, '')).replace(label, '')
    if (hasAnyLabel) bare = bare.replace(anyLabel, '')
    if (bare === value) break
    value = bare
  }
  return value
}

/** By hand: a pattern looks at a run of spaces inside again from each of them. */
function withoutAfter(text: string): string {
  let end = text.length
  while (end > 0 && after.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * The words of a list, each without label and quotes, whatever parts them; a piece between separators that is one value
 * is one with its spaces (D24: 8901 1700 …).
 */
export const wordsIn = (list: string, isOne: (piece: string) => boolean): string[] =>
  inAscii(list)
    .split(/[\n\r\v\f\u2028\u2029,;|\t]+/)
    .map((piece) => bareValue(piece))
    .flatMap((piece) => (isOne(piece) ? [piece] : piece.split(/\s+/).map((word) => bareValue(word))))
    .filter((word) => word !== '')
