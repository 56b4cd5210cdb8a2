/** Words and limits of a company's SIMs, panels and users (connected console 4). No schemas, so that the console can carry it. */

/** Rows of a page. */
export const companyPageRows = 50
/** How many can be chosen at once: identifiers of all that match are named up to so many. */
export const mostChosen = 1000

/** How many differences between two moments one answer names. */
export const mostDifferences = 200

/** The pages of its SIMs and panels count a company's to so many: those of 200,000 would take longer than all else. */
export const mostCounted = 10_000

/** What a company's SIMs are sorted by; what is not known comes last either way. By `state`: what is wrong first. */
export const companySimSorts = ['iccid', 'carrier', 'state', 'since', 'panel'] as const
export type CompanySimSort = (typeof companySimSorts)[number]

export const companyPanelSorts = ['cloudId', 'remoteId', 'state', 'since', 'simId'] as const
export type CompanyPanelSort = (typeof companyPanelSorts)[number]

export const companyUserSorts = ['email', 'role'] as const
export type CompanyUserSort = (typeof companyUserSorts)[number]
