import { culture } from '../../texts/languages.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

/** First and last local day, yyyy-mm-dd, both inclusive. */
export interface Days {
  from: string
  to: string
}

/** The days that are searched; with `isAllTime` they count for nothing. */
export interface Period {
  days: Days
  isAllTime: boolean
  /** What an address names in place of a day, where it is none that can be searched. */
  noDays?: Partial<Days>
}

const lastDays = 7

/** The last 7 days (9): today and the six before (D36), by the browser's calendar. */
export function defaultDays(now = new Date(serverNow())): Days {
  const day = (back: number) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)
    const two = (value: number) => String(value).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  }
  return { from: day(lastDays - 1), to: day(0) }
}

export const sameDays = (one: Days, other: Days): boolean => one.from === other.from && one.to === other.to

export const areTurned = ({ from, to }: Days): boolean => to < from

/** A day of the address that is one; the server refuses days before 1970. */
function dayOf(typed: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(typed) || typed < '1970' || typed >= '3000') return undefined
  const time = Date.parse(typed)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed) ? typed : undefined
}

/**
 * `from`, `to` and `allTime` of the address (D25); the fallback's days where it does not name both. A day that is none is
 * told by `noDays`: such an address is not searched, and its fields say why.
 */
export function periodOf(address: URLSearchParams, fallback: Days): Period {
  const isAllTime = address.get('allTime') === 'true'
  const [typedFrom, typedTo] = [address.get('from'), address.get('to')]
  if (!typedFrom || !typedTo) return { days: fallback, isAllTime }
  const [from, to] = [dayOf(typedFrom), dayOf(typedTo)]
  const days = { from: from ?? fallback.from, to: to ?? fallback.to }
  if (from !== undefined && to !== undefined) return { days, isAllTime }
  const noDays = { ...(from === undefined && { from: typedFrom }), ...(to === undefined && { to: typedTo }) }
  return { days, isAllTime, noDays }
}

/** Whether a period can be searched: both days are some, and in their order. */
export const canSearch = ({ days, isAllTime, noDays }: Period): boolean =>
  isAllTime || (!areTurned(days) && noDays === undefined)

/** A period as the address has it. */
export const periodValues = ({ days, isAllTime }: Period) => ({ ...days, allTime: isAllTime && 'true' })

/** The days for people: '2026-11-14 to 2026-11-21' or 'All Time'. */
export const sayDays = ({ days, isAllTime }: Period): string =>
  isAllTime ? text('AllTime') : text('Days', { from: days.from, to: days.to })

/** The days as a part of a file's name. */
export const daysInFileName = ({ days, isAllTime }: Period): string =>
  isAllTime ? 'all-time' : `${days.from}-to-${days.to}`

/** The name of the browser's zone; none where the browser gives one that it does not know itself (D48). */
export function zoneName(): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return timeZone && new Intl.DateTimeFormat(culture, { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The browser's zone as parts of a query. The name lets the server give each day and row its own offset (D21). */
export function zoneQuery(): { timeOffset: number; timeZone?: string } {
  const timeZone = zoneName()
  return { timeOffset: 0 - new Date(serverNow()).getTimezoneOffset(), ...(timeZone ? { timeZone } : {}) }
}

/** The period as parts of a query, zone included. */
export const periodQuery = ({ days, isAllTime }: Period) =>
  isAllTime
    ? ({ allTime: 'true', ...zoneQuery() } as const)
    : ({ sDate: days.from, eDate: days.to, allTime: 'false', ...zoneQuery() } as const)
