// For tests: a process that enters a shared gate and stays in it until it is killed. Argument: the database's address.
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createSharedGate } from '../platform/outbound/shared-gate.ts'

const { openSession } = await openDatabase({ url: process.argv[2] ?? '', folder: '', connections: 2 })
if (!openSession) throw new Error('this needs PostgreSQL')
const gate = createSharedGate({ clock: systemClock, openSession, log: { warn: () => {} } }, 'test', {
  inFlight: 1,
  queue: 1,
  waitAtMostMs: 10_000,
  rate: { calls: 2, perMs: 300 },
})
await gate.pass(async () => {
  process.stdout.write('inside\n')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
