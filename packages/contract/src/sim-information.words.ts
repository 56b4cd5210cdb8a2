/** What SIM Information can be asked for (2.5). No schemas, so that the console can carry it. */

/** The years that may have been billed (9). */
export const billingYears = { first: 2018, last: 2021 } as const
