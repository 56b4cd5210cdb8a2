import { cp, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type Call, calls } from '@support-console/contract'
import pg from 'pg'
import { freePort } from '../../scripts/testing/free-port.ts'
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts'
import { hasArrived, isFresh } from './leave-in-peace.ts'
import { Program } from './program.ts'
import { codeFor, sessionCookiesFor } from './sign-on.ts'

export { expect }

export interface WorldOptions {
  /** Which host the server says it is (decision 17). */
  environment: 'dev' | 'test' | 'prod'
  /** Life of an access token in seconds; 60 at least in real life, shorter to watch refreshes. */
  accessTokenSeconds: number
  /** For so long the provider takes a refresh token a second time; 0, the strictest, unless that is the matter. */
  refreshReuseSeconds: number
  /** More settings of the server, for example shorter time-outs. */
  serverSettings: Record<string, string>
  /** How long the outside world takes; tests do not wait. */
  fieldDelays: 'demo' | 'none'
  /** On PostgreSQL where it is there, for half of the processor; otherwise, and by itself, on PGlite. */
  onPostgres: boolean
}

export type FaultKind = 'refuse' | '500' | 'hang' | 'cut' | 'slow' | 'garbage'

export interface Fault {
  system:
    | 'att'
    | 'verizon'
    | 'aeris'
    | 'wyless'
    | 'mobile-broker'
    | 'connector'
    | 'remote-portal'
    | 'pathfinder'
    | 'csr-agent'
    | 'webconnect'
    | 'sign-on'
  fault: FaultKind | 'answer'
  /** Of 'answer'. */
  status?: number
  type?: string
  body?: string
  share?: number
  variant?: 'html' | 'half-json'
  seconds?: number
  times?: number
  /** Only requests of this method meet it: a change, and not the readings before and after it. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** How many of those it lets through first. */
  after?: number
}

export const accounts = {
  support: 'support@example.com',
  engineer: 'engineer@example.com',
  auditor: 'auditor@example.com',
  newcomer: 'newcomer@example.com',
} as const

export const defaults: WorldOptions = {
  environment: 'test',
  accessTokenSeconds: 300,
  refreshReuseSeconds: 0,
  serverSettings: {},
  fieldDelays: 'none',
  onPostgres: false,
}

/** The names of the calls after which a world is not as it was; that users did something, each page tells. */
const changes = Object.entries<Call>(calls)
  .filter(([name, { audit }]) => audit && !audit.changesNothing && name !== 'postActivityLog')
  .map(([name]) => name)
  .join('|')
const counts = 'http_request_duration_seconds'
/** Of the server's figures: one that was not refused. */
const changed = new RegExp(`^${counts}_count\\{call="(${changes})",.*status="[235]`, 'm')

/** Of prepare-world.ts, which runs before; empty where it does not. */
const prepared = {
  folder: process.env.E2E_PREPARED_DATA ?? '',
  database: process.env.E2E_PREPARED_DATABASE ?? '',
}
const onPostgres = (name: string) => Object.assign(new URL(prepared.database), { pathname: `/${name}` }).href

async function query(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: onPostgres('postgres') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Settings with the field's address in the place of `{field}`. */
const inField = (settings: Record<string, string>, fieldUrl: string) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace('{field}', fieldUrl)]),
  )

/** Field and server as real processes with a data folder of their own, and what tests do to them. */
export class World {
  readonly consoleUrl: string
  readonly fieldUrl: string
  readonly server: Program
  readonly field: Program
  readonly #folder: string
  /** Its own on PostgreSQL, the name of its folder; empty on PGlite. */
  readonly #database: string
  readonly #metricsUrl: string
  #hasSituations = false
  #hadSituations = false

