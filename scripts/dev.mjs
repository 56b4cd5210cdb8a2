// npm run dev: field, server (both restarted on a change) and Vite with hot reload.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { endTogether, Program } from './lib/programs.mjs'
import {
  checkStartingNode,
  ensureInstalled,
  productEnvironment,
  productNode,
  root,
} from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()

const data = resolve(root, process.env.DATA_DIR ?? 'data')
const port = process.env.PORT ?? '8080'
const fieldPort = process.env.FIELD_PORT ?? '8090'
const vitePort = process.env.VITE_PORT ?? '5173'
const fieldUrl = `http://localhost:${fieldPort}`
const pages = [`http://localhost:${vitePort}`, `http://localhost:${port}`]
const programs = []
const watchOver = endTogether(programs)

for (const [name, entry, settings] of [
  [
    'field',
    'apps/field/src/main.ts',
    { FIELD_PORT: fieldPort, FIELD_DATA_DIR: resolve(data, 'field'), CONSOLE_ORIGINS: pages.join(',') },
  ],
  [
    'server',
    'apps/server/src/main.ts',
    { PORT: port, FIELD_URL: fieldUrl, DATA_DIR: data, ENVIRONMENT: process.env.ENVIRONMENT ?? 'dev' },
  ],
]) {
  const program = new Program(name, entry, {
    logFolder: resolve(data, 'logs'),
    settings,
    watch: true,
    verbose: true,
  })
  programs.push(program)
  watchOver(program)
  await program.listening
}

const vite = spawn(
  productNode(),
  [resolve(root, 'node_modules/vite/bin/vite.js'), '--port', vitePort, '--strictPort'],
  {
    cwd: resolve(root, 'apps/console'),
    env: productEnvironment(undefined, { API_URL: `http://localhost:${port}` }),
    stdio: 'inherit',
  },
)
process.on('exit', () => vite.kill())
