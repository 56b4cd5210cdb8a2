import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { startCluster } from '../../testing/postgres-cluster.ts'
import { findPrograms } from '../../testing/postgres-programs.ts'
import { systemClock } from '../clock.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { asWork } from '../database/work.ts'
import { problems } from '../problem.ts'
import { claimCall } from './call-once.ts'
import { leaveClaim } from './leave-claim.ts'

// Skipped where no PostgreSQL is installed: PGlite does not go away.
it.skipIf(!findPrograms())(
  'D52 R43 a change that the loss of the database ended may be repeated once it is back',
  async () => {
    // What is committed stays, also when it is killed.
    const cluster = await startCluster(['fsync=off'])
    if (typeof cluster === 'string') throw new Error(cluster)
    const database = await openDatabase({ url: cluster.url, folder: '', connections: 10, sharedOut: true })
    try {
      await migrate(database.db, migrations)
      const platform = { db: database.db, log: pino({ level: 'silent' }), clock: systemClock }
      const once = {
        userKey: 'u',
        transactionId: randomUUID(),
        method: 'POST',
        path: '/x',
        body: null,
        rights: [],
      }
      const claim = await claimCall(database.db, once, 600_000)
      if (!('until' in claim)) throw new Error('it was answered before')
      const { up } = await cluster.down('killed')
      // As a call does, which waits ten seconds for a connection.
      await asWork({ kind: 'change', call: 'POST /x' }, () =>
        leaveClaim(platform, { once, claim }, problems.databaseAway(new Error('away')), false, 600_000),
      )
      await up()
      const again = () => claimCall(database.db, once, 600_000).catch((error: Error) => error)
      await expect.poll(again, { timeout: 60_000 }).toHaveProperty('until')
    } finally {
      await database.close()
      await cluster.stop()
    }
  },
  120_000,
)
