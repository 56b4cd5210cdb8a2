import {
  factRights,
  type SimState,
  type SimStateWord,
  wrongSimStates,
  wrongVerdicts,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type CauseRow, causeColumns, joinByKey, joinCause, toCause } from './cause.ts'
import { carrierSql } from './thing-state.schema.ts'
import type {} from './thing-state.table.ts'
import { onlineCountsMs, simCountsMs, type View } from './view.ts'

/** What is kept of a SIM's state. */
export interface SimStateRow extends CauseRow {
  /** Null: the reader may not read what is kept of SIMs. */
  state: SimStateWord | null
  state_since: Date | null
  state_at: Date | null
  state_source: string
  online: SimState['online']
  online_at: Date | null
  /** Its usage is over a threshold of its company that looks at it (D51). */
  over_threshold: boolean
}

const dayMs = 86_400_000

/** Whose the SIM of a statement is, by the name that people know. */
export const carrierOfSim = sql.raw(carrierSql('sim.iccid', 'sim.vendor_code'))

/** Of `kept`: its word, and what is wrong or was never asked by that alone; a deactivated SIM is no fault where it was done here. */
export const simWordSql = {
  state: sql`coalesce(kept.state, 'not-known')`,
  isWrong: sql`coalesce(kept.state = any(${[...wrongSimStates]}::text[]) or (kept.state = 'deactivated' and not kept.is_here), false)`,
  isNotAsked: sql`(coalesce(kept.state, 'not-known') = 'not-known' and kept.is_asked is not true)`,
}

/**
 * As SQL: the state of each SIM of a statement, by its ICCID; of one company, where all are its own, so that these are read in one go.
 * A present period's days may end later in its carrier's zone.
 */
export function simStateSql(view: View, iccid: RawBuilder<unknown> = sql`sim.iccid`, companyId?: number) {
  const { may, now } = view
  const of = { kind: 'sim', id: iccid, companyId } as const
  const mayRead = may(factRights.sim)
  const { state, isWrong, isNotAsked } = simWordSql
  const usedPercent = sql`case when kept.usage_to >= ${new Date(now.getTime() - dayMs).toISOString().slice(0, 10)} then kept.used_percent end`
  const overThreshold = sql`(${may(factRights.company)}::boolean and exists (
    select from company where company.id = kept.company_id and usage_monitoring_enabled
      and warning_threshold_percent <= ${usedPercent}))`
  const isFound = sql`coalesce(found.state = any(${[...wrongVerdicts]}::text[]), false)`
  return {
    state: mayRead ? state : sql`null::text`,
    usedPercent,
    columns: sql`${mayRead ? state : sql`null::text`} as state, kept.since as state_since, kept.at as state_at,
      coalesce(kept.source, '') as state_source, kept.online, kept.online_at, ${overThreshold} as over_threshold, ${causeColumns}`,
    isFound,
    isWrong: sql`(${isWrong} or ${isFound})`,
    isNotAsked,
    joins: sql`
      ${joinByKey('thing_state', 'kept', { ...of, holds: sql`${mayRead}::boolean` })} ${joinCause(of, sql`kept.since`, view)}`,
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null
const isWithin = (at: Date | null, now: Date, ms: number) => at !== null && now.getTime() - at.getTime() <= ms

/** A deactivation that was done here does not grow old; whether it had a session before counts no more. */
export function toSimState(row: SimStateRow, { now }: View): SimState | null {
  if (row.state === null) return null
  const isHere = row.state_source === 'Inventory'
  const isOver = isHere && row.state_at !== null && row.online_at !== null && row.online_at <= row.state_at
  return {
    state: row.state,
    online: !isOver && isWithin(row.online_at, now, onlineCountsMs) ? row.online : null,
    since: iso(row.state_since),
    at: iso(row.state_at),
    source: row.state_source,
    isFresh: isHere || isWithin(row.state_at, now, simCountsMs),
    facts: row.over_threshold ? ['over-threshold'] : [],
    cause: toCause(row),
    counts: null,
  }
}

/** The states of SIMs, in the inventory or not, by ICCID; none to readers who may not read what is kept of SIMs. */
export async function simStatesOf(
  db: Db,
  view: View,
  iccids: readonly string[],
): Promise<Map<string, SimState>> {
  if (iccids.length === 0 || !view.may(factRights.sim)) return new Map()
  const { columns, joins } = simStateSql(view, sql`wanted.iccid`)
  const { rows } = await sql<SimStateRow & { iccid: string }>`
    select wanted.iccid, ${columns} from unnest(${iccids}::text[]) as wanted (iccid) ${joins}`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const state = toSimState(row, view)
      return state ? [[row.iccid, state] as const] : []
    }),
  )
}
