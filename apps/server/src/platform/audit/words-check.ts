import { contentOf, type ProvenEntry } from './chain.ts'
import type { KeptLink } from './read-links.ts'
import { bareWord, inSmall, mostWords, searchWords, withoutSecrets } from './search-words.ts'

/** An entry's words, as far as they are certain. */
interface Certain {
  required: ReadonlySet<string>
  /** Whether it may have this one. */
  mayHave(word: string): boolean
}

/**
 * The words are no part of what is hashed, but they follow from it: an entry that has lost them cannot be found. What is a
 * letter, and which is its small one, differs between versions of Unicode. So words are certain only where all of them agree.
 * @returns a sentence for each entry that holds and has other words than its texts
 */
export function* complainAboutWords(links: readonly KeptLink[]): Generator<string> {
  for (const { number, entry_id, entry_at, entry, content, words } of links) {
    if (!entry || !words) continue
    const expected = wordsOf(entry)
    const kept = new Set(words)
    if (expected.size === kept.size && [...expected].every((word) => kept.has(word))) continue
    if (contentOf(entry) !== content) continue
    const { required, mayHave } = certainWords(entry, expected)
    const missing = [...required].filter((word) => !kept.has(word)).length
    const foreign = [...kept].filter((word) => !mayHave(word)).length
    if (missing + foreign > 0)
      yield `The entry ${entry_id} of ${entry_at} (link ${number}) is as the chain holds it, but a search finds it by other words than its texts have: ${missing} of ${expected.size} are missing, and ${foreign} are not its own.`
  }
}

/** Each once: a word of the text may be that of the screen, too. */
const wordsOf = ({ activity, message, object, detail }: ProvenEntry) =>
  new Set(searchWords(activity, `${message} ${object}`, detail))

/**
 * What Unicode has had since 15, with which the first version of this ran, so that every version knows it alike. Without
 * Σ, whose small letter depends on what stands around it.
 */
const settled =
  /^[\u20d0-\u20f0\0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a4-\u052f\u0531-\u0556\u0559-\u058a\u05d0-\u05ea\u0600-\u070d\u0e01-\u0e3a\u1e00-\u1f15\u2000-\u2064\u2066-\u2071\u2074-\u208e\u20a0-\u20c0\u2100-\u218b\u2190-\u2426\u2460-\u2b73\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\ue000-\ufa6d\ufeff\uff01-\uffbe\ufff9-\uffff\u{1f300}-\u{1f64f}\u{f0000}-\u{10ffff}]*$/u

function certainWords(entry: ProvenEntry, expected: ReadonlySet<string>): Certain {
  const { activity, message, object, detail } = entry
  if (settled.test(message + object + detail))
    return { required: expected, mayHave: (word) => expected.has(word) }
  const page = new Set(searchWords(activity, ''))
  const [required, own, loose] = [new Set(page), new Set(page), [] as string[]]
  let place = 0
  function take(text: string, wordsIn: (run: string) => string[]): void {
    // What stands between signs of ASCII, which are no letters to anybody.
    for (const run of text.match(/[a-z\d\u0080-\u{10ffff}]+/giu) ?? []) {
      const words = settled.test(run) ? wordsIn(run) : undefined
      if (!words) loose.push(inSmall(run))
      for (const word of words ?? []) {
        own.add(word)
        if (place < mostWords) required.add(word)
      }
      place += words?.length ?? inSmall(run).length
    }
  }
  take(`${message} ${object}`, (run) => searchWords(activity, run))
  take(withoutSecrets(detail), (run) => searchWords(activity, '', run))
  return {
    required,
    mayHave: (word) => own.has(word) || loose.some((text) => isPieceOf(text, bareWord(word))),
  }
}

/** Whether a word may have been made of a text by someone who takes its uncertain characters for letters, marks or signs. */
const isPieceOf = (text: string, word: string): boolean =>
  text.includes(word) ||
  !settled.test(word) ||
  [...text]
    .filter((character) => settled.test(character))
    .join('')
    .includes(word)
