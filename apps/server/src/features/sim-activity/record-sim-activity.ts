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
 * transaction id becomes the main row, whoever writes at the same time; each later one a sub row.
 */
export async function recordSimActivity(trx: Transaction<Tables>, event: SimEvent): Promise<void> {
  const row = {
    transaction_id: event.transactionId,
    iccid: event.iccid,
    vendor_code: event.vendorCode,
    status: event.status,
    // PostgreSQL's text cannot hold NUL, and a carrier may send anything.
    description: event.description.replaceAll('\u0000', '\ufffd').slice(0, 2000),
    at: event.at ?? sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
  }
  const first = await trx
    .insertInto('sim_activity')
    .values({ ...row, sub_transaction_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (first) return
  await trx
    .insertInto('sim_activity')
    .values({ ...row, sub_transaction_id: event.subTransactionId ?? randomUUID() })
    .execute()
}
