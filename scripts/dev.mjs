// npm run dev: field, server (both restarted on a change) and Vite with hot reload.
import { join, resolve } from 'node:path'
import { choosePorts } from './lib/ports.mjs'
import { Child, endTogether, entries, openLogs, Program } from './lib/programs.mjs'
import { checkStartingNode, ensureInstalled, root } from './lib/toolchain.mjs'

process.umask(0o077)
const { env } = process
const data = resolve(root, env.DATA_DIR || 'data')

checkStartingNode()
const host = 'localhost'
const [port, metricsPort, fieldPort, vitePort] = await choosePorts([
  { name: 'PORT', fallback: '8080', host: env.HOST || host },
  { name: 'METRICS_PORT', fallback: '9464', host: env.METRICS_HOST || host },
  { name: 'FIELD_PORT', fallback: '8090', host: env.FIELD_HOST || host },
  { name: 'VITE_PORT', fallback: '5173', host },
])
const logs = openLogs(data, ['field', 'server'])
await ensureInstalled()

const fieldUrl = env.FIELD_URL || `http://localhost:${fieldPort}`
const serverUrl = `http://localhost:${port}`
const pagesUrl = `http://localhost:${vitePort}`
const watchOver = endTogether([])

const begin = (name, settings) => {
  return watchOver(
    new Program(name, entries[name], { log: logs.get(name), settings, watch: true, verbose: true }),
  ).listening
}

const field = begin('field', {
  FIELD_PORT: fieldPort,
  FIELD_URL: fieldUrl,
  FIELD_DATA_DIR: env.FIELD_DATA_DIR || join(data, 'field'),
  CONSOLE_ORIGINS: env.CONSOLE_ORIGINS || `${pagesUrl},${serverUrl}`,
})
const server = begin('server', {
  PORT: port,
  METRICS_PORT: metricsPort,
  PUBLIC_URL: env.PUBLIC_URL || serverUrl,
  FIELD_URL: fieldUrl,
  DATA_DIR: data,
  ENVIRONMENT: env.ENVIRONMENT || 'dev',
})
watchOver(
  new Child(
    'pages',
    [
      resolve(root, 'node_modules/vite/bin/vite.js'),
      '--port',
      vitePort,
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    {
      cwd: resolve(root, 'apps/console'),
      settings: { API_URL: serverUrl, NODE_ENV: 'development' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  ),
)
await Promise.all([field, server])
console.log(`\n  Console ${pagesUrl}, gallery ${pagesUrl}/gallery, data in ${data}. Ctrl-C ends it.\n`)
