/** Words and limits of a company's SIMs, panels and users (connected console 4). No schemas, so that the console can carry it. */

/** Rows of a page. */
export const companyPageRows = 50
/** How many can be chosen at once: identifiers of all that match are named up to so many. */
export const mostChosen = 1000

/** The pages of its SIMs and panels count a company's to so many: those of 200,000 would take longer than all else. */
export const mostCounted = 10_000

/** What a company's SIMs are sorted by; what is not known comes last either way. */
export const companySimSorts = ['iccid', 'carrier', 'state', 'panel', 'askedAt', 'finding'] as const
export type CompanySimSort = (typeof companySimSorts)[number]

/** The states of a panel's connection at WebConnect as it was last seen; `unknown`: it was never seen there. */
export const connectionFilters = ['connected', 'silent', 'gone', 'unknown'] as const
export type ConnectionFilter = (typeof connectionFilters)[number]

export const companyPanelSorts = ['cloudId', 'remoteId', 'connection', 'simId', 'since', 'finding'] as const
export type CompanyPanelSort = (typeof companyPanelSorts)[number]

/** By the verdict of the last diagnosis; `none`: there was none. */
export const findingFilters = ['cause', 'likely', 'unexplained', 'not-known', 'fine', 'none'] as const

export const companyUserSorts = ['email', 'role'] as const
export type CompanyUserSort = (typeof companyUserSorts)[number]
