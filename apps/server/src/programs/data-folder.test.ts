import { existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillFolder } from '../testing/program-database.ts'
import type { ServerProcess } from '../testing/server-process.ts'
import { ask, expectRefusal, startedServers } from '../testing/started-servers.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { keys, folder, start, stopAll } = startedServers()

describe('R49 one server on a data folder', () => {
  /** Its path is longer than a socket's may be. */
  let data: string
  let server: ServerProcess | undefined
  beforeAll(async () => {
    data = join(folder(), 'x'.repeat(120), 'y'.repeat(60))
    await fillFolder(data)
  })
  afterAll(stopAll)
  const running = () => {
    server ??= start({ DATA_DIR: data })
    return server
  }

  it('a second start is refused, however the folder is named and however long its path is', async () => {
    const first = running()
    await first.listening
    const link = join(folder(), 'link')
    symlinkSync(data, link)
    const again = start({ DATA_DIR: data })
    const byRelativePath = start({ DATA_DIR: relative(tmpdir(), data) }, { cwd: tmpdir() })
    const byLink = start({ DATA_DIR: link })
    for (const second of [again, byRelativePath, byLink])
      await expectRefusal(second, /is in use by another running server/)
    expect((await ask(first, '/healthz')).status).toBe(200)
  })

  it('R48 after kill -9 the lock is taken over, and what was acknowledged is there', async () => {
    const first = running()
    const token = await keys().token()
    expect((await ask(first, '/api/session/v1/end', { method: 'POST', token })).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    server = undefined
    const second = running()
    expect((await ask(second, '/api/session/v1/access', { token })).status).toBe(401)
    expect((await ask(second, '/api/session/v1/access', { token: await keys().token() })).status).toBe(200)
  })

  it('a start after a stop keeps the data and runs no migration again', async () => {
    const first = running()
    await first.listening
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    server = undefined
    const second = running()
    await second.listening
    expect(second.stdout.join()).toContain('"migrations":[]')
    expect(second.stdout.join()).toContain('"parts":[]')
    expect(existsSync(join(data, 'pglite'))).toBe(true)
  })
})

describe('a start that seeds', () => {
  afterAll(stopAll)
  const preparations = ({ stdout }: ServerProcess) =>
    stdout
      .map((line) => JSON.parse(line) as { msg: string; migrations?: string[]; parts?: string[] })
      .filter(({ msg }) => msg === 'database ready')

  it('13.3 begins again as the same process, with its memory empty and nothing left to do', async () => {
    const data = join(folder(), 'seeding')
    await fillFolder(data, { demo: false })
    const first = start({ DATA_DIR: data })
    const { pid } = await first.listening
    expect(pid).toBe(first.child.pid)
    expect(preparations(first)).toMatchObject([
      { parts: expect.arrayContaining(['companies', 'users']) },
      { migrations: [], parts: [] },
    ])
    const token = await keys().token()
    expect((await ask(first, '/api/companymanager/v1/companies', { token })).status).toBe(200)
    first.child.kill('SIGTERM')
    expect([await first.ended, first.stderr()]).toEqual([0, ''])
  })

  it('13.3 killed on the way, it goes on at the next start', async () => {
    const data = join(folder(), 'killed')
    await fillFolder(data, { demo: false })
    const first = start({ DATA_DIR: data })
    // Seen late, it has begun again already and says so a second time.
    await expect.poll(() => preparations(first).length, { timeout: 120_000 }).toBeGreaterThan(0)
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    const second = start({ DATA_DIR: data })
    await second.listening
    expect(preparations(second).at(-1)).toMatchObject({ migrations: [], parts: [] })
  })
})
