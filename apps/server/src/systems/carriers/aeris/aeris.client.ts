import type { z } from 'zod'
import { jsonBody, type Neighbour, type Outbound } from '../../../platform/outbound/index.ts'
import {
  CARRIER_ANSWER_MS,
  type CallOptions,
  type CarrierLimits,
  PLACE_WAIT_MS,
  SMALL_ANSWER_MS,
} from '../carrier.ts'
import { aerisWords, type CarrierWords } from '../carrier-words.ts'
import type { Period } from '../usage.ts'
import { aerisError, aerisResultError } from './aeris.errors.ts'
import { AerisDevice, AerisNetwork, AerisResult, AerisUsage } from './aeris.wire.ts'

export interface AerisSettings extends CarrierLimits {
  baseUrl: string
  /** Its analytics service, which alone tells usage; empty: there is none. */
  usageUrl?: string
  apiKey: string
  accountId: string
  email: string
  /** Which operation a deactivation is: `cancel` is final, `suspend` can be taken back. Default cancel. */
  deactivation?: 'cancel' | 'suspend'
  /** By which its answers are understood. */
  words?: CarrierWords
}

type AskParts = Pick<
  Parameters<Neighbour['ask']>[0],
  'operation' | 'safe' | 'method' | 'path' | 'query' | 'body' | 'answerWithinMs'
>

/** The calls of AerAdmin that we make. The key travels in the URL, which therefore is in no log. */
export class AerisClient {
  readonly #neighbour: Neighbour
  readonly #analytics: Neighbour | undefined
  readonly #settings: AerisSettings

  constructor(outbound: Outbound, system: string, settings: AerisSettings) {
    this.#settings = settings
    const answerWithinMs = settings.answerWithinMs ?? CARRIER_ANSWER_MS
    const gate = { inFlight: settings.inFlight ?? 4, waitAtMostMs: PLACE_WAIT_MS }
    this.#neighbour = outbound.neighbour({
      key: 'aeris',
      system,
      baseUrl: settings.baseUrl,
      answerWithinMs,
      gate,
    })
    this.#analytics = settings.usageUrl
      ? outbound.neighbour({
          key: 'aeris-usage',
          system,
          baseUrl: settings.usageUrl,
          answerWithinMs: Math.min(SMALL_ANSWER_MS, answerWithinMs),
          gate,
        })
      : undefined
  }

  get tellsUsage(): boolean {
    return this.#analytics !== undefined
  }

  async usage(iccid: string, { from, to }: Period, { signal }: CallOptions): Promise<AerisUsage> {
    if (!this.#analytics) throw new Error('Aeris was asked for usage without an address')
    const { apiKey, accountId } = this.#settings
    const { system } = this.#analytics
    return this.#analytics.ask({
      operation: 'read usage',
      safe: true,
      method: 'GET',
      path: ['search', 'subscription', 'detail', 'monthly'],
      query: { accountId, apiKey, searchCriteria: 'ICCID', searchValue: iccid, startDate: from, endDate: to },
      signal,
      read: (answer) => {
        if (answer.status !== 200) throw aerisError(system, answer)
        return answer.json(AerisUsage)
      },
    })
  }

  device(iccid: string, options: CallOptions): Promise<AerisDevice> {
    const { apiKey, accountId, email } = this.#settings
    return this.#ask(AerisDevice, options, {
      operation: 'read device',
      safe: true,
      method: 'POST',
      path: ['devices', 'details'],
      query: { apiKey },
      body: jsonBody({ accountID: accountId, email, ICCID: iccid }),
    })
  }

  network(iccid: string, options: CallOptions): Promise<AerisNetwork> {
    const { apiKey, accountId, email } = this.#settings
    return this.#ask(AerisNetwork, options, {
      operation: 'read network status',
      safe: true,
      method: 'GET',
      path: ['devices', 'network', 'details'],
      query: { accountID: accountId, email, apiKey, ICCID: iccid },
      answerWithinMs: Math.min(SMALL_ANSWER_MS, this.#settings.answerWithinMs ?? SMALL_ANSWER_MS),
    })
  }

  /** Our convention until the account's own specification is at hand (carriers.md 3). Resolves when Aeris said yes. */
  async deactivate(operation: 'cancel' | 'suspend', iccid: string, options: CallOptions): Promise<void> {
    const { apiKey, accountId, email } = this.#settings
    await this.#ask(AerisResult, options, {
      operation,
      safe: false,
      method: 'POST',
      path: ['devices', operation],
      query: { apiKey },
      body: jsonBody({ accountID: accountId, email, ICCID: iccid }),
    })
  }

  #ask<Shape extends z.ZodType>(
    shape: Shape,
    { signal }: CallOptions,
    call: AskParts,
  ): Promise<z.output<Shape>> {
    const { system } = this.#neighbour
    return this.#neighbour.ask({
      ...call,
      signal,
      read: (answer) => {
        if (answer.status !== 200) throw aerisError(system, answer)
        const failure = aerisResultError(system, answer.json(AerisResult), this.#settings.words ?? aerisWords)
        if (failure) throw failure
        return answer.json(shape)
      },
    })
  }
}
