import { localStore } from '../ui/safe-storage.ts'
import { markOf } from './token.ts'

/**
 * Small notes between tabs and page loads, in localStorage and without a token (R2).
 */
const SKEW = 'support-console:clock-skew'
const ASKED = 'support-console:refresh-asked'
const SIGNING_OUT = 'support-console:signing-out'

/** Browser's clock minus the provider's, in seconds, as last measured (R5). */
export function readSkew(): number {
  return Number(localStore.get(SKEW)) || 0
}

export function writeSkew(seconds: number): void {
  localStore.set(SKEW, String(seconds))
}

/**
 * A refresh token that was sent to the provider and whose answer no one has read yet. A page that is left at
 * that moment leaves the note behind: the token may be spent, and asking with it again would look like theft to
 * the provider and end the login (R4, R18).
 */
export function noteAsked(refreshToken: string): void {
  const { times, since } = readAsked(refreshToken)
  localStore.set(ASKED, [markOf(refreshToken), times + 1, times === 0 ? Date.now() : since].join(' '))
}

export function wasAsked(refreshToken: string): boolean {
  return readAsked(refreshToken).times > 0
}

/**
 * Whether a token that was asked for may be sent once more, to a provider that takes it again for so many seconds (F7);
 * the last of them is left for the way there.
 */
export function mayAskAgain(refreshToken: string, reuseSeconds: number): boolean {
  const { times, since } = readAsked(refreshToken)
  const age = Date.now() - since
  return times === 1 && age >= 0 && age < (reuseSeconds - 1) * 1000
}

/** How often this token was sent, and when first. */
function readAsked(refreshToken: string): { times: number; since: number } {
  const [mark, times, since] = (localStore.get(ASKED) ?? '').split(' ')
  // A note of an earlier version has the mark alone.
  return mark === markOf(refreshToken)
    ? { times: Number(times ?? 1), since: Number(since ?? 0) }
    : { times: 0, since: 0 }
}

export function forgetAsked(): void {
  localStore.remove(ASKED)
}

/** How long a sign-out may take until other tabs believe that it got lost, in milliseconds. */
const SIGN_OUT_LASTS = 15_000

/** A tab is on its way through the provider's logout. Until it is back, a new sign-on would find the old login. */
export function noteSigningOut(): void {
  localStore.set(SIGNING_OUT, String(Date.now()))
}

export function isSigningOut(): boolean {
  const since = Number(localStore.get(SIGNING_OUT))
  return since > 0 && Math.abs(Date.now() - since) < SIGN_OUT_LASTS
}

export function forgetSigningOut(): void {
  localStore.remove(SIGNING_OUT)
}
