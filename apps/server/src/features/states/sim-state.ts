import {
  carrierNames,
  carrierPrefixes,
  factRights,
  type SimState,
  type SimStateWord,
  simStates,
  type VendorCode,
  wrongSimStates,
  wrongVerdicts,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type CauseRow, causeColumns, joinCause, toCause } from './cause.ts'
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

interface SimColumns {
  iccid: RawBuilder<unknown>
  /** Whose it is by the inventory; null: it does not say. */
  vendorCode: RawBuilder<unknown>
  deactivatedAt: RawBuilder<unknown>
  companyId: RawBuilder<unknown>
}

const whole: SimColumns = {
  iccid: sql`sim.iccid`,
  vendorCode: sql`sim.vendor_code`,
  deactivatedAt: sql`sim.deactivated_at`,
  companyId: sql`sim.company_id`,
}

/** As the contract's `vendorOf` has it: a SIM's prefix says whose it is, else the inventory. By the name that people know. */
export const carrierOf = ({ iccid, vendorCode }: Pick<SimColumns, 'iccid' | 'vendorCode'>) => {
  const byPrefix = carrierPrefixes.map(
    ({ prefix, code }) => [sql`starts_with(${iccid}, ${sql.lit(prefix)})`, code] as const,
  )
  const byCode = Object.keys(carrierNames).map(
    (code) => [sql`${vendorCode} = ${sql.lit(code)}`, code as VendorCode] as const,
  )
  return sql`case ${sql.join(
    [...byPrefix, ...byCode].map(([is, code]) => sql`when ${is} then ${sql.lit(carrierNames[code])}`),
    sql` `,
  )} end`
}

const DAY = 86_400_000
const others = sql`('MobileBroker', 'Connector')`
const words = sql.join(simStates.filter((word) => word !== 'not-known').map((word) => sql.lit(word)))

/**
 * The state of each SIM of a statement, as SQL: its carrier's last word counts, unless the SIM was deactivated here and the
 * carrier has not said otherwise since; without one what MobileBroker and Connector agree on.
 * An aggregate of its few words, by their key: the database leaves it out where it is not asked for, and never reads all words.
 * By `offset 0` it works out each word once, not once for each aggregate.
 */
export function simStateSql(view: View, { iccid, vendorCode, deactivatedAt, companyId }: SimColumns = whole) {
  const carrier = carrierOf({ iccid, vendorCode })
  const isHere = sql`(${deactivatedAt} is not null
    and not coalesce(told.carrier_word <> 'deactivated' and told.carrier_at > ${deactivatedAt}, false))`
  const pick = (here: RawBuilder<unknown>, own: RawBuilder<unknown>, agreed: RawBuilder<unknown>) => sql`
    case when ${isHere} then ${here} when told.carrier_word is not null then ${own}
      when told.others_word is not null then ${agreed} end`
  const state = sql`coalesce(${pick(sql`'deactivated'`, sql`told.carrier_word`, sql`told.others_word`)}, 'not-known')`
  const source = pick(sql`'Inventory'`, carrier, sql`told.others`)
  const since = pick(
    deactivatedAt,
    sinceOf(iccid, sql`source = ${carrier}`),
    sinceOf(iccid, sql`source in ${others}`),
  )
  const mayRead = view.may(factRights.sim)
  return {
    state: mayRead ? state : sql`null::text`,
    at: pick(deactivatedAt, sql`told.carrier_at`, sql`told.others_at`),
    columns: sql`${mayRead ? state : sql`null::text`} as state, ${since} as state_since,
      ${pick(deactivatedAt, sql`told.carrier_at`, sql`told.others_at`)} as state_at, coalesce(${source}, '') as state_source,
      told.online, told.online_at, ${overThreshold(view, companyId)} as over_threshold, ${causeColumns}`,
    isWrong: sql`(${state} = any(${[...wrongSimStates]}::text[]) or (${state} = 'deactivated' and ${deactivatedAt} is null)
      or found.state = any(${[...wrongVerdicts]}::text[]))`,
    isNotAsked: sql`(${state} = 'not-known' and told.words = 0)`,
    joins: sql`
      left join lateral (
        select count(*) filter (where used_percent is null) as words, max(used_percent) as used_percent,
          max(asked_at) filter (where is_own) as carrier_at, max(word) filter (where is_own) as carrier_word,
          max(asked_at) filter (where is_other) as others_at,
          string_agg(source, ', ' order by source) filter (where is_other) as others,
          case when min(word) filter (where is_other) = max(word) filter (where is_other)
            then max(word) filter (where is_other) end as others_word,
          (array_agg(online order by asked_at desc) filter (where online is not null))[1] as online,
          max(asked_at) filter (where online is not null) as online_at
        from (
          select source, asked_at, used_percent, word, word in (${words}) and source = carrier as is_own,
            word in (${words}) and source in ${others} as is_other,
            case when online in ('online', 'offline') then online end as online
          from (
            select source, asked_at, carrier, ${usedPercent(view, sql`carrier`)} as used_percent,
              case when status <> 'NotFound' then lower(fields ->> 'deviceStatus') end as word,
              case when status <> 'NotFound' then lower(fields ->> 'onlineStatus') end as online
            from (select ${carrier} as carrier offset 0) as own, observation
            where thing_kind = 'sim' and thing_id = ${iccid} and ${mayRead}::boolean offset 0) as each offset 0) as each
      ) as told on true
      ${joinCause('sim', iccid, since, view)}`,
  }
}

/** What share of its plan was used in the present period, as the carrier told; a period's days may end later in its zone. */
const usedPercent = ({ now }: View, carrier: RawBuilder<unknown>) => sql`
  case when source = ${carrier} || ' usage' and fields ->> 'usageTo' >= ${new Date(now.getTime() - DAY).toISOString().slice(0, 10)}
    then nullif(fields ->> 'usedPercent', '')::integer end`

const overThreshold = ({ may }: View, companyId: RawBuilder<unknown>) => sql`(
  ${may(factRights.company)}::boolean and told.used_percent is not null and exists (
    select from company where company.id = ${companyId} and usage_monitoring_enabled
      and warning_threshold_percent <= told.used_percent))`

/** When what these sources say of its state was first seen so; null: since they were first asked. */
const sinceOf = (iccid: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`(
  select at from observed_change where thing_kind = 'sim' and thing_id = ${iccid} and ${from} and field = 'deviceStatus'
  order by at desc, change_id desc limit 1)`

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
  const { columns, joins } = simStateSql(view, { ...whole, iccid: sql`wanted.iccid` })
  const { rows } = await sql<SimStateRow & { iccid: string }>`
    select wanted.iccid, ${columns} from unnest(${iccids}::text[]) as wanted (iccid)
    left join sim on sim.iccid = wanted.iccid ${joins}`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const state = toSimState(row, view)
      return state ? [[row.iccid, state] as const] : []
    }),
  )
}
