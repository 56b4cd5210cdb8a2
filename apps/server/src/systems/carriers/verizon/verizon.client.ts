import type { z } from 'zod'
import {
  type Ask,
  basicAuthorization,
  formBody,
  jsonBody,
  type Neighbour,
  NeighbourError,
  neighbourErrors,
  type Outbound,
  untilAborted,
} from '../../../platform/outbound/index.ts'
import {
  CARRIER_ANSWER_MS,
  type CallOptions,
  type CarrierLimits,
  PLACE_WAIT_MS,
  SMALL_ANSWER_MS,
} from '../carrier.ts'
import { createLocalBrake, hashOf, type LoginBrake } from './login-brake.ts'
import { endedToken, verizonError } from './verizon.errors.ts'
import { TokenCache, type VerizonTokens } from './verizon.tokens.ts'
import {
  ApiToken,
  type Callback,
  type CallbackAddress,
  Callbacks,
  DeviceList,
  MismatchList,
  RequestAccepted,
  RequestStatus,
  SessionLogin,
  UsageHistory,
  type UsageRecord,
  VERIZON_IN_FLIGHT,
  type VerizonDevice,
} from './verizon.wire.ts'

export interface VerizonSettings extends CarrierLimits {
  baseUrl: string
  tokenUrl: string
  key: string
  secret: string
  username: string
  password: string
  account: string
  /** Which custom field holds the description that the console shows; ThingSpace has no field of that name. */
  descriptionField: string
  /** Devices of a page of its list; its documents name several limits. Default 100. */
  pageSize?: number
}

/** The calls of ThingSpace that we make. */
export class VerizonClient {
  readonly #neighbour: Neighbour
  readonly #tokenService: Neighbour
  readonly #tokens: TokenCache
  readonly #settings: VerizonSettings
  readonly #smallAnswerMs: number

