import type { RuntimeConfig } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { text } from '../texts/text.ts'
import { tabStore } from '../ui/safe-storage.ts'
import { readCookies } from './cookies.ts'
import { emit } from './events.ts'
import { adoptTokens, dropTokens, holder, holdForRefresh, isAccessOver, storeTokens } from './holder.ts'
import { saveKeptInputs } from './kept-input.ts'
import { watchLogin } from './login-watch.ts'
import { isSigningOut } from './marks.ts'
import {
  clientId,
  configureProvider,
  hasCallback,
  loginUrl,
  providerAnswers,
  receiveCallback,
  SignOnFailed,
} from './provider.ts'
import {
  dropReturnUrl,
  type KnownRoute,
  keepReturnUrl,
  keptReturnUrl,
  safeReturnUrl,
  wantedPage,
} from './return-url.ts'
import { sentenceFor } from './sentences.ts'
import { forceLogout, returnFromLogout } from './sign-out.ts'
import { forgetUser, getSession, isBetweenPages, updateSession } from './store.ts'
import { tellOtherTabs } from './tabs.ts'
import { readAccessToken, userOf, whyNoUser } from './token.ts'
import { refreshNow, whenLoginIsOver } from './token-manager.ts'
import { startWatching } from './watch.ts'

/**
 * Starts the session; call it once, before the router reads the address, since the provider's answer stands in
 * it. Resolves with the phase decided: `signed-in` (a first refresh may still run; calls wait for it),
 * `signed-out`, `signing-in` (the browser is about to leave), or `failed`. Never rejects.
 */
export function startSession(config: RuntimeConfig): Promise<void> {
  started ??= start(config)
  return started
}

let started: Promise<void> | undefined

async function start(config: RuntimeConfig): Promise<void> {
  configureProvider(config.signOn)
  if (!isSecure()) {
    fail(text('InsecureContext'))
    return
  }
  whenLoginIsOver(async (outcome, why) => {
    // Anyone who signs out needs a new sign-on only for its ID token.
    if (getSession().phase === 'signing-out' && (outcome === 'ended' || holder.idToken)) return true
    if (outcome === 'unknown') return await resume()
    forceLogout(why)
    return true
  })
  const isReturn = hasCallback()
  if (!isReturn && !isReloadOfLogin()) dropReturnUrl()
  try {
    const signedOn = await receiveCallback()
    if (signedOn) {
      isUnproven = true
      const claims = readAccessToken(signedOn.tokens.access, clientId())
      if (!claims) throw new SignOnFailed('refused', `its access token ${whyNoUser(signedOn.tokens.access)}`)
      storeTokens(signedOn.tokens, { ...signedOn, user: userOf(signedOn.userInfo, claims) })
      tellOtherTabs()
      const resumed = takeResumed()
      if (!resumed) emit('signedOn')
      // The router reads the address after this: the logout that was begun goes on.
      if (resumed === 'logout') history.replaceState(history.state, '', addresses.logout())
    } else restore()
  } catch (error) {
    // A mismatch leaves no cookie behind (R1, R7); another tab's valid sign-on outlives a mere failure.
    if (isReturn && error instanceof SignOnFailed && error.kind !== 'mismatch' && readCookies().tokens)
      restore()
    else {
      dropTokens()
      tellOtherTabs()
      fail(sentenceFor(error))
    }
  }
  returnFromLogout()
  startWatching()
  watchLogin()
}

/** Takes up the sign-on that the cookies hold: with a refresh token there is a refresh at once (specification 4). */
function restore(): void {
  const { tokens, session } = readCookies()
  if (!tokens) {
    forgetUser({ phase: 'signed-out' })
    return
  }
  if (tokens.refresh) {
    holdForRefresh(tokens)
    void refreshNow('start')
    return
  }
  // A token that no one can renew: it counts as long as the session object beside it says so (specification 6).
  if (session?.authenticated === true && adoptTokens(tokens) && !isAccessOver()) return
  dropTokens()
  fail(text('StoredTokenInvalid'))
}

/** keycloak-js and the lock between tabs exist only at a secure address (R25). */
const isSecure = () => globalThis.isSecureContext && 'locks' in navigator

function fail(detail: string): void {
  forgetUser({ phase: 'failed', problem: text('UnableToAuthenticate'), detail })
}

/** Sign-ons that the console began by itself in this tab, as times; too many in a row is a loop. */
const ATTEMPTS = 'support-console:sign-on-attempts'
const RESUMED = 'support-console:sign-on-resumed'
const LOOP_COUNT = 5
const LOOP_TIME = 60_000

