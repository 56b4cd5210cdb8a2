/** What would not be seen, or would turn other characters around: control, direction and invisible characters. */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** '\n', '\u001b', '\u202e', '\ue0041'. */
const escapeOf = (character: string): string =>
  named[character] ?? `\\u${codeOf(character).toString(16).padStart(4, '0')}`

interface Part {
  text: string
  /** Stands for a character that is not shown as it is. */
  isEscape: boolean
}

/** A text of others as what can be shown of it without harm: an entry's line breaks and escapes forge no second entry. */
export function printable(text: string): Part[] {
  const parts: Part[] = []
  for (const part of text.split(new RegExp(`(${unseen.source})`, 'u'))) {
    if (part === '') continue
    const isEscape = unseen.test(part)
    parts.push({ text: isEscape ? escapeOf(part) : part, isEscape })
  }
  return parts
}

/** The first characters of a text, and how many it has; characters as people count them, roughly. */
export function cut(text: string, most: number): { shown: string; count: number; isCut: boolean } {
  // Most texts are short; only the others are taken apart.
  if (text.length <= most) return { shown: text, count: text.length, isCut: false }
  const characters = [...text]
  const isCut = characters.length > most
  return {
    shown: isCut ? characters.slice(0, most).join('').trimEnd() : text,
    count: characters.length,
    isCut,
  }
}
