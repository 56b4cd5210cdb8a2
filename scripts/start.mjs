// npm start: installs, builds, starts the outside world (unless DEMO=off) and the server, says where to look.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { endTogether, Program } from './lib/programs.mjs'
import {
  checkStartingNode,
  ensureConsoleBuilt,
  ensureInstalled,
  productNode,
  root,
} from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
productNode()
ensureConsoleBuilt()

const demo = (process.env.DEMO ?? 'on') !== 'off'
const data = resolve(root, process.env.DATA_DIR ?? 'data')
const logFolder = resolve(data, 'logs')
const programs = []
const watchOver = endTogether(programs)

async function begin(name, entry, settings) {
  const program = new Program(name, entry, { logFolder, settings, verbose: !demo })
  programs.push(program)
  watchOver(program)
  return program.listening
}

const port = process.env.PORT ?? '8080'
const fieldPort = process.env.FIELD_PORT ?? '8090'
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`
const fieldUrl = process.env.FIELD_URL ?? `http://localhost:${fieldPort}`

const field = demo
  ? begin('field', 'apps/field/src/main.ts', {
      FIELD_PORT: fieldPort,
      FIELD_URL: fieldUrl,
      FIELD_DATA_DIR: process.env.FIELD_DATA_DIR ?? resolve(data, 'field'),
      CONSOLE_ORIGINS: process.env.CONSOLE_ORIGINS ?? publicUrl,
    })
  : undefined
const server = begin('server', 'apps/server/src/main.ts', {
  PORT: port,
  PUBLIC_URL: publicUrl,
  FIELD_URL: fieldUrl,
  DATA_DIR: process.env.DATA_DIR ?? data,
})
await Promise.all([field, server])

const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
console.log(`
Installer Services Support Console ${version}

  Console   ${publicUrl}`)
if (demo)
  console.log(`
  Sign in with the password "console" as
    support@example.com    support
    engineer@example.com   support, eng-admin
    auditor@example.com    auditor (reads, changes nothing)
    newcomer@example.com   no role (sees what having no access looks like)
    robot@example.com      support (the automation operator)

  Simulated, at ${fieldUrl}: the sign-on provider, the carriers AT&T, Verizon, Aeris and Wyless,
  MobileBroker and Connector. A SIM to begin with: 8914800000000000055`)
console.log(`
  Data in ${process.env.DATABASE_URL ? 'PostgreSQL (DATABASE_URL)' : data}${existsSync(logFolder) ? `, logs in ${logFolder}` : ''}
  Ctrl-C ends it.
`)
