import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
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
  type ChangeOptions,
  PLACE_WAIT_MS,
} from '../carrier.ts'
import { type WylessWords, wylessWords } from '../carrier-words.ts'
import { type Element, readSoap, soapEnvelope } from './soap.ts'
import {
  isNotAuthenticated,
  SessionInDoubt,
  wylessChangeError,
  wylessError,
  wylessResultError,
} from './wyless.errors.ts'
import { WylessResponse, WylessText } from './wyless.wire.ts'

export interface WylessSettings extends CarrierLimits {
  url: string
  login: string
  password: string
  partnerId: string | number
  /**
   * How calls are signed: with a session key got by `Authenticate` (login and password travel once), or with login
   * and password on every call.
   */
  credentials?: 'session-key' | 'login'
  /** By which its answers are understood. */
  words?: WylessWords
}

/** One operation: what it is given, how its answer is read, and what its own failures look like. */
interface Operation<Shape extends z.ZodType> {
  name: string
  input: Element[]
  shape: Shape
  /** False for a change: its answer is judged by stricter rules. */
  safe: boolean
  failureOf?: (result: z.output<Shape>) => Error | undefined
}

/** The operations of Porthos that we call. */
export class WylessClient {
  readonly #neighbour: Neighbour
  readonly #settings: WylessSettings
  readonly #words: WylessWords
  #sessionKey: Promise<string> | undefined

  constructor(outbound: Outbound, system: string, settings: WylessSettings) {
    this.#settings = settings
    this.#words = settings.words ?? wylessWords
    this.#neighbour = outbound.neighbour({
      key: 'wyless',
      system,
      baseUrl: settings.url,
      answerWithinMs: settings.answerWithinMs ?? CARRIER_ANSWER_MS,
      gate: { inFlight: settings.inFlight ?? 4, waitAtMostMs: PLACE_WAIT_MS },
    })
  }

  /** SingleSIMInquiry by ICCID; its business failures are thrown. */
  async inquire(iccid: string, options: CallOptions): Promise<WylessResponse> {
    return this.#signed(options, {
      name: 'SingleSIMInquiry',
      input: inputType(iccid, randomUUID()),
      shape: WylessResponse,
      safe: true,
      failureOf: (response) => wylessResultError(this.#neighbour.system, response, this.#words),
    })
  }

  /** SingleDeActivateSIM by ICCID; answered when done, or refused. */
  async deactivate(iccid: string, options: ChangeOptions): Promise<void> {
    await this.#signed(options, {
      name: 'SingleDeActivateSIM',
      input: inputType(iccid, options.reference),
      shape: WylessResponse,
      safe: false,
      failureOf: (response) =>
        wylessChangeError(this.#neighbour.system, response, { iccid, words: this.#words }),
    })
  }

  /** GetNetworkConnectionOnlineStatus; Wyless knows connections by phone number only. */
  async onlineStatus(msisdn: string, options: CallOptions): Promise<string> {
    const input: Element[] = [
      ['w:msisdn', msisdn],
      ['w:transactionId', randomUUID()],
    ]
    const name = 'GetNetworkConnectionOnlineStatus'
    return (await this.#signed(options, { name, input, shape: WylessText, safe: true })) ?? ''
  }

  /**
   * A session key has no known life: on any failure to authenticate, one new key and one more try, for a change as
   * well, because Wyless looks at the key first. Whatever fails while a key is got, the operation was not sent.
   */
  async #signed<Shape extends z.ZodType>(
    options: CallOptions,
    operation: Operation<Shape>,
  ): Promise<z.output<Shape>> {
    const call = (credential: Element[]) => this.#call(credential, operation, options)
    if (this.#settings.credentials === 'login') return call(this.#loginCredential())
    const got = (key: Promise<string>) =>
      untilAborted(key, options.signal).catch((error: unknown) => {
        throw error instanceof NeighbourError ? error.beforeSending() : error
      })
    const key = this.#key()
    const first = await got(key)
    try {
      return await call(this.#keyCredential(first))
    } catch (error) {
      const isOver = isNotAuthenticated(error)
      // Anyone who sees the old key fail first drops it; the others share the new one. A refused login is final.
      if ((isOver || error instanceof SessionInDoubt) && this.#sessionKey === key)
        this.#sessionKey = undefined
      if (!isOver) throw error
      return call(this.#keyCredential(await got(this.#key())))
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
    const authenticate = { name: 'Authenticate', input: [], shape: WylessText, safe: true }
    const key = await this.#call(this.#loginCredential(), authenticate, {})
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
    credential: Element[],
    { name, input, shape, safe, failureOf }: Operation<Shape>,
    { signal }: CallOptions,
  ): Promise<z.output<Shape>> {
    const { system } = this.#neighbour
    return this.#neighbour.ask({
      operation: name,
      method: 'POST',
      path: [],
      headers: { accept: 'text/xml', soapaction: `"https://www.wyless.net/${name}"` },
      body: {
        type: 'text/xml; charset=utf-8',
        text: soapEnvelope([['w:Credential', credential]], [[`w:${name}`, input]]),
      },
      safe,
      signal,
      read: (answer) => {
        const reply = readSoap(answer.text)
        if (reply?.kind !== 'body' || answer.status !== 200)
          throw wylessError(system, answer, reply, { safe, words: this.#words })
        if (reply.operation !== name) throw answer.malformed('the answer is to another operation')
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
function inputType(iccid: string, transactionId: string): Element[] {
  return [
    [
      'w:inputType',
      [
        ['b:Id', '1'],
        ['b:PorthosInternalReference', '0'],
        ['w:SIMNo', iccid],
        ['w:TransactionId', transactionId],
      ],
    ],
  ]
}
