import { useRef, useState } from 'react'
import { recordAction } from './activity-log/activity-log.ts'
import { ApiError } from './api-error.ts'
import type { CallName, CallOptions } from './call-types.ts'
import { newTransactionId } from './transaction.ts'
import { useCall } from './use-call.ts'

/**
 * A call that changes something, one at a time whatever the user does, under one transaction id until its outcome is
 * known (D9): `start` is a new action; `askAgain` repeats the last one where its answer was lost or it still ran, and
 * the server answers a repeat without doing anything twice. `screenTitle` is the activity of the audit entry (D18).
 * Imported by its own path: only screens that are loaded later need it.
 */
export function useChange<Key extends CallName>(key: Key, screenTitle: string) {
  const call = useCall(key)
  const isRunning = useRef(false)
  const [asked, setAsked] = useState<CallOptions<Key> | null>(null)

  const send = async (options: CallOptions<Key>) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setAsked(options)
    try {
      return await call.run(options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return undefined
    } finally {
      isRunning.current = false
    }
  }
  return {
    ...call,
    isPending: call.status === 'pending',
    /** Resolves with the answer; undefined when it failed, or another one is under way. */
    start: (options: CallOptions<Key>, action: string) => {
      if (isRunning.current) return Promise.resolve(undefined)
      const transactionId = newTransactionId()
      recordAction(screenTitle, action, transactionId)
      return send({ ...options, transactionId })
    },
    askAgain: () => (asked ? send(asked) : Promise.resolve(undefined)),
    transactionId: asked?.transactionId ?? '',
    /** Why it may be asked again under the same transaction. */
    open: call.status === 'rejected' ? openOutcome(call.error) : undefined,
  }
}

/** `lost`: no answer came, so what became of it is not known; `busy`: it runs, or nothing was begun yet. */
export function openOutcome(error: ApiError | null): 'lost' | 'busy' | undefined {
  if (error?.kind === 'network' || error?.kind === 'timeout') return 'lost'
  if (error?.kind !== 'http') return undefined
  if (error.status === 'Busy' || error.status === 'Unavailable' || error.status === 'TooMany') return 'busy'
  // A proxy's word, not our server's.
  return error.status === '' && error.httpStatus >= 500 ? 'lost' : undefined
}
