import { useSyncExternalStore } from 'react'
import type { Session } from './types.ts'

const signedOut: Session = {
  phase: 'starting',
  requestStatus: 'Initial',
  user: null,
  subject: null,
  exp: null,
  roles: [],
  sessionId: null,
  expired: false,
  rememberMe: true,
  problem: null,
  detail: null,
}

let session = signedOut
const listeners = new Set<() => void>()

/** The session now, for code outside React. A new object on every change. */
export function getSession(): Session {
  return session
}

/** Calls `listener` after each change until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session in a component; renders again on each change. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession)
}

/** The browser is about to leave for the provider's sign-on or logout. */
export const isBetweenPages = (): boolean => ['signing-in', 'signing-out'].includes(session.phase)

/** For the session's own files only. Keeps the object when nothing changes, so that no one renders in vain. */
export function updateSession(change: Partial<Session>): void {
  const keys = Object.keys(change) as (keyof Session)[]
  if (keys.every((key) => Object.is(session[key], change[key]))) return
  session = { ...session, ...change }
  for (const listener of [...listeners]) listener()
}

/** Forgets who was signed in; phase and problem are the caller's to say. */
export function forgetUser(change: Pick<Session, 'phase'> & Partial<Session>): void {
  updateSession({
    requestStatus: 'Initial',
    user: null,
    subject: null,
    exp: null,
    roles: [],
    sessionId: null,
    expired: false,
    problem: null,
    detail: null,
    ...change,
  })
}
