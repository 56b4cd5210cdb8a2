import { localStore } from '../ui/safe-storage.ts'
import type { SessionUser, StoredSession, Tokens } from './types.ts'

/**
 * The session's cookies (specification 3 and 9, D11, D13): the only file that reads or writes `document.cookie`
 * (R1).
 */
export const cookieNames = {
  access: 'oauth-access-token',
  accessDuration: 'oauth-access-token-duration',
  refresh: 'oauth-refresh-token',
  refreshDuration: 'oauth-refresh-token-duration',
  rememberMe: 'remember-me',
  session: 'support-console-session',
} as const

/** Specification 9: 30 days. */
const LIFETIME_SECONDS = 30 * 24 * 60 * 60
/** Browsers drop name plus value over 4096 bytes without a word (R3), so the line is drawn before. */
export const COOKIE_LIMIT = 3800
/** Outlives sign-out: anyone who said no on this device need not say it again. Holds no secret. */
const REMEMBER_KEY = 'support-console:remember-me'

/** A cookie would not fit; nothing was written. */
export class CookieTooLarge extends Error {
  readonly cookie: string
  readonly bytes: number
  constructor(cookie: string, bytes: number) {
    super(`${cookie} has ${bytes} bytes, at most ${COOKIE_LIMIT} fit`)
    this.cookie = cookie
    this.bytes = bytes
  }
}

/** The browser took no cookie at all. */
export class CookiesRefused extends Error {}

/** A `document.cookie` text as a map of raw values. */
export function parseCookies(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of text.split('; ')) {
    const at = part.indexOf('=')
    if (at > 0 && !found.has(part.slice(0, at))) found.set(part.slice(0, at), part.slice(at + 1))
  }
  return found
}

/** `name=value; attributes` as specification 9 and R1 ask; throws CookieTooLarge. */
export function cookieText(
  name: string,
  value: string,
  place: { hostname: string; secure: boolean },
  maxAge: number | null,
): string {
  const bytes = new TextEncoder().encode(name + value).length
  if (bytes > COOKIE_LIMIT) throw new CookieTooLarge(name, bytes)
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`
  const secure = place.secure ? '; Secure' : ''
  return `${name}=${value}; Domain=${place.hostname}; Path=/${age}; SameSite=Strict${secure}`
}

const here = () => ({ hostname: location.hostname, secure: location.protocol === 'https:' })

/** The session cookie's value: JSON, encoded so that no separator of cookies is in it. */
export function encodeSession(session: StoredSession): string {
  return encodeURIComponent(JSON.stringify(session))
}

/** The session object of a cookie's value, or null when it is not one. */
export function decodeSession(value: string | undefined): StoredSession | null {
  if (!value) return null
  try {
    const stored = JSON.parse(decodeURIComponent(value)) as Partial<StoredSession>
    const user = stored.user as Partial<SessionUser> | undefined
    if (typeof stored.exp !== 'number' || typeof user?.name !== 'string' || typeof user.email !== 'string')
      return null
    return {
      authenticated: stored.authenticated === true,
      user: { name: user.name, email: user.email, info: user.info ?? {} },
      exp: stored.exp,
      roles: Array.isArray(stored.roles) ? stored.roles.filter((role) => typeof role === 'string') : [],
    }
  } catch {
    return null
  }
}

/** What the cookies say now. A part that is missing is an empty text or null. */
export function readCookies(): { tokens: Tokens | null; session: StoredSession | null } {
  const cookies = parseCookies(document.cookie)
  const access = cookies.get(cookieNames.access) ?? ''
  const refresh = cookies.get(cookieNames.refresh) ?? ''
  const duration = (name: string) => Number(cookies.get(name)) || 0
  return {
    tokens:
      access || refresh
        ? {
            access,
            refresh,
            accessDuration: duration(cookieNames.accessDuration),
            refreshDuration: duration(cookieNames.refreshDuration),
          }
        : null,
    session: decodeSession(cookies.get(cookieNames.session)),
  }
}

/**
 * Writes tokens, durations and session object, for 30 days, or until the browser ends when the user does not
 * want to be remembered (D13). All or nothing: throws CookieTooLarge or CookiesRefused and leaves none behind.
 */
export function writeCookies(tokens: Tokens, session: StoredSession): void {
  const remember = readRememberMe()
  const maxAge = remember ? LIFETIME_SECONDS : null
  const values: [string, string][] = [
    [cookieNames.access, tokens.access],
    [cookieNames.accessDuration, String(tokens.accessDuration)],
    [cookieNames.refresh, tokens.refresh],
    [cookieNames.refreshDuration, String(tokens.refreshDuration)],
    [cookieNames.session, encodeSession(session)],
    [cookieNames.rememberMe, String(remember)],
  ]
  const texts = values.map(([name, value]) => cookieText(name, value, here(), maxAge))
  for (const text of texts) set(text)
  const written = parseCookies(document.cookie)
  if (values.some(([name, value]) => written.get(name) !== value)) {
    clearCookies()
    throw new CookiesRefused('The browser did not keep the cookies')
  }
}

/** Removes every cookie of the session (R1). */
export function clearCookies(): void {
  for (const name of Object.values(cookieNames)) set(cookieText(name, '', here(), 0))
}

/** 'Keep me signed in on this device'; on unless someone said no (D13). */
export function readRememberMe(): boolean {
  const cookie = parseCookies(document.cookie).get(cookieNames.rememberMe)
  return (cookie ?? localStore.get(REMEMBER_KEY)) !== 'false'
}

/** Sets the choice, and gives the cookies that stand there the lifetime that goes with it. */
export function writeRememberMe(remember: boolean): void {
  if (remember) localStore.remove(REMEMBER_KEY)
  else localStore.set(REMEMBER_KEY, 'false')
  const maxAge = remember ? LIFETIME_SECONDS : null
  const cookies = parseCookies(document.cookie)
  for (const name of Object.values(cookieNames)) {
    const value = cookies.get(name)
    if (name === cookieNames.rememberMe || value === undefined) continue
    set(cookieText(name, value, here(), maxAge))
  }
  set(cookieText(cookieNames.rememberMe, String(remember), here(), maxAge))
}

function set(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: synchronous on purpose, and the one place for it (R1)
  document.cookie = text
}
