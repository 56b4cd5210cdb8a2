import {
  type Coverage,
  type FleetFindingKind,
  readableFindings,
  type Sweep,
  vendorCodes,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import { Problem } from '../../../platform/problem.ts'
import type { May } from '../../../platform/sign-on/user.ts'
import { timesLeft } from '../../../platform/undertakings/notices.ts'
import { findWork } from '../../../platform/undertakings/runs.ts'
import { kind } from './begin-sweep.ts'
import type { SweepRow } from './sweep.store.ts'

type From = Db | AuditedTransaction

/** The one that runs, else the last. */
export const lastSweep = (db: From): Promise<SweepRow | undefined> =>
  db.selectFrom('sweep').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst()

/** @throws Problem NotFound */
export async function findSweep(db: From, sweepId: string): Promise<SweepRow> {
  const sweep = await findWork(db, kind, sweepId)
  if (sweep) return sweep
  throw new Problem('NotFound', 'There is no such scan.')
}

/** A sweep as it stands. */
export async function toSweep(db: From, sweep: SweepRow): Promise<Sweep> {
  const { sweep_id: sweepId, state } = sweep
  const lanes = await db.selectFrom('sweep_lane').selectAll().where('sweep_id', '=', sweepId).execute()
  const left = state === 'running' ? await timesLeft(db, [sweepId]) : undefined
  return {
    sweepId,
    state,
    reason: sweep.reason,
    by: sweep.email,
    beganAt: sweep.created_at.toISOString(),
    endedAt: sweep.finished_at?.toISOString() ?? null,
    leftMs: left?.get(sweepId) ?? null,
    lanes: lanes
      .toSorted((a, b) => vendorCodes.indexOf(a.carrier) - vendorCodes.indexOf(b.carrier))
      .map((lane) => ({
        carrier: lane.carrier,
        state: state === 'stopped' && lane.state === 'running' ? 'paused' : lane.state,
        reason: lane.reason,
        listed: lane.listed,
        plannedList: lane.planned_list,
        read: lane.read_count,
        plannedReads: lane.planned_reads,
        slowed: lane.slowed,
        beganAt: lane.began_at?.toISOString() ?? null,
        endedAt: lane.ended_at?.toISOString() ?? null,
      })),
  }
}

/** What a sweep came to, of what the reader may read (D45). */
export async function nightOfSweep(db: Db, sweep: SweepRow, may: May) {
  const { sweep_id: sweepId } = sweep
  const [counts, coverage, beside] = await Promise.all([
    db.selectFrom('sweep_finding').selectAll().where('sweep_id', '=', sweepId).execute(),
    db.selectFrom('sweep_coverage').selectAll().where('sweep_id', '=', sweepId).execute(),
    besides(db, sweep),
  ])
  const found = new Map(counts.map((row) => [row.finding, row]))
  const shown = await toSweep(db, sweep)
  return {
    sweep: shown,
    findings: readableFindings(may).map((finding: FleetFindingKind) => {
      const row = found.get(finding)
      const { fresh, gone, count } = row ?? {}
      return { finding, fresh: fresh ?? 0, gone: gone ?? 0, count: count ?? 0, before: row?.before ?? null }
    }),
    coverage: coverage
      .toSorted((a, b) => vendorCodes.indexOf(a.carrier) - vendorCodes.indexOf(b.carrier))
      .map(
        ({ sweep_id: _, ...covered }): Coverage => ({
          ...covered,
          trouble: troubleOf(shown, covered.carrier),
        }),
      ),
    ...beside,
  }
}

/** The scans that began in that time, and the carriers of each that it did not come to the end of. */
export async function scansBetween(db: Db, from: Date, to: Date) {
  const scans = await db
    .selectFrom('sweep')
    .select(['sweep_id', 'created_at', 'state'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute()
  const lanes = await db
    .selectFrom('sweep_lane')
    .select(['sweep_id', 'carrier'])
    .where('sweep_id', '=', sql<string>`any(${scans.map((scan) => scan.sweep_id)}::uuid[])`)
    .where('state', '<>', 'finished')
    .execute()
  return {
    count: scans.length,
    missed: scans
      .filter(({ state }) => state !== 'running')
      .flatMap(({ sweep_id, created_at }) =>
        lanes
          .filter((lane) => lane.sweep_id === sweep_id)
          .map(({ carrier }) => ({ at: created_at.toISOString(), carrier })),
      ),
  }
}

/** Why a carrier's lane waits. */
export const troubleOf = (sweep: Sweep | null, carrier: Coverage['carrier']): string => {
  const lane = sweep?.lanes.find((lane) => lane.carrier === carrier)
  return lane && lane.state !== 'finished' ? lane.reason : ''
}

async function besides(db: Db, { created_at: at }: SweepRow) {
  const [before, after] = await Promise.all([
    db
      .selectFrom('sweep')
      .select('sweep_id')
      .where('created_at', '<', at)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('sweep')
      .select('sweep_id')
      .where('created_at', '>', at)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { previous: before?.sweep_id ?? null, next: after?.sweep_id ?? null }
}
