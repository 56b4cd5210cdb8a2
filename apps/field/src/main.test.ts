import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { programFile } from '../../../scripts/testing/bundled-programs.ts'
import { freePort } from '../../../scripts/testing/free-port.ts'
import { readConfig } from './config.ts'
import { Browser } from './testing/browser.ts'
import { basic, call } from './testing/start-field.ts'
import { signInToVerizon } from './testing/verizon-client.ts'

const main = programFile('apps/field/src/main.ts')
let folder = ''
let running: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'field-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  rmSync(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...process.env, FIELD_PORT: '0', FIELD_DELAYS: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, errors }))
  })
  const listening = new Promise<{ url: string; port: number }>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
    void ended.then(({ code }) => reject(new Error(`the field ended (${code}): ${errors}`)))
  })
  listening.catch(() => {})
  return { child, ended, listening }
}

describe('the program', () => {
  it('survives kill -9: login, refresh token and changes of SIMs are still there', async () => {
    const port = String(await freePort())
    const first = launch({ FIELD_DATA_DIR: folder, FIELD_PORT: port })
    const { url } = await first.listening
    const browser = new Browser(url)
    const tokens = await browser.signIn()
    const headers = { authorization: basic('console', 'demo-att-key') }
    const sim = `${url}/att/rws/api/v1/devices/8901170000000000013`
    await call(sim, { method: 'PUT', headers, body: { status: 'DEACTIVATED' } })
    first.child.kill('SIGKILL')
    await first.ended

    const second = launch({ FIELD_DATA_DIR: folder, FIELD_PORT: port })
    await second.listening
    expect((await call(sim, { headers })).body).toMatchObject({ status: 'DEACTIVATED' })
    const log = await call(`${url}/control/requests?iccid=8901170000000000013`)
    expect(log.body).toMatchObject({
      counts: [
        { action: 'deactivate', count: 1 },
        { action: 'read', count: 1 },
      ],
    })
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await browser.open(browser.authorization())).headers.get('location')).toContain('#code=')
    second.child.kill('SIGTERM')
    expect(await second.ended).toEqual({ code: 0, errors: '' })
  })

  it('finishes after a kill what Verizon had accepted before it', async () => {
    const port = String(await freePort())
    const first = launch({ FIELD_DATA_DIR: folder, FIELD_DELAYS: 'demo', FIELD_PORT: port })
    const { url } = await first.listening
    const verizon = await signInToVerizon(url)
    const accepted = await verizon.act('deactivate', ['8914800000000000014'])
    const { requestId } = accepted.body as { requestId: string }
    first.child.kill('SIGKILL')
    await first.ended

    await launch({ FIELD_DATA_DIR: folder, FIELD_PORT: port }).listening
    await vi.waitFor(
      async () => expect((await verizon.statusOf(requestId)).body).toEqual({ requestId, status: 'Success' }),
      { timeout: 30_000, interval: 100 },
    )
  })

  it.each([
    [{ FIELD_PORT: 'abc' }, "FIELD_PORT must be a whole number from 0 to 65535, but is 'abc'."],
    [{ FIELD_DELAYS: 'fast' }, "FIELD_DELAYS must be one of demo, real, none, but is 'fast'."],
    [{ CONSOLE_ORIGINS: 'localhost:8080' }, 'CONSOLE_ORIGINS needs addresses like http://localhost:8080'],
    [{ FIELD_ACCESS_TOKEN_SECONDS: '0' }, 'FIELD_ACCESS_TOKEN_SECONDS must be a whole number from 1 to 3600'],
    [{ FIELD_HOST: 'no-such-host.invalid' }, "This machine has no address 'no-such-host.invalid'"],
  ])('ends with one sentence for %j', async (env, sentence) => {
    const { code, errors } = await launch(env).ended
    expect(code).toBe(1)
    expect(errors).toContain(sentence)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  it('ends with one sentence when the port is taken or the folder is none', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const taken = await launch({ FIELD_PORT: String(port) }).ended
    other.close()
    expect(taken.errors).toContain(`Port ${port} is taken by another program`)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const wrong = await launch({ FIELD_DATA_DIR: join(file, 'data') }).ended
    const nowhere = await launch({ FIELD_DATA_DIR: '/proc/x' }).ended
    for (const { errors } of [wrong, nowhere]) expect(errors).toContain('cannot be used')
    expect([taken.code, wrong.code, nowhere.code]).toEqual([1, 1, 1])
  })
})

it('ends with one sentence when what it kept is damaged', async () => {
  const first = launch({ FIELD_DATA_DIR: folder })
  await first.listening
  first.child.kill('SIGTERM')
  await first.ended
  const database = new DatabaseSync(join(folder, 'field.sqlite'))
  database.exec("UPDATE kept SET value = '{not json'")
  database.close()
  const { code, errors } = await launch({ FIELD_DATA_DIR: folder }).ended
  expect(code).toBe(1)
  expect(errors).toMatch(/^The field cannot start\. .*JSON/)
  expect(errors.trim().split('\n')).toHaveLength(1)
})

describe('settings', () => {
  it('have their defaults', () => {
    expect(readConfig({})).toEqual({
      port: 8090,
      host: 'localhost',
      dataDir: '',
      delays: 'demo',
      delayFactor: 1,
      attCallsPerSecond: 5,
      consoleOrigins: ['http://localhost:8080'],
      accessTokenSeconds: 300,
      refreshReuseSeconds: 10,
      story: 'demo',
      publicUrl: undefined,
      sims: 0,
      drift: 0,
      driftUntold: 0,
      driftSeed: 1,
    })
    expect(readConfig({ CONSOLE_ORIGINS: 'http://a:1, https://b/' }).consoleOrigins).toEqual([
      'http://a:1',
      'https://b',
    ])
  })
})
