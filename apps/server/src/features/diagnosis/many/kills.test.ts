import { setTimeout as pause } from 'node:timers/promises'
import type { Look, Tray } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../../../../../../scripts/testing/thorough.ts'
import { simsForBatches } from '../../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import {
  databaseForProgram,
  folderForProgram,
  type ProgramDatabase,
} from '../../../testing/program-database.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../../testing/server-process.ts'
import { startField, type TestField } from '../../../testing/test-field.ts'

let keys: KeyServer
let field: TestField
let token: string
beforeAll(async () => {
  keys = await startKeyServer()
  // Every kill meets some that are being looked at.
  field = await startField({ FIELD_DELAYS: 'demo', FIELD_DELAY_PERCENT: '20' })
  token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
})
afterAll(async () => {
  await field.stop()
  await keys.close()
})

const call = <Data>(url: string, path: string, body?: object) =>
  read<Data>(`${url}/api/diagnosis/v1/looks${path}`, body)

async function read<Data>(url: string, body?: object): Promise<Data> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await answer.json()) as { data: Data }).data
}

const lookedIn = ({ counts }: Look) => counts.wrong + counts.notKnown + counts.fine

/** How often Connector was asked about each of them: once with each look. */
async function asked(ids: readonly string[]): Promise<Map<string, number>> {
  const counts = (await field.counts()).filter(({ system }) => system === 'connector')
  return new Map(ids.map((id) => [id, counts.find(({ iccid }) => iccid === id)?.count ?? 0]))
}

/** Begins to look, kills the server whenever some more are looked at, and starts another. */
async function killAgainAndAgain({ settings }: ProgramDatabase, ids: readonly string[]): Promise<void> {
  let server: ServerProcess | undefined
  const start = async (): Promise<string> => {
    server = startServerProcess({
      OIDC_ISSUER: keys.issuer,
      FIELD_URL: field.url,
      LOG_LEVEL: 'error',
      CALLS_PER_MINUTE: '100000',
      OVERLOAD_DELAY_MS: '600000',
      ...settings,
    })
    return (await server.listening).url
  }
  const until = async (url: string, { lookId }: Look, isSo: (look: Look) => boolean): Promise<Look> => {
    for (;;) {
      const look = await call<Look>(url, `/${lookId}`)
      if (isSo(look)) return look
      await pause(50)
    }
  }
  try {
    let url = await start()
    const begun = await call<Look>(url, '', { kind: 'named', things: ids.map((id) => `sim ${id}`) })
    const found = new Map<string, number>()
    for (const share of isThorough ? [0.2, 0.5] : [0.5]) {
      await until(url, begun, (look) => lookedIn(look) >= ids.length * share)
      if (server) await stopServerProcess(server)
      url = await start()
      const things = await call<{ id: string; state: string }[]>(url, `/${begun.lookId}/things`)
      const counts = await asked(ids)
      for (const { id, state } of things)
        if (state !== 'ready' && state !== 'looking' && !found.has(id)) found.set(id, counts.get(id) ?? 0)
    }
    const ended = await until(url, begun, ({ state }) => state !== 'running')
    expect([ended.state, lookedIn(ended)]).toEqual(['finished', ids.length])
    // D38: whichever server ended it, and whichever died before, its end is told, and once.
    const { notices } = await read<Tray>(`${url}/api/undertakings/v1/tray`)
    expect(notices.map(({ work, isRead }) => [work.id, work.state, isRead])).toEqual([
      [begun.lookId, 'succeeded', false],
    ])
    expect(found.size).toBeGreaterThanOrEqual(ids.length * 0.5)
    const counts = await asked(ids)
    expect(new Map([...found.keys()].map((id) => [id, counts.get(id)]))).toEqual(found)
    expect([...counts.values()].every((count) => count >= 1)).toBe(true)
  } finally {
    if (server) await stopServerProcess(server)
  }
}

async function expectEachOnce(database: ProgramDatabase, ids: readonly string[]): Promise<void> {
  try {
    await killAgainAndAgain(database, ids)
  } finally {
    await database.drop()
  }
}

describe('D50, R44, R45 a look at many while its server is killed again and again', {
  concurrent: true,
}, () => {
  it('each is looked at, and none again that was', async () => {
    await expectEachOnce(await databaseForProgram(), simsForBatches('VZN', 130, 160))
  }, 300_000)

  // That lasting work outlives a kill on PGlite is shown by a batch (features/sim-management/kills.test.ts).
  it.runIf(isThorough)(
    'on PGlite too',
    async () => {
      await expectEachOnce(await folderForProgram(), simsForBatches('VZN', 100, 130))
    },
    300_000,
  )
})
