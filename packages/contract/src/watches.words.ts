/** For so many hours a panel can be watched. */
export const watchHours = [1, 8, 72] as const
/** So long a panel has to report before it counts as back, in minutes. */
export const staysMinutes = 10
/** So many panels and SIMs are taken at once. */
export const mostWatched = 500
/**
 * What becomes of each of many that are to be watched: `mine`: the reader watches it already; `reporting`: there is nothing to wait
 * for; `unknown`: there is no such panel; `no-panel`: a SIM that is in none.
 */
export const watchOutcomes = ['begun', 'mine', 'reporting', 'unknown', 'no-panel'] as const
export type WatchOutcome = (typeof watchOutcomes)[number]
