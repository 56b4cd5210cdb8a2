import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/database/open-database.ts'
import { serversOnField } from '../../testing/servers-on-field.ts'

export const base = '/api/panelenvironment/v1'

/** Physical IDs of the demo world: CBS0000001, the other panels that show something, and the generated ones. */
export const happy = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
export const named = (n: number) => `6f9619ff-8b86-d011-b42d-00c04fc964${String(n).padStart(2, '0')}`
/** CBS0000010 and following, as world.json's rule makes them. */
export const generated = (n: number) => {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  return `${hex(Number((BigInt(n) * 2_654_435_761n) % 4_294_967_296n), 8)}-8b86-d011-b42d-00c04f${hex((n * 40_503) % 16_777_216, 6)}`
}

/** Servers beside the field's Pathfinder, and how its panels are queried and pointed elsewhere. */
export function environmentStage<Name extends string>(
  database: { get: () => Database },
  settings: Readonly<Record<Name, Record<string, string>>>,
  clocks?: Parameters<typeof serversOnField<Name>>[3],
) {
  const stage = serversOnField(database, settings, [], clocks)
  return {
    ...stage,
    query: (server: Name, physicalId: string) =>
      stage.server(server).call('GET', `${base}/${physicalId}/pathfinder`),
    point: (server: Name, physicalId: string, Env: string, transactionId: string = randomUUID()) =>
      stage.server(server).call('PUT', `${base}/${physicalId}/pathfinder`, { body: { Env }, transactionId }),
    /** How often Pathfinder was asked to point the panel somewhere, whatever became of it. */
    asked: async (physicalId: string) =>
      (await stage.field().counts()).find((count) => count.iccid === physicalId && count.action === 'point')
        ?.count ?? 0,
  }
}
