/** Numbers that look random and are the same on every machine, drawn from a text. */
export function generator(seed: string): (below: number) => number {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619) >>> 0
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** The Luhn check digit of a number without one (ITU-T E.118, 3GPP TS 23.003 annex B). */
export function checkDigit(body: string): string {
  let sum = 0
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body[body.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

export const withCheckDigit = (body: string): string => body + checkDigit(body)
