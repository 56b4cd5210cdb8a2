import { longestSearched as longest } from '@support-console/contract/audit-trail.words'
import { bareEmail } from '@support-console/contract/email'
import type { QueryOf } from '../../api/index.ts'
import {
  canSearch,
  type Days,
  type LogDraft,
  type Period,
  periodOf,
  periodQuery,
  periodValues,
  sayDays,
  type TransactionSearch,
  transactionOf,
  zoneQuery,
} from '../../kit/log-search/index.ts'
import type { AddressValues } from '../../kit/use-address.ts'
import { pageOf } from './pages.ts'
import { text } from './texts.ts'

/** Whose actions of which days; everything but the email narrows them further. All of it is the server's work. */
export interface EmailSearch extends Period {
  by: 'email'
  /** Empty: everybody's. */
  email: string
  text: string
  page: string | undefined
  /** Without the automation operator's actions (D20). */
  hidesRobot: boolean
  /** Only what changed something or was to: no reads, no log-ins. */
  changesOnly: boolean
}

export type Search = EmailSearch | TransactionSearch

/** What stands in the form, whether it was searched for or not. */
export interface Draft extends LogDraft {
  by: Search['by']
  email: string
  text: string
}

const hasWord = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)

/** What is wrong with a free text, or undefined. */
export const textProblem = (typed: string): string | undefined =>
  typed.trim() === '' || hasWord(typed) ? undefined : text('TextNeedsWord')

/** One form for equal searches: what differs in spaces only is the same. */
export const emailSearch = (from: Omit<EmailSearch, 'by'>): EmailSearch => ({
  by: 'email',
  email: bareEmail(from.email),
  text: from.text.trim(),
  days: from.days,
  isAllTime: from.isAllTime,
  page: from.page,
  hidesRobot: from.hidesRobot,
  changesOnly: from.changesOnly,
})

/** The filters of the address that are chosen, not typed: they work at once. */
export const chosenIn = (address: URLSearchParams) => ({
  page: pageOf(address.get('actionPage')),
  hidesRobot: address.get('hideRobot') !== 'false',
  changesOnly: address.get('changesOnly') === 'true',
})

/** Any of these in the address is a search. */
const searching = ['email', 'text', 'from', 'to', 'allTime']

/**
 * What the address asks for (D25): `txid`; or `email`, `text`, `from`, `to` and `allTime`, with `actionPage`,
 * `changesOnly` and `hideRobot`. Null when it asks for nothing.
 */
export function searchOf(address: URLSearchParams, today: Days): Search | null {
  const transaction = transactionOf(address)
  if (transaction !== undefined) return transaction
  if (!searching.some((name) => address.has(name))) return null
  const period = periodOf(address, today)
  if (!canSearch(period)) return null
  const search = emailSearch({ ...typedIn(address), ...period, ...chosenIn(address) })
  const { email, text: typed, page = '' } = search
  const fits = email.length <= longest.email && typed.length <= longest.text && page.length <= longest.page
  return fits && !textProblem(search.text) ? search : null
}

const typedIn = (address: URLSearchParams) => ({
  email: address.get('email') ?? '',
  text: address.get('text') ?? '',
})

/** What the address puts into the form. */
export const draftOf = (address: URLSearchParams, today: Days): Draft => ({
  by: address.has('txid') ? 'transactionId' : 'email',
  ...typedIn(address),
  transactionId: address.get('txid')?.trim() ?? '',
  ...periodOf(address, today),
})

/** What the address says of a search in place of another; the order stays, the page is the first. */
export const valuesOf = (search: Search): AddressValues => ({
  ...{ email: null, text: null, from: null, to: null, allTime: null, txid: null, page: null },
  ...(search.by === 'transactionId'
    ? { txid: search.transactionId }
    : {
        email: search.email,
        text: search.text,
        actionPage: search.page,
        hideRobot: !search.hidesRobot && 'false',
        changesOnly: search.changesOnly && 'true',
        ...periodValues(search),
      }),
})

/** The query of the call. */
export const queryOf = (search: Search): QueryOf<'GET /useractiondetail/v1/details'> =>
  search.by === 'transactionId'
    ? { transactionID: search.transactionId, ...zoneQuery() }
    : {
        ...(search.email !== '' && { email: search.email }),
        ...(search.text !== '' && { text: search.text }),
        ...(search.page !== undefined && { page: search.page }),
        hideRobot: search.hidesRobot ? 'true' : 'false',
        ...(search.changesOnly && { changesOnly: 'true' as const }),
        ...periodQuery(search),
      }

/** For the audit entry (D18): 'Search user actions of everyone, 2026-11-14 to 2026-11-21, page Import'. */
export function actionOf(search: Search): string {
  if (search.by === 'transactionId')
    return text('ActionSearchTransaction', { transactionId: search.transactionId })
  const { email, page, hidesRobot, changesOnly } = search
  return [
    text('ActionSearch', { what: email || text('Everybody'), days: sayDays(search) }),
    search.text !== '' && text('ActionSearchText', { text: search.text }),
    page !== undefined && text('ActionSearchPage', { page }),
    changesOnly && text('ActionSearchChanges'),
    !hidesRobot && text('ActionSearchRobot'),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
