/**
 * `starting`: before `startSession` has decided. `signing-in`: on the way to or from the sign-on page.
 * `refreshing-offline`: signed in, but the sign-on service does not answer; calls wait, see `problem`.
 * `failed`: sign-on did not succeed; `problem` and `detail` say why, `login()` tries again.
 */
export type Phase =
  | 'starting'
  | 'signed-out'
  | 'signing-in'
  | 'signed-in'
  | 'refreshing-offline'
  | 'signing-out'
  | 'failed'

/** Specification 4: the status of the token request. */
export type RequestStatus = 'Initial' | 'InProgress' | 'Finished' | 'Error'

export interface SessionUser {
  name: string
  email: string
  /** What the provider's userinfo said, reduced to the standard claims, so that it fits into a cookie. */
  info: Readonly<Record<string, string | number | boolean>>
}

/** What everybody may know about the session. The tokens are not in it: calls take theirs from `getToken`. */
export interface Session {
  phase: Phase
  requestStatus: RequestStatus
  user: SessionUser | null
  /** The token's `sub`: who this is, also when the e-mail changes. */
  subject: string | null
  /** When the access token ends, in seconds since 1970 by the provider's clock; null when signed out. */
  exp: number | null
  /** Roles of the console's client. */
  roles: readonly string[]
  /** The access token's `jti` (specification 3). */
  sessionId: string | null
  /** Past `exp`, and a refresh was tried without success: screens go to / (specification 2.3). */
  expired: boolean
  /** 'Keep me signed in on this device' (D13). */
  rememberMe: boolean
  /** A sentence such as 'Unable to authenticate!'; null when all is well. */
  problem: string | null
  /** Why, and what to do; null when `problem` says it all. */
  detail: string | null
}

/** The tokens as they stand in the cookies (specification 3). Durations are in seconds. */
export interface Tokens {
  access: string
  accessDuration: number
  refresh: string
  refreshDuration: number
}

/** What the session cookie holds besides the token (D11). */
export interface StoredSession {
  authenticated: boolean
  user: SessionUser
  exp: number
  roles: readonly string[]
}

/** Sign-on failed or there is none: calls that waited for a token are rejected with it. */
export class SignOnError extends Error {
  override name = 'SignOnError'
}
