import {
  factRights,
  type PanelState,
  type PanelStateWord,
  wrongPanelStates,
  wrongVerdicts,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { type CauseRow, causeColumns, joinCause, toCause } from './cause.ts'
import { flapsAt, flapsSince } from './panel-word.ts'
import type { View } from './view.ts'

/** What is kept of a panel's state. */
export interface PanelStateRow extends CauseRow {
  state: PanelStateWord
  state_since: Date | null
  state_at: Date | null
  other_environment: boolean
}

const source = 'WebConnect'

/**
 * The state of each panel of a statement, as SQL: what `panelWordOf` says of its session as its container last told it.
 * @param id the panel's cloud ID; of `panel`, which is joined, the physical ID is read
 */
export function panelStateSql(view: View, id: RawBuilder<unknown> = sql`panel.cloud_id`) {
  const { may, now, host, staleAfterMs } = view
  const newestStale = new Date(now.getTime() - staleAfterMs)
  const isUnknown = sql`coalesce(seen.checked_at < ${newestStale} or (seen.problem <> '' and seen.connection <> 'gone'), true)`
  const flaps = sql`coalesce((
    select sum(begun) >= ${flapsAt} from webconnect_sessions
    where cloud_id = ${id} and hour >= date_trunc('hour', ${flapsSince(now)}::timestamptz, 'UTC')), false)`
  const state = sql`case when seen.connection is null or ${isUnknown} then 'not-known' when ${flaps} then 'flapping'
    when seen.connection = 'gone' then 'not-connected' when seen.connection = 'silent' then 'silent'
    when seen.refused_since is not null then 'refused' else 'reporting' end`
  const since = sql`case when seen.connection is null then null when ${isUnknown} then seen.said_at when ${flaps} then null
    else coalesce(seen.refused_since, seen.since) end`
  const isElsewhere = may(factRights.environment)
    ? sql`coalesce((
        select fields ->> 'environment' <> ${host} from observation
        where thing_kind = 'panel' and source = 'Pathfinder' and status <> 'NotFound' and fields ? 'environment'
          and thing_id = any(array_append(array(select physical_id from panel_id where panel_id.cloud_id = ${id}),
            lower(panel.panel_info ->> 'physicalPanelId')))
        order by asked_at desc limit 1), false)`
    : sql`false`
  const isFound = sql`coalesce(found.state = any(${[...wrongVerdicts]}::text[]), false)`
  return {
    state,
    isFound,
    columns: sql`${state} as state, ${since} as state_since, seen.said_at as state_at, ${isElsewhere} as other_environment, ${causeColumns}`,
    isSilent: sql`${state} = 'silent'`,
    isElsewhere,
    isWrong: sql`(${state} = any(${[...wrongPanelStates]}::text[]) or ${isFound} or ${isElsewhere})`,
    isNotAsked: sql`(seen.connection is null)`,
    joins: sql`
      left join ${seenSql(id, view.may)} on true
      ${joinCause('panel', id, since, view)}`,
  }
}

/**
 * The session of a panel as its container last told it, as SQL, called `seen`; nothing to readers who may not read it (D45). It is
 * so `since`: silent since the panel was last heard, where its container told that, otherwise since it was first seen so. This is
 * the one place that says since when a panel is silent.
 * An aggregate of its one row, by its key: the database leaves it out where no one asks for it, and never reads all sessions.
 */
export const seenSql = (id: RawBuilder<unknown>, may: May) => sql`lateral (
  select max(connection) as connection, max(container) as container, max(iccid) as iccid, max(host) as host, max(said_at) as said_at,
    max(checked_at) as checked_at, max(webconnect_container.problem) as problem, max(refused.since) as refused_since,
    max(coalesce(case when connection = 'silent' then heard_at::timestamptz end, asked_at)) as since
  from (
    select fields ->> 'connection' as connection, fields ->> 'container' as container, fields ->> 'iccid' as iccid,
      fields ->> 'host' as host, nullif(fields ->> 'heardAt', '') as heard_at, asked_at
    from observation_now
    where thing_kind = 'panel' and thing_id = ${id} and source = ${source} and ${may(factRights.session)}::boolean offset 0) as told
  left join webconnect_container on container_name = container
  left join webconnect_refused as refused on connection = 'connected' and refused.cloud_id = ${id}
    and refused.container_name = container) as seen`

export const toPanelState = (row: PanelStateRow): PanelState => ({
  state: row.state,
  online: null,
  since: row.state_since?.toISOString() ?? null,
  at: row.state_at?.toISOString() ?? null,
  source: row.state_at ? source : '',
  isFresh: row.state !== 'not-known',
  facts: row.other_environment ? ['other-environment'] : [],
  cause: toCause(row),
  counts: null,
})

/** The states of panels, in the inventory or not, by cloud ID. */
export async function panelStatesOf(
  db: Db,
  view: View,
  cloudIds: readonly string[],
): Promise<Map<string, PanelState>> {
  if (cloudIds.length === 0) return new Map()
  const { columns, joins } = panelStateSql(view, sql`wanted.id`)
  const { rows } = await sql<PanelStateRow & { id: string }>`
    select wanted.id, ${columns} from unnest(${cloudIds}::text[]) as wanted (id)
    left join panel on panel.cloud_id = wanted.id ${joins}`.execute(db)
  return new Map(rows.map((row) => [row.id, toPanelState(row)]))
}
