import { useEffect, useRef, useState } from 'react'
import { text } from '../texts/text.ts'
import { announce } from './announce.ts'

/** How long the tick stands before the copy icon comes back, in milliseconds. */
const tickTime = 1500

/**
 * Copies to the clipboard: `isCopied` holds for 1.5 s after it, and screen readers hear '`name` copied', or that
 * the browser refused.
 */
export function useCopy(name: string): {
  readonly isCopied: boolean
  readonly copy: (value: string) => void
} {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = (value: string) => {
    clearTimeout(timer.current)
    navigator.clipboard?.writeText(value).then(
      () => {
        setCopied(true)
        announce(text('CopiedNamed', { name }))
        timer.current = setTimeout(() => setCopied(false), tickTime)
      },
      () => announce(text('CopyFailed'), 'assertive'),
    ) ?? announce(text('CopyFailed'), 'assertive')
  }
  return { isCopied, copy }
}
