import { isIccid, normaliseIccid } from '@support-console/contract/iccid'
import type { QueryOf } from '../../api/index.ts'
import { text } from './texts.ts'

/** First and last local day, yyyy-mm-dd, both inclusive. */
export interface Days {
  from: string
  to: string
}

/** What is searched for. */
export type Search =
  | { by: 'simId'; simId: string; days: Days; isAllTime: boolean }
  | { by: 'transactionId'; transactionId: string }

const lastDays = 7

const guidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

export const isTransactionId = (typed: string): boolean => guidPattern.test(typed)

/** The last 7 days up to today (9), by the browser's calendar. */
export function defaultDays(now = new Date()): Days {
  const day = (back: number) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)
    const two = (value: number) => String(value).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  }
  return { from: day(lastDays), to: day(0) }
}

/** A day of the address that is one; the server refuses days before 1970. */
function dayOf(typed: string | null): string | undefined {
  if (!typed || !/^\d{4}-\d\d-\d\d$/.test(typed) || typed < '1970' || typed >= '3000') return undefined
  const time = Date.parse(typed)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed) ? typed : undefined
}

/** The days of the address; without both, or in the wrong order, the last 7. */
export function daysOf(address: URLSearchParams, fallback: Days): Days {
  const from = dayOf(address.get('from'))
  const to = dayOf(address.get('to'))
  return from !== undefined && to !== undefined && from <= to ? { from, to } : fallback
}

/** What the address asks for (D25): `txid`, or `simId` with `from`, `to` or `allTime`. Null when it asks for nothing. */
export function searchOf(address: URLSearchParams, fallback: Days): Search | null {
  if (address.has('txid')) {
    const transactionId = address.get('txid')?.trim() ?? ''
    return isTransactionId(transactionId) ? { by: 'transactionId', transactionId } : null
  }
  const simId = normaliseIccid(address.get('simId') ?? '')
  if (!isIccid(simId)) return null
  return { by: 'simId', simId, days: daysOf(address, fallback), isAllTime: address.get('allTime') === 'true' }
}

/** Puts a search into an address in place of another; status, carrier and order stay, the page is the first. */
export function putSearch(address: URLSearchParams, search: Search): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of ['simId', 'from', 'to', 'allTime', 'txid', 'page']) next.delete(name)
  if (search.by === 'transactionId') {
    next.set('txid', search.transactionId)
    return next
  }
  next.set('simId', search.simId)
  next.set('from', search.days.from)
  next.set('to', search.days.to)
  if (search.isAllTime) next.set('allTime', 'true')
  return next
}

/** Equal for searches that ask for the same. */
export const keyOf = (search: Search): string => JSON.stringify(search)

/** The days for people: '2026-11-14 to 2026-11-21' or 'All Time'. */
export const sayDays = ({ days, isAllTime }: { days: Days; isAllTime: boolean }): string =>
  isAllTime ? text('AllTime') : text('Days', { from: days.from, to: days.to })

/** The query of the call. The zone's name lets the server give each day and row its own offset (D21). */
export function queryOf(search: Search): QueryOf<'GET /simactivationdetail/v1/details'> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const zone = { timeOffset: 0 - new Date().getTimezoneOffset(), ...(timeZone ? { timeZone } : {}) }
  if (search.by === 'transactionId') return { transactionID: search.transactionId, ...zone }
  const { simId, days, isAllTime } = search
  return isAllTime
    ? { simId, allTime: 'true', ...zone }
    : { simId, sDate: days.from, eDate: days.to, allTime: 'false', ...zone }
}
