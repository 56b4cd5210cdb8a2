/** A time in a sentence of the server's: '2026-11-26 08:08:17 UTC'. */
export const sayUtc = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
