import { randomUUID } from 'node:crypto'
import type { Permission } from '@support-console/contract'
import type { AuditEntry } from '../audit/append-audit.ts'
import { problems } from '../problem.ts'
import type { User } from '../sign-on/user.ts'

/** How entries name a kind of undertaking: its job, what it takes to begin one, and the screen that begins it. */
export interface Kind {
  name: string
  permission: Permission
  activity: string
}

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

/**
 * @param beginner asked once, here, by whichever door they came: what goes on later has no token
 * @throws Problem Forbidden where they may not begin one of this kind
 */
export function behalfOf({ permission }: Kind, beginner: Beginner & { user: User }): Behalf {
  if (!beginner.user.may(permission)) throw problems.forbidden(permission, beginner.user)
  return columnsOf(beginner)
}

/** For what a call of its own has permitted already. */
export const columnsOf = ({ user, transactionId, remoteAddress }: Beginner): Behalf => ({
  transaction_id: transactionId,
  issuer: user.issuer,
  subject: user.subject,
  email: user.email,
  session_id: user.sessionId,
  token_id: user.tokenId,
  remote_address: remoteAddress,
})

/** Of what the console begins by itself. */
export const behalfOfConsole = (): Behalf => ({
  transaction_id: randomUUID(),
  issuer: '',
  subject: '',
  email: '',
  session_id: '',
  token_id: '',
  remote_address: '',
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
