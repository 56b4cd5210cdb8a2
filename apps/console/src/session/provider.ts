import type { RuntimeConfig } from '@support-console/contract'
import Keycloak from 'keycloak-js'
import { backOff } from './schedule.ts'
import { decodePayload, readTokenAnswer } from './token.ts'
import type { Tokens } from './types.ts'

/**
 * The sign-on provider as the console sees it. keycloak-js does redirects, code exchange (PKCE S256), userinfo
 * and the logout address (D11); refresh and revocation are ours, because only one tab at a time may ask (R4).
 */
type SignOn = RuntimeConfig['signOn']

/** Specification 9: login-status time-outs of 10 seconds. */
export const PROVIDER_TIMEOUT = 10_000
/** A refresh is given longer: who gives up does not know whether the token was spent. */
const REFRESH_TIMEOUT = 30_000

let signOn: SignOn
let client: Keycloak

export function configureProvider(settings: SignOn): void {
  signOn = settings
}

export const signOnSettings = (): SignOn => signOn

export function clientId(): string {
  return signOn.clientId
}

export function newKeycloak(): Keycloak {
  const { url, realm, clientId, endpoints } = signOn
  if (!endpoints) return new Keycloak({ url, realm, clientId })
  const { authorize, token, userInfo, logout, checkSession } = endpoints
  return new Keycloak({
    clientId,
    oidcProvider: {
      authorization_endpoint: authorize,
      token_endpoint: token,
      ...(userInfo && { userinfo_endpoint: userInfo }),
      ...(logout && { end_session_endpoint: logout }),
      ...(checkSession && { check_session_iframe: checkSession }),
    },
  })
}

/** Of Keycloak by its form, of any other provider as it names them itself; one without revocation has none. */
function endpoint(name: 'certs' | 'token' | 'revoke'): string | undefined {
  const { url, realm, endpoints } = signOn
  if (endpoints) return { certs: endpoints.keys, token: endpoints.token, revoke: endpoints.revoke }[name]
  return `${url.replace(/\/$/, '')}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/${name}`
}

/** Whether the address carries the provider's answer to a sign-on (keycloak-js, response mode fragment). */
export function hasCallback(hash = location.hash): boolean {
  const params = new URLSearchParams(hash.slice(1))
  return params.has('state') && (params.has('code') || params.has('error'))
}

/** What a finished sign-on brought. */
interface SignedOn {
  tokens: Tokens
  idToken: string | null
  userInfo: Record<string, unknown>
  /** Browser's clock minus the provider's, in seconds. */
  timeSkew: number
}

/** The provider's refusal, or a callback that does not fit; `reason` is for the user. */
export class SignOnFailed extends Error {
  readonly kind: 'refused' | 'mismatch' | 'no-answer'
  readonly reason: string
  constructor(kind: SignOnFailed['kind'], reason: string) {
    super(reason)
    this.kind = kind
    this.reason = reason
  }
}

/**
 * Lets keycloak-js take the provider's answer out of the address and exchange the code. Null when there was
 * none, or one of an unknown state (an old address from the history). The login iframe is not part of this:
 * sign-on must not wait for it (see login-watch).
 */
export async function receiveCallback(): Promise<SignedOn | null> {
  client = newKeycloak()
  const authenticated = await client
    .init({
      responseMode: 'fragment',
      pkceMethod: 'S256',
      scope: 'profile email',
      checkLoginIframe: false,
      messageReceiveTimeout: PROVIDER_TIMEOUT,
      redirectUri: `${location.origin}/login`,
    })
    .catch((error: unknown) => {
      throw failureOf(error)
    })
  if (!authenticated) return null
  // keycloak-js compares the nonce only where the answer has an ID token; without one there is no proof (R7).
  if (!client.idToken) throw new SignOnFailed('mismatch', 'no ID token')
  const tokens = readTokenAnswer({
    access_token: client.token,
    refresh_token: client.refreshToken,
    refresh_expires_in: remaining(client.refreshTokenParsed),
    expires_in: remaining(client.tokenParsed),
    id_token: client.idToken,
  })
  if (!tokens) throw new SignOnFailed('refused', 'it gave no refresh token')
  const userInfo = await loadUserInfo()
  return { tokens, idToken: client.idToken, userInfo, timeSkew: client.timeSkew ?? 0 }
}

