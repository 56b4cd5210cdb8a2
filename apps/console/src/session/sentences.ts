import { text } from '../texts/text.ts'
import { COOKIE_LIMIT, CookiesRefused, CookieTooLarge } from './cookies.ts'
import { SignOnFailed } from './provider.ts'
import { SignOnError } from './types.ts'

/** Why sign-on failed and what to do, for the user. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CookieTooLarge)
    return text('CookieTooLarge', { cookie: error.cookie, bytes: error.bytes, limit: COOKIE_LIMIT })
  if (error instanceof CookiesRefused) return text('CookiesRefused')
  if (error instanceof SignOnError) return error.message
  if (!(error instanceof SignOnFailed) || error.kind === 'no-answer') return text('SignOnNoAnswer')
  return error.kind === 'mismatch' ? text('SignOnMismatch') : text('SignOnRefused', { reason: error.reason })
}
