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
 * A refresh token that was sent to the provider and whose answer nobody has read yet. A page that is left at
 * that moment leaves the note behind: the token may be spent, and asking with it again would look like theft to
 * the provider and end the login (R4, R18).
 */
export function noteAsked(refreshToken: string): void {
  localStore.set(ASKED, markOf(refreshToken))
}

export function wasAsked(refreshToken: string): boolean {
  return localStore.get(ASKED) === markOf(refreshToken)
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