/**
 * Goes to the sign-on page, and afterwards to `returnUrl` (any text; see `safeReturnUrl`). The phase is
 * `signing-in` from the call until the browser has left. When the provider does not answer, or when sign-ons
 * follow each other without anything being accepted, the phase is `failed` with a sentence instead.
 *
 * For the frame's /login: when the phase is `signed-out`, call `login(return-url of the query)` and show
 * 'Logging In...' while it is `signing-in`; when it is `signed-in`, go to `completeLogin(return-url)`; when it is
 * `failed`, show problem and detail with a button that calls `login(return-url, { byUser: true })`.
 */
export async function login(
  returnUrl: string | null | undefined,
  options: { byUser?: boolean } = {},
): Promise<void> {
  const { phase, expired } = getSession()
  if (phase === 'signing-in' || phase === 'signing-out') return
  if (holder.tokens) {
    // The login may still live although its token is over: ask for a new token before asking the user.
    const isLost = expired || phase === 'failed'
    if (isLost && (await refreshNow('login')) === 'failed')
      updateSession({
        phase: 'failed',
        problem: text('UnableToAuthenticate'),
        detail: text('SignOnUnreachable'),
      })
    return
  }
  if (!isSecure()) {
    fail(text('InsecureContext'))
    return
  }
  // Coming back with a failed answer the query is gone, but the kept address is not.
  const target = safeReturnUrl(returnUrl || keptReturnUrl())
  forgetUser({ phase: 'signing-in' })
  keepReturnUrl(target)
  await begin(options.byUser === true)
}

/**
 * A page was left in the middle of a refresh: the provider's own login gives new tokens without a question.
 * False when the provider does not answer; then nothing has changed.
 */
async function resume(): Promise<boolean> {
  // Pages that are left on their way are no loop, and what the cookies hold may still be good: the next try comes by itself.
  if (isLoop() || !(await providerAnswers())) return false
  const isLogout = getSession().phase === 'signing-out' || location.pathname === addresses.logout()
  saveKeptInputs()
  keepReturnUrl(safeReturnUrl(wantedHere()))
  tabStore.set(RESUMED, isLogout ? 'logout' : 'page')
  updateSession({ phase: isLogout ? 'signing-out' : 'signing-in' })
  await begin(false)
  return true
}

/** A reload on the way back from the provider: the sign-on is still under way. */
const isReloadOfLogin = (): boolean =>
  location.pathname === addresses.login() &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/** The page that this tab is at, or on its way to. */
function wantedHere(): string | null {
  const { pathname, search, hash } = location
  if (pathname !== addresses.login()) return wantedPage() + hash
  // On the way back from the provider the query is gone, but the kept address is not.
  return new URLSearchParams(search).get('return-url') || keptReturnUrl()
}

async function begin(byUser: boolean): Promise<void> {
  if (byUser) acceptSession()
  // Without cookies the way back would end at the sign-on page again, for ever.
  if (!navigator.cookieEnabled) {
    dropTokens()
    fail(text('CookiesRefused'))
    return
  }
  if (isLoop()) {
    dropTokens()
    fail(text('SignOnLoop'))
    return
  }
  tabStore.set(ATTEMPTS, JSON.stringify([...begun(), Date.now()]))
  while (isSigningOut()) await new Promise((resolve) => setTimeout(resolve, 200))
  if (await providerAnswers()) location.replace(await loginUrl())
  else fail(text('SignOnUnreachable'))
}

/** When sign-ons were begun in this tab of late. */
const begun = (): number[] =>
  (JSON.parse(tabStore.get(ATTEMPTS) ?? '[]') as number[]).filter((time) => Date.now() - time < LOOP_TIME)

const isLoop = (): boolean => begun().length >= LOOP_COUNT

/** This page came from a sign-on of which the server has accepted no token yet. */
let isUnproven = false

/** The session was accepted by someone (the server, or the user who asks again): no loop. */
export function acceptSession(): void {
  isUnproven = false
  tabStore.remove(ATTEMPTS)
}

/** The server refuses a renewed token as well: back to the sign-on, or a sentence where that has just been tried. */
export function refuseSession(): void {
  forceLogout(isUnproven ? text('SignOnLoop') : null)
}

/** What the sign-on that has just succeeded went on with: a page, a logout, or null for a sign-on of the user's. */
function takeResumed(): string | null {
  const resumed = tabStore.get(RESUMED)
  tabStore.remove(RESUMED)
  return resumed
}

/**
 * Where to go now that someone is signed in: the query's return-url, or the one kept over the redirect; '/'
 * for empty, /login, /logout and everything that is no path of ours (specification 2.3, R6).
 */
export function completeLogin(returnUrl: string | null | undefined, isKnown?: KnownRoute): string {
  const target = safeReturnUrl(returnUrl || keptReturnUrl(), isKnown)
  // React may render twice: the second time must find it too. What a sign-on that has begun meanwhile keeps is its own.
  setTimeout(() => isBetweenPages() || dropReturnUrl(), 1000)
  return target
}
