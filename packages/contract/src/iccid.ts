import { bareValue, withoutGaps } from './pasted.ts'

/**
 * SIM IDs (decision 24; ITU-T E.118): 18 to 22 digits, always kept as a string. Imports no schemas, so that the
 * console can carry it.
 */
export const ICCID_PATTERN = /^\d{18,22}$/

/** A list's number before its entry: '1. 8901…', '(2) 8901…'. */
const ordinal = /^\(?\d{1,3}[.)\]:]\s+(?=\d)/
/** What modems and programs write before a SIM ID without a gap. */
const stuckLabel = /^[+^%#*$@]?(?:[a-z]{0,2}ccid|sim)[\s.:=#-]*(?=\d)/i
/** Groups with one sign between them, each time the same; one dot alone may be that of a fraction. */
const groups = /^\d{2,6}([._/·'])\d{2,6}(?:\1\d{1,6})+$/

/**
 * The one reading of a SIM ID, wherever someone types or pastes it, a link or a file brings it: without label, quotes
 * and gaps, and without the `F` that SIM files fill up to 20 places with. Read again it stays the same.
 */
export function normaliseIccid(text: string): string {
  if (/^\d*$/.test(text)) return text
  const value = bareValue(bareValue(text).replace(ordinal, '').replace(stuckLabel, ''))
  const bare = withoutGaps(value).replace(/(?<=\d)[fF]+$/, '')
  return groups.test(bare) ? bare.replace(/\D/g, '') : bare
}

export function isIccid(text: string): boolean {
  return ICCID_PATTERN.test(text)
}

/**
 * Whether both are the same SIM, however they are written: some systems leave out the check digit, or fill up with `F`. An
 * identifier of another length is another one.
 */
export function isSameIccid(one: string | null | undefined, other: string): boolean {
  if (one === other || !one) return one === other && other !== ''
  const [a, b] = [normaliseIccid(one), normaliseIccid(other)]
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.length === short.length + 1 && short.length >= 18 && long.startsWith(short) && luhnFits(long)
}

/** How else a SIM ID may be written: with its check digit, or without. */
export function otherForms(iccid: string): string[] {
  const digit = (10 - (luhnSum(`${iccid}0`) % 10)) % 10
  return [`${iccid}${digit}`, ...(luhnFits(iccid) ? [iccid.slice(0, -1)] : [])].filter(isIccid)
}

/** Whether the last digit is the Luhn check digit of those before it. A misfit is a warning, never an error. */
export function luhnFits(digits: string): boolean {
  return /^\d+$/.test(digits) && luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum
}
