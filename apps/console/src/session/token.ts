import type { SessionUser, Tokens } from './types.ts'

/** What the console reads of an access token. It verifies nothing: the server does (R10). */
export interface AccessClaims {
  sub: string
  jti: string
  sid: string | null
  email: string
  name: string
  /** Seconds since 1970, provider's clock. */
  exp: number
  iat: number
  roles: readonly string[]
}

/** The claims of a JWT's payload, or null when it is none. */
export function decodePayload(token: string): Record<string, unknown> | null {
  const payload = token.split('.')[1]
  if (!payload) return null
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
    const claims: unknown = JSON.parse(text)
    return isRecord(claims) ? claims : null
  } catch {
    return null
  }
}

/** Why an access token is none of a signed-in user, after 'its access token'. */
export function whyNoUser(token: string): string {
  const claims = decodePayload(token)
  if (!claims) return 'is no JWT'
  return typeof claims.sub === 'string' ? 'has no exp' : 'has no sub'
}

/**
 * The claims of an access token, or null when it cannot be one of a signed-in user (no JWT, no `sub` or `exp`).
 * Roles are those of the console's client in `resource_access`; anything but a list of texts means none (R10).
 */
export function readAccessToken(token: string, clientId: string): AccessClaims | null {
  const claims = decodePayload(token)
  if (!claims || typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  return {
    sub: claims.sub,
    jti: text('jti'),
    sid: text('sid') || null,
    email: text('email'),
    name: text('name') || text('preferred_username'),
    exp: claims.exp,
    iat: typeof claims.iat === 'number' ? claims.iat : claims.exp,
    roles: rolesOf(claims.resource_access, clientId),
  }
}

function rolesOf(resourceAccess: unknown, clientId: string): string[] {
  if (!isRecord(resourceAccess) || !Object.hasOwn(resourceAccess, clientId)) return []
  const client = resourceAccess[clientId]
  if (!isRecord(client) || !Object.hasOwn(client, 'roles') || !Array.isArray(client.roles)) return []
  return client.roles.filter((role): role is string => typeof role === 'string')
}

/** Standard claims (OpenID Connect Core 5.1) worth keeping; a provider may send kilobytes beside them. */
const keptClaims = [
  'sub',
  'name',
  'preferred_username',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'locale',
  'zoneinfo',
] as const

/** The session's user from the provider's userinfo, with the token's claims where userinfo is silent. */
export function userOf(
  info: Readonly<Record<string, unknown>>,
  claims: Pick<AccessClaims, 'name' | 'email'>,
): SessionUser {
  const kept: Record<string, string | number | boolean> = {}
  for (const name of keptClaims) {
    const value = info[name]
    if (
      typeof value === 'string'
        ? value.length <= 200
        : typeof value === 'number' || typeof value === 'boolean'
    )
      kept[name] = value as string | number | boolean
  }
  return {
    name: String(kept.name ?? kept.preferred_username ?? (claims.name || claims.email)),
    email: String(kept.email ?? claims.email),
    info: kept,
  }
}

/** A token answer (RFC 6749 section 5.1, with Keycloak's `refresh_expires_in`), or null when it is not one. */
export function readTokenAnswer(answer: unknown): (Tokens & { idToken: string | null }) | null {
  if (!isRecord(answer)) return null
  const { access_token: access, refresh_token: refresh, expires_in, refresh_expires_in, id_token } = answer
  if (typeof access !== 'string' || typeof refresh !== 'string' || !access || !refresh) return null
  return {
    access,
    refresh,
    accessDuration: seconds(expires_in) ?? lifetimeOf(access) ?? 60,
    refreshDuration: seconds(refresh_expires_in) ?? lifetimeOf(refresh) ?? 0,
    idToken: typeof id_token === 'string' ? id_token : null,
  }
}

/** `exp` minus `iat` of a JWT, in seconds; null when it does not say. */
export function lifetimeOf(token: string): number | null {
  const claims = decodePayload(token)
  return typeof claims?.exp === 'number' && typeof claims.iat === 'number' ? claims.exp - claims.iat : null
}

/**
 * A short mark that tells two tokens apart without being one (FNV-1a, 53 bits are plenty here): it may lie in
 * localStorage, a token may not (R2).
 */
export function markOf(token: string): string {
  let a = 0x811c9dc5
  let b = 0x1b873593
  for (let i = 0; i < token.length; i++) {
    a = Math.imul(a ^ token.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ token.charCodeAt(i), 0x5bd1e995)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}

function seconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
