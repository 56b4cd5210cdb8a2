/** Words and limits of looking at many (D50). Imports nothing, so that the console can carry it. */

/** How many things one look takes. */
export const mostLooked = 5_000

/** `paused`: a source does not answer; like `stopped`, it is over until a user continues it. */
export const lookStates = ['running', 'paused', 'stopped', 'finished'] as const
export type LookState = (typeof lookStates)[number]

/** How a thing of a look stands. The last three are what was found of it. */
export const lookedStates = ['ready', 'looking', 'wrong', 'not-known', 'fine'] as const
export type LookedState = (typeof lookedStates)[number]

/** So many have to be looked at before the time that is left can be told. */
export const fewestForTimeLeft = 10
