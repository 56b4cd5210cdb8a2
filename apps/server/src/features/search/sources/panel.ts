import { factRights } from '@support-console/contract'
import { sql } from 'kysely'
import { panelStatesOf } from '../../states/index.ts'
import type { Asked } from '../asked.ts'
import { byKeys, factsOf, type Key, type Source } from '../source.ts'

const from = { from: 'panel', id: 'cloud_id', activity: 'panel.update_date' }

/** What a panel said of itself, by the names that it comes under. */
const told = (field: string, name: string, read: (asked: Asked) => string | undefined): Key => ({
  field,
  read,
  ...from,
  key: `lower((panel_info ->> '${name}') collate "C")`,
  by: 'beginning',
  where: `panel_info ? '${name}'`,
})

const named = ({ name, isIdentifier }: Asked) => (isIdentifier && name.length > 3 ? name : undefined)

const keys: readonly Key[] = [
  { ...from, field: 'cloudId', read: ({ code }) => code, key: 'cloud_id' },
  {
    ...from,
    field: 'remotePortalId',
    read: ({ bareCode }) => bareCode,
    value: 'remote_id',
    key: 'remote_key',
  },
  told('physicalId', 'physicalPanelId', ({ uuid }) => uuid),
  told('productId', 'productId', named),
  told('deviceId', 'deviceId', named),
  // As Pathfinder told it.
  {
    ...from,
    field: 'physicalId',
    read: ({ uuid }) => (uuid?.length === 36 ? uuid : undefined),
    from: 'panel_id join panel using (cloud_id)',
    key: 'physical_id',
    by: 'whole',
    right: factRights.environment,
  },
]

/** Panels by every ID that we know of them. */
export const panels: Source<'panel'> = {
  kind: 'panel',
  isObserved: true,
  find: (db, asked, most, may) => byKeys(db, keys, asked, most, may),
  async describe(db, ids, view) {
    const inventory = db
      .selectFrom('panel')
      .leftJoin('company', 'company.id', 'panel.company_id')
      .select(['cloud_id', 'remote_id', 'flagged', 'name'])
      .select(sql<string | null>`panel_info ->> 'physicalPanelId'`.as('physicalId'))
      .where('cloud_id', '=', sql<string>`any(${ids}::text[])`)
      .execute()
    const [rows, states] = await Promise.all([inventory, panelStatesOf(db, view, ids)])
    return new Map(
      rows.map((row) => [
        row.cloud_id,
        {
          state: states.get(row.cloud_id) ?? null,
          title: row.cloud_id,
          facts: factsOf({
            company: row.name,
            remotePortalId: row.remote_id,
            physicalId: row.physicalId,
            management: row.flagged ? 'Disabled' : null,
          }),
        },
      ]),
    )
  },
}
