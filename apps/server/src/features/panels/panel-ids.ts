import { factRights, identifierForms } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { DeviceDomainMapping } from '../../systems/pathfinder/pathfinder.adapter.ts'

const { cloudId, physicalId } = identifierForms

/** Keeps which physical ID and cloud ID Pathfinder gives one panel: two forms of one thing. */
export async function keepPanelIds(
  db: Kysely<Tables>,
  mappings: readonly DeviceDomainMapping[],
): Promise<void> {
  const all = (type: DeviceDomainMapping['idType'], read: (id: string) => string | undefined) =>
    mappings.flatMap(({ idType, value }) => (idType === type ? (read(value) ?? []) : []))
  const cloudIds = all('CloudId', cloudId)
  const told = all('PhysicalPanelId', physicalId).flatMap((physical_id) =>
    cloudIds.map((cloud_id) => ({ physical_id, cloud_id })),
  )
  if (told.length === 0) return
  await db
    .insertInto('panel_id')
    .values(told)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * All ids by which the trail and neighbours may name the panel that has this one, a cloud ID or a physical ID: itself
 * first, then as Pathfinder told it, the newest first, and as the inventory has it. One that was given to several panels in
 * turn leads to all of them.
 * @param may what the reader may: which IDs Pathfinder alone gave to one panel takes its right (D45)
 */
export async function idsOfPanel(db: Kysely<Tables>, id: string, may: May): Promise<string[]> {
  const physical = physicalId(id)
  const given = physical ?? id.toUpperCase()
  const isTold = sql`${may(factRights.environment)}::boolean`
  const { rows } = await (physical !== undefined
    ? sql<{ id: string | null }>`
        select id from (
          select cloud_id as id, told_at from panel_id where physical_id = ${given} and ${isTold}
          union all
          select cloud_id, null from panel
          where panel_info ? 'physicalPanelId' and lower(panel_info ->> 'physicalPanelId') collate "C" = ${given}
        ) as told order by told_at desc nulls last`
    : sql<{ id: string | null }>`
        select id from (
          select physical_id as id, told_at from panel_id where cloud_id = ${given} and ${isTold}
          union all
          select panel_info ->> 'physicalPanelId', null from panel where cloud_id = ${given}
        ) as told order by told_at desc nulls last`
  ).execute(db)
  const others = rows.flatMap((row) =>
    physical === undefined ? (physicalId(row.id ?? '') ?? []) : (row.id ?? []),
  )
  return [...new Set([given, ...others])]
}
