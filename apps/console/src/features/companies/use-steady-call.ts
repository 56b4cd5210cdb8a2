import { useRef } from 'react'
import {
  ApiError,
  type CallName,
  type CallOptions,
  newTransactionId,
  recordAction,
  useCall,
} from '../../api/index.ts'
import { type Open, openOutcome } from '../../api/use-change.ts'
import { text } from './texts.ts'

/** Why a call failed, and whether what became of it is still open (D9). */
export interface Failure {
  readonly error: ApiError
  readonly open: Open
}

/**
 * A call that changes something, one at a time whatever the user does. The same again after an outcome that is open
 * travels under the same transaction id, so that the server does it once (D9); anything else is an action of its own.
 */
export function useSteadyCall<Key extends CallName>(key: Key) {
  const call = useCall(key)
  const isRunning = useRef(false)
  const last = useRef<{ asked: string; transactionId: string; open: Open }>({
    asked: '',
    transactionId: '',
    open: undefined,
  })

  /** Resolves with the answer, or the error it failed with and what that leaves open; undefined while another one is under way. */
  const start = async (options: CallOptions<Key>, action: string) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    const asked = JSON.stringify(options)
    if (!last.current.open || last.current.asked !== asked) {
      last.current = { asked, transactionId: newTransactionId(), open: undefined }
      recordAction(text('ScreenTitle'), action, last.current.transactionId)
    }
    const { transactionId } = last.current
    try {
      const answer = await call.run({ ...options, transactionId })
      last.current.open = undefined
      return { answer }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const open = openOutcome(error, last.current.open)
      last.current.open = open
      return { error, open }
    } finally {
      isRunning.current = false
    }
  }
  return { start, status: call.status, error: call.error, reset: call.reset }
}
