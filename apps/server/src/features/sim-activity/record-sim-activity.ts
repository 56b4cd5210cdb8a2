import { randomUUID } from 'node:crypto'
import type { SimActivityStatus, VendorCode } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './sim-activity.table.ts'

/** What happened to a SIM. */
export interface SimEvent {
  transactionId: string
  iccid: string
  vendorCode: VendorCode
  /** One of the screen's five; another word where none of them says it. */
  status: SimActivityStatus | (string & {})
  /** A sentence for people. */
  description: string
  /** Now, where it is not given: by the database's clock, as in the rest of the change. */
  at?: Date
  /** The step's id where it has one already, as in a call to a carrier; one is made otherwise. */
  subTransactionId?: string
}

/**
 * Writes an event in the transaction of the change that it tells of (D8). The first one of this SIM under this
 * transaction id becomes the main row, no matter who writes at the same time; each later one a sub row.
 */
export async function recordSimActivity(trx: Transaction<Tables>, event: SimEvent): Promise<void> {
  const { transactionId, iccid, vendorCode, status, at, subTransactionId = randomUUID() } = event
  // PostgreSQL's text cannot hold NUL, and a carrier may send anything.
  const description = event.description.replaceAll('\u0000', '\ufffd').slice(0, 2000)
  const time = at ? sql`${at}::timestamptz` : sql`date_trunc('milliseconds', clock_timestamp())`
  const first = await sql`
    with began as (
      insert into sim_transaction (transaction_id, iccid, began_at) values (${transactionId}, ${iccid}, ${time})
      on conflict do nothing returning began_at)
    insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
    select ${transactionId}::uuid, ${iccid}, ${vendorCode}, ${status}, ${description}, began_at, began_at from began
    returning event_id`.execute(trx)
  if (first.rows.length > 0) return
  await sql`
    insert into sim_activity (transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at)
    select transaction_id, ${subTransactionId}::uuid, iccid, ${vendorCode}, ${status}, ${description}, ${time}, began_at
    from sim_transaction where transaction_id = ${transactionId} and iccid = ${iccid}`.execute(trx)
}
