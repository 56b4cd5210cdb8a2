import { text } from '../texts/text.ts'
import { readCookies } from './cookies.ts'
import {
  adoptTokens,
  dropTokens,
  holder,
  isAccessOver,
  isAccessUsable,
  isOtherUser,
  storeTokens,
} from './holder.ts'
import { inLock } from './lock.ts'
import { forgetAsked, mayAskAgain, noteAsked, wasAsked } from './marks.ts'
import { clientId, type RefreshAnswer, redeem, signOnSettings } from './provider.ts'
import { backOff } from './schedule.ts'
import { sentenceFor } from './sentences.ts'
import { getSession, subscribe, updateSession } from './store.ts'
import { tellOtherTabs } from './tabs.ts'
import { readAccessToken } from './token.ts'
import { SignOnError } from './types.ts'

/**
 * The token manager (specification 4): offers the access token and refreshes it, one refresh at a time over all
 * tabs (R4, D14).
 */
/** How long a tab waits for another one to finish a sign-on whose refresh was cut off, in milliseconds. */
const OTHERS_WAIT = 10_000
/** How long after the end of its requests a page may still believe that it stays, in milliseconds. */
const LEAVING = 500
/** How long a call waits for a token before it says so, in milliseconds. */
const TOKEN_WAIT = 60_000

/**
 * `fresh`: a new token is held. `ended`: the provider said 400, the login is over and the cookies are gone (R1).
 * `failed`: it gave no usable answer, later tries follow by themselves. `unknown`: the refresh token was sent and the
 * answer got lost, here or with a page that was left meanwhile. To the provider a second use would look like theft and
 * end the login (R18), so only a new sign-on is safe. `overtaken`: meanwhile someone signed out, or someone else in;
 * the cookies say so, and the watcher acts on them.
 */
export type RefreshOutcome = 'fresh' | 'ended' | 'failed' | 'unknown' | 'overtaken'

let refreshing: Promise<RefreshOutcome> | null = null
/** The page is being left: what fails now fails because of that. */
let leaving = false
let onOver: (outcome: 'ended' | 'unknown', why: string | null) => Promise<boolean> = async () => false
/** Why the last refresh ended the login although the provider did not: new tokens that this browser does not take. */
let whyEnded: string | null = null

/**
 * Names who acts when a refresh shows that the login is over (`why` says it where signing in again would end the same
 * way), or that a new sign-on is needed; false: cannot now.
 */
export function whenLoginIsOver(handler: typeof onOver): void {
  onOver = handler
}

/** Tells the manager that the page is being left (or is back from the browser's cache). */
export function pageIsLeaving(yes: boolean): void {
  leaving = yes
}

/**
 * The access token for a call; waits while none is offered (specification 4, D12). A call asks for a refresh once;
 * later ones follow the schedule. Rejects with SignOnError when sign-on fails, when nothing comes within a minute, or
 * at once when a sign-out finds no token; and with the signal's reason when `signal` ends it.
 */
export async function getToken(signal?: AbortSignal): Promise<string> {
  const patience = AbortSignal.timeout(TOKEN_WAIT)
  const over = signal ? AbortSignal.any([signal, patience]) : patience
  let hasAsked = false
  for (;;) {
    signal?.throwIfAborted()
    if (patience.aborted) throw new SignOnError(text('SignOnTakesTooLong'))
    const offered = offeredToken()
    if (offered !== undefined) return offered
    if (isOver(hasAsked)) {
      const { problem, detail } = getSession()
      throw new SignOnError(detail ?? problem ?? text('NotSignedIn'))
    }
    if (refreshing || (!hasAsked && mayAsk())) {
      hasAsked = true
      const outcome = await Promise.race([refreshNow('a call needs a token'), ended(over)])
      // A token that lives only seconds may count as used up at once; it is still the newest there is.
      if (outcome === 'fresh' && holder.tokens) return holder.tokens.access
      continue
    }
    await nextChange(over)
  }
}

/** The access token, while it is offered. */
function offeredToken(): string | undefined {
  const isOffered = getSession().requestStatus === 'Finished' && Date.now() < holder.dueAt && isAccessUsable()
  return isOffered ? holder.tokens?.access : undefined
}

/** Whether no token will come; a sign-out uses the one that is held, and asks once. */
function isOver(hasAsked: boolean): boolean {
  const { phase } = getSession()
  if (phase === 'signing-out') return !holder.tokens || hasAsked
  return !holder.tokens && (phase === 'signed-out' || phase === 'failed')
}

/** Whether a call may ask for a refresh: after a failure the schedule does. */
const mayAsk = (): boolean =>
  holder.tokens !== null && holder.failures === 0 && getSession().phase !== 'signing-in'

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}

function nextChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      unsubscribe()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const unsubscribe = subscribe(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

/**
 * Refreshes now, or waits for the refresh that is under way, here or in another tab. `reason` is for
 * the browser's console when it fails. Never rejects; the session shows what came of it.
 */
export function refreshNow(reason: string): Promise<RefreshOutcome> {
  refreshing ??= refresh(reason).finally(() => {
    refreshing = null
  })
  return refreshing
}

export const isRefreshing = (): boolean => refreshing !== null

async function refresh(reason: string): Promise<RefreshOutcome> {
  updateSession({ requestStatus: 'InProgress' })
  const known = holder.tokens?.access ?? null
  let outcome = await inLock(() => refreshInLock(known))
  if (outcome === 'unknown' && holder.live) {
    // The page that was left may be on its way through a new sign-on, which will serve this tab too.
    await cookieChange(OTHERS_WAIT)
    outcome = await inLock(() => refreshInLock(known))
  }
  if (outcome === 'fresh') return outcome
  if (outcome === 'overtaken') {
    // Whatever the cookies say then, the next look has something to do.
    holder.dueAt = 0
    return outcome
  }
  if (outcome === 'lost') outcome = 'unknown'
  console.warn(`The sign-on was not renewed (${reason}): ${outcome}`)
  if ((outcome === 'ended' || outcome === 'unknown') && (await onOver(outcome, whyEnded))) return outcome
  refreshFailed(outcome)
  return 'failed'
}

/** Inside the lock the cookies are read again: another tab may have refreshed meanwhile (R4). */
async function refreshInLock(known: string | null): Promise<RefreshOutcome | 'lost'> {
  whyEnded = null
  const stored = readCookies().tokens
  if (!stored || isOtherUser(stored.access)) return 'overtaken'
  if (!stored.refresh) return 'ended'
  if (stored.access !== known && readAccessToken(stored.access, clientId()) && adoptTokens(stored)) {
    if (isAccessUsable()) return 'fresh'
    updateSession({ requestStatus: 'InProgress' })
  }
  const { refresh } = stored
  const mayAgain = () => mayAskAgain(refresh, signOnSettings().refreshReuseSeconds)
  if (wasAsked(refresh) && !mayAgain()) return 'unknown'
  noteAsked(refresh)
  let answer = await redeem(refresh)
  if (answer.kind === 'lost' && mayAgain()) {
    noteAsked(refresh)
    answer = await redeem(refresh)
  }
  // Anyone who signed out or in meanwhile has the last word, not this answer (R8, D14).
  if (readCookies().tokens?.refresh !== refresh) return 'overtaken'
  if (answer.kind === 'tokens') return keep(answer)
  if (answer.kind === 'ended') dropTokens()
  // A page that is being left, or has lost the answer, keeps the note: whether the token was spent, no one knows.
  else if (answer.kind === 'failed') {
    // A request that ends without an answer may be the first that a page sees of its end: then this wait ends with it.
    if (!answer.isAnswered) await new Promise((resolve) => setTimeout(resolve, LEAVING))
    if (!leaving) forgetAsked()
  }
  return answer.kind
}

function keep(answer: Extract<RefreshAnswer, { kind: 'tokens' }>): RefreshOutcome {
  try {
    storeTokens(answer.tokens, answer)
  } catch (error) {
    dropTokens()
    whyEnded = sentenceFor(error)
    return 'ended'
  }
  tellOtherTabs()
  return 'fresh'
}

/** Only a 400 ends the login (R5): keep it, say so, and come back. Of a token that may be spent no one need be away (F7). */
function refreshFailed(outcome: RefreshOutcome | 'lost'): void {
  holder.failures += 1
  const wait = backOff(holder.failures)
  holder.dueAt = Date.now() + wait
  updateSession({ requestStatus: 'Error', expired: isAccessOver() })
  // A sign-out goes on, and a failure that was shown stays until something succeeds.
  const { phase } = getSession()
  if (phase === 'signed-in' || phase === 'refreshing-offline')
    updateSession({
      phase: 'refreshing-offline',
      problem: text(outcome === 'unknown' ? 'RefreshUnknown' : 'RefreshUnreachable', {
        seconds: Math.ceil(wait / 1000),
      }),
      detail: null,
    })
}

/** Resolves when the cookies' tokens change, or after `wait` milliseconds. */
async function cookieChange(wait: number): Promise<void> {
  const before = readCookies().tokens?.refresh
  const until = Date.now() + wait
  while (Date.now() < until && readCookies().tokens?.refresh === before)
    await new Promise((resolve) => setTimeout(resolve, 200))
}
