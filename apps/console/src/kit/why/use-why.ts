import { visiblePattern } from '@support-console/contract/plain-text'
import {
  longestReason,
  longestTicket,
  ticketPattern,
  type Why,
} from '@support-console/contract/reasons.words'
import { useId, useState } from 'react'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { text } from './texts.ts'

/**
 * Why something is done, as it is typed into its question. It stays until what was asked for has succeeded, so that no error
 * loses it, and is never said of another thing.
 * @param of what it is about, and what is to be done to it
 */
export function useWhy(of: string) {
  const isRequired = useRuntimeConfig().reasons.areRequired
  const [typed, setTyped] = useState({ of, reason: '', ticket: '' })
  const [tried, setTried] = useState('')
  const id = useId()
  const own = typed.of === of ? typed : { of, reason: '', ticket: '' }
  const [reason, ticket] = [own.reason.trim(), own.ticket.trim()]
  const settle = () => setTyped((now) => (now.of === of ? { of: '', reason: '', ticket: '' } : now))
  const checks = {
    reason: { isRequired, maxLength: longestReason, check: (value: string) => missing(isRequired, value) },
    ticket: { pattern: ticketPattern, title: text('TicketInvalid'), maxLength: longestTicket },
  }
  const wrong = missing(isRequired, reason)
    ? 'reason'
    : ticket !== '' && !(ticketPattern.test(ticket) && ticket.length <= longestTicket)
      ? 'ticket'
      : reason.length > longestReason
        ? 'reason'
        : undefined
  return {
    id,
    typed: own,
    checks,
    isRequired,
    /** The question was answered while a field was wrong. */
    showsErrors: tried === of,
    /** What it was typed for is done: nothing is left to lose. */
    settle,
    type: (name: 'reason' | 'ticket', value: string) => setTyped({ ...own, [name]: value }),
    /**
     * For the acting button of the question: does it where nothing is wrong, otherwise the first wrong field has the focus.
     * @param act resolves with its answer, or that it succeeded; otherwise it failed
     */
    guard: (act: (why: Why) => Promise<object | boolean | undefined>) => async () => {
      if (wrong) {
        setTried(of)
        document.getElementById(`${id}-${wrong}`)?.focus()
        return
      }
      const said = { ...(reason && { reason }), ...(ticket && { ticket }) }
      if (await act(said)) settle()
    },
  }
}
export type WhyState = ReturnType<typeof useWhy>

const missing = (isRequired: boolean, reason: string): string | undefined =>
  isRequired && !visiblePattern.test(reason) ? text('NeedsReason') : undefined
