import {
  basicAuthorization,
  formBody,
  jsonBody,
  type Neighbour,
  neighbourErrors,
  type Outbound,
  untilAborted,
} from '../../../platform/outbound/index.ts'
import { CARRIER_ANSWER_MS, type CallOptions, SMALL_ANSWER_MS } from '../carrier.ts'
import { endedToken, verizonError } from './verizon.errors.ts'
import { TokenCache, type VerizonTokens } from './verizon.tokens.ts'
import { ApiToken, DeviceList, SessionLogin, type VerizonDevice } from './verizon.wire.ts'

export interface VerizonSettings {
  baseUrl: string
  tokenUrl: string
  key: string
  secret: string
  username: string
  password: string
  account: string
  /** Which custom field holds the description that the console shows; ThingSpace has no field of that name. */
  descriptionField: string
  /** How long Verizon may take for one read, in milliseconds. */
  answerWithinMs?: number
}

/** The calls of ThingSpace that we make. */
export class VerizonClient {
  readonly #neighbour: Neighbour
  readonly #tokenService: Neighbour
  readonly #tokens: TokenCache
  readonly #settings: VerizonSettings

  constructor(outbound: Outbound, system: string, settings: VerizonSettings) {
    this.#settings = settings
    const answerWithinMs = settings.answerWithinMs ?? CARRIER_ANSWER_MS
    const logInWithinMs = Math.min(SMALL_ANSWER_MS, answerWithinMs)
    this.#neighbour = outbound.neighbour({
      key: 'verizon',
      system,
      baseUrl: settings.baseUrl,
      answerWithinMs,
    })
    this.#tokenService = outbound.neighbour({
      key: 'verizon-token',
      system,
      baseUrl: settings.tokenUrl,
      answerWithinMs: logInWithinMs,
    })
    this.#tokens = new TokenCache(system, {
      requestApiToken: () => this.#requestApiToken(),
      logIn: (apiToken) => this.#logIn(apiToken, logInWithinMs),
    })
  }

  /** The devices that have this ICCID: none or one. */
  devices(iccid: string, { signal }: CallOptions): Promise<VerizonDevice[]> {
    const { account } = this.#settings
    return this.#withTokens(signal, (tokens) =>
      this.#neighbour.ask({
        operation: 'read device',
        method: 'POST',
        path: ['devices', 'actions', 'list'],
        headers: headersOf(tokens),
        body: jsonBody({
          ...(account ? { accountName: account } : {}),
          deviceId: { kind: 'iccid', id: iccid },
        }),
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200 && answer.status !== 202)
            throw verizonError(this.#neighbour.system, answer)
          return answer.json(DeviceList).devices
        },
      }),
    )
  }

  /** Either token can end in the middle of anything: then that one is made anew, once, and the call repeated. */
  async #withTokens<T>(
    signal: AbortSignal | undefined,
    call: (tokens: VerizonTokens) => Promise<T>,
  ): Promise<T> {
    const renewed = new Set<'session' | 'api'>()
    for (;;) {
      const tokens = await untilAborted(this.#tokens.get(), signal)
      try {
        return await call(tokens)
      } catch (error) {
        const ended = endedToken(error)
        if (!ended) throw error
        if (renewed.has(ended)) {
          throw neighbourErrors.credentials(this.#neighbour.system, {
            detail: `a fresh ${ended} token was not accepted`,
            cause: error,
          })
        }
        renewed.add(ended)
        this.#tokens.drop(ended, tokens)
      }
    }
  }

  #requestApiToken(): Promise<{ token: string; expiresInS: number }> {
    const { key, secret } = this.#settings
    return this.#tokenService.ask({
      operation: 'get API token',
      method: 'POST',
      path: [],
      headers: { authorization: basicAuthorization(key, secret) },
      body: formBody({ grant_type: 'client_credentials' }),
      safe: true,
      read: (answer) => {
        if (answer.status !== 200) throw verizonError(this.#tokenService.system, answer)
        const { access_token: token, expires_in: expiresInS } = answer.json(ApiToken)
        return { token, expiresInS }
      },
    })
  }

  #logIn(apiToken: string, answerWithinMs: number): Promise<string> {
    const { username, password } = this.#settings
    return this.#neighbour.ask({
      operation: 'log in',
      method: 'POST',
      path: ['session', 'login'],
      headers: { authorization: `Bearer ${apiToken}` },
      body: jsonBody({ username, password }),
      answerWithinMs,
      // Repeated only when no answer came or a broken one; a refusal is final (verizon.tokens.ts).
      safe: true,
      read: (answer) => {
        if (answer.status !== 200) throw verizonError(this.#neighbour.system, answer)
        return answer.json(SessionLogin).sessionToken
      },
    })
  }
}

const headersOf = (tokens: VerizonTokens) => ({
  authorization: `Bearer ${tokens.api}`,
  'vz-m2m-token': tokens.session,
})
