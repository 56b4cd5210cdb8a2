import type { VendorCode } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './sim-activity.table.ts'

/** One event as it is kept. */
export interface StoredEvent {
  transactionId: string
  /** Null for the first event. */
  subTransactionId: string | null
  iccid: string
  vendorCode: VendorCode
  status: string
  description: string
  at: Date
}

/** One SIM's events in one transaction. */
export interface StoredActivity {
  first: StoredEvent
  /** In the order in which they happened. */
  later: StoredEvent[]
}

/** From `from` on, before `before`; null for no bound. */
export interface InstantRange {
  from: Date | null
  before: Date | null
}

const columns = [
  'transaction_id as transactionId',
  'sub_transaction_id as subTransactionId',
  'iccid',
  'vendor_code as vendorCode',
  'status',
  'description',
  'at',
] as const

/** The SIM's transactions whose first event lies in the range, newest first, at most `limit`. */
export async function activityOfSim(
  db: Kysely<Tables>,
  iccid: string,
  { from, before }: InstantRange,
  limit: number,
): Promise<StoredActivity[]> {
  let query = db
    .selectFrom('sim_activity')
    .select(columns)
    .where('iccid', '=', iccid)
    .where('sub_transaction_id', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(limit)
  if (from) query = query.where('at', '>=', from)
  if (before) query = query.where('at', '<', before)
  const mains = await query.execute()
  if (mains.length === 0) return []
  const ids = mains.map((main) => main.transactionId)
  const later = await db
    .selectFrom('sim_activity')
    .select(columns)
    .where('transaction_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('iccid', '=', iccid)
    .where('sub_transaction_id', 'is not', null)
    .orderBy('at')
    .orderBy('event_id')
    .execute()
  return joined(mains, later)
}

/** What each SIM of a transaction went through, the SIM that began last first, at most `limit` SIMs. */
export async function activityOfTransaction(
  db: Kysely<Tables>,
  transactionId: string,
  limit: number,
): Promise<StoredActivity[]> {
  const events = () =>
    db.selectFrom('sim_activity').select(columns).where('transaction_id', '=', transactionId)
  const mains = await events()
    .where('sub_transaction_id', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute()
  if (mains.length === 0) return []
  const iccids = mains.map((main) => main.iccid)
  const later = await events()
    .where('iccid', '=', sql<string>`any(${iccids}::text[])`)
    .where('sub_transaction_id', 'is not', null)
    .orderBy('at')
    .orderBy('event_id')
    .execute()
  return joined(mains, later)
}

function joined(mains: StoredEvent[], later: StoredEvent[]): StoredActivity[] {
  const keyOf = ({ transactionId, iccid }: StoredEvent) => `${transactionId} ${iccid}`
  const byKey = new Map(mains.map((first) => [keyOf(first), { first, later: [] as StoredEvent[] }]))
  for (const event of later) byKey.get(keyOf(event))?.later.push(event)
  return [...byKey.values()]
}
