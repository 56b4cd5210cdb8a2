/**
 * SIM IDs (decision 24; ITU-T E.118): 18 to 22 digits, always kept as a string. Imports nothing, so that the
 * console can carry it without the schemas.
 */
export const ICCID_PATTERN = /^\d{18,22}$/

/** Without the spaces, dashes and invisible characters of a copy and paste. */
export function withoutGaps(text: string): string {
  return text.replace(/[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060\ufeff-]+/g, '')
}

/**
 * The one reading of a SIM ID, wherever somebody types or pastes it, a link or a file brings it: without gaps, and
 * without the `F` that SIM files fill up to 20 places with. Read again it stays the same.
 */
export function normaliseIccid(text: string): string {
  return withoutGaps(text).replace(/(?<=\d)[fF]+$/, '')
}

export function isIccid(text: string): boolean {
  return ICCID_PATTERN.test(text)
}

/** Whether the last digit is the Luhn check digit of those before it. A misfit is a warning, never an error. */
export function luhnFits(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
