import { culture } from '../../texts/languages.ts'

/**
 * Natural order of texts: 'csr-2' before 'csr-10', letters without regard to case or accents.
 *
 * Intl.Collator says what that order is, but asks about a quarter of a second for fifty thousand texts. A text of
 * printable ASCII is therefore turned once into a key, and keys are compared as plain strings: the same order (a
 * property test holds the two together), several times faster. Accents are
 * left out of it, as the collator leaves them out; where other characters occur the collator decides.
 */
const collator = new Intl.Collator(culture, { numeric: true, sensitivity: 'base' })

const firstPrintable = 0x20
const lastPrintable = 0x7e
const zero = 0x30
const nine = 0x39
/** Stands before each number in a key: above punctuation and symbols, below letters. */
const numberMark = 0x64
const longestNumber = 0x7f

let weights: Uint8Array | undefined

/** The place of each printable character in the collator's order; characters it holds equal share one. */
function weightsOfCharacters(): Uint8Array {
  if (weights) return weights
  const characters: string[] = []
  for (let code = firstPrintable; code <= lastPrintable; code++) {
    if (code < zero || code > nine) characters.push(String.fromCharCode(code))
  }
  characters.sort(collator.compare)
  weights = new Uint8Array(lastPrintable + 1)
  let weight = 1
  let before: string | undefined
  for (const character of characters) {
    if (before !== undefined && collator.compare(before, character) !== 0) weight++
    const isLetter = character.toLowerCase() !== character.toUpperCase()
    weights[character.charCodeAt(0)] = isLetter ? numberMark + weight : weight
    before = character
  }
  return weights
}

const isDigit = (code: number) => code >= zero && code <= nine

let buffer = new Uint8Array(256)

/** Combining marks: without regard to them 'é' is 'e', as the collator has it. */
const marks = /[\u0300-\u036f]/g

/**
 * The key of a text, or undefined where only the collator can tell.
 * @param place a number below 2^21 that is put behind the key, so that equal texts sort by it: see `placeIn`
 */
export function naturalKey(text: string, place?: number): string | undefined {
  return keyOf(text, place) ?? keyOf(text.normalize('NFD').replace(marks, ''), place)
}

function keyOf(text: string, place: number | undefined): string | undefined {
  const weight = weightsOfCharacters()
  const longest = text.length * 3 + placeLength
  if (buffer.length < longest) buffer = new Uint8Array(longest)
  let length = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code < firstPrintable || code > lastPrintable) return undefined
    if (!isDigit(code)) {
      buffer[length++] = weight[code] ?? 0
      index++
      continue
    }
    while (text.charCodeAt(index) === zero && isDigit(text.charCodeAt(index + 1))) index++
    buffer[length++] = numberMark
    const lengthAt = length++
    const start = index
    while (isDigit(text.charCodeAt(index))) buffer[length++] = text.charCodeAt(index++)
    if (index - start > longestNumber) return undefined
    buffer[lengthAt] = index - start
  }
  if (place !== undefined) {
    buffer[length++] = 0
    buffer[length++] = (place >> 14) & 0x7f
    buffer[length++] = (place >> 7) & 0x7f
    buffer[length++] = place & 0x7f
  }
  // Long texts in pieces: a call takes a limited number of arguments.
  let key = ''
  for (let at = 0; at < length; at += 4096) {
    key += String.fromCharCode.apply(
      null,
      buffer.subarray(at, Math.min(at + 4096, length)) as unknown as number[],
    )
  }
  return key
}

/** A mark lower than all weights, and three characters. */
const placeLength = 4
const mostPlaces = 2 ** 21

/** The place that stands at the end of a key. */
function placeIn(key: string): number {
  const end = key.length
  return (key.charCodeAt(end - 3) << 14) | (key.charCodeAt(end - 2) << 7) | key.charCodeAt(end - 1)
}

/** Indexes in ascending order, equal ones in their given order, and where each group of equal ones starts. */
export interface Order {
  ascending: Uint32Array
  groupStarts: number[]
}

/** Sorts texts in natural order. */
export function orderOfTexts(texts: readonly string[]): Order {
  if (texts.length > mostPlaces) return orderByCollator(texts)
  const keys: string[] = new Array(texts.length)
  for (let at = 0; at < texts.length; at++) {
    const key = naturalKey(texts[at] ?? '', at)
    if (key === undefined) return orderByCollator(texts)
    keys[at] = key
  }
  // Without a comparator: by code units, which is what keys are made for, and several times faster.
  keys.sort()
  const ascending = new Uint32Array(keys.length)
  const groupStarts: number[] = []
  let before: string | undefined
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? ''
    const bare = key.slice(0, -placeLength)
    if (bare !== before) groupStarts.push(at)
    before = bare
    ascending[at] = placeIn(key)
  }
  return { ascending, groupStarts }
}

function orderByCollator(texts: readonly string[]): Order {
  const keys = texts.map((text) => naturalKey(text))
  const compare = (a: number, b: number): number => {
    const [keyA, keyB] = [keys[a], keys[b]]
    if (keyA === undefined || keyB === undefined) return collator.compare(texts[a] ?? '', texts[b] ?? '')
    return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
  }
  const ascending = Uint32Array.from(texts, (_, at) => at).sort((a, b) => compare(a, b) || a - b)
  const groupStarts: number[] = []
  for (let at = 0; at < ascending.length; at++) {
    if (at === 0 || compare(ascending[at - 1] ?? 0, ascending[at] ?? 0) !== 0) groupStarts.push(at)
  }
  return { ascending, groupStarts }
}
