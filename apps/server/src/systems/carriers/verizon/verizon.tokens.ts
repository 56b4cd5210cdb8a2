import type { Clock } from '../../../platform/clock.ts'
import { NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
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

/** After a refused login nobody tries for this long, so that no crowd of requests locks the user (five do). */
const HOLD_AFTER_REFUSAL_MS = 15 * 60_000
/** Refusals in a row after which only a restart tries again. */
const REFUSALS_AT_MOST = 3
/** A token that ends this soon is made anew before it is used. */
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
  #refusals = 0
  #refusedUntil = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, system: string, source: TokenSource) {
    this.#clock = clock
    this.#system = system
    this.#source = source
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
    if (this.#refusals >= REFUSALS_AT_MOST || this.#clock.elapsed() < this.#refusedUntil)
      throw this.#refused()
    try {
      const tokens = await this.#logIn().catch((error: unknown) => {
        // Both ended at once, for instance because Verizon was restarted: the login found out first.
        if (endedToken(error) !== 'api') throw error
        this.#api = undefined
        return this.#logIn()
      })
      this.#refusals = 0
      return tokens
    } catch (error) {
      if (!isRefusedLogin(error)) throw error
      this.#refusals++
      this.#refusedUntil = this.#clock.elapsed() + HOLD_AFTER_REFUSAL_MS
      throw this.#refused(error)
    }
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
      detail: cause === undefined ? 'login was refused before and is not tried again yet' : 'login refused',
      sentence: `${this.#system} refuses the console's login. Trying again will not help: tell the administrator.`,
      ...(code ? { code } : {}),
      cause,
    })
  }
}
