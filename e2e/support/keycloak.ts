import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/testing/free-port.ts'

const realmFile = fileURLToPath(new URL('../../deploy/keycloak/realm.json', import.meta.url))
const realm = 'installer-services'
const clientId = 'support-console'

export interface Person {
  id: string
  username: string
  password: string
}

/** A real Keycloak as a process on this machine, with the realm that we ship and a database of its own. */
export class Keycloak {
  readonly url: string
  readonly issuer: string
  readonly #port: number
  readonly #home: string
  readonly #admin = randomUUID()
  #child: ChildProcess | undefined
  #output = ''

  private constructor(port: number, home: string) {
    this.#port = port
    this.#home = home
    this.url = `http://localhost:${port}`
    this.issuer = `${this.url}/realms/${realm}`
  }

  /** @param prepared the folder of a built Keycloak, which stays as it is */
  static async prepare(prepared: string): Promise<Keycloak> {
    const home = await mkdtemp(join(tmpdir(), 'support-console-keycloak-'))
    await cp(prepared, home, { recursive: true })
    await mkdir(join(home, 'data/import'), { recursive: true })
    await cp(realmFile, join(home, 'data/import/realm.json'))
    return new Keycloak(await freePort(), home)
  }

  /** Resolves when it listens. The first start imports the realm for the console at this address. */
  async start(consoleUrl: string): Promise<void> {
    const child = spawn(
      'sh',
      [
        join(this.#home, 'bin/kc.sh'),
        ...['start', '--optimized', '--import-realm', '--cache=local'],
        ...['--http-enabled=true', '--http-host=127.0.0.1', `--http-port=${this.#port}`],
        `--hostname=${this.url}`,
      ],
      {
        env: {
          PATH: process.env.PATH,
          CONSOLE_URL: consoleUrl,
          KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
          KC_BOOTSTRAP_ADMIN_PASSWORD: this.#admin,
          // It lives for minutes: what makes a long life fast only makes the start slow.
          JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1 -Xmx512m',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    this.#child = child
    this.#output = ''
    const listening = Promise.withResolvers<void>()
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-100_000)
      if (this.#output.includes('Listening on:')) listening.resolve()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('exit', (code) => listening.reject(new Error(`Keycloak ended with ${code}:\n${this.#output}`)))
    await listening.promise
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  async destroy(): Promise<void> {
    await this.stop()
    await rm(this.#home, { recursive: true, force: true })
  }

  /** A person of the realm, with a password and roles of the console. */
  async addPerson(more: { email?: string; roles?: readonly string[] }): Promise<Person> {
    const username = `person-${randomUUID().slice(0, 8)}`
    const password = randomUUID()
    await this.#ask('POST', '/users', {
      username,
      enabled: true,
      firstName: 'Sam',
      lastName: username,
      ...(more.email === undefined ? {} : { email: more.email }),
      credentials: [{ type: 'password', value: password, temporary: false }],
    })
    const [user] = await this.#ask<{ id: string }[]>('GET', `/users?exact=true&username=${username}`)
    if (!user) throw new Error(`${username} was not made`)
    await this.#roles('POST', user.id, more.roles ?? [])
    return { id: user.id, username, password }
  }

  /** Changes what Keycloak keeps of someone: `{ enabled: false }`. */
  async change({ id }: Person, change: object): Promise<void> {
    const now = await this.#ask<object>('GET', `/users/${id}`)
    await this.#ask('PUT', `/users/${id}`, { ...now, ...change })
  }

  async takeRole({ id }: Person, role: string): Promise<void> {
    await this.#roles('DELETE', id, [role])
  }

  async sessionsOf({ id }: Person): Promise<number> {
    return (await this.#ask<unknown[]>('GET', `/users/${id}/sessions`)).length
  }

  async endSessionsOf({ id }: Person): Promise<void> {
    await this.#ask('POST', `/users/${id}/logout`)
  }

  /** From now on tokens are signed by a new key; the former ones still prove theirs. */
  async rotateKey(): Promise<void> {
    const { id } = await this.#ask<{ id: string }>('GET', '')
    await this.#ask('POST', '/components', {
      name: `rsa-${randomUUID()}`,
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId: id,
      config: { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
    })
  }

  async #roles(method: 'POST' | 'DELETE', user: string, names: readonly string[]): Promise<void> {
    const [client] = await this.#ask<{ id: string }[]>('GET', `/clients?clientId=${clientId}`)
    const all = await this.#ask<{ name: string }[]>('GET', `/clients/${client?.id}/roles`)
    const meant = all.filter(({ name }) => names.includes(name))
    if (meant.length !== names.length) throw new Error(`The realm has not all of ${names}`)
    await this.#ask(method, `/users/${user}/role-mappings/clients/${client?.id}`, meant)
  }

  /** A call of Keycloak's admin API for the realm. */
  async #ask<Answer = void>(method: string, path: string, body?: unknown): Promise<Answer> {
    const signOn = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'admin-cli',
        grant_type: 'password',
        username: 'admin',
        password: this.#admin,
      }),
    })
    const { access_token: token } = (await signOn.json()) as { access_token: string }
    const answer = await fetch(`${this.url}/admin/realms/${realm}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Keycloak answered ${method} ${path} with ${answer.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }
}
