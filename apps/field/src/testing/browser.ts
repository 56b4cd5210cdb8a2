import { createHash, randomBytes } from 'node:crypto'

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  refresh_expires_in: number
}

/** As much of a browser as signing on needs: cookies with their paths, and redirects one at a time. */
export class Browser {
  readonly #base: string
  readonly #cookies = new Map<string, { value: string; path: string }>()
  /** The console that it comes from. */
  readonly origin: string
  readonly verifier = randomBytes(48).toString('base64url')

  constructor(base: string, origin = 'http://localhost:8080') {
    this.#base = base
    this.origin = origin
  }

  get protocol(): string {
    return `${this.#base}/realms/installer-services/protocol/openid-connect`
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#base)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((part) => part.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      if (value) this.#cookies.set(name, { value, path })
      else this.#cookies.delete(name)
    }
    return answer
  }

  /** The address to which keycloak-js sends the browser; `changes` replaces or (undefined) removes parameters. */
  authorization(changes: Record<string, string | undefined> = {}): string {
    const query = new URLSearchParams({
      client_id: 'support-console',
      redirect_uri: `${this.origin}/login`,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid profile email',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    return `${this.protocol}/auth?${query}`
  }

  /** Goes to the sign-in page and gives its address. */
  async signInPage(): Promise<string> {
    const answer = await this.open(this.authorization())
    return answer.headers.get('location') ?? ''
  }

  submit(page: string, email: string, password: string): Promise<Response> {
    return this.open(page, { method: 'POST', body: new URLSearchParams({ email, password }) })
  }

  /** Signs in and gives the code. */
  async code(email = 'support@example.com'): Promise<string> {
    const answer = await this.submit(await this.signInPage(), email, 'console')
    const back = await this.open(answer.headers.get('location') ?? '')
    return codeIn(back)
  }

  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.protocol}${path}`, {
      method: 'POST',
      headers: { origin: this.origin, ...headers },
      body: new URLSearchParams(form),
    })
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<Response> {
    return this.post('/token', {
      grant_type: 'authorization_code',
      client_id: 'support-console',
      redirect_uri: `${this.origin}/login`,
      code,
      code_verifier: this.verifier,
      ...changes,
    })
  }

  refresh(token: string, headers: Record<string, string> = {}): Promise<Response> {
    const form = { grant_type: 'refresh_token', client_id: 'support-console', refresh_token: token }
    return this.post('/token', form, headers)
  }

  async signIn(email?: string): Promise<Tokens> {
    const answer = await this.exchange(await this.code(email))
    return (await answer.json()) as Tokens
  }
}

export function codeIn(answer: Response): string {
  const location = answer.headers.get('location') ?? ''
  return new URLSearchParams(location.split('#')[1] ?? '').get('code') ?? ''
}

/** The payload of a JWT, unverified. */
export function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}
