import { sql } from 'kysely'
import { byName } from '../by-name.ts'
import type { Name } from '../name.ts'
import { factsOf, type Source } from '../source.ts'

const name: Name = {
  field: 'name',
  from: 'webconnect_container',
  id: 'container_name',
  value: 'container_name',
  key: 'folded(container_name)',
  activity: 'checked_at',
  isFew: true,
}

/** WebConnect's containers, as the collector last saw them. */
export const containers: Source<'container'> = {
  kind: 'container',
  names: [name],
  find: (db, asked, most) => byName(db, name, asked, most),
  async describe(db, ids) {
    const rows = await db
      .selectFrom('webconnect_container')
      .select(['container_name', 'connection_count', 'problem'])
      .where('container_name', '=', sql<string>`any(${ids}::text[])`)
      .execute()
    return new Map(
      rows.map((row) => [
        row.container_name,
        {
          title: row.container_name,
          facts: factsOf({
            answers: row.problem ? 'gives no answer' : null,
            connections: String(row.connection_count),
          }),
        },
      ]),
    )
  },
}
