// npm start: installs, builds, starts the outside world (unless DEMO=off) and the server, says where to look.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { choosePorts } from './lib/ports.mjs'
import { endTogether, entries, openLogs, Program, serverOptions } from './lib/programs.mjs'
import { beginStep, endStep, noteStep } from './lib/steps.mjs'
import {
  checkStartingNode,
  ensureConsoleBuilt,
  ensureInstalled,
  giveUp,
  productNode,
  root,
} from './lib/toolchain.mjs'

// No one else on this machine may read what is made from here on, whatever makes it.
process.umask(0o077)
const { env } = process
const demo = env.DEMO !== 'off'
const data = resolve(root, env.DATA_DIR || 'data')
const host = env.HOST || 'localhost'

checkStartingNode()
// It would wait for a console that does not come.
if (env.WORKER === 'only')
  giveUp('npm start is there to show the console. Start a worker by: node apps/server/src/programs/serve.ts')
const [port, metricsPort, fieldPort] = await choosePorts([
  { name: 'PORT', fallback: '8080', host },
  { name: 'METRICS_PORT', fallback: '9464', host: env.METRICS_HOST || 'localhost' },
  ...(demo ? [{ name: 'FIELD_PORT', fallback: '8090', host: env.FIELD_HOST || 'localhost' }] : []),
])
const logs = openLogs(data, demo ? ['field', 'server'] : ['server'])
await ensureInstalled()
productNode()
await ensureConsoleBuilt()

const watchOver = endTogether([])
const begin = (name, settings, options = [], hear) =>
  watchOver(
    new Program(name, entries[name], { log: logs.get(name), settings, options, verbose: !demo, hear }),
  ).listening

/** The server's steps, by what it logs. Without a demo its log itself is shown. */
let atWorld = false
function showSteps({ msg, part, number, of }) {
  if (msg === 'filling the demo world') {
    if (!atWorld) beginStep('Filling the demo world')
    atWorld = true
    noteStep(`${part}, ${number} of ${of}`)
  } else if (msg === 'database ready' && atWorld !== undefined) {
    atWorld = undefined
    beginStep('Starting the server')
  }
}

const ports = { PORT: port, METRICS_PORT: metricsPort, DATA_DIR: data }
const publicUrl = env.PUBLIC_URL || `http://localhost:${port}`
const fieldUrl = env.FIELD_URL || `http://localhost:${fieldPort}`
const field = demo
  ? begin('field', {
      FIELD_PORT: fieldPort,
      FIELD_URL: fieldUrl,
      FIELD_DATA_DIR: env.FIELD_DATA_DIR || join(data, 'field'),
      CONSOLE_ORIGINS: env.CONSOLE_ORIGINS || publicUrl,
    })
  : undefined
// Nothing is made up for real use: there the server asks for what is missing.
const settings = demo ? { ...ports, PUBLIC_URL: publicUrl, FIELD_URL: fieldUrl } : ports
if (demo) beginStep('Preparing the database')
const server = begin('server', settings, serverOptions, demo ? showSteps : undefined)
const [{ url, pid }] = await Promise.all([server, field])
endStep()

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
console.log(`
Installer Services Support Console ${version}

  Console   ${url}`)
if (demo)
  console.log(`
  Sign in with the password "console" as
    support@example.com    support
    engineer@example.com   support, eng-admin
    auditor@example.com    auditor (reads, changes nothing)
    newcomer@example.com   no role (sees what having no access looks like)
    robot@example.com      support (the automation operator)

  Simulated, at ${fieldUrl}: the sign-on provider, the carriers, MobileBroker,
  Connector, the Remote Portal, Pathfinder, CSR agents and WebConnect.
  A SIM to begin with: 8914800000000000055; a panel: CBS0000001`)
console.log(`
  Data in ${env.DATABASE_URL ? 'PostgreSQL (DATABASE_URL)' : data}, logs in ${join(data, 'logs')}
  Ready in ${Math.round(performance.now() / 1000)} s. The server is process ${pid}. Ctrl-C ends it.
`)
