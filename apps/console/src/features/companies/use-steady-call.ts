import { useRef } from 'react'
import {
  ApiError,
  type CallName,
  type CallOptions,
  newTransactionId,
  recordAction,
  useCall,
} from '../../api/index.ts'
import { openOutcome } from '../../api/use-change.ts'
import { text } from './texts.ts'

/**
 * A call that changes something, one at a time whatever the user does. The same again after an outcome that is open
 * travels under the same transaction id, so that the server does it once (D9); anything else is an action of its own.
 */
export function useSteadyCall<Key extends CallName>(key: Key) {
  const call = useCall(key)
  const isRunning = useRef(false)
  const last = useRef({ asked: '', transactionId: '', isOpen: false })

  /** Resolves with the answer, or the error it failed with; undefined while another one is under way. */
  const start = async (options: CallOptions<Key>, action: string) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    const asked = JSON.stringify(options)
    if (!last.current.isOpen || last.current.asked !== asked) {
      last.current = { asked, transactionId: newTransactionId(), isOpen: true }
      recordAction(text('ScreenTitle'), action, last.current.transactionId)
    }
    const { transactionId } = last.current
    try {
      const answer = await call.run({ ...options, transactionId })
      last.current.isOpen = false
      return { answer }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      last.current.isOpen = openOutcome(error) !== undefined
      return { error }
    } finally {
      isRunning.current = false
    }
  }
  return { start, status: call.status, error: call.error, reset: call.reset }
}
