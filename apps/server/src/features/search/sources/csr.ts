import { sql } from 'kysely'
import { receiverStatesOf } from '../../states/index.ts'
import { byName } from '../by-name.ts'
import type { Name } from '../name.ts'
import { byKeys, factsOf, type Source } from '../source.ts'

const named = { from: 'csr', id: 'server', activity: 'update_date', isFew: true }
const server: Name = { ...named, field: 'name', value: 'server', key: 'folded(server)' }
const description: Name = {
  ...named,
  field: 'description',
  value: 'description',
  key: 'folded(description)',
  words: 'folded(description)',
  isText: true,
}

/** CSR servers by name, address and description; there are a few hundred at most, so that no index is needed. */
export const csrs: Source<'csr'> = {
  kind: 'csr',
  names: [server, description],
  async find(db, asked, most, may) {
    const found = await Promise.all([
      byName(db, server, asked, most),
      byName(db, description, asked, most),
      byKeys(
        db,
        [
          {
            ...named,
            field: 'ipAddress',
            read: ({ ipAddress }) => ipAddress,
            key: 'ip_address',
            by: 'whole',
          },
        ],
        asked,
        most,
        may,
      ),
    ])
    return found.flat()
  },
  async describe(db, ids, view) {
    const inventory = db
      .selectFrom('csr')
      .select(['server', 'ip_address', 'description', 'release'])
      .where('server', '=', sql<string>`any(${ids}::text[])`)
      .execute()
    const [rows, states] = await Promise.all([inventory, receiverStatesOf(db, view, ids)])
    return new Map(
      rows.map((row) => [
        row.server,
        {
          title: row.server,
          state: states.get(row.server) ?? null,
          facts: factsOf({
            description: row.description,
            ipAddress: row.ip_address,
            release: row.release,
          }),
        },
      ]),
    )
  },
}
