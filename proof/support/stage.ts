import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { seed } from '../../apps/server/src/demo/seed.ts'
import { migrations } from '../../apps/server/src/migrations.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts'
import { type KeyServer, startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { lightParts } from '../../apps/server/src/testing/light-demo.ts'
import { startCluster } from '../../apps/server/src/testing/postgres-cluster.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { testSecretsKey } from '../../apps/server/src/testing/test-secrets.ts'
import { Program } from '../../e2e/support/program.ts'
import { freePort } from '../../scripts/testing/free-port.ts'
import { type RunningProxy, startProxy } from './proxy.ts'

/** What it writes is on the disk before it says so, other than in the tests' own clusters. */
export const durable = ['fsync=on', 'synchronous_commit=on', 'max_connections=200', 'max_wal_size=256MB']
const clockModule = join(import.meta.dirname, 'movable-clock.ts')

/** A database of its own, or an address of one that is there and stays untouched by troubles. */
export type Cluster = Exclude<Awaited<ReturnType<typeof startCluster>>, string>

/** A server of the console on a port that it keeps over its restarts. */
export class Server {
  readonly port: number
  readonly #env: Record<string, string>
  #process: ServerProcess | undefined
  /** Every head of the audit chain that it logged, as its lines in the log. */
  readonly heads: string[] = []
  /** The log's lines of calls that failed for no reason that it knows. */
  readonly unexpected: string[] = []

  readonly #program: string | undefined

  /** @param checkout whose server it is; undefined: this one's */
  constructor(port: number, env: Record<string, string>, checkout?: string) {
    this.port = port
    this.#program = checkout && join(checkout, 'apps/server/src/programs/serve.ts')
    this.#env = { ...env, PORT: String(port) }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#process?.child.pid ?? 0
  }

  async start(): Promise<void> {
    for (;;) {
      this.#process = startServerProcess(this.#env, {
        imports: clockModule,
        livesLong: true,
        ...(this.#program && { program: this.#program }),
      })
      const { stdout } = this.#process.child
      if (stdout) createInterface(stdout).on('line', (line) => this.#keep(line))
      try {
        await this.#process.listening
        return
      } catch (error) {
        // As anyone who watches over it would: its database may be away just now.
        if (!/database|ECONN|recovery|starting up|space/i.test(String(error))) throw error
        await pause(500)
      }
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.child.kill(name)
  }

  /** @returns how it ended */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string | undefined> {
    this.signal('SIGCONT')
    this.signal(signal)
    return this.#process?.ended
  }

  #keep(line: string): void {
    if (line.includes('"audit chain head"')) this.heads.push(line)
    if (line.includes('"status":"Error"') && line.includes('"call failed"')) this.unexpected.push(line)
  }
}

/** What the servers work on. */
export interface StageDatabase {
  /** As the servers are given it. */
  url: string
  /** What takes writes just now, for anyone who looks from outside. */
  direct(): string
  /** Servers of another checkout, which also makes and fills the database; undefined: of this one. */
  checkout?: string | undefined
  stop(): Promise<void>
}

/** Everything that runs: PostgreSQL, the outside world, the sign-on's keys, two servers, and nginx before them. */
export interface Stage {
  /** The PostgreSQL that troubles may meet; undefined: the servers have a database that was given. */
  cluster: Cluster | undefined
  databaseUrl(): string
  servers: readonly [Server, Server]
  field: Program
  fieldUrl: string
  keys: KeyServer
  /** Undefined: nginx is not installed. */
  proxy: RunningProxy | undefined
  /** The folder on a disk of its own, which may fill; undefined: this user cannot mount one. */
  smallDisk: string | undefined
  env: Record<string, string>
  stop(): Promise<void>
}

/**
 * @param delayPercent how long the outside world takes, of what the demo's does
 * @param given a database; undefined: one of its own, on a disk that may fill
 */
export async function setStage(delayPercent: number, given?: StageDatabase): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'console-proof-'))
  const smallDisk = given ? undefined : mountSmallDisk(await mkdtemp(join(tmpdir(), 'console-disk-')))
  const cluster = given ? undefined : await startOn(smallDisk ?? tmpdir())
  const database = cluster ? databaseOf(cluster) : given
  if (!database) throw new Error('no database')
  const { checkout } = database
  if (!checkout) await fill(database.direct(), folder)
  const keys = await startKeyServer()
  const fieldPort = String(await freePort())
  const field = new Program('apps/field/src/main.ts', {
    FIELD_PORT: fieldPort,
    FIELD_DATA_DIR: join(folder, 'field'),
    FIELD_DELAYS: 'demo',
    DEMO_STORY: 'still',
    FIELD_DELAY_PERCENT: String(delayPercent),
    FIELD_ATT_CALLS_PER_SECOND: '50',
  })
  await field.start()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'server'),
    OIDC_ISSUER: keys.issuer,
    FIELD_URL: `http://localhost:${fieldPort}`,
    SECRETS_KEY: testSecretsKey,
    CALLS_PER_MINUTE: '100000',
    ATT_CALLS_PER_SECOND: '50',
    CARRIER_ANSWER_SECONDS: '5',
    CARRIER_SETTLE_SECONDS: '2',
    DEACTIVATION_LOOK_MS: '500',
    DRAIN_SECONDS: '4',
    // Two cores do all of this at once; being slow is no overload here.
    OVERLOAD_DELAY_MS: '600000',
    LOG_LEVEL: 'info',
  }
  const servers = [
    new Server(await freePort(), env, checkout),
    new Server(await freePort(), env, checkout),
  ] as const
  await servers[0].start()
  await servers[1].start()
  const proxy = await startProxy(servers.map(({ port }) => port))
  return {
    cluster,
    databaseUrl: database.direct,
    servers,
    field,
    fieldUrl: env.FIELD_URL,
    keys,
    proxy,
    smallDisk,
    env,
    async stop() {
      await proxy?.stop()
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await field.stop()
      await keys.close()
      await database.stop()
      if (smallDisk) {
        execFileSync('umount', [smallDisk])
        await rmdir(smallDisk)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startOn(folder: string): Promise<Cluster> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  const cluster = await startCluster(durable).finally(() => {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  })
  if (typeof cluster === 'string') throw new Error(cluster)
  return cluster
}

const databaseOf = ({ url, stop }: Cluster): StageDatabase => ({ url, direct: () => url, stop })

/** As a first start would, without the past of the demo world, which no one looks at here. */
export async function fill(url: string, folder: string): Promise<void> {
  const database = await openDatabase({ url, folder, connections: 2 })
  await migrate(database.db, migrations)
  await seed(database.db, lightParts)
  await database.close()
}

/** 700 MB in memory, which an administrator may mount. */
function mountSmallDisk(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=1777', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('chmod', ['1777', folder])
    return folder
  } catch {
    return undefined
  }
}
