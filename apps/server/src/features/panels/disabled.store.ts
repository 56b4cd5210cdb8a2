import { type DisabledPanel, type Disabling, mostPanels } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { DisablingRow } from './disabling.table.ts'
import type {} from './panels.table.ts'

/** The order that holds for a panel. */
export async function disablingOf(db: Kysely<Tables>, cloudId: string): Promise<Disabling | null> {
  const row = await db
    .selectFrom('disabling')
    .innerJoin('panel', 'panel.cloud_id', 'disabling.cloud_id')
    .selectAll('disabling')
    .where('panel.cloud_id', '=', cloudId.toUpperCase())
    .where('panel.flagged', '=', true)
    .where('disabling.state', 'in', ['running', 'refused'])
    .orderBy('disabling.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toDisabling(row) : null
}

/** All panels that are disabled now, what ends first before the others; one more than `mostPanels` tells whether there are more. */
export async function disabledPanels(
  db: Kysely<Tables>,
): Promise<{ panels: DisabledPanel[]; hasMore: boolean }> {
  const { rows } = await sql<DisabledRow>`
    select panel.cloud_id as "cloudId", coalesce(company.name, '') as "companyName",
      coalesce(company.sap_company_id, '') as "companySapNumber", coalesce(panel.remote_id, '') as "remoteId",
      panel.flag_changed_at as since, coalesce(panel.flag_changed_by, '') as by, disabling.*
    from panel left join company on company.id = panel.company_id
    left join lateral (
      select disabling_id, until_at, time_zone, email, state, reason from disabling
      where disabling.cloud_id = panel.cloud_id and state in ('running', 'refused')
      order by created_at desc limit 1) as disabling on true
    where panel.flagged order by disabling.until_at nulls last, panel.cloud_id limit ${mostPanels + 1}`.execute(
    db,
  )
  return {
    panels: rows
      .slice(0, mostPanels)
      .map(({ cloudId, companyName, companySapNumber, remoteId, since, by, ...order }) => ({
        cloudId,
        companyName,
        companySapNumber,
        remoteId,
        flagged: true,
        since: since?.toISOString() ?? null,
        by,
        disabling: order.disabling_id === null ? null : toDisabling(order),
      })),
    hasMore: rows.length > mostPanels,
  }
}

type OrderColumns = Pick<
  DisablingRow,
  'disabling_id' | 'until_at' | 'time_zone' | 'email' | 'state' | 'reason'
>
type DisabledRow = Omit<DisabledPanel, 'since' | 'disabling' | 'flagged'> & { since: Date | null } & (
    | OrderColumns
    | { disabling_id: null }
  )

export const toDisabling = (row: OrderColumns): Disabling => ({
  disablingId: row.disabling_id,
  until: row.until_at.toISOString(),
  timeZone: row.time_zone,
  by: row.email,
  isRefused: row.state === 'refused',
  reason: row.reason,
})
