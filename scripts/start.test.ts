import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../apps/field/src/testing/browser.ts'
import { type Checkout, makeCheckout } from './testing/checkout.ts'
import { freePort } from './testing/free-port.ts'
import { childrenOf, isThere } from './testing/is-there.ts'
import { asVersion, runScript, type ScriptProcess } from './testing/script-process.ts'

/** In place of Vite, which builds for real before the browser tests: notes that it was called, builds one page. */
const builder = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/index.html', '<!doctype html><title>built</title>')
appendFileSync('../../built.txt', process.env.NODE_ENV + ' ')
`

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000 })

let checkout: Checkout
let started: ScriptProcess[] = []

function start(settings: Record<string, string> = {}, options: string[] = [], folder = checkout.folder) {
  const script = runScript(folder, 'start', settings, options)
  started.push(script)
  return script
}

beforeAll(() => {
  checkout = makeCheckout()
  checkout.remove('node_modules/vite')
  checkout.write('node_modules/vite/bin/vite.js', builder)
  checkout.write('node_modules/vite/package.json', '{"type":"module"}')
})
afterEach(async () => {
  // SIGTERM, so that what a failed test has started is ended too.
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  started = []
})
afterAll(() => checkout.drop())

/** Exit code 1 and one sentence on stderr: no stack, no second complaint. */
async function expectRefusal(script: ScriptProcess, sentence: RegExp): Promise<void> {
  expect(await script.ended).toBe(1)
  const lines = script.stderr().split('\n').filter(Boolean)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(sentence)
  expect(script.stdout()).not.toContain('Console   http')
}

function listen(port = 0): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
const portOf = (server: Server) => String((server.address() as { port: number }).port)
const close = (server: Server) => new Promise((resolve) => server.close(resolve))

/** In place of Vite: builds for ever, by a process of its own. */
const endless = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
writeFileSync('../../pid.txt', String(pid))
setInterval(() => {}, 1000)`

/** Ctrl+C as npm and the terminal send it: twice at once. */
function interrupt({ child }: ScriptProcess): void {
  child.kill('SIGINT')
  child.kill('SIGINT')
}

async function expectAllEnded(script: ScriptProcess, pids: readonly number[]): Promise<void> {
  await script.ended
  expect(script.stderr()).toBe('')
  await expect.poll(() => pids.filter(isThere), { timeout: 30_000 }).toEqual([])
}

