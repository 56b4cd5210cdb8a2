/** What the page of lasting work says of its beginning and end. */
export const begunLine = {
  BegunBy: 'Started @@time@@ by @@who@@.',
  StoppedBy: 'Stopped by @@who@@ @@time@@.',
  Transaction: 'Transaction',
} as const
