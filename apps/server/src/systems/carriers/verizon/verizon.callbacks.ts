import { createHash, timingSafeEqual } from 'node:crypto'
import { calls, carrierNames } from '@support-console/contract'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { RequestState } from '../carrier.ts'
import type { VerizonClient } from './verizon.client.ts'
import { codeAfterService } from './verizon.errors.ts'
import { requestStateOf } from './verizon.mapping.ts'
import type { CallbackAddress } from './verizon.wire.ts'

/** Verizon's name for the service whose results we are told. */
const SERVICE = 'CarrierService'
/** Where the console receives callbacks, below its own address. */
const CALLBACK_PATH = `/api${calls.verizonCallback.path}`
/** Waits between tries to register, in milliseconds; the last one again and again. */
const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 300_000

/** What Verizon posts for each device of a request. Unknown fields are left alone; no source lists them all. */
export const VerizonCallback = z.looseObject({
  username: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
  requestId: z.string().min(1).max(100),
  deviceIds: z
    .array(z.looseObject({ kind: z.string(), id: z.string() }))
    .max(50)
    .nullish(),
  status: z.string().max(50),
  faultResponse: z.looseObject({ faultcode: z.string().nullish() }).nullish(),
})
export type VerizonCallback = z.infer<typeof VerizonCallback>

/** What a callback says of one request. */
export interface CallbackResult {
  requestId: string
  /** '' where it names none; then, as always, the request's id decides. */
  iccid: string
  state: 'done' | 'refused'
  /** Why it was refused; '' when done. */
  sentence: string
}

/**
 * The result that a callback brings. Request id and status alone decide (carriers.md 2c).
 * @returns undefined for a status that is no result: to be acknowledged, and the request's state asked for later
 */
export function resultOfCallback(callback: VerizonCallback): CallbackResult | undefined {
  const code = codeAfterService(callback.faultResponse?.faultcode ?? '')
  const result: RequestState | undefined = requestStateOf(carrierNames.VZN, callback.status, code)
  if (!result || result.state === 'pending') return undefined
  return {
    requestId: callback.requestId,
    iccid: callback.deviceIds?.find(({ kind }) => kind.toLowerCase() === 'iccid')?.id ?? '',
    state: result.state,
    sentence: result.state === 'refused' ? result.sentence : '',
  }
}

/** Verizon's way to tell results by itself; without it, `requestState` tells them all the same, only later. */
export interface VerizonCallbacks {
  /** Whether a callback bears the credentials that we registered; in constant time. Without registered ones: never. */
  accepts: (callback: Pick<VerizonCallback, 'username' | 'password'>) => boolean
  /**
   * Registers our address in the background until it stands; never fails.
   * @param consoleUrl what to make the address of where none is configured; '': then Verizon is told none
   */
  register: (consoleUrl: string) => void
  /** Ends what `register` began. */
  close: () => Promise<void>
}

interface Log {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

export function createVerizonCallbacks(parts: {
  clock: Clock
  client: Pick<VerizonClient, 'callbacks' | 'registerCallback'>
  address: CallbackAddress
  log: Log
}): VerizonCallbacks {
  const { clock, client, address, log } = parts
  const closing = new AbortController()
  let registering: Promise<void> | undefined

  async function untilRegistered(wanted: CallbackAddress): Promise<void> {
    const { signal } = closing
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      try {
        const present = (await client.callbacks({ signal })).find(
          ({ serviceName, name }) => (serviceName ?? name) === SERVICE,
        )
        const isRight =
          present?.url === wanted.url &&
          present.username === wanted.username &&
          // Some lists leave it out; then the last one registered counts.
          (present.password == null || present.password === wanted.password)
        if (!isRight) await client.registerCallback(SERVICE, wanted, { signal })
        log.info({ url: wanted.url, isNew: !isRight }, 'Verizon tells its results to this console')
        return
      } catch (error) {
        if (signal.aborted) return
        const why = error instanceof Error ? error.message : String(error)
        log.warn(
          { url: wanted.url, why, againInMs: wait },
          'Verizon could not be told where to send its results',
        )
      }
      await clock.wait(wait, signal).catch(() => {})
    }
  }

  return {
    accepts({ username = '', password = '' }) {
      if (!address.username || !address.password) return false
      // Both are compared, whatever the first says.
      const isUser = isSameText(username, address.username)
      const isPassword = isSameText(password, address.password)
      return isUser && isPassword
    },
    register(consoleUrl) {
      const url = address.url || (consoleUrl && consoleUrl + CALLBACK_PATH)
      if (url && address.password) registering ??= untilRegistered({ ...address, url })
    },
    async close() {
      closing.abort(new Error('the server is stopping'))
      await registering
    },
  }
}

/** Of equal length whatever was sent, so that the time tells nothing. */
function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
