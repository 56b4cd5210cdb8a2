import { addresses } from '@support-console/contract/addresses'
import { text } from '../texts/text.ts'
import { localStore } from '../ui/safe-storage.ts'
import { readCookies } from './cookies.ts'
import { emit, emitBeforeSignOut, SIGN_OUT_WAIT } from './events.ts'
import { dropTokens, holder, releaseTokens } from './holder.ts'
import { dropKeptInputs, saveKeptInputs } from './kept-input.ts'
import { inLockWithin } from './lock.ts'
import { forgetSigningOut, isSigningOut, noteSigningOut } from './marks.ts'
import { logoutUrl, providerAnswers, revoke } from './provider.ts'
import { dropReturnUrl, loginPathFor, wantedPage } from './return-url.ts'
import { forgetUser, getSession, updateSession } from './store.ts'
import { tellOtherTabs } from './tabs.ts'
import { refreshNow } from './token-manager.ts'

let signingOut: Promise<void> | null = null

/**
 * The deliberate logout (specification 2.3 and 4, R8): what listens to `beforeSignOut` first (the audit entry
 * UserLogOut), then the refresh token is revoked and the server told, cookies, storage and caches are cleared,
 * the other tabs told, and the browser goes to the provider's logout, which comes back to /logout. A provider
 * that does not answer is left out: the browser goes to /logout at once and the session says so.
 *
 * For the frame's /logout: call it when `user` is set, show 'Logging Out...' while the phase is `signing-out`,
 * and go to / when it is `signed-out`. Calling it twice does no harm.
 */
export function logout(): Promise<void> {
  signingOut ??= signOut().finally(() => {
    signingOut = null
  })
  return signingOut
}

async function signOut(): Promise<void> {
  if (!holder.tokens) {
    dropTokens()
    forgetUser({ phase: 'signed-out' })
    return
  }
  updateSession({ phase: 'signing-out' })
  const transactionId = crypto.randomUUID()
  const { idToken } = holder
  // After a reload or another tab's refresh the ID token is not at hand; a refresh brings one, if the login still lives.
  if (!idToken && (await providerAnswers(SIGN_OUT_WAIT))) {
    const outcome = await refreshNow('logout needs the ID token')
    // The browser is leaving for a new sign-on, which comes back to /logout.
    if (outcome === 'unknown' && getSession().phase === 'signing-out') await new Promise(() => undefined)
  }
  await emitBeforeSignOut(transactionId)
  const next = logoutUrl(holder.idToken ?? idToken)
  const isProviderThere = await inLockWithin(SIGN_OUT_WAIT, () => endLogin(transactionId))
  dropKeptInputs()
  dropReturnUrl()
  dropSignOnNotes()
  tellOtherTabs()
  emit('signedOut')
  if (isProviderThere) {
    location.replace(next)
    await new Promise(() => undefined)
  }
  // Time for the other tabs to see that this was meant.
  setTimeout(forgetSigningOut, 1500)
  forgetUser({ phase: 'signed-out', problem: text('SignedOutHereOnly') })
}

/**
 * Inside the lock no refresh is under way: the cookies hold the newest tokens of all tabs, these are ended, and
 * nothing is written after them. Whether the provider answered.
 */
async function endLogin(transactionId: string): Promise<boolean> {
  // From here to the return from the provider no tab may sign on again: it would find the old login still there.
  noteSigningOut()
  const { tokens } = readCookies()
  const [isProviderThere] = await Promise.all([
    tokens?.refresh ? revoke(tokens.refresh) : providerAnswers(),
    tokens && endAtServer(tokens.access, transactionId),
  ])
  dropTokens()
  return isProviderThere
}

/** Ends the login at our server too (R14). Its absence is no reason to stay. */
async function endAtServer(accessToken: string, transactionId: string): Promise<void> {
  await fetch('/api/session/v1/end', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'X-Requested-With': 'XMLHttpRequest',
      'X-Transaction-Id': transactionId,
    },
    signal: AbortSignal.timeout(SIGN_OUT_WAIT),
  }).catch(() => undefined)
}

/** State, nonce and verifier of sign-ons that were begun and not finished (keycloak-js keeps them an hour). */
function dropSignOnNotes(): void {
  for (const key of localStore.keys()) if (key.startsWith('kc-callback-')) localStore.remove(key)
}

/**
 * The session has ended against the user's will (refresh refused, or the server does not accept the token):
 * what was typed is saved, cookies go (R1), and the location becomes /login with the way back (specification
 * 2.3 and 8); with `why` it stays here and says so, since signing in again would end the same way. During a logout it
 * changes nothing.
 */
export function forceLogout(why: string | null = null): void {
  if (getSession().phase === 'signing-out') return
  if (isSigningOut()) {
    signedOutElsewhere()
    return
  }
  const here = wantedPage()
  saveKeptInputs()
  dropTokens()
  tellOtherTabs()
  emit('signedOut')
  if (why !== null) {
    forgetUser({ phase: 'failed', problem: text('UnableToAuthenticate'), detail: why })
    return
  }
  if ([addresses.login(), addresses.logout()].includes(location.pathname)) {
    forgetUser({ phase: 'signed-out' })
    return
  }
  forgetUser({ phase: 'signing-in' })
  location.replace(loginPathFor(here))
}

/** Another tab has removed the cookies: by a deliberate logout, which clears everything, or by a forced one. */
export function signedOutElsewhere(): void {
  if (isSigningOut()) dropKeptInputs()
  else saveKeptInputs()
  releaseTokens()
  emit('signedOut')
  forgetUser({ phase: 'signed-out' })
}

/** The browser is back from the provider's logout. */
export function returnFromLogout(): void {
  if (location.pathname === addresses.logout() && !holder.tokens) forgetSigningOut()
}
