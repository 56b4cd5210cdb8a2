import type { SignOnSettings } from '../settings.ts'

/**
 * Headers of every page of the sign-on. The browser applies form-action to the redirect after the form too, so the
 * consoles stand in it (R20, R22).
 */
export function pageHeaders(settings: SignOnSettings): [string, string][] {
  const csp = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${settings.consoleOrigins.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return [
    ['content-security-policy', csp],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cache-control', 'no-store'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=()'],
  ]
}
