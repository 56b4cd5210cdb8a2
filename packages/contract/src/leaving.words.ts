/** What a company that leaves has to be ended, in the order in which it is worked through. Imports nothing, for the console. */
export const leavingLines = ['sims', 'panels', 'users', 'key', 'vpn'] as const
export type LeavingLine = (typeof leavingLines)[number]

/** What no one but a person can say is done: it is ended in another system. */
export const linesByHand = ['users', 'key', 'vpn'] as const satisfies LeavingLine[]
export type LineByHand = (typeof linesByHand)[number]

/** At whom something was ended, and what they answered: so long at most, in characters. */
export const longestLeavingNote = 200
