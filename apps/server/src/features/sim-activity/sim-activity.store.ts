import type { VendorCode } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { InstantRange } from '../../platform/local-time.ts'
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

const columns = [
  'transaction_id as transactionId',
  'sub_transaction_id as subTransactionId',
  'iccid',
  'vendor_code as vendorCode',
  'status',
  'description',
  'at',
] as const

const firstEventsOfSim = compileOnce(
  (db, given: { iccid: string; from: Date | string; before: Date | string; limit: number }) =>
    db
      .selectFrom('sim_activity')
      .select(columns)
      .where('iccid', '=', given.iccid)
      .where('sub_transaction_id', 'is', null)
      .where('at', '>=', sql<Date>`${given.from}::timestamptz`)
      .where('at', '<', sql<Date>`${given.before}::timestamptz`)
      .orderBy('at', 'desc')
      .orderBy('event_id', 'desc')
      .limit(given.limit),
)

const laterEventsOfSim = compileOnce((db, given: { iccid: string; transactionIds: string[] }) =>
  db
    .selectFrom('sim_activity')
    .select(columns)
    .where('transaction_id', '=', sql<string>`any(${given.transactionIds}::uuid[])`)
    .where('iccid', '=', given.iccid)
    .where('sub_transaction_id', 'is not', null)
    .orderBy('at')
    .orderBy('event_id'),
)

/** The SIM's transactions whose first event lies in the range, newest first, at most `limit`. */
export async function activityOfSim(
  db: Kysely<Tables>,
  iccid: string,
  { from, before }: InstantRange,
  limit: number,
): Promise<StoredActivity[]> {
  const range = { from: from ?? '-infinity', before: before ?? 'infinity' }
  const mains = await firstEventsOfSim(db, { iccid, ...range, limit })
  if (mains.length === 0) return []
  const later = await laterEventsOfSim(db, { iccid, transactionIds: mains.map((main) => main.transactionId) })
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

/** Those of these transactions that did something to a SIM. */
export async function transactionsOfSims(
  db: Kysely<Tables>,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${transactionIds}::uuid[]) as id
    where exists (select from sim_activity where transaction_id = id)`.execute(db)
  return new Set(rows.map((row) => row.id))
}
