/** What a cell's value is, as text that a list holds (D35). */

/** Spreadsheets keep 15 digits of a number. */
const longestNumber = 1e15

/**
 * A number of more than 15 digits comes in the short form of spreadsheets, 8.90117E+18: they have lost its other digits,
 * whatever they show.
 */
export function numberText(raw: string): string {
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  return Math.abs(number) >= longestNumber ? number.toExponential(5).toUpperCase() : String(number)
}

/** Days from the beginning of spreadsheets' time to that of ours; old Macs began in 1904. */
const daysBefore1970 = 25_569
const daysOf1904 = 1462
const day = 86_400_000

/** '2026-11-21 14:05:00', without midnight. Fractions of a day are not exact. */
export function timeText(raw: string, isFrom1904: boolean): string {
  const days = Number(raw) + (isFrom1904 ? daysOf1904 : 0) - daysBefore1970
  const time = new Date(Math.round((days * day) / 1000) * 1000)
  if (Number.isNaN(time.getTime())) return raw
  const iso = time.toISOString()
  // A time of a day is of no day.
  return Number(raw) > 0 && Number(raw) < 1 ? iso.slice(11, 19) : isoText(iso)
}

export const isoText = (iso: string): string =>
  iso
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')

/** Formats of times that every workbook has, from and to. */
const timeFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

export const isTimeFormat = (id: number): boolean => timeFormats.some(([from, to]) => from <= id && id <= to)

/** The same of a format that a workbook brings: 'yyyy-mm-dd'. */
export const isTimeCode = (code: string): boolean =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General/gi, ''))

/** Characters that XML has not stand as _x000D_ (ECMA-376, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
