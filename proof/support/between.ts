import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asOrdinaryUser, handOver } from '../../apps/server/src/testing/postgres-programs.ts'
import { freePort } from '../../scripts/testing/free-port.ts'

/** What may stand between the servers and the machines of their database. */
export const betweens = ['nothing', 'haproxy', 'pgbouncer'] as const
export type Between = (typeof betweens)[number]

interface Standing {
  /** As the servers are given it. */
  url: string
  stop(): Promise<void>
}

const programOf = { haproxy: ['haproxy', '-v'], pgbouncer: ['pgbouncer', '--version'] } as const

/** Why it cannot stand there; undefined where it can. PgBouncer stands before HAProxy, since it follows no promotion itself. */
export function whyNot(between: Between): string | undefined {
  const needed = { nothing: [], haproxy: ['haproxy'], pgbouncer: ['haproxy', 'pgbouncer'] } as const
  const missing = needed[between].find((name) => spawnSync(programOf[name][0], [programOf[name][1]]).error)
  return missing && `${missing} is not installed`
}

/** HAProxy sends connections to each machine that says of itself that it is the primary, as Patroni's own check has it. */
export async function startHaproxy(ports: readonly number[]): Promise<Standing> {
  const checks = await Promise.all(ports.map(startCheck))
  const port = await freePort()
  const servers = ports.map(
    (each, i) =>
      `  server m${i} 127.0.0.1:${each} check port ${checks[i]?.port} on-marked-down shutdown-sessions`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'console-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  option httpchk GET /
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await end(child)
      for (const check of checks) await check.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Answers 200 while the machine says that it is no standby. */
async function startCheck(database: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((_request, response) => {
    void isPrimary(database).then((primary) => response.writeHead(primary ? 200 : 503).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function isPrimary(port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

/** PgBouncer in session mode before another address. */
export async function startPgbouncer({ url, stop }: Standing): Promise<Standing> {
  const folder = await mkdtemp(join(tmpdir(), 'console-pgbouncer-'))
  await handOver(folder)
  const port = await freePort()
  const target = new URL(url)
  await writeFile(join(folder, 'users.txt'), '"postgres" ""\n', { mode: 0o644 })
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
postgres = host=${target.hostname} port=${target.port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = session
default_pool_size = 200
max_client_conn = 400
server_login_retry = 1
query_wait_timeout = 10
`,
    { mode: 0o644 },
  )
  const [program = '', ...args] = asOrdinaryUser(['pgbouncer', '-q', join(folder, 'pgbouncer.ini')])
  const child = spawn(program, args, { stdio: 'ignore' })
  await pause(500)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await end(child)
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
