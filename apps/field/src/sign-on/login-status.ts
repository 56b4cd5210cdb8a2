import type { ServerResponse } from 'node:http'
import { REALM_PATH } from './settings.ts'

/** Readable by the login-status page's script; holds the login's id, which is no secret. */
export const LOGIN_STATUS_COOKIE = 'field_login'

const attributes = (secure: boolean) =>
  `Path=${REALM_PATH}/; ${secure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`

export function setLoginStatus(response: ServerResponse, loginId: string, secure: boolean): void {
  response.appendHeader('set-cookie', `${LOGIN_STATUS_COOKIE}=${loginId}; ${attributes(secure)}`)
}

export function clearLoginStatus(response: ServerResponse, secure: boolean): void {
  response.appendHeader('set-cookie', `${LOGIN_STATUS_COOKIE}=; Max-Age=0; ${attributes(secure)}`)
}
