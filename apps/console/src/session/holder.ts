import { text } from '../texts/text.ts'
import { clearCookies, readCookies, readRememberMe, writeCookies } from './cookies.ts'
import { emit } from './events.ts'
import { forgetAsked, readSkew, writeSkew } from './marks.ts'
import { clientId } from './provider.ts'
import { isUsable, refreshDelay, secondsLeft } from './schedule.ts'
import { getSession, updateSession } from './store.ts'
import { type AccessClaims, readAccessToken, userOf } from './token.ts'
import { type SessionUser, SignOnError, type Tokens } from './types.ts'

/** What this tab holds of the sign-on. Cookies are the truth between tabs; this is the tab's copy of them. */
interface Held extends Tokens {
  claims: AccessClaims
}

interface Holder {
  tokens: Held | null
  /** The ID token of the last answer, for the logout's hint; in memory only (R2). */
  idToken: string | null
  /** When the next refresh is due (browser's clock, milliseconds). */
  dueAt: number
  /** Refreshes that failed in a row. */
  failures: number
  /** This page load has had a token from the provider or from another tab, not only what the cookies said. */
  live: boolean
}

const empty = { tokens: null, idToken: null, dueAt: Number.POSITIVE_INFINITY, failures: 0 }

export const holder: Holder = { ...empty, live: false }

/**
 * Takes tokens fresh from the provider into cookies and session. Throws CookieTooLarge, CookiesRefused, or
 * SignOnError with the sentence for the user when the access token is no JWT of a user, or names no e-mail.
 */
export function storeTokens(
  tokens: Tokens,
  more: { user?: SessionUser; idToken: string | null; timeSkew: number },
): void {
  const claims = readAccessToken(tokens.access, clientId())
  if (!claims) throw new SignOnError(text('StoredTokenInvalid'))
  // The server refuses every call of it (R10): who signs in again meets the same.
  if (!claims.email)
    throw new SignOnError(text('AccountWithoutEmail', { account: claims.name || claims.sub }))
  const user = more.user ?? readCookies().session?.user ?? getSession().user ?? userOf({}, claims)
  writeSkew(more.timeSkew)
  // First: as soon as they stand in the cookies another tab may ask with them, and its note is to stay.
  forgetAsked()
  writeCookies(tokens, { authenticated: true, user, exp: claims.exp, roles: claims.roles })
  holder.idToken = more.idToken ?? holder.idToken
  hold({ ...tokens, claims }, user)
}

/** Makes the cookies' tokens this tab's own. False when they are not those of a signed-in user. */
export function adoptTokens(tokens: Tokens): boolean {
  const claims = readAccessToken(tokens.access, clientId())
  if (!claims) return false
  // The ID token belongs to one login; the hint of another would end the wrong one.
  if (claims.sid !== holder.tokens?.claims.sid) holder.idToken = null
  hold({ ...tokens, claims }, readCookies().session?.user ?? userOf({}, claims))
  return true
}

function hold(next: Held, user: SessionUser): void {
  holder.tokens = next
  holder.failures = 0
  holder.live = true
  holder.dueAt = next.refresh ? Date.now() + refreshDelay(next.accessDuration) : Number.POSITIVE_INFINITY
  const { phase } = getSession()
  updateSession({
    phase: phase === 'signing-out' ? phase : 'signed-in',
    requestStatus: 'Finished',
    user,
    subject: next.claims.sub,
    exp: next.claims.exp,
    roles: next.claims.roles,
    sessionId: next.claims.jti,
    expired: false,
    rememberMe: readRememberMe(),
    problem: null,
    detail: null,
  })
  emit('tokenOffered')
}

/** Shows who is signed in by the cookies while the first refresh is under way, so that a reload does not blink. */
export function holdForRefresh(tokens: Tokens): void {
  const stored = readCookies().session
  const claims = readAccessToken(tokens.access, clientId())
  holder.tokens = claims && { ...tokens, claims }
  holder.dueAt = 0
  updateSession({
    phase: 'signed-in',
    user: stored?.user ?? (claims && userOf({}, claims)),
    subject: claims?.sub ?? null,
    exp: stored?.exp ?? claims?.exp ?? null,
    roles: claims?.roles ?? stored?.roles ?? [],
    sessionId: claims?.jti ?? null,
    rememberMe: readRememberMe(),
  })
}

/** Forgets the tokens in this tab and in the cookies (R1). What the session then shows is the caller's to say. */
export function dropTokens(): void {
  releaseTokens()
  forgetAsked()
  clearCookies()
}

/** Forgets the tokens of this tab only. */
export function releaseTokens(): void {
  Object.assign(holder, empty)
}

/** Whether the access token is good for a call by the provider's clock. */
export function isAccessUsable(): boolean {
  const { tokens } = holder
  return tokens !== null && isUsable(tokens.claims.exp, tokens.accessDuration, readSkew())
}

/** Whether an access token of the cookies is not that of the user whom this tab shows. */
export function isOtherUser(accessToken: string): boolean {
  const subject = readAccessToken(accessToken, clientId())?.sub
  return holder.tokens !== null && subject !== undefined && subject !== holder.tokens.claims.sub
}

/** Past `exp` by the provider's clock. */
export function isAccessOver(): boolean {
  return holder.tokens === null || secondsLeft(holder.tokens.claims.exp, readSkew()) <= 0
}
