import { useRef, useState } from 'react'
import type { ApiAnswer } from './api.ts'
import { ApiError } from './api-error.ts'
import { recordAction } from './audit-trail/record-action.ts'
import type { CallName, CallOptions, DataOf } from './call-types.ts'
import { newTransactionId } from './transaction.ts'
import { useCall } from './use-call.ts'

/**
 * A call that changes something, one at a time whatever the user does, under one transaction id until its outcome is
 * known (D9): `start` is a new action; `askAgain` repeats the last one where its answer was lost or it still ran, and
 * the server answers a repeat without doing anything twice. `screenTitle` is the activity of the audit entry (D18).
 * Imported by its own path: only screens that are loaded later need it.
 * @param onDone what follows its success, whether at first or when asked again
 */
export function useChange<Key extends CallName>(
  key: Key,
  screenTitle: string,
  onDone?: (answer: ApiAnswer<DataOf<Key>>) => unknown,
) {
  const call = useCall(key)
  const isRunning = useRef(false)
  /** Stays when what is shown of it is reset. */
  const last = useRef<(Failure & { readonly options: CallOptions<Key> }) | null>(null)
  const [asked, setAsked] = useState<{ options: CallOptions<Key>; before: Open } | null>(null)
  const open = call.status === 'rejected' ? openOutcome(call.error, asked?.before) : undefined

  const send = async (options: CallOptions<Key>, before: Open) => {
    isRunning.current = true
    setAsked({ options, before })
    last.current = null
    let answer: ApiAnswer<DataOf<Key>>
    try {
      answer = await call.run(options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      last.current = { options, error, open: openOutcome(error, before) }
      return { answer: undefined, failure: last.current }
    } finally {
      isRunning.current = false
    }
    await onDone?.(answer)
    return { answer }
  }
  /** A new action, or the last one where what is asked is the same, and what became of it is open so. */
  const attempt = async (options: CallOptions<Key>, action: string, ...repeated: Open[]) => {
    if (isRunning.current) return undefined
    const failed = last.current
    if (failed?.open && repeated.includes(failed.open) && isSame(failed.options, options))
      return send(failed.options, failed.open)
    const transactionId = newTransactionId()
    recordAction(screenTitle, action, transactionId)
    return send({ ...options, transactionId }, undefined)
  }
  const askAgain = async () =>
    asked && !isRunning.current ? (await send(asked.options, open)).answer : undefined
  return {
    ...call,
    isPending: call.status === 'pending',
    /** Resolves with the answer; undefined when it failed, or another one is under way. */
    start: async (options: CallOptions<Key>, action: string) => (await attempt(options, action))?.answer,
    askAgain,
    /** The same, where one button does both: what is asked again as it was, and whose answer was lost, is done once. */
    startOnce: async (options: CallOptions<Key>, action: string) =>
      (await attempt(options, action, 'lost'))?.answer,
    /** The same, also while the first one still runs; resolves with why it failed as well. */
    attempt: (options: CallOptions<Key>, action: string) => attempt(options, action, 'lost', 'busy'),
    transactionId: asked?.options.transactionId ?? '',
    /** Why it may be asked again under the same transaction. */
    open,
  }
}

const isSame = (asked: object, next: object): boolean =>
  JSON.stringify({ ...asked, transactionId: '' }) === JSON.stringify({ ...next, transactionId: '' })

/** Why a change failed, and whether what became of it is open. */
export interface Failure {
  readonly error: ApiError
  readonly open: Open
}

/** Why a change may be asked again under its transaction: see openOutcome. */
export type Open = 'lost' | 'busy' | undefined

/**
 * `lost`: no answer came, or one that does not know, so what became of it is open; `busy`: nothing was begun yet.
 * `before`: what the try before it under the same transaction came to. Where that was lost, it stays so until the
 * server gives the outcome: a repeat that is turned away, or finds the first run still working, settles nothing.
 */
export function openOutcome(error: ApiError | null, before?: Open): Open {
  if (error?.kind === 'network' || error?.kind === 'timeout') return 'lost'
  if (error?.kind === 'sign-on' || error?.kind === 'cancelled') return before
  if (error?.kind !== 'http') return undefined
  if (error.status === 'Unsettled') return 'lost'
  if (error.status === 'Busy' || error.status === 'Unavailable' || error.status === 'TooMany')
    return before ?? 'busy'
  // A proxy's word, not our server's.
  return error.status === '' && error.httpStatus >= 500 ? 'lost' : undefined
}
