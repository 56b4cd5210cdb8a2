import { sql } from 'kysely'
import { mayBeTold } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { outages } from './outage-source.ts'
import { beforePlace, keyOf, type Source, type Sql, type Subject } from './source.ts'

const isTold = (may: May) => mayBeTold(may, sql`source`)
const webConnect = sql.lit('WebConnect')

const isoOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const ofThing = ({ kind, ids: [id] }: Subject): Sql => sql`thing_kind = ${kind} and thing_id = ${id}`

/** Of the changes that one source told at one look the first stands for all, so that pages walk along the index. */
const isFirstOfLook = (one: string) => sql`not exists (
  select from observed_change as other
  where (other.thing_kind, other.thing_id, other.at, other.source)
      = (${sql.ref(`${one}.thing_kind`)}, ${sql.ref(`${one}.thing_id`)}, ${sql.ref(`${one}.at`)}, ${sql.ref(`${one}.source`)})
    and other.change_id < ${sql.ref(`${one}.change_id`)})`

const allOfLook = (one: string) => sql`(
  select jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after) order by change_id)
  from observed_change as other
  where (other.thing_kind, other.thing_id, other.at, other.source)
    = (${sql.ref(`${one}.thing_kind`)}, ${sql.ref(`${one}.thing_id`)}, ${sql.ref(`${one}.at`)}, ${sql.ref(`${one}.source`)}))`

const changeKey = keyOf('o', 'change_id')
const lookRow = sql`${changeKey} as key, at, 'observation' as kind, '' as what, null::text as "from", null::text as "to",
  '' as detail, '' as state, '' as by, source, '' as object, transaction_id,
  jsonb_build_object('changes', ${allOfLook('one')}, 'email', (
    select email from observed_look as look
    where (look.thing_kind, look.thing_id, look.transaction_id) = (one.thing_kind, one.thing_id, one.transaction_id))) as more
  from observed_change as one`

/** What neighbours who were asked said otherwise than before: of each look and source one row. */
const looks: Source = {
  kinds: ['observation'],
  of: ['sim', 'panel', 'csr'],
  page: (subject, { may }, before, limit) =>
    sql`select ${lookRow} where ${ofThing(subject)} and source <> ${webConnect} and ${isTold(may)} and ${isFirstOfLook('one')}
      and ${beforePlace(sql`at`, changeKey, before)} order by at desc, change_id desc limit ${limit}`,
  // Along the index of the thing: a look lasts minutes.
  steps: (subject, { may }, { ids, newest, oldest }) =>
    sql`select ${lookRow} where ${ofThing(subject)} and source <> ${webConnect} and ${isTold(may)} and ${isFirstOfLook('one')}
      and at >= ${oldest}::timestamptz - interval '7 days' and at <= ${newest}::timestamptz + interval '7 days'
      and transaction_id = any(${ids}::uuid[])`,
}

/** So many sessions begun within an hour are one entry, and what happened in that hour is none beside it. */
const manySessions = 4
const isOfManySessions = (id: Sql, at: Sql) => sql`exists (
  select from webconnect_sessions as many where many.cloud_id = ${id} and hour = date_trunc('hour', ${at}, 'UTC') and begun >= ${manySessions})`
const ofPanel = ({ ids: [id] }: Subject, may: May) => sql`cloud_id = ${id} and ${mayBeTold(may, webConnect)}`

/** Where a panel was after this instant: what the next change of its container says that it was before, or where it is now. */
const containerAfter = (id: Sql, at: Sql) => sql`coalesce((
    select before from observed_change as later
    where later.thing_kind = 'panel' and later.thing_id = ${id} and later.source = ${webConnect}
      and later.field = 'container' and later.at > ${at} order by later.at, later.change_id limit 1),
  (select fields ->> 'container' from observation as now
    where now.thing_kind = 'panel' and now.thing_id = ${id} and now.source = ${webConnect}))`

/** An absence is told by itself, for as long as those are kept. Not by `exists`, for which PostgreSQL may read all of them. */
const isToldAsAbsence = sql`(
  select true from webconnect_absence as away where away.cloud_id = one.thing_id and away.began_at <= one.at
    and (away.began_at = one.at or away.ended_at = one.at
      or away.how = 'silent' and (away.ended_at is null or away.ended_at > one.at)) limit 1)`

const connectionKey = keyOf('w', 'change_id')
const connectionRow = sql`${connectionKey} as key, at, 'connection' as kind, '' as what, null::text as "from", null::text as "to",
  '' as detail, '' as state, '' as by, source, '' as object, null::uuid as transaction_id,
  jsonb_build_object('changes', ${allOfLook('one')}, 'container', ${containerAfter(sql`one.thing_id`, sql`one.at`)},
    'isTold', coalesce(${isToldAsAbsence}, false)) as more
  from observed_change as one`

/** A panel's connection, as WebConnect's collector kept its changes: absences of some minutes at least, moves, other SIMs. */
const connections: Source = {
  kinds: ['connection'],
  of: ['panel'],
  page: (subject, { may }, before, limit) =>
    sql`select ${connectionRow} where ${ofThing(subject)} and source = ${webConnect} and ${isTold(may)} and ${isFirstOfLook('one')}
      and not ${isOfManySessions(sql`one.thing_id`, sql`one.at`)}
      and ${beforePlace(sql`at`, connectionKey, before)} order by at desc, change_id desc limit ${limit}`,
  steps: () => sql`select ${connectionRow} where false`,
}

