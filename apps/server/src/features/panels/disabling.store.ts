import { randomUUID } from 'node:crypto'
import { toldBeforeMinutes } from '@support-console/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { asChange } from '../../platform/database/work.ts'
import type { Behalf } from '../../platform/undertakings/behalf.ts'
import type { WorkKind } from '../../platform/undertakings/runs.ts'
import type { DisablingRow } from './disabling.table.ts'

/** Orders, and what is done at their end. */
export const orderKind: WorkKind<'disabling'> = {
  name: 'panel-flag-end',
  permission: 'panels.change',
  activity: 'Panel Info (CBS)',
  table: 'disabling',
  id: 'disabling_id',
}

const minuteMs = 60_000
/** So long no other server tries the same end: longer than any attempt takes. */
const holdSeconds = 120
/** Between attempts at an end, in seconds: the first pause, and the longest. */
const [firstPause, longestPause] = [15, 600]

const now = sql<Date>`clock_timestamp()`
const openStates = ['pending', 'running', 'refused'] as const

/** Until when management is to be disabled. */
export interface End {
  until: Date
  timeZone: string
}

/** The moments of an order: when its person is told that it ends soon, unless that is before the order itself. */
export function momentsOf(until: Date, from: Date) {
  const soon = new Date(until.getTime() - toldBeforeMinutes * minuteMs)
  const soonAt = soon > from ? soon : null
  return { until_at: until, soon_at: soonAt, next_at: soonAt ?? until }
}

/** Keeps an order with the intent of its change: so no kill loses the end of what the change has come to. */
export async function keepOrder(
  trx: Transaction<Tables>,
  { cloudId, runId, end, behalf, from }: OrderParts,
): Promise<void> {
  await trx
    .insertInto('disabling')
    .values({
      disabling_id: randomUUID(),
      cloud_id: cloudId,
      run_id: runId,
      time_zone: end.timeZone,
      end_transaction_id: randomUUID(),
      ...momentsOf(end.until, from),
      ...behalf,
    })
    .execute()
}

interface OrderParts {
  cloudId: string
  runId: string
  end: End
  behalf: Behalf
  from: Date
}

/** What the Remote Portal said of a panel at the end of a change, for the orders that there are. */
interface FlagSaid {
  cloudId: string
  runId: string
  /** What the change was to come to, and what the Portal says. */
  wanted: boolean
  flagged: boolean
  /** No earlier change is left that may still have an effect. */
  isSure: boolean
  by: string
  /** The order whose end the change is. */
  ends?: string | undefined
}

/** Brings the orders of a panel to what its flag is now; in the transaction that notes the flag. */
export async function noteFlag(
  trx: Transaction<Tables>,
  { cloudId, runId, wanted, flagged, isSure, by, ends }: FlagSaid,
): Promise<void> {
  const open = await trx
    .selectFrom('disabling')
    .select(['disabling_id as id', 'run_id as runId', 'state'])
    .where('cloud_id', '=', cloudId)
    .where('state', 'in', openStates)
    .orderBy('created_at', 'desc')
    .orderBy('disabling_id')
    .forUpdate()
    .execute()
  if (open.length === 0) return
  const own = open.find((order) => order.runId === runId && order.state === 'pending')
  const over = (how: 'enabled' | 'replaced', orders: typeof open) => endOrders(trx, orders, how, by, ends)
  if (!flagged) return over('enabled', isSure ? open : open.filter(({ state }) => state !== 'pending'))
  if (wanted)
    await over(
      'replaced',
      open.filter((order) => order !== own),
    )
  else if (open.some(({ state }) => state === 'running')) return
  // An earlier change had an effect after all: its order holds.
  const holds = own ?? (wanted ? undefined : open.find(({ state }) => state === 'pending'))
  if (holds) await setRunning(trx, holds.id)
}

/** One that was never known to hold ends in silence. */
async function endOrders(
  trx: Transaction<Tables>,
  orders: readonly { id: string; state: string }[],
  how: 'enabled' | 'replaced',
  by: string,
  ends: string | undefined,
): Promise<void> {
  for (const { id, state } of orders) {
    const isEnd = id === ends
    const next = isEnd ? 'done' : state === 'pending' ? 'void' : how
    await trx
      .updateTable('disabling')
      .set({
        state: next,
        reason: '',
        stopped_by: isEnd ? null : by,
        finished_at: sql<Date>`coalesce(finished_at, ${now})`,
      })
      .where('disabling_id', '=', id)
      .execute()
  }
}

