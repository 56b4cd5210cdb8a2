/** Fixed names and lifetimes of the sign-on (docs/neighbours.md; R17 to R19). */
export const REALM_PATH = '/realms/installer-services'
export const PROTOCOL_PATH = '/protocol/openid-connect'
export const CLIENT_ID = 'support-console'
export const API_AUDIENCE = 'support-console-api'

/** A login ends after this time, whatever is done, in seconds. */
export const LOGIN_SECONDS = 8 * 3600
/** A login ends after this time without a refresh or another sign-on, in seconds. */
export const IDLE_SECONDS = 30 * 60
export const CODE_SECONDS = 60
export const INTERACTION_SECONDS = 3600

export interface SignOnSettings {
  /** Public address of the field. */
  url: string
  consoleOrigins: string[]
  accessTokenSeconds: number
  /** For so long after its use a refresh token is taken once more, while nothing that came of it was used. */
  refreshReuseSeconds: number
}

/** The login's remaining time, at least a second; `loginTime` in seconds since 1970. */
export function remainingLogin(loginTime: number | undefined): number {
  const now = Math.floor(Date.now() / 1000)
  return Math.max(1, (loginTime ?? now) + LOGIN_SECONDS - now)
}
