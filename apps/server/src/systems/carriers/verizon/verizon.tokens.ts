import type { Clock } from '../../../platform/clock.ts'
import { NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import type { LoginBrake } from './login-brake.ts'
import { endedToken, isRefusedLogin } from './verizon.errors.ts'

/** The two tokens that every call to Verizon carries. */
export interface VerizonTokens {
  api: string
  session: string
}

interface TokenSource {
  requestApiToken: () => Promise<{ token: string; expiresInS: number }>
  logIn: (apiToken: string) => Promise<string>
}

/** How soon one looks again whether another server has ended its login. */
const LOOK_AGAIN_MS = 250
/** A token that ends this soon is made again before it is used. */
const MARGIN_MS = 30_000

/**
 * Verizon's two tokens, one pair for the whole process, with one login in flight. The session token has no known
 * end (20 minutes without use): it is used until Verizon says that it ended.
 */
export class TokenCache {
  readonly #clock: Clock
  readonly #system: string
  readonly #source: TokenSource
  #api: { token: string; endsAt: number } | undefined
  #session: string | undefined
  #inFlight: Promise<VerizonTokens> | undefined
  readonly #brake: { login: LoginBrake; credentials: string }

  constructor(
    clock: Clock,
    system: string,
    source: TokenSource,
    brake: { login: LoginBrake; credentials: string },
  ) {
    this.#clock = clock
    this.#system = system
    this.#source = source
    this.#brake = brake
  }

  /** A pair to call with. Callers who come while one is being made share it. */
  get(): Promise<VerizonTokens> {
    if (this.#api && this.#session && this.#api.endsAt > this.#clock.elapsed()) {
      return Promise.resolve({ api: this.#api.token, session: this.#session })
    }
    this.#inFlight ??= this.#make().finally(() => {
      this.#inFlight = undefined
    })
    return this.#inFlight
  }

  /** Verizon said that a token of this pair ended. A pair that was replaced since is left alone. */
  drop(ended: 'session' | 'api', used: VerizonTokens): void {
    if (ended === 'session' && this.#session === used.session) this.#session = undefined
    if (ended === 'api' && this.#api?.token === used.api) this.#api = undefined
  }

  async #make(): Promise<VerizonTokens> {
    await this.#takeTurn()
    try {
      const tokens = await this.#logIn().catch((error: unknown) => {
        // Both ended at once, for instance because Verizon was restarted: the login found out first.
        if (endedToken(error) !== 'api') throw error
        this.#api = undefined
        return this.#logIn()
      })
      await this.#endTurn('accepted')
      return tokens
    } catch (error) {
      if (!isRefusedLogin(error)) {
        await this.#endTurn('unclear')
        throw error
      }
      await this.#endTurn('refused', error instanceof NeighbourError ? error.code : undefined)
      throw this.#refused(error)
    }
  }

  /** One login at a time over all servers, and none once two were refused. */
  async #takeTurn(): Promise<void> {
    const { login, credentials } = this.#brake
    for (;;) {
      const turn = await login.begin(credentials).catch((error: unknown) => {
        throw neighbourErrors.unreachable(this.#system, {
          sentence: `The console's database does not answer, and its servers need it to take turns at logging in to ${this.#system}. Try again in a minute.`,
          detail: 'no turn to log in',
          sent: false,
          cause: error,
        })
      })
      if (turn === 'go') return
      if (turn === 'stop') throw this.#refused()
      await this.#clock.wait(LOOK_AGAIN_MS)
    }
  }

  /** Where the database is away by now, the turn ends by itself within a minute. */
  async #endTurn(...[outcome, refusedAs]: [Parameters<LoginBrake['end']>[1], string?]): Promise<void> {
    const { login, credentials } = this.#brake
    await login.end(credentials, outcome, refusedAs).catch(() => {})
  }

  async #logIn(): Promise<VerizonTokens> {
    if (!this.#api || this.#api.endsAt <= this.#clock.elapsed()) {
      const { token, expiresInS } = await this.#source.requestApiToken()
      // Verizon hands out the same token for an hour, so `expires_in` alone says how long it still lives.
      this.#api = { token, endsAt: this.#clock.elapsed() + Math.max(1000, expiresInS * 1000 - MARGIN_MS) }
    }
    this.#session ??= await this.#source.logIn(this.#api.token)
    return { api: this.#api.token, session: this.#session }
  }

  #refused(cause?: unknown): NeighbourError {
    const code = cause instanceof NeighbourError ? cause.code : undefined
    return neighbourErrors.credentials(this.#system, {
      detail:
        cause === undefined
          ? 'login was refused twice and is not tried again until an operator says that it is mended (docs/operations/neighbours.md)'
          : 'login refused',
      sentence: `${this.#system} refuses the console's login. Trying again will not help: tell the administrator.`,
      ...(code ? { code } : {}),
      cause,
    })
  }
}