describe('npm start', () => {
  it('ends on Ctrl+C while it builds, with all that builds', async () => {
    checkout.write('node_modules/vite/bin/vite.js', endless)
    const script = start()
    await script.says(/Building the console… /)
    await expect.poll(() => existsSync(checkout.path('pid.txt')), { timeout: 60_000 }).toBe(true)
    interrupt(script)
    await expectAllEnded(script, [Number(readFileSync(checkout.path('pid.txt'), 'utf8'))])
    expect(script.stdout()).toContain('Stopped. The next start begins with this step again.')
    checkout.write('node_modules/vite/bin/vite.js', builder)
  })

  // The test after it finishes what these began.
  it.each(['Preparing the database', 'Filling the demo world'])('ends on Ctrl+C at "%s"', async (step) => {
    const script = start()
    await script.says(new RegExp(`${step}… `))
    const pids = childrenOf(script.child.pid ?? 0)
    expect(pids).toHaveLength(2)
    interrupt(script)
    expect(await script.ended).toBe(0)
    await expectAllEnded(script, pids)
  })

  it('starts on free ports, ends on Ctrl-C, keeps all data, and is not started twice', async () => {
    const first = start({ NODE_ENV: 'development' })
    const [, url = ''] = await first.says(/Console {3}(\S+)/)
    const [, fieldUrl = ''] = await first.says(/Simulated, at (\S+):/)
    const ports = { PORT: new URL(url).port, FIELD_PORT: new URL(fieldUrl).port }
    await first.says(/Ctrl-C ends it/)
    expect(await (await fetch(url)).text()).toContain('built')
    const browser = new Browser(fieldUrl, url)
    const { access_token } = await browser.signIn()
    const ask = (path: string, method: string) =>
      fetch(url + path, { method, headers: { authorization: `Bearer ${access_token}` } })
    expect((await ask('/api/session/v1/access', 'GET')).status).toBe(200)
    expect((await ask('/api/session/v1/end', 'POST')).status).toBe(200)

    // F2: no one else can come at anything of it. PGlite makes files for everybody, behind closed folders.
    const made = readdirSync(checkout.path('data'), { recursive: true, encoding: 'utf8' })
    expect(made).toContain(join('pglite', 'PG_VERSION'))
    const isOpen = (path: string) => {
      const there = statSync(checkout.path(path), { throwIfNoEntry: false })
      return there && (there.isDirectory() || !path.includes('pglite')) && (there.mode & 0o077) !== 0
    }
    expect(['data', ...made.map((path) => join('data', path))].filter(isOpen)).toEqual([])

    // Still in order, nothing is killed.
    interrupt(first)
    expect(await first.ended).toBe(0)
    expect(first.stderr()).toBe('')
    expect(readFileSync(checkout.path('data/logs/server.log'), 'utf8')).toContain('"msg":"stopped"')
    for (const port of Object.values(ports)) await close(await listen(Number(port)))

    const second = start(ports)
    await second.says(/Ctrl-C ends it/)
    // The server remembers the ended sign-on, the field the login; nothing was built again.
    expect((await ask('/api/session/v1/access', 'GET')).status).toBe(401)
    expect((await browser.open(browser.authorization())).headers.get('location')).toContain('#code=')
    expect(second.stdout()).not.toContain('Building')
    expect(readFileSync(checkout.path('built.txt'), 'utf8')).toBe('production ')

    await expectRefusal(start(ports), new RegExp(`^Port ${ports.PORT} is taken .* with PORT\\.$`))

    const since =
      readFileSync(checkout.path('data/logs/server.log'), 'utf8').split('"msg":"stopped"')[1] ?? ''
    const listening = since.split('\n').find((line) => line.includes('"msg":"listening"')) ?? ''
    const { pid } = JSON.parse(listening) as { pid: number }
    process.kill(pid, 'SIGKILL')
    expect(await second.ended).toBe(1)
    expect(second.stderr().trim()).toBe('The server ended (SIGKILL); the rest is stopped too.')
    await close(await listen(Number(ports.FIELD_PORT)))
  })

  it.each(['PORT', 'METRICS_PORT', 'FIELD_PORT'])('a taken %s ends it with one sentence', async (name) => {
    const other = await listen()
    const sentence = new RegExp(`^Port ${portOf(other)} is taken by another program; .* with ${name}\\.$`)
    await expectRefusal(start({ [name]: portOf(other) }), sentence)
    await close(other)
  })

  it('one port for two programs ends it with one sentence', async () => {
    const port = String(await freePort())
    await expectRefusal(
      start({ PORT: port, FIELD_PORT: port }),
      new RegExp(`^PORT and FIELD_PORT cannot both be ${port}\\.$`),
    )
  })

  it('a data folder that cannot be used ends it with one sentence', async () => {
    const file = checkout.path('file')
    writeFileSync(file, '')
    const sentence = /^The data folder \/.* cannot be used \((ENOTDIR|EEXIST)\)\. Set DATA_DIR to a folder/
    await expectRefusal(start({ DATA_DIR: `${file}/data` }), sentence)
    await expectRefusal(start({ DATA_DIR: file }), sentence)
  })

  it.runIf(process.platform === 'linux')('so does a data folder where nothing can be made', async () => {
    await expectRefusal(
      start({ DATA_DIR: '/proc/x' }),
      /^The data folder \/proc\/x cannot be used \(ENOENT\)/,
    )
  })

  it('a log that cannot be written ends it with one sentence', async () => {
    mkdirSync(checkout.path('odd/logs/server.log'), { recursive: true })
    await expectRefusal(start({ LOG_FILE_MB: '0' }), /^LOG_FILE_MB must be a whole number from 1 to 1000\.$/)
    await expectRefusal(start({ DATA_DIR: 'odd' }), /^The data folder \/.*odd cannot be used \(EISDIR\)/)
  })

  it.each([
    [{ ENVIRONMENT: 'nonsense' }, /^The settings are not right: ENVIRONMENT must be one of/],
    [{ PORT: '80800' }, /^PORT must be a port number from 0 to 65535, but is '80800'\.$/],
    [{ FIELD_DELAYS: 'fast' }, /^The field cannot start\. FIELD_DELAYS must be one of/],
  ])('the bad setting %j ends it with one sentence', async (settings, sentence) => {
    await expectRefusal(start({ DATA_DIR: 'bad-setting', ...settings } as Record<string, string>), sentence)
  })
})

describe('npm start before anything is there', () => {
  /** In place of npm: notes how it was called and ends with the given code. */
  const installer = (code: number, ...says: readonly string[]) =>
    `import { writeFileSync } from 'node:fs'
writeFileSync('installed.txt', process.argv.slice(2).join(' '))
console.error(${JSON.stringify(says.join('\n'))})
process.exit(${code})`
  let bare: Checkout

  beforeAll(() => {
    bare = makeCheckout({ installed: false })
    if (existsSync(bare.path('node_modules/node'))) bare.remove('node_modules/node')
  })
  afterAll(() => bare.drop())
  const startBare = (version: string) =>
    start({ npm_execpath: bare.path('npm-cli.js') }, asVersion(version), bare.folder)

  it('a Node.js that is too old to start ends it with one sentence', async () => {
    await expectRefusal(
      startBare('v18.20.0'),
      /^Node\.js 20 or newer is needed to start; this is v18\.20\.0\./,
    )
  })

  it('packages that cannot be installed end it, and it tries again the next time', async () => {
    for (const [says, reason] of [
      [[], /^The packages could not be installed: npm gave no reason\. Nothing was started\.$/],
      [
        [
          'npm http fetch GET https://npm.example/zod attempt 3 failed with EAI_AGAIN',
          'npm error code EAI_AGAIN',
        ],
        /^The packages .*: npm cannot reach its registry https:\/\/npm\.example \(EAI_AGAIN\)\. Check the network/,
      ],
      [['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left'], /^The packages .*: the disk is full\. /],
      [['npm error code EACCES'], /^The packages .*: this user may not write in /],
    ] as const) {
      bare.write('npm-cli.js', installer(1, ...says))
      await expectRefusal(startBare('v20.0.0'), reason)
    }
    expect(existsSync(bare.path('node_modules/.installed-lock'))).toBe(false)
  })

  it('without install scripts a Node.js below 24 ends it with one sentence', async () => {
    bare.write('npm-cli.js', installer(0))
    await expectRefusal(
      startBare('v20.0.0'),
      /^The product runs on Node\.js 24 or newer; this is v20\.0\.0, .*Switch npm’s install scripts on/,
    )
    // What builds is a development dependency, which NODE_ENV=production would leave out.
    expect(readFileSync(bare.path('installed.txt'), 'utf8')).toMatch(/^ci --include=dev /)
  })
})
