/** What is said of outages. Imports nothing, so that the console can carry it. */

/**
 * How an outage was told: `together`: its panels stopped at once; `excess`: far more of them are silent than usually; `down`: their
 * container, or WebConnect as a whole, does not answer.
 */
export const outageHows = ['together', 'excess', 'down'] as const
export type OutageHow = (typeof outageHows)[number]

/** What is over is known for so long, in days. */
export const outagesKeptDays = 366
/** So many outages at most are listed at once, and so many panels of one. */
export const mostOutages = 200
export const mostOutagePanels = 10_000
/** So long before an outage changes are told with it, in minutes: what led to it came first. */
export const beforeOutageMinutes = 30
