import {
  carrierNames,
  type Look,
  type Permission,
  shownAfterEndHours,
  type VendorCode,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import { Problem } from '../../../platform/problem.ts'
import type { May } from '../../../platform/sign-on/user.ts'
import { timesLeft } from '../../../platform/undertakings/notices.ts'
import { findWork } from '../../../platform/undertakings/runs.ts'
import { kind } from './begin-look.ts'
import type { LookRow } from './look.store.ts'

type From = Db | AuditedTransaction

/** Who may read less than it was begun with is not told that it exists (D45). */
export const mayRead = ({ rights }: { rights: readonly Permission[] }, may: May): boolean => rights.every(may)

/** @throws Problem NotFound */
export async function findLook(db: From, lookId: string, may: May): Promise<LookRow> {
  const look = await findWork(db, kind, lookId)
  if (look && mayRead(look, may)) return look
  throw new Problem('NotFound', 'There is no such check.')
}

/** The last at all that a company has of a kind: one that runs, or ended within a day of `now`. */
export async function lookOfCompany(
  db: Db,
  { companyId, kind, may, now }: { companyId: number; kind: 'sim' | 'panel'; may: May; now: Date },
): Promise<LookRow | undefined> {
  const rows = await db
    .selectFrom('look')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('thing_kind', '=', kind)
    .where(
      sql`coalesce(finished_at, 'infinity')`,
      '>=',
      new Date(now.getTime() - shownAfterEndHours * 3600_000),
    )
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  const readable = rows.filter((look) => mayRead(look, may))
  return readable.find(({ state }) => state === 'running') ?? readable[0]
}

interface Counted {
  carrier: string
  total: number
  wrong: number
  unknown: number
  fine: number
  in_flight: number
  left: number
}

/** A look as it stands. */
export async function toLook(db: From, look: LookRow, isWorkedOn: boolean): Promise<Look> {
  const { rows } = await sql<Counted>`
    select carrier, count(*)::int as total,
      (count(*) filter (where state = 'wrong'))::int as wrong,
      (count(*) filter (where state = 'not-known'))::int as unknown,
      (count(*) filter (where state = 'fine'))::int as fine,
      (count(*) filter (where state = 'looking'))::int as in_flight,
      (count(*) filter (where state = 'ready'))::int as left
    from look_thing where look_id = ${look.look_id} group by carrier order by count(*) desc, carrier`.execute(
    db,
  )
  const left = look.state === 'running' ? await timesLeft(db, [look.look_id]) : undefined
  const sum = (of: Exclude<keyof Counted, 'carrier'>) => rows.reduce((all, row) => all + row[of], 0)
  return {
    lookId: look.look_id,
    companyId: look.company_id,
    kind: look.thing_kind,
    state: look.state,
    reason: look.reason,
    counts: {
      total: sum('total'),
      wrong: sum('wrong'),
      notKnown: sum('unknown'),
      fine: sum('fine'),
      inFlight: sum('in_flight'),
      left: sum('left'),
    },
    leftMs: left?.get(look.look_id) ?? null,
    carriers: rows.map((row) => ({
      carrier: row.carrier === '' ? '' : carrierNames[row.carrier as VendorCode],
      looked: row.wrong + row.unknown + row.fine,
      total: row.total,
    })),
    by: look.email,
    transactionId: look.transaction_id,
    beganAt: look.created_at.toISOString(),
    endedAt: look.finished_at?.toISOString() ?? null,
    stoppedBy: look.stopped_by,
    isWorkedOn,
  }
}
