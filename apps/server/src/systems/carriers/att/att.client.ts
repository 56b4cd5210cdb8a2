import type { z } from 'zod'
import { basicAuthorization, type Neighbour, type Outbound } from '../../../platform/outbound/index.ts'
import { CARRIER_ANSWER_MS, type CallOptions, SMALL_ANSWER_MS } from '../carrier.ts'
import { attError } from './att.errors.ts'
import { AttDevice, AttSession } from './att.wire.ts'

export interface AttSettings {
  baseUrl: string
  user: string
  apiKey: string
  /** How long AT&T may take for one read, in milliseconds. */
  answerWithinMs?: number
}

/** The calls of AT&T's API that we make. */
export class AttClient {
  readonly #neighbour: Neighbour
  readonly #headers: Record<string, string>
  readonly #answerWithinMs: number

  constructor(outbound: Outbound, system: string, settings: AttSettings) {
    this.#answerWithinMs = settings.answerWithinMs ?? CARRIER_ANSWER_MS
    this.#neighbour = outbound.neighbour({
      key: 'att',
      system,
      baseUrl: settings.baseUrl,
      answerWithinMs: this.#answerWithinMs,
      // AT&T's fair use: one active call and five a second, over everything the account does.
      gate: { inFlight: 1, queue: 200, waitAtMostMs: 300_000, rate: { calls: 5, perMs: 1000 } },
    })
    this.#headers = { authorization: basicAuthorization(settings.user, settings.apiKey) }
  }

  device(iccid: string, options: CallOptions): Promise<AttDevice> {
    return this.#read('read device', ['devices', iccid], AttDevice, iccid, options)
  }

  session(iccid: string, options: CallOptions): Promise<AttSession> {
    const within = Math.min(SMALL_ANSWER_MS, this.#answerWithinMs)
    return this.#read('read session', ['devices', iccid, 'sessionInfo'], AttSession, iccid, options, within)
  }

  #read<Shape extends z.ZodType<{ iccid: string }>>(
    operation: string,
    path: string[],
    shape: Shape,
    iccid: string,
    { signal }: CallOptions,
    answerWithinMs?: number,
  ): Promise<z.output<Shape>> {
    return this.#neighbour.ask({
      operation,
      method: 'GET',
      path,
      headers: this.#headers,
      safe: true,
      answerWithinMs,
      signal,
      read: (answer) => {
        if (answer.status !== 200) throw attError(this.#neighbour.system, answer)
        const body = answer.json(shape)
        if (body.iccid !== iccid) throw answer.malformed('the answer is about another SIM')
        return body
      },
    })
  }
}