/** Left and back, silent and heard, of the last days: also what took less than that. */
const absences = (turns: { key: string; how: string; what: string; at: Sql; isBack: boolean }): Source => {
  const { key, how, what, at, isBack } = turns
  const place = sql`${sql.lit(key)} || (extract(epoch from began_at) * 1000000)::bigint`
  const row = sql`${place} as key, ${at} as at, 'connection' as kind, ${sql.lit(what)} as what, container_name as "from",
    ${isBack ? containerAfter(sql`cloud_id`, at) : sql`null::text`} as "to", '' as detail, '' as state, '' as by,
    'WebConnect' as source, '' as object, null::uuid as transaction_id,
    jsonb_build_object('since', ${isoOf('began_at')}) as more
    from webconnect_absence`
  return {
    kinds: ['connection'],
    of: ['panel'],
    page: (subject, { may }, before, limit) =>
      sql`select ${row} where ${ofPanel(subject, may)} and how = ${sql.lit(how)} and ${at} is not null
        and not ${isOfManySessions(sql`webconnect_absence.cloud_id`, at)} and ${beforePlace(at, place, before)}
        order by ${at} desc, began_at desc limit ${limit}`,
    steps: () => sql`select ${row} where false`,
  }
}

const sessionsKey = sql`'r' || extract(epoch from hour)::bigint`
/** When it was back within the hour, as far as that is known. */
const returns = sql`(
  select jsonb_agg(extract(epoch from away.ended_at - hour)) from webconnect_absence as away
  where away.cloud_id = many.cloud_id and away.began_at > hour - interval '1 day' and away.began_at < hour + interval '1 hour'
    and away.ended_at >= hour and away.ended_at < hour + interval '1 hour')`
const sessionsRow = sql`${sessionsKey} as key, hour as at, 'connection' as kind, 'reconnected' as what, null::text as "from",
  null::text as "to", '' as detail, '' as state, '' as by, 'WebConnect' as source, '' as object, null::uuid as transaction_id,
  jsonb_build_object('times', begun, 'returns', ${returns}) as more from webconnect_sessions as many`

/** Hours in which a panel began session after session. */
const reconnections: Source = {
  kinds: ['connection'],
  of: ['panel'],
  page: (subject, { may }, before, limit) =>
    sql`select ${sessionsRow} where ${ofPanel(subject, may)} and begun >= ${manySessions}
      and ${beforePlace(sql`hour`, sessionsKey, before)} order by hour desc limit ${limit}`,
  steps: () => sql`select ${sessionsRow} where false`,
}

const gapRow = sql`'g' || md5(source) as key, unanswered_at as at, 'gap' as kind, 'open' as what, null::text as "from",
  ${isoOf('unanswered_at')} as "to", problem as detail, status as state, '' as by, source, '' as object,
  null::uuid as transaction_id, jsonb_build_object('since', ${isoOf('asked_at')}) as more from observation`

/** Sources that did not answer when last asked, and when they had answered. One row a source at most. */
const gaps: Source = {
  kinds: ['gap'],
  of: ['sim', 'panel', 'csr'],
  page: (subject, { may }, before, limit) =>
    sql`select ${gapRow} where ${ofThing(subject)} and unanswered_at is not null and ${isTold(may)}
      and ${beforePlace(sql`unanswered_at`, sql`'g' || md5(source)`, before)} order by unanswered_at desc limit ${limit}`,
  steps: () => sql`select ${gapRow} where false`,
}

const silenceRow = sql`${keyOf('h', 'silence_id')} as key, until as at, 'gap' as kind, 'ended' as what, null::text as "from",
  ${isoOf('until')} as "to", problem as detail, status as state, '' as by, source, '' as object,
  null::uuid as transaction_id, jsonb_build_object('since', ${isoOf('since')}) as more from observed_silence`

/** Who did not answer for a time, and then did. */
const pastGaps: Source = {
  kinds: ['gap'],
  of: ['sim', 'panel', 'csr'],
  page: (subject, { may }, before, limit) =>
    sql`select ${silenceRow} where ${ofThing(subject)} and ${isTold(may)}
      and ${beforePlace(sql`until`, keyOf('h', 'silence_id'), before)} order by until desc, silence_id desc limit ${limit}`,
  steps: () => sql`select ${silenceRow} where false`,
}

/** What neighbours told without anything having been done. */
export const observedSources: readonly Source[] = [
  looks,
  connections,
  absences({ key: 'e', how: 'left', what: 'left', at: sql`began_at`, isBack: false }),
  absences({ key: 'k', how: 'left', what: 'back', at: sql`ended_at`, isBack: true }),
  absences({ key: 'q', how: 'silent', what: 'silent', at: sql`began_at`, isBack: false }),
  absences({ key: 'p', how: 'silent', what: 'heard', at: sql`ended_at`, isBack: true }),
  reconnections,
  gaps,
  pastGaps,
  outages,
]

/** Looks at a thing that found no change, between two instants, by quarters of an hour. */
export const emptyLooks = (
  subject: Subject,
  { from, before }: { from: Date | null; before: Date | null },
) => sql<{
  at: Date
  count: number
}>`
  select date_bin('15 minutes', at, timestamptz 'epoch') as at, count(*)::integer as count from observed_look
  where ${ofThing(subject)} and not has_change and (${from}::timestamptz is null or at >= ${from}::timestamptz)
    and (${before}::timestamptz is null or at < ${before}::timestamptz)
  group by 1 order by 1 desc limit 2000`
