/** Limits of User Action Detail (2.12). No schemas, so that the console can carry it. */

/** What a search goes by is at most so long, in characters. */
export const longestSearched = { email: 320, text: 200, page: 200 } as const
