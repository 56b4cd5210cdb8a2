import { factRights, mostCounted, type PanelConnection, type ThingCompany } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { seenSql } from '../states/index.ts'

/** Who says that a SIM sits in a panel. */
export const [inventory, webConnect] = ['Inventory', 'WebConnect']

/**
 * A company with how much the inventory has of it; null: there is none of this id.
 * @param may what the reader may: other counts are null (D45)
 * @param most so many are counted; null: all
 */
export async function companyOf(
  db: Db,
  companyId: number | null,
  may: May,
  most: number | null = mostCounted + 1,
): Promise<ThingCompany | null> {
  if (companyId === null) return null
  const counted = (of: keyof typeof factRights, rows: RawBuilder<unknown>) =>
    may(factRights[of]) ? sql`(select count(*)::integer from (${rows}) as counted)` : sql`null::integer`
  const { rows } = await sql<ThingCompany>`
    select id as "companyId", name, sap_company_id as "sapCompanyId",
      ${counted('simsOfCompany', sql`select from sim where company_id = company.id limit ${most}`)} as sims,
      ${counted('panelsOfCompany', sql`select from panel where company_id = company.id limit ${most}`)} as panels,
      ${counted('usersOfCompany', sql`select distinct email from remote_user where company_id = company.id`)} as users
    from company where id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

/** What WebConnect last told of these panels, by cloud ID; nothing to a reader who may not read it (D45). */
export async function connectionsOf(
  db: Db,
  cloudIds: readonly string[],
  may: May,
): Promise<Map<string, PanelConnection>> {
  if (!may(factRights.session)) return new Map()
  const { rows } = await sql<
    Pick<PanelConnection, 'state' | 'container' | 'iccid' | 'host'> & {
      id: string
      since: Date
      refused_since: Date | null
      said_at: Date | null
    }
  >`
    select wanted.id, seen.connection as state, coalesce(seen.container, '') as container,
      coalesce(seen.iccid, '') as iccid, coalesce(seen.host, '') as host, seen.since, seen.refused_since, seen.said_at
    from unnest(${cloudIds}::text[]) as wanted (id) cross join ${seenSql(sql`wanted.id`, { may })}
    where seen.connection is not null`.execute(db)
  return new Map(
    rows.map(({ id, since, refused_since, said_at, ...session }) => [
      id,
      {
        ...session,
        since: since.toISOString(),
        refusedSince: refused_since?.toISOString() ?? null,
        saidAt: said_at?.toISOString() ?? null,
      },
    ]),
  )
}

export async function panelsWithSims(db: Db, iccids: readonly string[], may: May) {
  if (!may(factRights.session)) return new Map<string, never[]>()
  const { rows } = await sql<{ iccid: string; cloudId: string; container: string; since: Date }>`
    select seen.form as iccid, seen.thing_id as "cloudId", fields ->> 'container' as container, asked_at as since
    from observed_identifier as seen
    join observation_now using (thing_kind, thing_id, source)
    where seen.form = any(${iccids}::text[]) and seen.field = 'iccid' and seen.thing_kind = 'panel'
      and source = ${webConnect} and fields ->> 'iccid' = seen.form and fields ->> 'connection' <> 'gone'
    order by asked_at desc, "cloudId"`.execute(db)
  return Map.groupBy(
    rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    ({ iccid }) => iccid,
  )
}

/** The ids that sources name, each once, the inventory's first. */
export function bySource(told: readonly (readonly [source: string, id: string])[]) {
  const sources = Map.groupBy(told, ([, id]) => id)
  return Array.from(sources, ([id, of]) => ({ id, sources: of.map(([source]) => source) }))
}
