import type { Insertable, Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { User } from '../sign-on/user.ts'
import type { UserActionTable } from './user-action.table.ts'

/** One entry of the audit trail, in our words; number, time and hashes come from the database. */
export interface AuditEntry {
  source: 'server' | 'console'
  user: Pick<User, 'issuer' | 'subject' | 'email' | 'sessionId' | 'tokenId'>
  transactionId: string
  subTransactionId?: string | undefined
  remoteAddress: string
  route: string
  permission: string
  activity: string
  message: string
  object: string
  result: string
  detail?: string | undefined
}

/**
 * Appends an entry in the caller's transaction. It must be the transaction's last statement: it takes the chain's
 * lock, which is held until the commit (R40).
 */
export async function appendAudit(trx: Transaction<Tables>, entry: AuditEntry): Promise<void> {
  const insert = trx.insertInto('user_action').values(toRow(entry))
  // A claim that the browser delivers twice, also days later, is one entry (index user_action_claim_once).
  await (entry.source === 'console'
    ? insert.onConflict((conflict) => conflict.doNothing())
    : insert
  ).execute()
}

function toRow(entry: AuditEntry): Insertable<UserActionTable> {
  return {
    source: entry.source,
    transaction_id: entry.transactionId,
    sub_transaction_id: entry.subTransactionId ?? null,
    issuer: entry.user.issuer,
    subject: entry.user.subject,
    email: entry.user.email,
    session_id: entry.user.sessionId,
    token_id: entry.user.tokenId,
    remote_address: entry.remoteAddress,
    route: entry.route,
    permission: entry.permission,
    activity: entry.activity,
    message: withoutNul(entry.message),
    object: withoutNul(entry.object),
    result: entry.result,
    detail: withoutNul(entry.detail ?? ''),
  }
}

/** PostgreSQL's text cannot hold NUL; an entry must not fail for it. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '\ufffd')
