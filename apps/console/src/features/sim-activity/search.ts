import { isIccid, normaliseIccid } from '@support-console/contract/iccid'
import type { QueryOf } from '../../api/index.ts'
import {
  canSearch,
  type Days,
  type LogDraft,
  type Period,
  periodOf,
  periodQuery,
  periodValues,
  type TransactionSearch,
  transactionOf,
  zoneQuery,
} from '../../kit/log-search/index.ts'
import type { AddressValues } from '../../kit/use-address.ts'

/** What is searched for. */
export type Search = ({ by: 'simId'; simId: string } & Period) | TransactionSearch

/** What stands in the form, whether it was searched for or not. */
export interface Draft extends LogDraft {
  by: Search['by']
  simId: string
}

/** What the address asks for (D25): `txid`, or `simId` with `from`, `to` or `allTime`. Null when it asks for nothing. */
export function searchOf(address: URLSearchParams, today: Days): Search | null {
  const transaction = transactionOf(address)
  if (transaction !== undefined) return transaction
  const simId = normaliseIccid(address.get('simId') ?? '')
  const period = periodOf(address, today)
  return isIccid(simId) && canSearch(period)
    ? { by: 'simId', simId, days: period.days, isAllTime: period.isAllTime }
    : null
}

/** What the address puts into the form. */
export const draftOf = (address: URLSearchParams, today: Days): Draft => ({
  by: address.has('txid') ? 'transactionId' : 'simId',
  simId: normaliseIccid(address.get('simId') ?? ''),
  transactionId: address.get('txid')?.trim() ?? '',
  ...periodOf(address, today),
})

/** What the address says of a search in place of another; status, carrier and order stay, the page is the first. */
export const valuesOf = (search: Search): AddressValues => ({
  ...{ simId: null, from: null, to: null, allTime: null, txid: null, page: null },
  ...(search.by === 'transactionId'
    ? { txid: search.transactionId }
    : { simId: search.simId, ...periodValues(search) }),
})

/** The query of the call. */
export const queryOf = (search: Search): QueryOf<'GET /simactivationdetail/v1/details'> =>
  search.by === 'transactionId'
    ? { transactionID: search.transactionId, ...zoneQuery() }
    : { simId: search.simId, ...periodQuery(search) }
