import {
  factRights,
  type IdentifiedKind,
  type Permission,
  type TimelineKind,
  undertakingKinds,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { mayBeTold } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { isOfEnvironment } from '../audit-trail/index.ts'
import { inMonthsOf } from '../sim-activity/index.ts'

/** Whose timeline it is, by all ids that sources know it by; of a server the address that the trail names it by. */
export interface Subject {
  kind: Extract<IdentifiedKind, 'sim' | 'panel' | 'company' | 'csr' | 'transaction'>
  ids: readonly string[]
}

/** Before which row a page goes on: its time in microseconds, as the database has it, and its key. */
export interface Place {
  micros: string
  key: string
}

/** One row of whichever source. */
export interface Row {
  key: string
  at: Date
  micros: string
  kind: TimelineKind
  what: string
  from: string | null
  to: string | null
  detail: string
  state: string
  by: string
  source: string
  object: string
  transactionId: string | null
}

type Sql = RawBuilder<unknown>

/** Those that a page's rows belong to, and the times of the newest and the oldest of these. */
export interface Transactions {
  ids: readonly string[]
  newest: Date
  oldest: Date
}

/** What is asked of a source: only kinds that the reader may read, and of these only what they may (D45). */
export interface Wanted {
  kinds: readonly TimelineKind[]
  may: May
}

/** What has something to tell of some kinds of things: rows by the thing, or by the transactions that they belong to. */
interface Source {
  kinds: readonly TimelineKind[]
  /** What it takes to be told, where it is more than the thing's own page does; of some kinds even more. */
  permission?: Permission
  also?: Partial<Record<TimelineKind, Permission>>
  of: readonly Subject['kind'][]
  /** Its rows before this place, the newest first, by an index that holds them in this order. */
  page: (subject: Subject, wanted: Wanted, before: Place, limit: number) => Sql
  /** Its rows of these transactions that are about the thing. */
  steps: (subject: Subject, wanted: Wanted, of: Transactions) => Sql
}

const instant = ({ micros }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
/** So many digits that keys of numbers have the numbers' order. */
const keyOf = (letter: string, id: string) => sql`${sql.lit(letter)} || lpad(${sql.ref(id)}::text, 19, '0')`
const beforePlace = (at: Sql, key: Sql, place: Place) =>
  sql`${at} <= ${instant(place)} and (${at} < ${instant(place)} or ${key} < ${place.key} collate "C")`

const actionKey = keyOf('a', 'id')
const actionKind = sql`case when route like '%/devicemigration/%' or route like 'JOB %flag%' then 'flag'
  when ${isOfEnvironment} then 'environment' else 'action' end`
const actionRow = sql`${actionKey} as key, at, ${actionKind} as kind, message as what, null::text as "from",
  null::text as "to", detail, result as state, email as by, activity as source, object, transaction_id`

const actionKinds: readonly TimelineKind[] = ['action', 'flag', 'environment']
/**
 * No condition where all are wanted, and a plain one where only the environment is not: PostgreSQL would take the other for one
 * that few rows fit, and read all months at once.
 */
function isOfKinds({ kinds }: Wanted): Sql {
  if (kinds.length === actionKinds.length) return sql`true`
  if (kinds.length === actionKinds.length - 1 && !kinds.includes('environment'))
    return sql`not ${isOfEnvironment}`
  return sql`${actionKind} = any(${kinds}::text[])`
}

const actions: Source = {
  kinds: actionKinds,
  permission: factRights.userAction,
  also: { environment: factRights.environment },
  of: ['sim', 'panel', 'company', 'csr', 'transaction'],
  page: ({ kind, ids }, wanted, before, limit) =>
    kind === 'transaction'
      ? sql`select ${actionRow} from user_action where transaction_id = any(${ids}::uuid[])
          and ${isOfKinds(wanted)} and ${beforePlace(sql`at`, actionKey, before)}
          order by at desc, id desc limit ${limit}`
      : // One walk along user_action_by_thing for each form, so that none reads more than the page.
        sql`select entry.* from unnest(${ids}::text[]) as form (id) cross join lateral (
          select ${actionRow} from user_action where thing_kind = ${kind} and thing_id = form.id
          and ${isOfKinds(wanted)} and ${beforePlace(sql`at`, actionKey, before)}
          order by at desc, user_action.id desc limit ${limit}) as entry`,
  // Along user_action_by_thing once more: a look for each transaction in each month would take many times as long. What
  // goes on for longer than a week stands there as several entries.
  steps: ({ kind, ids }, wanted, { ids: transactionIds, newest, oldest }) =>
    sql`select ${actionRow} from user_action where thing_kind = ${kind} and thing_id = any(${ids}::text[])
      and at >= ${oldest}::timestamptz - interval '7 days' and at <= ${newest}::timestamptz + interval '7 days'
      and transaction_id = any(${transactionIds}::uuid[]) and ${isOfKinds(wanted)}`,
}

const activityKey = keyOf('s', 'event_id')
const activityRow = sql`${activityKey} as key, at, 'sim-activity' as kind, status as what,
  null::text as "from", null::text as "to", description as detail, '' as state, '' as by, vendor_code as source,
  'sim ' || iccid as object, transaction_id`

const ofTransactions = (ids: readonly string[]) => {
  const condition = sql`transaction_id = any(${ids}::uuid[])`
  return sql`${condition} and ${inMonthsOf(condition)}`
}

const simActivity: Source = {
  kinds: ['sim-activity'],
  permission: factRights.simActivity,
  of: ['sim', 'transaction'],
  page: ({ kind, ids }, _wanted, before, limit) =>
    sql`select ${activityRow} from sim_activity
      where ${
        kind === 'sim'
          ? sql`iccid = ${ids[0]} and sub_transaction_id is null and ${beforePlace(sql`began_at`, activityKey, before)}
              order by began_at desc, event_id desc limit ${limit}`
          : sql`${ofTransactions(ids)} and ${beforePlace(sql`at`, activityKey, before)}
              order by at desc, event_id desc limit ${limit}`
      }`,
  steps: ({ ids }, _wanted, { ids: transactionIds }) =>
    sql`select ${activityRow} from sim_activity
      where ${ofTransactions(transactionIds)} and iccid = any(${ids}::text[])`,
}

const deactivationRow = sql`'d' || deactivation_id as key, created_at as at, 'deactivation' as kind, state as what,
  null::text as "from", null::text as "to", note as detail, state, email as by, coalesce(vendor_code, '') as source,
  case when is_single then 'sim ' || iccid else 'batch ' || batch_id end as object, transaction_id
  from deactivation join deactivation_batch using (batch_id)`

/** Few of a SIM, and at most a batch's of a transaction: read whole. */
const deactivations: Source = {
  kinds: ['deactivation'],
  permission: factRights.deactivation,
  of: ['sim', 'transaction'],
  page: ({ kind, ids }, _wanted, before, limit) =>
    sql`select ${deactivationRow}
      where ${kind === 'sim' ? sql`iccid = ${ids[0]}` : sql`transaction_id = any(${ids}::uuid[])`}
      and ${beforePlace(sql`created_at`, sql`'d' || deactivation_id`, before)}
      order by created_at desc, deactivation_id desc limit ${limit}`,
  steps: ({ ids }, _wanted, { ids: transactionIds }) =>
    sql`select ${deactivationRow} where iccid = any(${ids}::text[]) and transaction_id = any(${transactionIds}::uuid[])`,
}

/** The batches with SIMs that were the company's when they were begun: how many, and what became of them. */
const batchesOf = ({ ids }: Subject) => sql`
  select 'b' || batch_id as key, created_at as at, 'deactivation' as kind, state as what, null::text as "from",
    null::text as "to", concat_ws(': ', nullif(file_name, ''), sims || ' of its SIMs', states) as detail, state, email as by,
    '' as source, 'batch ' || batch_id as object, transaction_id
  from deactivation_batch join (
    select batch_id, sum(count) as sims, string_agg(count || ' ' || state, ', ' order by state) as states,
      bool_and(state = 'done') as is_done
    from (select batch_id, state, count(*) from deactivation
      where company_id = any(${ids}::integer[]) group by batch_id, state) as counted
    group by batch_id) as own using (batch_id)
  cross join lateral (
    select case when finished_at is null then 'running' when is_done then 'done' else 'not all done' end as state) as ended`

/** Of a company at most as many as its SIMs: read whole, by deactivation_by_company. */
const batches: Source = {
  kinds: ['deactivation'],
  permission: factRights.deactivation,
  of: ['company'],
  page: (subject, _wanted, before, limit) =>
    sql`select * from (${batchesOf(subject)}) as batch where ${beforePlace(sql`at`, sql`key`, before)}
      order by at desc, key desc limit ${limit}`,
  steps: (subject, _wanted, { ids: transactionIds }) =>
    sql`select * from (${batchesOf(subject)}) as batch where transaction_id = any(${transactionIds}::uuid[])`,
}

const workRow = (
  timelineKind: TimelineKind,
) => sql`'u' || id as key, began_at as at, ${sql.lit(timelineKind)} as kind, what,
  before as "from", after as "to", reason as detail, state, email as by, '' as source,
  thing_kind || ' ' || thing_id as object, transaction_id from undertaking`

/** Lasting work that has an entry on the timeline of its thing, of whichever kind. */
const works = Object.entries(undertakingKinds).flatMap(([kind, { permission, of, timeline }]): Source[] => {
  if (timeline === null) return []
  const ofKind = sql`select ${workRow(timeline)} where kind = ${sql.lit(kind)}`
  return [
    {
      kinds: [timeline],
      permission,
      of: [of, 'transaction'],
      page: (subject, _wanted, before, limit) =>
        sql`${ofKind} and ${
          subject.kind === 'transaction'
            ? sql`transaction_id = any(${subject.ids}::uuid[])`
            : sql`thing_id = any(${subject.ids}::text[])`
        }
          and ${beforePlace(sql`began_at`, sql`'u' || id`, before)} order by began_at desc, id desc limit ${limit}`,
      steps: ({ ids }, _wanted, { ids: transactionIds }) =>
        sql`${ofKind} and thing_id = any(${ids}::text[]) and transaction_id = any(${transactionIds}::uuid[])`,
    },
  ]
})

const isTold = (may: May) => mayBeTold(may, sql`source`)

const changeRow = sql`${keyOf('o', 'change_id')} as key, at, 'observation' as kind, field as what, before as "from",
  after as "to", '' as detail, '' as state, '' as by, source, '' as object, null::uuid as transaction_id from observed_change`

/** What neighbours said otherwise than before; of no transaction. */
const observations: Source = {
  kinds: ['observation'],
  of: ['sim', 'panel'],
  page: ({ kind, ids }, { may }, before, limit) =>
    sql`select ${changeRow} where thing_kind = ${kind} and thing_id = ${ids[0]} and ${isTold(may)}
      and ${beforePlace(sql`at`, keyOf('o', 'change_id'), before)} order by at desc, change_id desc limit ${limit}`,
  steps: () => sql`select ${changeRow} where false`,
}

const isoOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const gapRow = sql`'g' || md5(source) as key, unanswered_at as at, 'gap' as kind, problem as what,
  ${isoOf('asked_at')} as "from", ${isoOf('unanswered_at')} as "to", '' as detail, status as state, '' as by, source, '' as object,
  null::uuid as transaction_id from observation`

/** Who did not answer when he was asked last: since when, and how long it was tried. One row a source at most. */
const gaps: Source = {
  kinds: ['gap'],
  of: ['sim', 'panel'],
  page: ({ kind, ids }, { may }, before, limit) =>
    sql`select ${gapRow} where thing_kind = ${kind} and thing_id = ${ids[0]} and unanswered_at is not null and ${isTold(may)}
      and ${beforePlace(sql`unanswered_at`, sql`'g' || md5(source)`, before)} order by unanswered_at desc limit ${limit}`,
  steps: () => sql`select ${gapRow} where false`,
}

const silenceRow = sql`${keyOf('h', 'silence_id')} as key, until as at, 'gap' as kind, problem as what,
  ${isoOf('since')} as "from", ${isoOf('until')} as "to", '' as detail, status as state, '' as by, source, '' as object,
  null::uuid as transaction_id from observed_silence`

/** Who did not answer for a time, and then did. */
const pastGaps: Source = {
  kinds: ['gap'],
  of: ['sim', 'panel'],
  page: ({ kind, ids }, { may }, before, limit) =>
    sql`select ${silenceRow} where thing_kind = ${kind} and thing_id = ${ids[0]} and ${isTold(may)}
      and ${beforePlace(sql`until`, keyOf('h', 'silence_id'), before)} order by until desc, silence_id desc limit ${limit}`,
  steps: () => sql`select ${silenceRow} where false`,
}

/** All of them; what else has a history is one more. */
export const sources: readonly Source[] = [
  actions,
  simActivity,
  deactivations,
  batches,
  ...works,
  observations,
  gaps,
  pastGaps,
]
