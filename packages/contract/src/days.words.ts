/** What the strips of a day may say (whole 4). Imports nothing, so that the console can carry it. */

/** `reports`: whether the panel was heard. `state`, `session`: of the SIM, as its carrier says. */
export const dayStrips = ['reports', 'state', 'session'] as const
export type DayStripKind = (typeof dayStrips)[number]

/** `not-known`: no one asked, or who was asked did not answer. `not-kept`: so long ago that it is kept no more. */
export const dayPartStates = ['well', 'broken', 'not-known', 'not-kept'] as const
export type DayPartState = (typeof dayPartStates)[number]

export const dayHours = 24
