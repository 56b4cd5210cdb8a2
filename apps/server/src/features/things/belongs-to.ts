import type { PanelConnection } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'

/** Who says that a SIM sits in a panel. */
export const [inventory, webConnect] = ['Inventory', 'WebConnect']

/** A company with how much the inventory has of it; null: there is none of this id. */
export async function companyOf(db: Db, companyId: number | null) {
  if (companyId === null) return null
  const { rows } = await sql<{
    companyId: number
    name: string
    sapCompanyId: string
    sims: number
    panels: number
    users: number
  }>`
    select id as "companyId", name, sap_company_id as "sapCompanyId",
      (select count(*)::integer from sim where sim.company_id = company.id) as sims,
      (select count(*)::integer from panel where panel.company_id = company.id) as panels,
      (select count(distinct email)::integer from remote_user where remote_user.company_id = company.id) as users
    from company where id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

/** What WebConnect last told of these panels, by cloud ID. */
export async function connectionsOf(
  db: Db,
  cloudIds: readonly string[],
): Promise<Map<string, PanelConnection>> {
  const { rows } = await sql<{
    id: string
    fields: Record<string, string>
    asked_at: Date
    said_at: Date | null
  }>`
    select thing_id as id, fields, asked_at, said_at from observation
    left join webconnect_container on container_name = fields ->> 'container'
    where thing_kind = 'panel' and source = ${webConnect} and thing_id = any(${cloudIds}::text[])
      and fields is not null`.execute(db)
  return new Map(
    rows.map(({ id, fields, asked_at, said_at }) => [
      id,
      {
        state: fields.connection as PanelConnection['state'],
        container: fields.container ?? '',
        iccid: fields.iccid ?? '',
        host: fields.host ?? '',
        since: asked_at.toISOString(),
        saidAt: said_at?.toISOString() ?? null,
      },
    ]),
  )
}

/** The ids that sources name, each once, the inventory's first. */
export function bySource(told: readonly (readonly [source: string, id: string])[]) {
  const sources = Map.groupBy(told, ([, id]) => id)
  return Array.from(sources, ([id, of]) => ({ id, sources: of.map(([source]) => source) }))
}
