import type { VendorCode } from '@support-console/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
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
      .where('began_at', '>=', sql<Date>`${given.from}::timestamptz`)
      .where('began_at', '<', sql<Date>`${given.before}::timestamptz`)
      .orderBy('began_at', 'desc')
      .orderBy('event_id', 'desc')
      .limit(given.limit),
)

/** Of transactions that began from `oldest` to `newest`. */
const laterEventsOfSim = compileOnce(
  (db, given: { iccid: string; transactionIds: string[]; oldest: Date; newest: Date }) =>
    db
      .selectFrom('sim_activity')
      .select(columns)
      .where('transaction_id', '=', sql<string>`any(${given.transactionIds}::uuid[])`)
      .where('iccid', '=', given.iccid)
      .where('sub_transaction_id', 'is not', null)
      // A Date has the milliseconds alone.
      .where('began_at', '>=', sql<Date>`${given.oldest}::timestamptz`)
      .where('began_at', '<', sql<Date>`${given.newest}::timestamptz + interval '1 ms'`)
      .orderBy('at')
      .orderBy('event_id'),
)

/** The months of SIM activity in which those of `sim_transaction` lie that fit; without it each month would be looked through. */
export const inMonthsOf = (condition: RawBuilder<unknown>) => sql<boolean>`
  began_at >= (select min(began_at) from sim_transaction where ${condition})
  and began_at <= (select max(began_at) from sim_transaction where ${condition})`

/** The SIM's transactions whose first event lies in the range, newest first, at most `limit`. */
export async function activityOfSim(
  db: Kysely<Tables>,
  iccid: string,
  { from, before }: InstantRange,
  limit: number,
): Promise<StoredActivity[]> {
  const range = { from: from ?? '-infinity', before: before ?? 'infinity' }
  const mains = await firstEventsOfSim(db, { iccid, ...range, limit })
  const [newest, oldest] = [mains[0]?.at, mains.at(-1)?.at]
  if (!newest || !oldest) return []
  const transactionIds = mains.map((main) => main.transactionId)
  const later = await laterEventsOfSim(db, { iccid, transactionIds, oldest, newest })
  return joined(mains, later)
}

/** What each SIM of a transaction went through, the SIM that began last first, at most `limit` SIMs. */
export async function activityOfTransaction(
  db: Kysely<Tables>,
  transactionId: string,
  limit: number,
): Promise<StoredActivity[]> {
  const events = () =>
    db
      .selectFrom('sim_activity')
      .select(columns)
      .where('transaction_id', '=', transactionId)
      .where(inMonthsOf(sql`transaction_id = ${transactionId}`))
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
    select distinct transaction_id as id from sim_transaction
    where transaction_id = any(${transactionIds}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}
