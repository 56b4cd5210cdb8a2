/** A new transaction id (D8): one per user action, shared by its calls and its audit entry. */
export function newTransactionId(): string {
  return crypto.randomUUID()
}

/** For the header traceparent (W3C): the transaction is its own trace, and each of its calls a part of it. */
export const traceparentOf = (transactionId: string): string =>
  `00-${transactionId.replaceAll('-', '')}-${crypto.randomUUID().replaceAll('-', '').slice(16)}-01`
