import { factRights, type TimelineKind, undertakingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { isOfEnvironment } from '../audit-trail/index.ts'
import { inMonthsOf } from '../sim-activity/index.ts'
import { observedSources } from './observed-sources.ts'
import { beforePlace, keyOf, type Source, type Sql, type Subject, type Wanted } from './source.ts'

const actionKey = keyOf('a', 'id')
const actionKind = sql`case when route like '%/devicemigration/%' or route like 'JOB %flag%' then 'flag'
  when ${isOfEnvironment} then 'environment' else 'action' end`
const actionRow = sql`${actionKey} as key, at, ${actionKind} as kind, message as what, null::text as "from",
  null::text as "to", detail, result as state, email as by, activity as source, object, transaction_id,
  case when source = 'console' then jsonb_build_object('isClaim', true) end as more`

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
  'sim ' || iccid as object, transaction_id, null::jsonb as more`

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
  case when is_single then 'sim ' || iccid else 'batch ' || batch_id end as object, transaction_id,
  jsonb_build_object('file', file_name, 'why', why) as more
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
    null::text as "to", '' as detail, state, email as by, '' as source, 'batch ' || batch_id as object, transaction_id,
    jsonb_build_object('file', file_name, 'why', why, 'changes', states) as more
  from deactivation_batch join (
    select batch_id, jsonb_agg(jsonb_build_object('field', state, 'before', '', 'after', count::text) order by state) as states,
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
  thing_kind || ' ' || thing_id as object, transaction_id, null::jsonb as more from undertaking`

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

/** All of them; what else has a history is one more. */
export const sources: readonly Source[] = [
  actions,
  simActivity,
  deactivations,
  batches,
  ...works,
  ...observedSources,
]
