import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type Neighbour,
  neighbourErrors,
  type Outbound,
  untilAborted,
} from '../../../platform/outbound/index.ts'
import { CARRIER_ANSWER_MS, type CallOptions } from '../carrier.ts'
import { type Element, readSoap, soapEnvelope } from './soap.ts'
import { isNotAuthenticated, wylessError, wylessResultError } from './wyless.errors.ts'
import { WylessResponse, WylessText } from './wyless.wire.ts'

export interface WylessSettings {
  url: string
  login: string
  password: string
  partnerId: string | number
  /**
   * How calls are signed: with a session key got by `Authenticate` (login and password travel once), or with login
   * and password on every call.
   */
  credentials?: 'session-key' | 'login'
  /** How long Wyless may take for one read, in milliseconds. */
  answerWithinMs?: number
}

/** The operations of Porthos that we call. */
export class WylessClient {
  readonly #neighbour: Neighbour
  readonly #settings: WylessSettings
  #sessionKey: Promise<string> | undefined

  constructor(outbound: Outbound, system: string, settings: WylessSettings) {
    this.#settings = settings
    this.#neighbour = outbound.neighbour({
      key: 'wyless',
      system,
      baseUrl: settings.url,
      answerWithinMs: settings.answerWithinMs ?? CARRIER_ANSWER_MS,
      gate: { inFlight: 4 },
    })
  }

  /** SingleSIMInquiry by ICCID; its business failures are thrown. */
  async inquire(iccid: string, options: CallOptions): Promise<WylessResponse> {
    return this.#signed('SingleSIMInquiry', inputType(iccid), WylessResponse, options, (response) =>
      wylessResultError(this.#neighbour.system, response),
    )
  }

  /** GetNetworkConnectionOnlineStatus; Wyless knows connections by phone number only. */
  async onlineStatus(msisdn: string, options: CallOptions): Promise<string> {
    const input: Element[] = [
      ['w:msisdn', msisdn],
      ['w:transactionId', randomUUID()],
    ]
    return (await this.#signed('GetNetworkConnectionOnlineStatus', input, WylessText, options)) ?? ''
  }

  /** A session key has no known life: on any failure to authenticate, one new key and one more try. */
  async #signed<Shape extends z.ZodType>(
    operation: string,
    input: Element[],
    shape: Shape,
    options: CallOptions,
    failureOf?: (result: z.output<Shape>) => Error | undefined,
  ): Promise<z.output<Shape>> {
    const call = (credential: Element[]) =>
      this.#call(operation, credential, input, shape, options, failureOf)
    if (this.#settings.credentials === 'login') return call(this.#loginCredential())
    const key = this.#key()
    try {
      return await call(this.#keyCredential(await untilAborted(key, options.signal)))
    } catch (error) {
      if (!isNotAuthenticated(error)) throw error
      // Whoever sees the old key fail first drops it; the others share the new one. A refused login is final.
      if (!(await isFulfilled(key))) throw error
      if (this.#sessionKey === key) this.#sessionKey = undefined
      return call(this.#keyCredential(await untilAborted(this.#key(), options.signal)))
    }
  }

  #key(): Promise<string> {
    if (!this.#sessionKey) {
      const asked = this.#authenticate()
      this.#sessionKey = asked
      asked.catch(() => {
        if (this.#sessionKey === asked) this.#sessionKey = undefined
      })
    }
    return this.#sessionKey
  }

  async #authenticate(): Promise<string> {
    const key = await this.#call('Authenticate', this.#loginCredential(), [], WylessText, {})
    // Porthos answers a wrong login with an empty key, not with a fault.
    if (!key)
      throw neighbourErrors.credentials(this.#neighbour.system, {
        detail: 'Authenticate gave no session key',
      })
    return key
  }

  #loginCredential(): Element[] {
    const { login, password, partnerId } = this.#settings
    return [
      ['w:Login', login],
      ['w:Password', password],
      ['w:PartnerId', String(partnerId)],
    ]
  }

  #keyCredential(key: string): Element[] {
    return [
      ['w:SessionKey', key],
      ['w:PartnerId', String(this.#settings.partnerId)],
    ]
  }

  #call<Shape extends z.ZodType>(
    operation: string,
    credential: Element[],
    input: Element[],
    shape: Shape,
    { signal }: CallOptions,
    failureOf?: (result: z.output<Shape>) => Error | undefined,
  ): Promise<z.output<Shape>> {
    const { system } = this.#neighbour
    return this.#neighbour.ask({
      operation,
      method: 'POST',
      path: [],
      headers: { accept: 'text/xml', soapaction: `"https://www.wyless.net/${operation}"` },
      body: {
        type: 'text/xml; charset=utf-8',
        text: soapEnvelope([['w:Credential', credential]], [[`w:${operation}`, input]]),
      },
      safe: true,
      signal,
      read: (answer) => {
        const reply = readSoap(answer.text)
        if (reply?.kind !== 'body' || answer.status !== 200) throw wylessError(system, answer, reply)
        if (reply.operation !== operation) throw answer.malformed('the answer is to another operation')
        const parsed = shape.safeParse(reply.result)
        if (!parsed.success) throw answer.malformed('unexpected shape')
        const failure = failureOf?.(parsed.data)
        if (failure) throw failure
        return parsed.data
      },
    })
  }
}

/** `InputType` in the order that the schema asks for. The base type's members bear its namespace. */
function inputType(iccid: string): Element[] {
  return [
    [
      'w:inputType',
      [
        ['b:Id', '1'],
        ['b:PorthosInternalReference', '0'],
        ['w:SIMNo', iccid],
        ['w:TransactionId', randomUUID()],
      ],
    ],
  ]
}

const isFulfilled = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )
