import { readCookies, readRememberMe } from './cookies.ts'
import { emit } from './events.ts'
import { adoptTokens, holder, isAccessOver, isOtherUser, releaseTokens } from './holder.ts'
import { saveKeptInputs } from './kept-input.ts'
import { signedOutElsewhere } from './sign-out.ts'
import { forgetUser, getSession, isBetweenPages, updateSession } from './store.ts'
import { whenOtherTabsTell } from './tabs.ts'
import { isRefreshing, pageIsLeaving, refreshNow } from './token-manager.ts'

/** Specification 9: the cookie watcher's interval in milliseconds. */
const INTERVAL = 300

/**
 * Watches the cookies (other tabs sign in, out and refresh) and the clock (a refresh falls due). Asking the
 * clock is the schedule: a laptop that slept, or a tab whose timers were held back, finds the refresh due at its
 * first tick (R5).
 */
export function startWatching(): void {
  setInterval(look, INTERVAL)
  whenOtherTabsTell(look)
  for (const name of ['visibilitychange', 'focus'] as const) addEventListener(name, look)
  addEventListener('online', () => {
    if (getSession().requestStatus === 'Error') holder.dueAt = 0
    look()
  })
  addEventListener('pageshow', (event) => {
    pageIsLeaving(false)
    // Back from the sign-on page by the browser's cache: the dialog would stand there for ever.
    if (event.persisted && isBetweenPages()) location.reload()
    else look()
  })
  addEventListener('pagehide', () => pageIsLeaving(true))
  addEventListener('beforeunload', () => {
    pageIsLeaving(true)
    // The user may stay after all ('Changes you made may not be saved.').
    setTimeout(() => pageIsLeaving(false), 3000)
  })
}

const isShownAsSignedIn = () => ['signed-in', 'refreshing-offline'].includes(getSession().phase)

function look(): void {
  if (getSession().phase === 'signing-out') return
  const stored = readCookies().tokens
  // A refresh under way does not hold this up: its answer comes too late (D14).
  if (!stored) {
    if (holder.tokens || (isShownAsSignedIn() && !isRefreshing())) signedOutElsewhere()
    return
  }
  if (isOtherUser(stored.access)) {
    startAgain()
    return
  }
  if (isRefreshing()) return
  updateSession({ rememberMe: readRememberMe() })
  const isNew = stored.access !== holder.tokens?.access || stored.refresh !== holder.tokens.refresh
  if (isNew && adoptTokens(stored)) return
  if (isBetweenPages()) return
  if (Date.now() >= holder.dueAt) void refreshNow('due')
  else if (isAccessOver() && (!stored.refresh || holder.failures > 0)) updateSession({ expired: true })
}

/** Someone else signed in elsewhere in this browser: nothing of the former user may stay on the page. */
function startAgain(): void {
  saveKeptInputs()
  releaseTokens()
  emit('signedOut')
  forgetUser({ phase: 'starting' })
  location.reload()
}