const setRunning = (trx: Transaction<Tables>, id: string) =>
  trx
    .updateTable('disabling')
    .set({ state: 'running', ...untried })
    .where('disabling_id', '=', id)
    .execute()

/** Its person is told of the first attempt that comes to nothing from here on. */
export const untried = { tries: 0, reason: '' }

/** The order of a change that came to nothing (`void`), or whose outcome stays unknown: then its end still comes. */
export async function settleOrder(
  trx: Transaction<Tables>,
  runId: string,
  how: 'void' | 'running',
): Promise<void> {
  const order = trx.updateTable('disabling').where('run_id', '=', runId).where('state', '=', 'pending')
  if (how === 'void') await order.set({ state: 'void', finished_at: now }).execute()
  else
    await order
      .set({ state: 'running', ...untried })
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('disabling as other')
              .select('other.disabling_id')
              .whereRef('other.cloud_id', '=', 'disabling.cloud_id')
              .where('other.state', '=', 'running'),
          ),
        ),
      )
      .execute()
}

/** Tells those whose order ends soon, each once for each end. */
export const tellSoon = (db: Kysely<Tables>, at: Date) =>
  asChange(() =>
    sql`
      with soon as (
        update disabling set soon_at = null, next_at = until_at
        where state = 'running' and next_at <= ${at} and soon_at <= ${at} and until_at > ${at} returning disabling_id)
      select note_work(disabling_id, 'soon') from soon`.execute(db),
  )

/** Whose end is due, the longest first; also those that were missed. */
export async function dueOrders(db: Kysely<Tables>, at: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('disabling')
    .select('disabling_id')
    .where('state', 'in', ['pending', 'running'])
    .where('next_at', '<=', at)
    .where('until_at', '<=', at)
    .where(isFree)
    .orderBy('next_at')
    .limit(most)
    .execute()
  return rows.map((row) => row.disabling_id)
}

export const isFree = sql<boolean>`(held_until is null or held_until < clock_timestamp())`

/** Takes an order for one attempt at its end; undefined: another server has it, or it is no longer due. */
export const holdOrder = (
  db: Kysely<Tables>,
  id: string,
  runId: string,
  at: Date,
): Promise<DisablingRow | undefined> =>
  db
    .updateTable('disabling')
    .set({
      held_by: runId,
      held_until: sql<Date>`clock_timestamp() + make_interval(secs => ${holdSeconds})`,
    })
    .where('disabling_id', '=', id)
    .where('state', 'in', ['pending', 'running'])
    .where('until_at', '<=', at)
    // Another server may have tried since this one saw that it is due.
    .where('next_at', '<=', at)
    .where(isFree)
    .returningAll()
    .executeTakeFirst()

/** Whether the attempt still has the order, for the transaction that acts on it. */
export async function isHeld(trx: Transaction<Tables>, id: string, runId: string): Promise<boolean> {
  const order = await trx
    .selectFrom('disabling')
    .select('disabling_id')
    .where('disabling_id', '=', id)
    .where('held_by', '=', runId)
    .where('state', 'in', ['pending', 'running'])
    .forUpdate()
    .executeTakeFirst()
  return order !== undefined
}

/** The attempt came to nothing: the next one comes later, and the person is told of the first. */
export async function tryLater(
  db: Kysely<Tables>,
  { disabling_id: id, held_by: runId, tries, state }: DisablingRow,
  reason: string,
  at: Date,
): Promise<void> {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries, 10))
  await db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('disabling')
      .set({
        tries: tries + 1,
        reason,
        next_at: new Date(at.getTime() + pause * 1000),
        held_until: null,
      })
      .where('disabling_id', '=', id)
      .where('held_by', '=', runId)
      .where('state', 'in', ['pending', 'running'])
      .returning('disabling_id')
      .executeTakeFirst()
    if (kept && tries === 0 && state === 'running') await sql`select note_work(${id}, 'soon')`.execute(trx)
  })
}
