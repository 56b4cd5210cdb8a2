import { hash as digest } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose'
import type { Clock } from '../clock.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import { NoProviderKeys } from './provider-keys.ts'
import type { Bearer } from './user.ts'

/** `expired`: the provider has issued it; its time is over. */
export type TokenFault =
  | 'expired'
  | 'malformed'
  | 'signature'
  | 'unknown-key'
  | 'claims'
  | 'wrong-kind'
  | 'personal-token'

/** The token does not count; the reason is for the log alone (R11). */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
  /** For the figures: a word of few. */
  readonly kind: TokenFault
  /** For the caller, where it can be said better than that they have to sign in again. */
  readonly sentence: string | undefined
  constructor(reason: string, kind: TokenFault, sentence?: string) {
    super(reason)
    this.kind = kind
    this.sentence = sentence
  }
}

/** Leeway for clocks, in seconds (R10). */
const leeway = 10
export const algorithms = ['RS256', 'PS256', 'ES256']
const longestToken = 16_384

/**
 * Every check of R10 in one function; rejects with TokenRefused, or NoProviderKeys when no one can tell.
 */
async function verifyToken(
  token: string,
  parts: { keys: JWTVerifyGetKey; signOn: PlatformSettings['signOn']; clock: Clock },
): Promise<Bearer> {
  const { keys, signOn, clock } = parts
  if (token.length > longestToken) throw new TokenRefused('longer than 16 KiB', 'malformed')
  // Anyone who decodes base64url may let padding and other characters pass: one token would have many texts.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
    throw new TokenRefused('not three parts of base64url', 'malformed')
  const { payload, protectedHeader } = await verifySignature(token, {
    keys,
    issuer: signOn.issuer,
    now: clock.now(),
    ...(signOn.audience ? { audience: signOn.audience } : {}),
  })
  requireKind(protectedHeader.typ, payload)
  const now = clock.now().getTime() / 1000
  if (typeof payload.iat !== 'number' || payload.iat > now + leeway)
    throw new TokenRefused('iat is not in the past', 'claims')
  const azp = text(payload, 'azp')
  if (!signOn.audience && azp !== signOn.clientId) throw new TokenRefused('azp is another client', 'claims')
  const tokenId = text(payload, 'jti')
  return {
    issuer: signOn.issuer,
    subject: text(payload, 'sub'),
    email: text(payload, 'email'),
    sessionId: typeof payload.sid === 'string' && payload.sid ? text(payload, 'sid') : tokenId,
    tokenId,
    roles: rolesOf(payload, signOn.clientId),
    issuedAt: payload.iat,
    expiresAt: payload.exp as number,
  }
}

async function verifySignature(
  token: string,
  options: { keys: JWTVerifyGetKey; issuer: string; audience?: string; now: Date },
): Promise<JWTVerifyResult> {
  const { keys, issuer, audience, now } = options
  try {
    return await jwtVerify(
      token,
      (header, input) => {
        // Without a key id any of the provider's keys would have to be tried.
        if (typeof header.kid !== 'string' || !header.kid) throw new TokenRefused('no kid', 'unknown-key')
        return keys(header, input)
      },
      {
        algorithms,
        issuer,
        ...(audience ? { audience } : {}),
        clockTolerance: leeway,
        currentDate: now,
        requiredClaims: ['exp', 'iat', 'sub', 'jti', 'azp', 'email'],
      },
    )
  } catch (error) {
    if (error instanceof NoProviderKeys || error instanceof TokenRefused) throw error
    if (error instanceof errors.JOSEError)
      throw new TokenRefused(`${error.code}: ${error.message}`, faultOf(error))
    throw new TokenRefused(error instanceof Error ? error.message : 'unreadable', 'malformed')
  }
}

function faultOf(error: errors.JOSEError): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return 'claims'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  return error instanceof errors.JWKSNoMatchingKey ? 'unknown-key' : 'malformed'
}

/** Access tokens only: RFC 9068's header, or Keycloak's payload mark; never an ID or refresh token. */
function requireKind(typ: unknown, payload: JWTPayload): void {
  const header = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : undefined
  if (header === 'at+jwt') return
  if (header === 'jwt' && Object.hasOwn(payload, 'typ') && payload.typ === 'Bearer') return
  throw new TokenRefused(`not an access token (header typ ${header ?? 'none'})`, 'wrong-kind')
}

function text(payload: JWTPayload, claim: string): string {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined
  if (typeof value !== 'string') throw new TokenRefused(`${claim} is no text`, 'claims')
  if (value === '' || value.length > 400)
    throw new TokenRefused(`${claim} is empty or longer than 400 characters`, 'claims')
  // Two people must not become one, as they would with what a database keeps in the place of these.
  if (value.includes('\u0000') || !value.isWellFormed())
    throw new TokenRefused(`${claim} is a text that no database keeps`, 'claims')
  return value
}

/** `resource_access[client].roles`, read from own properties; anything odd means no role (R10). */
function rolesOf(payload: JWTPayload, clientId: string): string[] {
  const own = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined
  const roles = own(own(own(payload, 'resource_access'), clientId), 'roles')
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) return []
  return roles
}

/**
 * Remembers good tokens by their hash until they expire (R13), at most 10,000, oldest out first. Whether the sign-on
 * was ended meanwhile is asked on every call, apart from this.
 */
export function createTokenChecker(parts: {
  keys: JWTVerifyGetKey
  signOn: PlatformSettings['signOn']
  clock: Clock
  mostKnown?: number
}): (token: string) => Promise<Bearer> {
  const { mostKnown = 10_000 } = parts
  const known = new Map<string, Bearer>()
  return async (token) => {
    const hash = digest('sha256', token, 'base64')
    const cached = known.get(hash)
    if (cached) {
      if (cached.expiresAt + leeway > parts.clock.now().getTime() / 1000) return cached
      known.delete(hash)
      throw new TokenRefused('expired', 'expired')
    }
    const bearer = await verifyToken(token, parts)
    known.set(hash, bearer)
    if (known.size > mostKnown) known.delete(known.keys().next().value as string)
    return bearer
  }
}