  private constructor(ports: [number, number, number], folder: string, options: WorldOptions) {
    const [consolePort, fieldPort, metricsPort] = ports
    this.consoleUrl = `http://localhost:${consolePort}`
    this.fieldUrl = `http://localhost:${fieldPort}`
    this.#metricsUrl = `http://localhost:${metricsPort}/metrics`
    this.#folder = folder
    this.#database = options.onPostgres && prepared.database ? basename(folder).toLowerCase() : ''
    this.field = new Program('apps/field/src/main.ts', {
      FIELD_PORT: String(fieldPort),
      FIELD_URL: this.fieldUrl,
      FIELD_DATA_DIR: join(folder, 'field'),
      FIELD_DELAYS: options.fieldDelays,
      DEMO_STORY: 'still',
      FIELD_ACCESS_TOKEN_SECONDS: String(options.accessTokenSeconds),
      FIELD_REFRESH_REUSE_SECONDS: String(options.refreshReuseSeconds),
      CONSOLE_ORIGINS: this.consoleUrl,
    })
    this.server = new Program('apps/server/src/programs/serve.ts', {
      PORT: String(consolePort),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: this.consoleUrl,
      DATA_DIR: join(folder, 'server'),
      ...(this.#database && { DATABASE_URL: onPostgres(this.#database) }),
      FIELD_URL: this.fieldUrl,
      OIDC_ISSUER: `${this.fieldUrl}/realms/installer-services`,
      OIDC_REFRESH_REUSE_SECONDS: String(options.refreshReuseSeconds),
      ENVIRONMENT: options.environment,
      LOG_LEVEL: 'warn',
      // One person's share of the server (R29) is soon used up by tests that all sign in as the same one.
      CALLS_PER_MINUTE: '100000',
      // Tests share a machine with others: being slow is no overload here.
      OVERLOAD_DELAY_MS: '600000',
      DEMO: 'on',
      ...inField(options.serverSettings, this.fieldUrl),
    })
  }

  static async create(options: Partial<WorldOptions> = {}): Promise<World> {
    const wanted = { ...defaults, ...options }
    for (let tries = 1; ; tries++) {
      try {
        return await World.#createOnce(wanted)
      } catch (error) {
        // Another program on this machine may take a port between the look at it and the start.
        if (tries === 3 || !/EADDRINUSE|is (already )?taken/.test(String(error))) throw error
      }
    }
  }

  static async #createOnce(wanted: WorldOptions): Promise<World> {
    const folder = await mkdtemp(join(temporaryFolder(), 'world_'))
    const world = new World([await freePort(), await freePort(), await freePort()], folder, wanted)
    try {
      const filter = (file: string) => !world.#database || basename(file) !== 'pglite'
      if (prepared.folder) await cp(prepared.folder, join(folder, 'server'), { recursive: true, filter })
      if (world.#database)
        await query(`create database ${world.#database} template ${basename(prepared.database)}`)
      await Promise.all([world.field.start(), world.server.start()])
    } catch (error) {
      await world.destroy()
      throw error
    }
    return world
  }

  async destroy(): Promise<void> {
    await Promise.all([this.server.stop(), this.field.stop()])
    if (this.#database) await query(`drop database if exists ${this.#database} with (force)`)
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Makes one of the field's systems fail until `clearFaults`, which runs after each test by itself. */
  async fault(fault: Fault): Promise<void> {
    const answer = await fetch(`${this.fieldUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    if (!answer.ok) throw new Error(`The field refused the fault: ${answer.status} ${await answer.text()}`)
  }

  async clearFaults(): Promise<void> {
    if (this.field.running) await fetch(`${this.fieldUrl}/control/faults`, { method: 'DELETE' })
  }

  /** Makes one of the demo world's situations present until `leaveSituations`, which runs after each test by itself. */
  async enterSituation(name: string): Promise<void> {
    const answer = await fetch(`${this.fieldUrl}/control/situations/${name}`, { method: 'POST' })
    if (!answer.ok) throw new Error(`The field refused the situation: ${answer.status}`)
    this.#hasSituations = this.#hadSituations = true
  }

  async leaveSituations(): Promise<void> {
    if (this.#hasSituations) await fetch(`${this.fieldUrl}/control/situations`, { method: 'DELETE' })
    this.#hasSituations = false
  }

  /**
   * Whether anything was changed in it, undone since or not; unknown where the server does not count from the
   * beginning. In a situation the console observed what does not hold.
   */
  async wasChanged(): Promise<boolean> {
    if (this.#hadSituations || this.server.starts > 1) return true
    const figures = await (await fetch(this.#metricsUrl)).text()
    expect(figures).toContain(`# TYPE ${counts} histogram`)
    return changed.test(figures)
  }

  /**
   * Signs in and ends on `path`, with the console's first load: the code is asked for and exchanged past the browser, and
   * the cookies are written by the console's own rules. What the console does at a sign-on: `signOn`.
   */
  async signIn(page: Page, email: string = accounts.support, path = '/'): Promise<void> {
    await page.context().addCookies(await sessionCookiesFor(page.request, this, email))
    await page.goto(this.consoleUrl + path)
    await this.#hasArrived(page)
    await isFresh(page, this.consoleUrl)
  }

  /**
   * Signs in by the console's whole way and ends on `path`. The password goes to the provider without its page being
   * drawn; by the page, as a person does: `enterPassword` in session.ts.
   */
  async signOn(page: Page, email: string = accounts.support, path = '/'): Promise<void> {
    await codeFor(page.request, this, email)
    // 'commit': the console goes on to the provider by itself, perhaps before its own page counts as loaded.
    await page.goto(`${this.consoleUrl}/login?return-url=${encodeURIComponent(path)}`, {
      waitUntil: 'commit',
    })
    await page.waitForURL((url) => url.href.startsWith(this.consoleUrl) && url.pathname !== '/login')
    await this.#hasArrived(page)
  }

  /** The screen too: what a test does next may be to take the server away, before its program or its rights came. */
  async #hasArrived(page: Page): Promise<void> {
    await expect(page.getByRole('banner')).toBeVisible({ timeout: 20_000 })
    await hasArrived(page, this.consoleUrl)
  }
}
