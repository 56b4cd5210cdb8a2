import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { settings } from '../settings.ts'
import { databaseForProgram, fillFolder } from '../testing/program-database.ts'
import { stopServerProcess } from '../testing/server-process.ts'
import { expectRefusal, startedServers } from '../testing/started-servers.ts'
import { testSecretsKey } from '../testing/test-secrets.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { folder, start } = startedServers()

describe('a start that cannot be ends with one sentence', () => {
  /** For those starts that are not about a data folder. */
  let database: Awaited<ReturnType<typeof databaseForProgram>>
  beforeAll(async () => {
    database = await databaseForProgram()
  })
  afterAll(() => database.drop())

  it('lists every bad setting', async () => {
    await expectRefusal(
      start({ PORT: '80800', ENVIRONMENT: 'live', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' }),
      /^The settings are not right: ENVIRONMENT must be one of dev, test, prod; DATABASE_URL must be a postgres:\/\/ address; PORT must be .*; LOG_LEVEL must be/,
    )
  })

  it('DEMO=off names every setting that is required', async () => {
    const server = start({ DEMO: 'off' })
    await expectRefusal(server, /ATT_BASE_URL is required when DEMO=off/)
    for (const name of ['CONNECTOR_TOKEN', 'SECRETS_KEY'])
      expect(server.stderr()).toContain(`${name} or ${name}_FILE is required when DEMO=off`)
  })

  it.each(['PORT', 'METRICS_PORT'])('a taken %s is named', async (name) => {
    const taken: Server = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    await expectRefusal(
      start({ ...database.settings, [name]: String(port) }),
      new RegExp(`^Port ${port} is already taken\\. .*${name}`),
    )
    taken.close()
  })

  it('a data folder that is a file, or below one', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    await expectRefusal(start({ DATA_DIR: file }), /^The data folder .* cannot be used/)
    await expectRefusal(start({ DATA_DIR: join(file, 'data') }), /^The data folder .* cannot be used/)
    // Linux makes nothing there, and says so in a way that Node's own recursive mkdir never gets over.
    await expectRefusal(start({ DATA_DIR: '/proc/x' }), /^The data folder \/proc\/x cannot be used/)
  })

  it.skipIf(process.getuid?.() === 0)('a data folder that may not be read', async () => {
    const closed = join(folder(), 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o000)
    await expectRefusal(
      start({ DATA_DIR: join(closed, 'data') }),
      /^The data folder .* cannot be used \(EACCES\)/,
    )
    chmodSync(closed, 0o700)
  })

  it('a data folder that holds something damaged', async () => {
    const damaged = join(folder(), 'damaged')
    await fillFolder(damaged)
    rmSync(join(damaged, 'pglite', 'base'), { recursive: true })
    writeFileSync(join(damaged, 'pglite', 'PG_VERSION'), '17')
    await expectRefusal(start({ DATA_DIR: damaged }), /^The database in .* cannot be opened/)
  })

  it('F2 a data folder that is open to others and holds more than ours; where it is ours, it is closed', async () => {
    const open = join(folder(), 'open')
    mkdirSync(open, { mode: 0o755 })
    writeFileSync(join(open, 'thesis.txt'), 'mine')
    await expectRefusal(
      start({ DATA_DIR: open }),
      /^The data folder .*open is open to other users of this machine\. Close it \(chmod 700\), or set DATA_DIR to a new folder in it\.$/m,
    )
    expect(statSync(open).mode & 0o777).toBe(0o755)
    await fillFolder(join(open, 'data'))
    chmodSync(join(open, 'data'), 0o755)
    await start({ DATA_DIR: join(open, 'data') }).listening
    expect(statSync(join(open, 'data')).mode & 0o777).toBe(0o700)
  })

  it('D31 what was begun as a demo, and is now to be real', async () => {
    const demo = await databaseForProgram()
    const first = start(demo.settings)
    await first.listening
    await stopServerProcess(first)
    const real = Object.fromEntries(
      settings.flatMap((setting) =>
        'demo' in setting && setting.demo !== ''
          ? [[setting.name, setting.demo.replace('{field}', 'http://127.0.0.1:9')]]
          : [],
      ),
    )
    await expectRefusal(
      start({
        ...real,
        PUBLIC_URL: 'http://localhost',
        SECRETS_KEY: testSecretsKey,
        ...demo.settings,
        DEMO: 'off',
      }),
      /^This database was made for the demo/,
    )
    await demo.drop()
  })

  it('PostgreSQL that is not there', async () => {
    await expectRefusal(
      start({ DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/db' }),
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    )
  })
})