const remaining = (claims: Keycloak['tokenParsed']) =>
  claims?.exp && claims.iat ? claims.exp - claims.iat : undefined

/** User info comes before the token is stored (specification 4); one lost answer is not a failed sign-on. */
async function loadUserInfo(): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await client.loadUserInfo()) as Record<string, unknown>
    } catch (error) {
      if (attempt === 3) throw failureOf(error)
      await new Promise((resolve) => setTimeout(resolve, backOff(attempt)))
    }
  }
}

function failureOf(error: unknown): SignOnFailed {
  if (error instanceof SignOnFailed) return error
  if (error instanceof Error && error.message === 'Invalid nonce.')
    return new SignOnFailed('mismatch', error.message)
  if (error !== null && typeof error === 'object' && 'error' in error) {
    const { error: code, error_description: description } = error as Record<string, unknown>
    return new SignOnFailed('refused', String(description ?? code))
  }
  if (error instanceof Error && 'response' in error)
    return new SignOnFailed('refused', `it answered ${(error.response as Response).status}`)
  return new SignOnFailed('no-answer', error instanceof Error ? error.message : String(error))
}

/** The address of the sign-on page with fresh state, nonce and verifier (R7). */
export async function loginUrl(): Promise<string> {
  return await client.createLoginUrl({ redirectUri: `${location.origin}/login` })
}

/** The provider's logout with `id_token_hint`, which comes back to /logout (specification 4, R8). */
export function logoutUrl(idToken: string | null): string {
  if (idToken) client.idToken = idToken
  else delete client.idToken
  return client.createLogoutUrl({ redirectUri: `${location.origin}/logout` })
}

/** Whether the provider answers at all, so that no one is sent to a browser's error page. */
export async function providerAnswers(wait = PROVIDER_TIMEOUT): Promise<boolean> {
  try {
    await fetch(String(endpoint('certs')), { signal: AbortSignal.timeout(wait), cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

export type RefreshAnswer =
  | { kind: 'tokens'; tokens: Tokens; idToken: string | null; timeSkew: number }
  /** 400: the login is over (specification 4). */
  | { kind: 'ended' }
  /** No answer, or one that says nothing about the login: try again later (R5). */
  | { kind: 'failed'; isAnswered: boolean }
  /** The token was spent, or may have been, but what it brought got lost: it must not be sent again (R18). */
  | { kind: 'lost' }

/**
 * Redeems a refresh token: form with client_id, grant_type and refresh_token, and a Basic header
 * (specification 7) whose secret is empty, since the client is public.
 */
export async function redeem(refreshToken: string): Promise<RefreshAnswer> {
  const asked = Date.now()
  const patience = AbortSignal.timeout(REFRESH_TIMEOUT)
  let answer: Response
  try {
    answer = await fetch(String(endpoint('token')), {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: basic() },
      body: new URLSearchParams({
        client_id: signOn.clientId,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }),
      signal: patience,
      cache: 'no-store',
    })
  } catch {
    return patience.aborted ? { kind: 'lost' } : { kind: 'failed', isAnswered: false }
  }
  if (answer.status === 400) return { kind: 'ended' }
  if (!answer.ok) return { kind: 'failed', isAnswered: true }
  const tokens = readTokenAnswer(await answer.json().catch(() => null))
  if (!tokens) return { kind: 'lost' }
  const { idToken, ...rest } = tokens
  return { kind: 'tokens', tokens: rest, idToken, timeSkew: skewOf(rest, asked) }
}

function skewOf(tokens: Tokens, asked: number): number {
  const issued = decodePayload(tokens.access)?.iat
  return typeof issued === 'number' ? Math.floor((asked + Date.now()) / 2000) - issued : 0
}

/** Revokes the login's refresh token (RFC 7009). False when the provider did not answer. */
export async function revoke(refreshToken: string): Promise<boolean> {
  const address = endpoint('revoke')
  // Its login ends at its logout.
  if (!address) return true
  try {
    await fetch(address, {
      method: 'POST',
      headers: { Authorization: basic() },
      body: new URLSearchParams({
        client_id: signOn.clientId,
        token: refreshToken,
        token_type_hint: 'refresh_token',
      }),
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT / 2),
    })
    return true
  } catch {
    return false
  }
}

const basic = () => `Basic ${btoa(`${encodeURIComponent(signOn.clientId)}:`)}`
