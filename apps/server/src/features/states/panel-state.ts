import {
  factRights,
  type PanelState,
  type PanelStateWord,
  wrongPanelStates,
  wrongVerdicts,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type CauseRow, causeColumns, joinByKey, joinCause, toCause } from './cause.ts'
import type {} from './thing-state.table.ts'
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
 * What is so of `kept` at the time of a view: its container, joined as `told`, must still answer, unless the panel had left it.
 * Of a session nothing is told to readers who may not read it (D45).
 */
export function panelWordSql({ may, now, host, staleAfterMs }: View) {
  const mayRead = sql`${may(factRights.session)}::boolean`
  const newestStale = new Date(now.getTime() - staleAfterMs)
  const isUnknown = sql`coalesce(told.checked_at < ${newestStale}
    or case when told.problem = '' then told.said_at < ${newestStale} else kept.state <> 'not-connected' end, true)`
  const isAsked = sql`(${mayRead} and coalesce(kept.is_asked, false))`
  const flaps = sql`coalesce(kept.flaps_until > ${now}, false)`
  return {
    state: sql`case when not ${isAsked} or ${isUnknown} then 'not-known' when ${flaps} then 'flapping' else kept.state end`,
    since: sql`case when not ${isAsked} then null when ${isUnknown} then told.said_at when ${flaps} then null else coalesce(kept.refused_since, kept.since) end`,
    at: sql`case when ${isAsked} then told.said_at end`,
    isAsked,
    isElsewhere: sql`(${may(factRights.environment)}::boolean and coalesce(kept.environment not in ('', ${host}), false))`,
    joinContainer: sql`left join webconnect_container as told on told.container_name = kept.place`,
  }
}

/** As SQL: the state of each panel of a statement, by its cloud ID; of one company, where all are its own. */
export function panelStateSql(view: View, id: RawBuilder<unknown> = sql`panel.cloud_id`, companyId?: number) {
  const of = { kind: 'panel', id, companyId } as const
  const { state, since, at, isAsked, isElsewhere, joinContainer } = panelWordSql(view)
  const isFound = sql`coalesce(found.state = any(${[...wrongVerdicts]}::text[]), false)`
  return {
    state,
    isFound,
    columns: sql`${state} as state, ${since} as state_since, ${at} as state_at, ${isElsewhere} as other_environment, ${causeColumns}`,
    isSilent: sql`${state} = 'silent'`,
    isElsewhere,
    isWrong: sql`(${state} = any(${[...wrongPanelStates]}::text[]) or ${isFound} or ${isElsewhere})`,
    isNotAsked: sql`(not ${isAsked})`,
    joins: sql`
      ${joinByKey('thing_state_now', 'kept', { ...of, holds: sql`true` })} ${joinContainer} ${joinCause(of, since, view)}`,
  }
}

/**
 * The session of a panel as its container last told it, as SQL, called `seen`; nothing to readers who may not read it (D45). It is
 * so `since`: silent since the panel was last heard, where its container told that, otherwise since it was first seen so.
 */
export const seenSql = (
  id: RawBuilder<unknown>,
  { may }: Pick<View, 'may'>,
  companyId?: number,
) => sql`lateral (
  select case kept.state when 'not-connected' then 'gone' when 'silent' then 'silent' else 'connected' end as connection,
    place as container, iccid, host, said_at, checked_at, problem, refused_since, since
  from thing_state_now as kept left join webconnect_container on container_name = place
  where kept.thing_kind = 'panel' and kept.thing_id = ${id} and kept.is_asked and ${may(factRights.session)}::boolean
    ${companyId === undefined ? sql`limit 1` : sql`and kept.company_id = ${companyId}`}) as seen`

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
    select wanted.id, ${columns} from unnest(${cloudIds}::text[]) as wanted (id) ${joins}`.execute(db)
  return new Map(rows.map((row) => [row.id, toPanelState(row)]))
}
