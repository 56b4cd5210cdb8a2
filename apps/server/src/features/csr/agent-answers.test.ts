import type { Csr, CsrDeployment } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type HttpStage, openHttpStage, type StageAnswer } from '../../testing/http-stage.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'

vi.setConfig({ testTimeout: 120_000 })

const base = '/api/csrmanagement/v1/csrs'
const at = '2026-11-21T10:00:00.000Z'
type Lines = { at: string; line: string }[]

describeOnOneDatabase('2.10, 4 what agents of CSRs may answer', (database) => {
  const clock = createTestClock()
  let stage: HttpStage
  let keys: KeyServer
  let server: TestApp
  /** What the agents say, whatever they are asked. */
  let said: (id: string) => { status?: number; body: object }
  beforeAll(async () => {
    stage = await openHttpStage(({ path }): StageAnswer => {
      const { body, ...more } = said(path.split('/').at(-1) ?? '')
      return { ...more, body: JSON.stringify(body) }
    })
    keys = await startKeyServer()
    await seed(database.get().db, [csrSeed])
    server = await startTestApp({
      database: database.get(),
      keys,
      env: { CSR_AGENT_URL: `${stage.url}/{ip}` },
      app: { clock },
    })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
    await stage.close()
  })
  afterEach(() => stage.fault(undefined))

  const at5 =
    (state: string, log: Lines, more = {}) =>
    // Upper and lower case are one id.
    (id: string) => ({ body: { deploymentId: id.toUpperCase(), release: '5.0.0', state, log, ...more } })
  async function deploy(n: number): Promise<void> {
    const ip = `127.0.40.${n}`
    const answer = await server.call('POST', `${base}/${ip}/upgrade`, {
      body: { IPAddress: ip, Name: '5.0.0' },
    })
    expect(answer.code, answer.text).toBe(202)
  }
  const until = <Found>(look: () => Promise<Found>): Promise<Found> =>
    vi.waitFor(
      async () => {
        await clock.passNext()
        return look()
      },
      { timeout: 60_000, interval: 20 },
    )
  const ended = (n: number): Promise<Csr> =>
    until(async () => {
      const csr = (await server.call('GET', `${base}/127.0.40.${n}/status`)).envelope.data as Csr
      expect(csr.csrStatus).toMatch(/Succeeded|Error/)
      return csr
    })
  const logOf = async (n: number): Promise<string[]> => {
    const { envelope } = await server.call('GET', `${base}/127.0.40.${n}/deployments`)
    return ((envelope.data as CsrDeployment[])[0]?.log ?? []).map(({ line }) => line)
  }

  it('R35 half of a surrogate pair and NUL, which no database takes, hinder no deployment', async () => {
    const line = `${'x'.repeat(999)}\u{1f600}`
    said = at5(
      'failed',
      [
        { at, line: 'a \ud800 and \0 b' },
        { at, line },
      ],
      { reason: 'disk \udc00\0 full' },
    )
    await deploy(2)
    expect(await ended(2)).toMatchObject({
      csrStatus: 'Error',
      deployment: { reason: 'disk \ufffd\ufffd full.' },
    })
    expect(await logOf(2)).toEqual(['a \ufffd and \ufffd b', `${'x'.repeat(999)}\ufffd`])
    said = () => ({ body: { release: '5.0.0\0\ud800', state: 'idle', panels: 1, log: [] } })
    const reset = await server.call('POST', `${base}/reset`)
    expect(reset).toMatchObject({
      code: 200,
      envelope: { message: expect.stringContaining('which is not a release in the list') },
    })
  })

  it('a log of more than 500 lines is kept by its last ones, as it goes on', async () => {
    const lines = (count: number): Lines =>
      Array.from({ length: count }, (_, n) => ({ at, line: `line ${n + 1}` }))
    said = at5('deploying', lines(500))
    await deploy(4)
    await until(async () => expect((await logOf(4)).at(-1)).toBe('line 500'))
    said = at5('deploying', lines(501))
    await until(async () => expect((await logOf(4)).at(-1)).toBe('line 501'))
    said = at5('succeeded', lines(600))
    expect(await ended(4)).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0' })
    const log = await logOf(4)
    expect([log.length, log[0], log.at(-1)]).toEqual([500, 'line 101', 'line 600'])
  })

  it('a log that cannot be kept leaves no deployment Running for ever', async () => {
    const { db } = database.get()
    await sql`
      create function refuse_log() returns trigger language plpgsql as
      'begin raise exception ''no room for logs''; end'`.execute(db)
    await sql`
      create trigger refuse_log before update on csr_deployment for each row
      when (new.log is distinct from old.log) execute function refuse_log()`.execute(db)
    try {
      said = at5('succeeded', [{ at, line: 'done' }])
      await deploy(6)
      expect(await ended(6)).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0' })
      expect(await logOf(6)).toEqual([])
      expect(server.lines.join('')).toContain('the log of a deployment could not be kept')
    } finally {
      await sql`drop trigger refuse_log on csr_deployment`.execute(db)
      await sql`drop function refuse_log`.execute(db)
    }
  })

  it('a refusal says that nothing was changed, unless the answer to an earlier try was lost', async () => {
    const refusal = { status: 422, body: { code: 'DISK', detail: 'The disk is full' } }
    said = () => refusal
    await deploy(8)
    expect((await ended(8)).deployment?.reason).toBe(
      'The agent of csr-08 refused: The disk is full. Nothing was changed.',
    )
    // The question how it stands, one look, and their repeats.
    stage.fault('cut', 6)
    await deploy(12)
    expect((await ended(12)).deployment?.reason).toBe(
      'The agent of csr-12 refused: The disk is full. It may have started at an earlier try; press Reset to ask it what it runs.',
    )
  })
})
