// A process of its own for tests: begins a migration that never ends, so that the test can kill it in the midst.
import { sql } from 'kysely'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const database = await openDatabase({ url, folder, connections: 2 })
await migrate(database.db, {
  ...migrations,
  '9998-half': {
    oldServersMayNot: '',
    async up(db) {
      await sql`create table half_done (x int)`.execute(db)
      console.log('begun')
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    },
  },
})
