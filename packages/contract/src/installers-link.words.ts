/** The page for an installer who has no account (D59). Imports nothing, so that the console can carry it. */

export const pageLanguages = ['en', 'es', 'fr'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** A link lasts so long, unless its panel reports for so many minutes before. */
export const linkLasts = { hours: 24, reportingMinutes: 10 } as const

/** More links to one panel at a time are refused. */
export const mostLinks = 5
