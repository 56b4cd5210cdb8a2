import { isSameIccid } from '@support-console/contract'
import type { z } from 'zod'
import {
  basicAuthorization,
  jsonBody,
  type Neighbour,
  neighbourErrors,
  type Outbound,
} from '../../../platform/outbound/index.ts'
import {
  CARRIER_ANSWER_MS,
  type CallOptions,
  type CarrierLimits,
  PLACE_WAIT_MS,
  SMALL_ANSWER_MS,
} from '../carrier.ts'
import { attError } from './att.errors.ts'
import { AttDevice, AttDevicePage, AttEdited, AttSession, AttUsage } from './att.wire.ts'

export interface AttSettings extends CarrierLimits {
  baseUrl: string
  user: string
  apiKey: string
  /** Default 5. */
  callsPerSecond?: number
  /** How long a reading call may keep its place, in milliseconds (D30). Default 30 s. */
  readWithinMs?: number
}

/** The most that a page of its list has. */
const attPageSize = 50

/** The calls of AT&T's API that we make. */
export class AttClient {
  readonly #neighbour: Neighbour
  readonly #headers: Record<string, string>
  readonly #answerWithinMs: number
  readonly #readWithinMs: number

  constructor(outbound: Outbound, system: string, settings: AttSettings) {
    this.#answerWithinMs = settings.answerWithinMs ?? CARRIER_ANSWER_MS
    this.#readWithinMs = Math.min(settings.readWithinMs ?? SMALL_ANSWER_MS, this.#answerWithinMs)
    this.#neighbour = outbound.neighbour({
      key: 'att',
      system,
      baseUrl: settings.baseUrl,
      answerWithinMs: this.#answerWithinMs,
      // AT&T's fair use: one active call and five a second, over everything the account does, so over all replicas.
      gate: {
        inFlight: settings.inFlight ?? 1,
        queue: 200,
        waitAtMostMs: PLACE_WAIT_MS,
        rate: { calls: settings.callsPerSecond ?? 5, perMs: 1000 },
        isShared: true,
      },
    })
    this.#headers = { authorization: basicAuthorization(settings.user, settings.apiKey) }
  }

  get pace() {
    return this.#neighbour.pace
  }

  device(iccid: string, options: CallOptions): Promise<AttDevice> {
    return this.#read('read device', ['devices', iccid], AttDevice, iccid, options)
  }

  session(iccid: string, options: CallOptions): Promise<AttSession> {
    return this.#read('read session', ['devices', iccid, 'sessionInfo'], AttSession, iccid, options)
  }

  /** What has changed in a time of a year at most, the oldest change first, 50 a page. */
  changes(
    { since, till, page }: { since: string; till: string; page: number },
    { signal, isPatient }: CallOptions,
  ): Promise<z.output<typeof AttDevicePage>> {
    return this.#neighbour.ask({
      operation: 'list devices',
      method: 'GET',
      path: ['devices'],
      query: {
        modifiedSince: since,
        modifiedTill: till,
        pageSize: String(attPageSize),
        pageNumber: String(page),
      },
      headers: this.#headers,
      safe: true,
      answerWithinMs: this.#readWithinMs,
      signal,
      isPatient,
      read: (answer) => {
        if (answer.status !== 200) throw attError(this.#neighbour.system, answer)
        return answer.json(AttDevicePage)
      },
    })
  }

  usage(iccid: string, options: CallOptions): Promise<AttUsage> {
    return this.#read('read usage', ['devices', iccid, 'usageInZone'], AttUsage, iccid, options)
  }

  /** PUT /devices/{iccid}; done when it is answered. What the answer holds is not published, beyond being JSON. */
  async deactivate(iccid: string, { signal, isPatient }: CallOptions): Promise<void> {
    await this.#neighbour.ask({
      operation: 'deactivate',
      method: 'PUT',
      path: ['devices', iccid],
      headers: this.#headers,
      body: jsonBody({ status: 'DEACTIVATED' }),
      safe: false,
      signal,
      isPatient,
      read: (answer) => {
        if (answer.status !== 200 && answer.status !== 202) throw attError(this.#neighbour.system, answer)
        const { iccid: changed } = answer.json(AttEdited)
        if (changed != null && !isSameIccid(changed, iccid))
          throw neighbourErrors.mixedUp(this.#neighbour.system)
      },
    })
  }

  #read<Shape extends z.ZodType<{ iccid: string }>>(
    operation: string,
    path: string[],
    shape: Shape,
    iccid: string,
    { signal, isPatient }: CallOptions,
  ): Promise<z.output<Shape>> {
    return this.#neighbour.ask({
      operation,
      method: 'GET',
      path,
      headers: this.#headers,
      safe: true,
      answerWithinMs: this.#readWithinMs,
      signal,
      isPatient,
      read: (answer) => {
        if (answer.status !== 200) throw attError(this.#neighbour.system, answer)
        const body = answer.json(shape)
        if (!isSameIccid(body.iccid, iccid)) throw neighbourErrors.mixedUp(this.#neighbour.system)
        return body
      },
    })
  }
}
