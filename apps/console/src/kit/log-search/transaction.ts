/** A search for one transaction: the other way to search a log (2.7, 2.12). */
export interface TransactionSearch {
  by: 'transactionId'
  transactionId: string
}

const guidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

export const isTransactionId = (typed: string): boolean => guidPattern.test(typed)

/** The address's `txid` as a search; null where it is no transaction id, undefined where the address has none. */
export function transactionOf(address: URLSearchParams): TransactionSearch | null | undefined {
  if (!address.has('txid')) return undefined
  const transactionId = address.get('txid')?.trim() ?? ''
  return isTransactionId(transactionId) ? { by: 'transactionId', transactionId } : null
}
