import type { AuditEntry } from '../audit/append-audit.ts'

/**
 * On whose behalf an undertaking goes on, as its row keeps it: the entries about its steps are written long after the
 * request that began it.
 */
export interface Behalf {
  transaction_id: string
  issuer: string
  subject: string
  email: string
  session_id: string
  token_id: string
  remote_address: string
}

/** Who begins it, in which transaction. */
export type Beginner = Pick<AuditEntry, 'user' | 'transactionId' | 'remoteAddress'>

export const behalfOf = ({ user, transactionId, remoteAddress }: Beginner): Behalf => ({
  transaction_id: transactionId,
  issuer: user.issuer,
  subject: user.subject,
  email: user.email,
  session_id: user.sessionId,
  token_id: user.tokenId,
  remote_address: remoteAddress,
})

export const beginnerOf = (row: Behalf): Beginner => ({
  transactionId: row.transaction_id,
  user: {
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    sessionId: row.session_id,
    tokenId: row.token_id,
  },
  remoteAddress: row.remote_address,
})
