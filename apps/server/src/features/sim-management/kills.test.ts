import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Batch, BatchRow } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isThorough } from '../../../../../scripts/testing/thorough.ts'
import { copyOfTemplate } from '../../testing/databases.ts'
import { simsForBatches } from '../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { folderForProgram } from '../../testing/program-database.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { startField, type TestField } from '../../testing/test-field.ts'

/** A start of PGlite takes seconds; two servers on PostgreSQL are killed more often. */
const kills = isThorough ? { pglite: 3, postgres: 6 } : { pglite: 2, postgres: 3 }
const base = '/api/simmanagement/v1'

let keys: KeyServer
let token: string
beforeAll(async () => {
  keys = await startKeyServer()
  token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
})
afterAll(() => keys.close())

/** Starts and kills servers over one database until a batch is over, and says how it went. */
class Killing {
  readonly #field: TestField
  readonly #env: Record<string, string>
  readonly #running: ServerProcess[] = []

  constructor(field: TestField, env: Record<string, string>) {
    this.#field = field
    this.#env = {
      OIDC_ISSUER: keys.issuer,
      FIELD_URL: field.url,
      LOG_LEVEL: 'error',
      CALLS_PER_MINUTE: '100000',
      OVERLOAD_DELAY_MS: '600000',
      CARRIER_ANSWER_SECONDS: '5',
      CARRIER_SETTLE_SECONDS: '2',
      DEACTIVATION_LOOK_MS: '100',
      ...env,
    }
  }

  async start(count: number): Promise<string[]> {
    const begun = Array.from({ length: count }, () => startServerProcess(this.#env))
    this.#running.push(...begun)
    return Promise.all(begun.map(async (server) => (await server.listening).url))
  }

  /** SIGKILL at a random moment of the next half second; one of several, or the only one. */
  async killOne(): Promise<void> {
    await pause(Math.random() * 500)
    const [victim] = this.#running.splice(Math.floor(Math.random() * this.#running.length), 1)
    if (victim) await stopServerProcess(victim)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map(stopServerProcess))
  }

  async get<Data>(url: string, path: string): Promise<Data> {
    const answer = await fetch(url + base + path, { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { data: Data }).data
  }

  async begin(url: string, iccids: readonly string[]): Promise<string> {
    const answer = await fetch(`${url}${base}/batchdeactivation`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
        'x-transaction-id': randomUUID(),
      },
      body: JSON.stringify(iccids.map((iccid) => ({ iccid, status: 'Ready' }))),
    })
    expect(answer.status).toBe(202)
    return ((await answer.json()) as { data: { batchId: string } }).data.batchId
  }

  async untilOver(url: string, batchId: string): Promise<Batch> {
    for (;;) {
      const batch = await this.get<Batch>(url, `/batches/${batchId}`)
      if (batch.finishedAt) return batch
      await pause(200)
    }
  }

  /** How often the field was asked to deactivate each SIM, and how often when it was deactivated already. */
  async asked(action: string): Promise<Map<string, number>> {
    const counts = (await this.#field.counts()).filter((each) => each.action === action)
    return new Map(counts.map(({ iccid, count }) => [iccid, count]))
  }
}

/** Some of each carrier; among them the SIM whose answer is lost, and one whose deactivation is refused. */
const named = [
  '8901170000000000070',
  '8901170000000000054',
  '8932300000000000011',
  '8946200000000000012',
  '8914800000000000030',
]
/** The batches, one after another, so that every kill meets one that is under way. */
const batchNo = (i: number) => [
  ...(i === 0 ? named : []),
  ...simsForBatches('ATT', i * 8, i * 8 + 8),
  ...simsForBatches('VZN', i * 10, i * 10 + 10),
]

async function killAgainAndAgain(killing: Killing, times: number, url: string): Promise<void> {
  const begun: string[] = []
  let at = url
  for (let i = 0; i < times; i++) {
    const last = begun.at(-1)
    const isOver =
      last === undefined || (await killing.get<Batch>(at, `/batches/${last}`)).finishedAt !== null
    if (isOver) begun.push(await killing.begin(at, batchNo(begun.length)))
    await killing.killOne()
    ;[at = ''] = await killing.start(1)
  }
  const ended = await Promise.all(begun.map((batchId) => killing.untilOver(at, batchId)))
  await expectAllSettled(
    killing,
    ended.flatMap(({ rows }) => rows),
  )
}

async function expectAllSettled(killing: Killing, rows: readonly BatchRow[]): Promise<void> {
  const byIccid = new Map(rows.map((row) => [row.iccid, row]))
  const again = await killing.asked('deactivate-again')
  expect([...again].filter(([iccid]) => byIccid.has(iccid))).toEqual([])
  const bad = rows.filter((row) => row.state !== 'done').map((row) => row.iccid)
  expect(bad.sort()).toEqual(['8901170000000000054', '8914800000000000030'])
  expect(byIccid.get('8901170000000000054')?.status).toMatch(/^Error: AT&T refused/)
  expect(byIccid.get('8914800000000000030')?.status).toMatch(/^Error: Verizon does not know/)
  expect(byIccid.get('8901170000000000070')?.status).toMatch(/^Success/)
}

/** `count` servers over the database of `settings`, beside a field of their own, one of them killed `times` times. */
async function killOverAndOver(
  settings: Record<string, string>,
  count: number,
  times: number,
): Promise<void> {
  const field = await startField({ FIELD_DELAYS: 'demo', FIELD_DELAY_PERCENT: '10' })
  const killing = new Killing(field, settings)
  try {
    const [url = ''] = await killing.start(1)
    await killing.start(count - 1)
    await killAgainAndAgain(killing, times, url)
  } finally {
    await killing.stop()
    await field.stop()
  }
}

describe('D5, R43 to R45 a batch while its servers are killed again and again', { concurrent: true }, () => {
  it(`one server on PGlite, ${kills.pglite} kills: every SIM is settled, none was asked for after it was done`, async () => {
    const { settings, drop } = await folderForProgram()
    try {
      await killOverAndOver({ ...settings }, 1, kills.pglite)
    } finally {
      await drop()
    }
  }, 300_000)
})

const postgres = inject('postgres')
describe.skipIf('missing' in postgres)(
  'D5, R44 the same with two servers on one PostgreSQL',
  { concurrent: true },
  () => {
    it(`${kills.postgres} kills of either: every SIM is settled, none was asked for after it was done`, async () => {
      const copy = await copyOfTemplate()
      try {
        await killOverAndOver({ DATABASE_URL: copy.url }, 2, kills.postgres)
      } finally {
        await copy.drop()
      }
    }, 300_000)
  },
)
