import { setTimeout as pause } from 'node:timers/promises'
import type { Csr } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../../../../../scripts/testing/thorough.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { databaseForProgram, folderForProgram, type ProgramDatabase } from '../../testing/program-database.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { startField, type TestField } from '../../testing/test-field.ts'

const base = '/api/csrmanagement/v1/csrs'

let keys: KeyServer
let field: TestField
let token: string
beforeAll(async () => {
  keys = await startKeyServer()
  // csr-08 takes 9 s, the others 2.4 to 4.2 s: every kill meets some that are under way.
  field = await startField({ FIELD_DELAYS: 'demo', FIELD_DELAY_PERCENT: '30' })
  token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
})
afterAll(async () => {
  await field.stop()
  await keys.close()
})

async function call<Data>(url: string, path: string, body?: unknown): Promise<{ code: number; data: Data }> {
  const answer = await fetch(`${url}${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { code: answer.status, data: ((await answer.json()) as { data: Data }).data }
}

/** Deploys on one CSR after another, and kills the server soon after each; returns how they all ended. */
async function killAgainAndAgain(env: Record<string, string>, servers: readonly number[]): Promise<Csr[]> {
  let server: ServerProcess | undefined
  const start = async (): Promise<string> => {
    server = startServerProcess({
      OIDC_ISSUER: keys.issuer,
      FIELD_URL: field.url,
      LOG_LEVEL: 'error',
      CALLS_PER_MINUTE: '100000',
      OVERLOAD_DELAY_MS: '600000',
      CSR_LOOK_MS: '100',
      ...env,
    })
    return (await server.listening).url
  }
  try {
    let url = await start()
    for (const n of servers) {
      const ip = `127.0.40.${n}`
      // The one before may still wait for a server that takes it to its agent.
      while ((await call(url, `/${ip}/upgrade`, { IPAddress: ip, Name: '4.1.0' })).code !== 202)
        await pause(250)
      await pause(Math.random() * 400)
      if (server) await stopServerProcess(server)
      url = await start()
    }
    for (;;) {
      const { data } = await call<{ info: Csr[] }>(url, '/getall')
      const ended = data.info.filter((csr) => servers.some((n) => csr.ipAddress === `127.0.40.${n}`))
      if (ended.every((csr) => csr.deployment?.finishedAt)) return ended
      await pause(200)
    }
  } finally {
    if (server) await stopServerProcess(server)
  }
}

async function expectEachOnce(ended: readonly Csr[]): Promise<void> {
  expect(ended.map(({ csrStatus, name }) => `${csrStatus} ${name}`)).toEqual(
    ended.map(() => 'Succeeded 4.1.0'),
  )
  const counts = (await field.counts()).filter(({ action }) => action === 'begin')
  for (const { ipAddress } of ended)
    expect(counts.find(({ iccid }) => iccid === ipAddress)).toMatchObject({ count: 1 })
}

async function expectAllEnd({ settings, drop }: ProgramDatabase, servers: readonly number[]): Promise<void> {
  try {
    await expectEachOnce(await killAgainAndAgain({ ...settings }, servers))
  } finally {
    await drop()
  }
}

describe('D5, R44, R45 deployments while their server is killed again and again', {
  concurrent: true,
}, () => {
  it('every deployment ends, none was begun twice', async () => {
    // Few, for a dead server is missed after 10 s.
    await expectAllEnd(await databaseForProgram(), isThorough ? [12, 13] : [12])
  }, 300_000)

  // That lasting work outlives a kill on PGlite is shown by a batch (features/sim-management/kills.test.ts).
  it.runIf(isThorough)(
    'on PGlite too',
    async () => {
      // Others, for the field remembers.
      await expectAllEnd(await folderForProgram(), [8, 1, 2])
    },
    300_000,
  )
})
