import type { VendorCode } from '@support-console/contract'
import { carrierNames } from '@support-console/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { keepObservationsIn } from '../../../platform/observations/observations.store.ts'
import type { Observation } from '../../../platform/observations/observed.ts'
import { noteToldChanges } from '../../../platform/observations/told-changes.ts'
import type { Run } from '../../../platform/undertakings/runs.ts'
import type { ListedSim, SimPage, SwappedSim } from '../../../systems/carriers/carrier.ts'
import type { View } from '../../states/index.ts'
import { judge } from '../judge.ts'
import { planReads } from './plan-reads.ts'
import type { SweepPhase } from './sweep.table.ts'

export type SweepRow = Selectable<Tables['sweep']>
export type LaneRow = Selectable<Tables['sweep_lane']>
type Trx = Transaction<Tables>

/** Thrown inside a transaction: another run has the sweep, or it was stopped. */
export class NotHeld extends Error {
  override name = 'NotHeld'
}

interface PageTold {
  isWhole: boolean
  isOfChanges: boolean
  tellsChanges: boolean
  nights: number
  askedAt: Date
  lane: LaneRow
}

/** What one run of a sweep may do with a lane: nothing, once another has it (R44), or it is over. */
export function sweptLaneStore(
  db: Db,
  { run, carrier, view }: { run: Run<'sweep'>; carrier: VendorCode; view: () => View },
) {
  const { sweep_id: sweepId } = run.row
  const source = carrierNames[carrier]
  const own = { sweepId, carrier, source }
  /** Changes the lane together with what else is done, or nothing of both. */
  const step = (work: (trx: Trx) => Promise<Partial<LaneRow>>): Promise<LaneRow> =>
    db.transaction().execute(async (trx) => {
      if (!(await run.isHeld(trx))) throw new NotHeld()
      const change = await work(trx)
      return trx
        .updateTable('sweep_lane')
        .set({ state: 'running', ...change })
        .where('sweep_id', '=', sweepId)
        .where('carrier', '=', carrier)
        .returningAll()
        .executeTakeFirstOrThrow()
    })

  return {
    note: (change: Partial<LaneRow>) => step(async () => change),
    /** From here on its reads are timed. */
    pace: () =>
      step(async (trx) => {
        await sql`
          update sweep_lane set paced_at = clock_timestamp(), paced_from = read_count
          where sweep_id = ${sweepId} and carrier = ${carrier}`.execute(trx)
        return {}
      }),
    /** Where its list begins; a SIM that its carrier says was swapped is read singly. */
    beginList: (place: string, of: { at: Date; planned: number; swapped: readonly SwappedSim[] }) =>
      step(async (trx) => {
        const inventory = await sql<{ iccid: string }>`
          select iccid from sweep_sim where iccid = any(${of.swapped.map(({ iccid }) => iccid)}::text[])`.execute(
          trx,
        )
        const ids = new Set(inventory.rows.map(({ iccid }) => iccid))
        const changes = of.swapped
          .filter(({ iccid }) => ids.has(iccid))
          .map(({ iccid: id, ...imeis }) => ({ id, ...imeis }))
        const noted = await noteToldChanges(trx, { kind: 'sim', source, field: 'imei', at: of.at }, changes)
        await sql`update sweep_sim set is_wanted = true where iccid = any(${noted.toSorted()}::text[])`.execute(
          trx,
        )
        return { place, list_began_at: of.at, planned_list: of.planned }
      }),
    /**
     * Keeps what a page of the list told. A list that tells the state alone is kept of SIMs whose state was not known; where it
     * differs from what is known, or tells what changed, the SIM is read singly. With the last page goes the plan of the reads: a
     * place of null would otherwise say that the list has not begun.
     */
    keepPage: ({ sims, next }: SimPage, of: PageTold) =>
      step(async (trx) => {
        const { isWhole, isOfChanges, askedAt, lane } = of
        const listedSims = await toldOf(trx, source, sims)
        const isKept = (listed: (typeof listedSims)[number]) => isWhole || listed.known === null
        const kept = listedSims.filter(isKept)
        await keepObservationsIn(
          trx,
          kept.map(({ sim }) => observed(source, sim.iccid, askedAt, { fields: sim.fields })),
        )
        const wanted = listedSims.filter(
          ({ known, sim }) =>
            !isWhole && (isOfChanges || (known !== null && known !== sim.fields.deviceStatus)),
        )
        await sql`
          update sweep_sim set seen_at = ${askedAt}, read_at = case when ${isWhole} then ${askedAt} else read_at end,
            is_wanted = is_wanted or iccid = any(${wanted.map(({ sim }) => sim.iccid)}::text[])
          where iccid = any(${listedSims.map(({ sim }) => sim.iccid).toSorted()}::text[])`.execute(trx)
        await judge(trx, view(), 'sim', kept.map(({ sim }) => sim.iccid).toSorted())
        const listed = lane.listed + sims.length
        if (next !== null) return { place: next, listed, reason: '' }
        const list = { tellsChanges: of.tellsChanges, beganAt: lane.list_began_at }
        return { listed, reason: '', ...(await planReads(trx, { ...own, told: list, nights: of.nights })) }
      }),
    /** Where there is no list: all are read singly. */
    planAll: () => step((trx) => planReads(trx, { ...own, told: null, nights: 1 })),
    /** What the reads found is read a second time, so that it counts. */
    planAgain: (lane: LaneRow) =>
      step(async (trx) => {
        const { rows } = await sql<{ planned: number }>`
          with planned as (
            insert into sweep_read (sweep_id, carrier, position, iccid)
            select ${sweepId}, ${carrier}, ${lane.planned_reads}::integer + row_number() over (order by thing_id), thing_id
            from (select distinct thing_id from fleet_finding join sweep_sim on sweep_sim.iccid = thing_id
              where sweep_sim.carrier = ${carrier} and thing_kind = 'sim' and readings = 1 and source = ${source}) as once
            returning 1)
          select count(*)::integer as planned from planned`.execute(trx)
        const phase: SweepPhase = 'again'
        return { phase, planned_reads: lane.planned_reads + (rows[0]?.planned ?? 0) }
      }),
    /** The next ones to be read singly. */
    async nextReads(lane: LaneRow, most: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sweep_read')
        .select('iccid')
        .where('sweep_id', '=', sweepId)
        .where('carrier', '=', carrier)
        .where('position', '>', lane.read_count)
        .orderBy('position')
        .limit(most)
        .execute()
      return rows.map(({ iccid }) => iccid)
    },
    keepReads: (
      read: readonly { iccid: string; said: Observation['said']; isAnswer: boolean }[],
      askedAt: Date,
      lane: LaneRow,
    ) =>
      step(async (trx) => {
        await keepObservationsIn(
          trx,
          read.map(({ iccid, said }) => observed(source, iccid, askedAt, said)),
        )
        const ids = read.filter(({ isAnswer }) => isAnswer).map(({ iccid }) => iccid)
        await sql`
          update sweep_sim set seen_at = ${askedAt}, read_at = ${askedAt}, is_wanted = false
          where iccid = any(${ids.toSorted()}::text[])`.execute(trx)
        await judge(trx, view(), 'sim', ids.toSorted())
        return { read_count: lane.read_count + read.length, reason: '' }
      }),
  }
}

const observed = (source: string, iccid: string, askedAt: Date, said: Observation['said']): Observation => ({
  kind: 'sim',
  id: iccid,
  source,
  askedAt: askedAt.toISOString(),
  tookMs: 0,
  said,
})

/** Those of a page that the inventory has, each with the state that is known of it; null: none is. */
async function toldOf(trx: Trx, source: string, sims: readonly ListedSim[]) {
  const listed = sims.map(({ iccid, ...fields }) => ({ iccid, fields: textsOf(fields) }))
  const { rows } = await sql<{ iccid: string; known: string | null }>`
    select sweep_sim.iccid, fields ->> 'deviceStatus' as known from sweep_sim
    left join observation on thing_kind = 'sim' and thing_id = sweep_sim.iccid and source = ${source}
    where sweep_sim.iccid = any(${listed.map(({ iccid }) => iccid)}::text[])`.execute(trx)
  const known = new Map(rows.map((row) => [row.iccid, row.known]))
  return listed.flatMap((sim) => {
    const of = known.get(sim.iccid)
    return of === undefined ? [] : [{ sim, known: of }]
  })
}

const textsOf = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
