/** Limits and words of the search (connected console, 3). Imports nothing, so that the console can carry it. */

/** How what was typed fits what is known, the best first; a SIM of another source than ours is `observed`. */
export const searchHows = ['exact', 'repaired', 'prefix', 'suffix', 'part', 'similar', 'observed'] as const
export type SearchHow = (typeof searchHows)[number]

/** What a hit says of its thing, beside its name. */
export const searchFacts = [
  'company',
  'carrier',
  'inventory',
  'usability',
  'management',
  'answers',
  'panel',
  'sim',
  'remotePortalId',
  'physicalId',
  'sapCompanyId',
  'ipAddress',
  'description',
  'release',
  'connections',
  'sims',
  'panels',
  'role',
  'who',
  'at',
] as const
export type SearchFact = (typeof searchFacts)[number]

/** Characters of a search at most. */
export const longestSearch = 200
/** Digits of an identifier, so that its beginning or its end is looked for. */
export const fewestDigits = 4
/** Letters of a name or of an identifier with letters. */
export const fewestLetters = 2
/** Lines that are looked up at once, and characters of all of them. */
export const mostLines = 500
export const longestLines = 100_000
/** Of those that nothing is called by, so many are looked for by names that are like them. */
export const mostSimilarLines = 10
/** How many lines of a text hold anything; of more than one it is a list. */
export const countLines = (text: string): number =>
  text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
/** Recent things of a person that are shown. */
export const mostRecent = 10

export const outcomes = ['found', 'not-found', 'ambiguous', 'check-digit', 'not-an-identifier'] as const
