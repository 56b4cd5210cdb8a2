import { useEffect, useRef } from 'react'
import { recordAction } from './audit-trail/record-action.ts'
import { newTransactionId } from './transaction.ts'

/**
 * What a user asks to be read by opening something or by a button, where a query reads it that also reads by itself: an
 * entry for each time they ask (D18), whose transaction the next read bears (D8), and no other. Stands before the query.
 * Imported by its own path: only screens that are loaded later need it.
 * @param opened what is open, by a key; null: nothing. It is recorded once when it is opened, by a click or a link.
 */
export function useReadAction(screenTitle: string, opened?: { key: string; action: string } | null) {
  const asked = useRef<string | undefined>(undefined)
  const reading = useRef<{ signal: AbortSignal; transactionId: string | undefined } | null>(null)
  const record = (action: string) => {
    asked.current = newTransactionId()
    recordAction(screenTitle, action, asked.current)
  }
  const recorded = useRef<string | null>(null)
  useEffect(() => {
    const key = opened?.key ?? null
    if (recorded.current === key) return
    recorded.current = key
    if (opened) record(opened.action)
  })
  return {
    record,
    /** For the query function, whose signal tells a read from the next one: a read that is tried again stays the same. */
    transactionOf: (signal: AbortSignal): string | undefined => {
      if (reading.current?.signal !== signal) {
        reading.current = { signal, transactionId: asked.current }
        asked.current = undefined
      }
      return reading.current.transactionId
    },
  }
}
