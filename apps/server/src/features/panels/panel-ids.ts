import { identifierForms } from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
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
 * All ids by which the trail may name the panel that has this one, a cloud ID or a physical ID: itself first. One that
 * was given to several panels in turn leads to all of them.
 */
export async function idsOfPanel(db: Kysely<Tables>, id: string): Promise<string[]> {
  const physical = physicalId(id)
  const given = physical ?? id.toUpperCase()
  const others = await (physical !== undefined
    ? db.selectFrom('panel_id').select('cloud_id as id').where('physical_id', '=', given)
    : db.selectFrom('panel_id').select('physical_id as id').where('cloud_id', '=', given)
  )
    .orderBy('told_at', 'desc')
    .execute()
  return [given, ...others.map((other) => other.id)]
}
