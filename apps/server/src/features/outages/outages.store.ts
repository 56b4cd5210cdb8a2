import {
  factRights,
  type KeptOutage,
  mostOutagePanels,
  type OutagePanel,
  outageRights,
} from '@support-console/contract'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import '../webconnect/index.ts'
import { nameOfScope } from './scope-name.ts'

type Row = Selectable<Tables['webconnect_outage']> & { company: string | null }

/** Sessions tell of outages; some scopes take the right of the fact that they are known by, too (D45). */
export function isOutageReadable(may: May): RawBuilder<boolean> {
  if (!may(factRights.session)) return sql`false`
  const hidden = Object.entries(outageRights).flatMap(([scope, right]) => (may(right) ? [] : [scope]))
  return sql`scope <> all(${hidden}::text[])`
}

async function readOutages(
  db: Kysely<Tables>,
  may: May,
  { where, most }: { where: RawBuilder<unknown>; most: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select outage.*, company.name as company from webconnect_outage as outage
    left join company on scope = 'company' and company.id::text = scope_id
    where ${isOutageReadable(may)} and ${where} order by began_at desc, outage_id desc limit ${most}`.execute(
    db,
  )
  return rows
}

const toOutage = (row: Row): KeptOutage => ({
  outageId: String(row.outage_id),
  of: { kind: row.scope, id: row.scope_id },
  name: nameOfScope(row.scope, row.scope_id, row.company ?? ''),
  how: row.how,
  from: row.began_at.toISOString(),
  to: row.stopped_until.toISOString(),
  toldAt: row.told_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  members: row.members,
  away: row.away,
  mostAway: row.most_away,
})

/** Those that lasted at some time from then until then, the newest first. */
export async function outagesBetween(
  db: Kysely<Tables>,
  may: May,
  { from, to, most, isOver = false }: { from: Date; to: Date; most: number; isOver?: boolean },
): Promise<KeptOutage[]> {
  const where = sql`began_at < ${to.toISOString()}::timestamptz
    and ${isOver ? sql`ended_at` : sql`coalesce(ended_at, 'infinity')`} > ${from.toISOString()}::timestamptz`
  return (await readOutages(db, may, { where, most })).map(toOutage)
}

/** The IDs of those that last, by 'container webconnect-3'. */
export async function lastingOutages(db: Kysely<Tables>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('webconnect_outage')
    .select(['outage_id', 'scope', 'scope_id'])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ outage_id, scope, scope_id }) => [`${scope} ${scope_id}`, String(outage_id)]))
}

/** One outage with what was compared; undefined: there is none, or the reader may not know of it. */
export async function findOutage(db: Kysely<Tables>, may: May, outageId: string) {
  const [row] = await readOutages(db, may, { where: sql`outage_id = ${outageId}::bigint`, most: 1 })
  if (!row) return undefined
  const { others_away: away, others: members } = row
  return {
    ...toOutage(row),
    usual: row.usual,
    others: away === null || members === null ? null : { away, members },
    notedAt: row.noted_at?.toISOString() ?? row.told_at.toISOString(),
  }
}

/** How many panels an outage has, and how many of them are back, in all and by company, most first. */
export async function countOutagePanels(db: Kysely<Tables>, outageId: string) {
  const { rows } = await sql<{ companyId: number | null; name: string | null; panels: number; back: number }>`
    select company_id as "companyId", company.name, count(*)::integer as panels, count(back_at)::integer as back
    from webconnect_outage_panel as own left join company on company.id = company_id
    where outage_id = ${outageId}::bigint group by 1, 2 order by 3 desc, 2`.execute(db)
  const sum = (of: 'panels' | 'back') => rows.reduce((all, row) => all + row[of], 0)
  return {
    panels: sum('panels'),
    back: sum('back'),
    companies: rows.flatMap(({ companyId, name, ...counts }) =>
      companyId === null ? [] : [{ companyId, name: name ?? '', ...counts }],
    ),
  }
}

/** The panels of each of these outages that were not seen back, by cloud ID. */
export async function stillSilent(
  db: Kysely<Tables>,
  outageIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; panels: string[] }>`
    select outage_id::text as id, array_agg(cloud_id order by cloud_id) as panels from webconnect_outage_panel
    where outage_id = any(${outageIds}::bigint[]) and back_at is null group by outage_id`.execute(db)
  return new Map(rows.map(({ id, panels }) => [id, panels]))
}

/** By cloud ID; of one company or all. @param may whose a panel is the inventory tells */
export async function outagePanels(
  db: Kysely<Tables>,
  may: May,
  { outageId, companyId }: { outageId: string; companyId: number | undefined },
): Promise<{ panels: OutagePanel[]; isAll: boolean }> {
  const rows = await db
    .selectFrom('webconnect_outage_panel')
    .selectAll()
    .where(sql<boolean>`outage_id = ${outageId}::bigint`)
    .where(companyId === undefined ? sql<boolean>`true` : sql<boolean>`company_id = ${companyId}`)
    .orderBy('cloud_id')
    .limit(mostOutagePanels + 1)
    .execute()
  const panels = rows.slice(0, mostOutagePanels).map(({ cloud_id, company_id, stopped_at, back_at }) => ({
    cloudId: cloud_id,
    companyId: may(factRights.panel) ? company_id : null,
    from: stopped_at.toISOString(),
    to: back_at?.toISOString() ?? null,
  }))
  return { panels, isAll: rows.length <= mostOutagePanels }
}