  constructor(
    outbound: Outbound,
    system: string,
    settings: VerizonSettings,
    login: LoginBrake = createLocalBrake(),
  ) {
    this.#settings = settings
    const answerWithinMs = settings.answerWithinMs ?? CARRIER_ANSWER_MS
    this.#smallAnswerMs = Math.min(SMALL_ANSWER_MS, answerWithinMs)
    this.#neighbour = outbound.neighbour({
      key: 'verizon',
      system,
      baseUrl: settings.baseUrl,
      answerWithinMs,
      gate: { inFlight: settings.inFlight ?? VERIZON_IN_FLIGHT, queue: 500, waitAtMostMs: PLACE_WAIT_MS },
    })
    this.#tokenService = outbound.neighbour({
      key: 'verizon-token',
      system,
      baseUrl: settings.tokenUrl,
      answerWithinMs: this.#smallAnswerMs,
    })
    const { key, secret, username, password } = settings
    const source = {
      requestApiToken: () => this.#requestApiToken(),
      logIn: (apiToken: string) => this.#logIn(apiToken),
    }
    const brake = { login, credentials: hashOf([key, secret, username, password]) }
    this.#tokens = new TokenCache(outbound.clock, system, source, brake)
  }

  /** The devices that have this ICCID: none or one. */
  devices(iccid: string, { signal }: CallOptions): Promise<VerizonDevice[]> {
    const { account } = this.#settings
    return this.#ask(signal, {
      operation: 'read device',
      method: 'POST',
      path: ['devices', 'actions', 'list'],
      body: jsonBody({
        ...(account ? { accountName: account } : {}),
        deviceId: { kind: 'iccid', id: iccid },
      }),
      safe: true,
      read: (answer) => answer.json(DeviceList).devices,
    })
  }

  /** A page of the account's devices, from the one behind `largestDeviceIdSeen` on. */
  list(page: object, { signal }: CallOptions): Promise<z.output<typeof DeviceList>> {
    return this.#ask(signal, {
      operation: 'list devices',
      method: 'POST',
      path: ['devices', 'actions', 'list'],
      body: jsonBody({ accountName: this.#settings.account, ...page }),
      safe: true,
      read: (answer) => ({ hasMoreData: answer.status === 202, ...answer.json(DeviceList) }),
    })
  }

  /** 4G devices of the account whose SIM was not activated with their IMEI; all within a time in one answer. */
  mismatches(filter: { earliest: string; latest: string }, { signal }: CallOptions) {
    return this.#ask(signal, {
      operation: 'list mismatches',
      method: 'POST',
      path: ['devices', 'actions', 'list', 'imeiiccidmismatch'],
      body: jsonBody({ accountName: this.#settings.account, filter }),
      safe: true,
      read: (answer) => answer.json(MismatchList).devices,
    })
  }

  /**
   * What the device used, day by day. An answer holds 500 records at most: then the next one is asked for the time from its
   * last record on.
   */
  async usage(
    iccid: string,
    time: { earliest: string; latest: string },
    { signal }: CallOptions,
  ): Promise<UsageRecord[]> {
    const all: UsageRecord[] = []
    for (let { earliest } = time; ; ) {
      const { hasMoreData, usageHistory } = await this.#ask(signal, {
        operation: 'read usage',
        method: 'POST',
        path: ['devices', 'usage', 'actions', 'list'],
        body: jsonBody({ deviceId: { kind: 'iccid', id: iccid }, earliest, latest: time.latest }),
        safe: true,
        answerWithinMs: this.#smallAnswerMs,
        read: (answer) => answer.json(UsageHistory),
      })
      all.push(...usageHistory)
      const last = usageHistory.at(-1)?.timestamp ?? ''
      if (!hasMoreData || last <= earliest) return all
      earliest = last
    }
  }

  /** Asks for one device, so that the request has a status of its own. Gives the request's id. */
  deactivate(iccid: string, { signal }: CallOptions): Promise<string> {
    return this.#ask(signal, {
      operation: 'deactivate',
      method: 'POST',
      path: ['devices', 'actions', 'deactivate'],
      body: jsonBody({
        accountName: this.#settings.account,
        devices: [{ deviceIds: [{ kind: 'iccid', id: iccid }] }],
        reasonCode: 'FF',
        etfWaiver: true,
        deleteAfterDeactivation: false,
      }),
      safe: false,
      read: (answer) => answer.json(RequestAccepted).requestId,
    })
  }

  requestStatus(requestId: string, { signal }: CallOptions): Promise<RequestStatus> {
    return this.#ask(signal, {
      operation: 'read request status',
      method: 'GET',
      path: ['accounts', this.#settings.account, 'requests', requestId, 'status'],
      safe: true,
      answerWithinMs: this.#smallAnswerMs,
      read: (answer) => {
        const status = answer.json(RequestStatus)
        if (status.requestId !== requestId) throw answer.malformed('the answer is about another request')
        return status
      },
    })
  }

  callbacks({ signal }: CallOptions): Promise<Callback[]> {
    return this.#ask(signal, {
      operation: 'list callbacks',
      method: 'GET',
      path: ['callbacks', this.#settings.account],
      safe: true,
      answerWithinMs: this.#smallAnswerMs,
      read: (answer) => answer.json(Callbacks),
    })
  }

  /** Names the address for `service`; one that is registered already is replaced, so it may be repeated. */
  async registerCallback(service: string, address: CallbackAddress, { signal }: CallOptions): Promise<void> {
    await this.#ask(signal, {
      operation: 'register callback',
      method: 'POST',
      path: ['callbacks', this.#settings.account],
      body: jsonBody({ name: service, ...address }),
      safe: true,
      answerWithinMs: this.#smallAnswerMs,
      read: () => undefined,
    })
  }

  #ask<T>(signal: AbortSignal | undefined, call: Omit<Ask<T>, 'headers' | 'signal'>): Promise<T> {
    return this.#withTokens(signal, (tokens) =>
      this.#neighbour.ask({
        ...call,
        headers: headersOf(tokens),
        signal,
        read: (answer) => {
          if (answer.status !== 200 && answer.status !== 202)
            throw verizonError(this.#neighbour.system, answer)
          return call.read(answer)
        },
      }),
    )
  }

  /**
   * Either token can end in the middle of anything: then that one is made again, once, and the call repeated, a change
   * as well, because Verizon looks at the tokens first. Whatever fails while tokens are made, the call was not sent.
   */
  async #withTokens<T>(
    signal: AbortSignal | undefined,
    call: (tokens: VerizonTokens) => Promise<T>,
  ): Promise<T> {
    const renewed = new Set<'session' | 'api'>()
    for (;;) {
      const tokens = await untilAborted(this.#tokens.get(), signal).catch((error: unknown) => {
        throw error instanceof NeighbourError ? error.beforeSending() : error
      })
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

  #logIn(apiToken: string): Promise<string> {
    const { username, password } = this.#settings
    return this.#neighbour.ask({
      operation: 'log in',
      method: 'POST',
      path: ['session', 'login'],
      headers: { authorization: `Bearer ${apiToken}` },
      body: jsonBody({ username, password }),
      answerWithinMs: this.#smallAnswerMs,
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
