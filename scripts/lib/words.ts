// How we write, as far as a program can see it: words with plainer ones beside them, and how long a title or subject may be.

/** Words that must not come back, each with what to write. */
const hardWords: [RegExp, string][] = [
  [/\bwho(?:so|m)?ever\b/gi, "'anyone who', 'a user who', or the actor's name"],
  [/(?<!-)\bsomebody\b(?!@|\.else)/gi, "'someone', 'a user', 'another person'"],
  [/(?<!-)\bnobody\b(?!@)/gi, "'no one', 'no user', or the verb with 'not'"],
  [/\banew\b/gi, "'again', or the verb alone"],
  [/\b(?:he|him|his|himself)\b/gi, "'they', 'them', 'their'"],
  [/\bof which\b/gi, 'two sentences'],
  [/\b(?:at|since) (?:today|yesterday) at\b|\bat (?:today|yesterday)\b/gi, "'today at 08:08'"],
]
export const longestTitle = 90

/** Where the words are looked for, and how many are left there: a number that may only fall. The first that fits counts. */
export const rooms = [
  { name: 'texts of the interface', has: /^apps\/console\/src\/texts\/|\.words\.ts$/, limit: 0 },
  { name: 'docs', has: /\.mdx?$/, limit: 0 },
  { name: 'browser tests', has: /^e2e\//, limit: 1 },
  { name: 'other tests', has: /\.(?:test|proof)\.tsx?$/, limit: 13 },
  { name: 'server', has: /^apps\/server\//, limit: 13 },
  { name: 'console', has: /^apps\/console\//, limit: 10 },
  { name: 'everything else', has: /^/, limit: 13 },
]

/** Titles of tests that are longer than `longestTitle`, and how many there may still be: this number, too, may only fall. */
export const longTitlesLeft = 409

const scanned = /\.(?:md|mdx|tsx?|m?js|mts|css|html|ya?ml|conf|tpl|sh)$/
/** The rules themselves, and what a program makes. */
const outside = /^scripts\/(?:lib\/words\.ts|subject\.mjs|check-words\.test\.ts)$|^package-lock\.json$/

export const isScanned = (path: string): boolean => scanned.test(path) && !outside.test(path)

interface HardWord {
  line: number
  word: string
  better: string
}

export function hardWordsIn(path: string, text: string): HardWord[] {
  if (!isScanned(path)) return []
  return text
    .split('\n')
    .flatMap((line, i) =>
      hardWords.flatMap(([pattern, better]) =>
        [...line.matchAll(pattern)].map(([word]) => ({ line: i + 1, word, better })),
      ),
    )
}

const title =
  /\b(?:it|test|describe)(?:\.(?:each|skipIf|runIf|for)\((?:[^()]|\([^()]*\))*\)|\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gs

/** Titles of tests that are too long to read at a glance. */
export const longTitlesIn = (path: string, text: string): string[] =>
  /\.(?:test|spec|proof)\.tsx?$/.test(path)
    ? [...text.matchAll(title)].map((each) => each[2] ?? '').filter((each) => each.length > longestTitle)
    : []
