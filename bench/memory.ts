// The resident memory of a server as it is started: on PGlite after the start that makes and seeds its folder and after
// the next one, and while it is used, on PGlite over 5 connections, on PostgreSQL over 50, there also for 'All Time', the
// largest answer; beside a Node.js that only answers 'ok'. With the heap that `npm start` gives a server.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type KeyServer, startKeyServer } from '../apps/server/src/testing/key-server.ts'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts'
import { type Figure, print } from './support/report.ts'

/** The scripts are JavaScript without types. */
const programs: string = '../scripts/lib/programs.mjs'
const { serverOptions } = (await import(programs)) as { serverOptions: readonly string[] }

const seconds = 20
/** So long nothing is asked before memory counts as settled. */
const restMs = 15_000
const pglite = { what: 'on PGlite', connections: 5, budget: 600 }
const postgres = { what: 'on PostgreSQL', connections: 50, budget: 300 }

const rss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

async function bareNode(): Promise<number> {
  const program = "require('node:http').createServer((q, s) => s.end('ok')).listen(0)"
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
  await pause(2_000)
  const measured = rss(child.pid ?? 0)
  child.kill()
  return measured
}

async function stopped(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

async function begun(env: Record<string, string>, keys: KeyServer) {
  const server = startServerProcess(
    {
      OIDC_ISSUER: keys.issuer,
      LOG_LEVEL: 'error',
      CALLS_PER_MINUTE: '1000000',
      OVERLOAD_DELAY_MS: '600000',
      NODE_OPTIONS: serverOptions.join(' '),
      ...env,
    },
    { livesLong: true },
  )
  const { url } = await server.listening
  await pause(restMs)
  return { server, url, idle: rss(server.child.pid ?? 0) }
}

interface Asked {
  times: number
  method: string
  path: string
  body?: string
}

/** What people ask for, and how often each: small calls mostly, an entry for each click, lists that are large. */
const usual: readonly Asked[] = [
  { times: 8, method: 'GET', path: '/api/session/v1/access' },
  {
    times: 5,
    method: 'POST',
    path: '/api/activity/v1/activitylog',
    body: JSON.stringify({
      SessionId: '',
      Email: '',
      Activity: 'Home',
      ActionMessage: 'Open',
      Detailinfo: '',
    }),
  },
  { times: 3, method: 'GET', path: '/api/companymanager/v1/companies' },
  { times: 3, method: 'GET', path: '/api/csrmanagement/v1/csrs/getall' },
]
const allTime: Asked = {
  times: 1,
  method: 'GET',
  path: '/api/useractiondetail/v1/details?allTime=true&timeZone=America/New_York',
}

interface Use {
  url: string
  token: string
  pid: number
  connections: number
}

/** Uses the server over so many connections, and returns the most that it held meanwhile. */
async function use({ url, token, pid, connections }: Use, asked: readonly Asked[]): Promise<number> {
  const deck = asked.flatMap((each) => Array.from({ length: each.times }, () => each))
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'br',
    'content-type': 'application/json',
  }
  const end = performance.now() + seconds * 1000
  async function person(first: number): Promise<void> {
    for (let i = first; performance.now() < end; i += 7) {
      const { method, path, body } = deck[i % deck.length] ?? allTime
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, 'x-transaction-id': randomUUID() },
        ...(body && { body }),
      })
      await answer.arrayBuffer()
      // A search that finds no turn is 503: the server's own way of not taking more memory.
      if (answer.status !== 200 && answer.status !== 503)
        throw new Error(`${path} was answered ${answer.status}`)
    }
  }
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, rss(pid))
  }, 500)
  try {
    await Promise.all(Array.from({ length: connections }, (_, i) => person(i)))
  } finally {
    clearInterval(watch)
  }
  return most
}

async function measure(
  env: Record<string, string>,
  keys: KeyServer,
  { what, connections, budget }: typeof postgres,
): Promise<Figure[]> {
  const bare = { what: 'a Node.js that only answers', value: await bareNode() }
  const line = (name: string, measured: number, limit?: number): Figure => ({
    what: `${what}, ${name}`,
    measured,
    unit: 'MB',
    baseline: bare,
    ...(limit && { budget: { kind: 'at-most', value: limit } }),
  })
  const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
  const first = await begun(env, keys)
  await stopped(first.server)
  const second = await begun(env, keys)
  const pid = second.server.child.pid ?? 0
  const users = { url: second.url, token, pid, connections }
  const most = await use(users, usual)
  await pause(restMs)
  const after = rss(pid)
  const mostOfAll = connections === postgres.connections ? await use(users, [...usual, allTime]) : undefined
  await stopped(second.server)
  return [
    line('settled after the start that seeds', first.idle, budget),
    line('settled after the next start', second.idle, budget),
    line(`the most under ${connections} connections`, most, budget),
    line('settled after them', after, budget),
    ...(mostOfAll ? [line("the most with 'All Time' among what they ask", mostOfAll)] : []),
  ]
}

const keys = await startKeyServer()
const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
const cluster = await startCluster()
try {
  const figures = await measure({ DATA_DIR: folder }, keys, pglite)
  if (typeof cluster === 'string') console.log(`Memory on PostgreSQL: not measured, ${cluster}.`)
  else figures.push(...(await measure({ DATA_DIR: folder, DATABASE_URL: cluster.url }, keys, postgres)))
  print('Resident memory of a server', figures)
} finally {
  rmSync(folder, { recursive: true, force: true })
  if (typeof cluster !== 'string') await cluster.stop()
  await keys.close()
}
