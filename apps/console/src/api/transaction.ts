/** A new transaction id (D8): one per user action, shared by its calls and its audit entry. */
export function newTransactionId(): string {
  return crypto.randomUUID()
}
