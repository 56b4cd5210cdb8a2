import { randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { systemClock, within } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import { createOutbound, NeighbourError } from '../../platform/outbound/index.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { connectNeighbours } from '../../systems/neighbours.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

/** No one's: that a system does not know them says that it is there and takes our credentials. */
const nobodysSim = '8900000000000000000'
const nobodysPanel = '00000000-0000-4000-8000-000000000000'
const patienceMs = 20_000
const askedAtOnce = 4

/** Asks each neighbour for the least there is to read, with the server's own adapters and limits; changes nothing. */
export async function lookAtNeighbours(config: Config, database: Database, log: Logger): Promise<Finding[]> {
  const outbound = createOutbound({
    clock: systemClock,
    transactionId: randomUUID,
    log,
    openSession: database.openSession,
    observe: () => {},
    observeSlow: () => {},
  })
  try {
    const { carriers, csrAgents, ...others } = connectNeighbours(outbound, config.neighbours, {
      log,
      db: database.db,
    })
    const csrs = await database.db.selectFrom('csr').select(['server', 'ip_address as ipAddress']).execute()
    const reads: [name: string, read: () => Promise<unknown>][] = [
      ...Object.values(carriers).map((carrier): [string, () => Promise<unknown>] => [
        carrier.name,
        () => carrier.readSim(nobodysSim, { stateOnly: true }),
      ]),
      [others.mobileBroker.name, () => others.mobileBroker.readSim(nobodysSim)],
      [others.connector.name, () => others.connector.readSim(nobodysSim)],
      [others.remotePortal.name, () => others.remotePortal.isDisabled(nobodysPanel)],
      [others.pathfinder.name, () => others.pathfinder.environmentOf(nobodysPanel)],
      [others.webConnect.name, () => others.webConnect.containers()],
      ...csrs
        .map(csrAgents.of)
        .map((agent): [string, () => Promise<unknown>] => [agent.name, () => agent.status()]),
    ]
    return await sideBySide(askedAtOnce, reads, ([name, read]) => lookAt(name, read))
  } finally {
    await outbound.close()
  }
}

async function lookAt(name: string, read: () => Promise<unknown>): Promise<Finding> {
  const { fine, warning, fault } = findingsOf(name)
  try {
    await within(systemClock, patienceMs, read())
    return fine('It answers, and takes our credentials.')
  } catch (error) {
    if (!(error instanceof NeighbourError)) return fault(`It gave no answer (${reasonOf(error)}).`)
    if (error.kind === 'not-found') return fine('It answers, and takes our credentials.')
    const says = `${error.sentence}${error.detail ? ` (${error.detail})` : ''}`
    return error.kind === 'busy' ? warning(says) : fault(says)
  }
}
