/** How far a word of an entry counts; longer ones are found by their beginning. */
const longestWord = 64
/** An entry's words beyond it are not searched. */
export const mostWords = 2000
/** Marks a word that is written backwards, so that an id is found by its last characters, too. */
const backwards = '~'

/** Letters and digits in small letters without accents: 'Tést – SIM 8901…' as test, sim, 8901. */
function wordsOf(text: string): string[] {
  // An import enters a million texts that are plain already.
  const found = isAscii(text) ? text.toLowerCase().match(/[a-z\d]+/g) : inSmall(text).match(/[\p{L}\p{N}]+/gu)
  return [...new Set(found)].slice(0, mostWords).map(beginningOf)
}

/** In small letters without accents. */
export const inSmall = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
const beginningOf = (text: string) =>
  text.length <= longestWord ? text : [...text].slice(0, longestWord).join('')

/** Marks the screen that an entry belongs to; no word of a text begins so. */
const page = '='

const reversed = (word: string) => backwards + [...word].reverse().join('')
/** A word as its text has it, however it is written. */
export const bareWord = (word: string) => (word.startsWith(backwards) ? reversed(word).slice(1, -1) : word)
const hasDigit = (word: string) => /\p{N}/u.test(word)

/** The value of what is a secret or a proof by its name, to the end of the line: 'VPN password: …'. */
const namedSecrets = /((?:password|secret|token|key|signature)["']?\s*[:=]).*/gi
/** A hash, a key, a signature: longer than an ICCID, and letters among digits. */
const isOpaque = (word: string) => word.length > 24 && /\d/.test(word) && /[a-z]/.test(word)

/** What may be found of a detail: its reasons, names and values, and nothing that no one should look for. */
const wordsOfDetail = (detail: string) => wordsOf(withoutSecrets(detail)).filter((word) => !isOpaque(word))

export const withoutSecrets = (detail: string): string => detail.replace(namedSecrets, '$1')

/**
 * What an entry of this screen with this text and detail is found by (2.12: free text, page): its words, its ids also by
 * their endings, and its screen.
 */
export function searchWords(activity: string, text: string, detail = ''): string[] {
  const words = [...new Set([...wordsOf(text), ...wordsOfDetail(detail)])].slice(0, mostWords)
  return [
    ...words,
    ...words.filter((word) => word.length >= 6 && hasDigit(word)).map(reversed),
    pageWord(activity),
  ]
}

const pageWord = (activity: string) => page + beginningOf(activity)

/** The screen as PostgreSQL's tsquery. Beyond 64 characters screens are not told apart. */
export const pageQuery = (activity: string): string =>
  `'${pageWord(activity).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The search as PostgreSQL's tsquery: every word of it begins a word of the entry, or ends an id. Undefined where the
 * text has neither a letter nor a digit.
 */
export function searchQuery(text: string): string | undefined {
  const terms = wordsOf(text).map((word) =>
    hasDigit(word) ? `('${word}':* | '${reversed(word)}':*)` : `'${word}':*`,
  )
  return terms.length > 0 ? terms.join(' & ') : undefined
}
