import { readGuid } from '@support-console/contract/guid'

/** A search for one transaction: the other way to search a log (2.7, 2.12). */
export interface TransactionSearch {
  by: 'transactionId'
  transactionId: string
}

export const isTransactionId = (typed: string): boolean => readGuid(typed) !== undefined

/** The address's `txid` as a search; null where it is no transaction id, undefined where the address has none. */
export function transactionOf(address: URLSearchParams): TransactionSearch | null | undefined {
  if (!address.has('txid')) return undefined
  const transactionId = readGuid(address.get('txid') ?? '')
  return transactionId === undefined ? null : { by: 'transactionId', transactionId }
}
