import { signOnDays, type TokenState } from '@support-console/contract'
import { asChange, asWork } from '../../../platform/database/work.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Authenticator } from '../../../platform/sign-on/guard.ts'
import type { Bearer } from '../../../platform/sign-on/user.ts'
import { TokenRefused } from '../../../platform/sign-on/verify-token.ts'
import { isPersonalToken, isWhole } from './secret.ts'
import { type KnownToken, minuteBefore, noteUse, stateOf, tokenByHash } from './tokens.store.ts'

/** The sign-on that a token counts as, where sign-ons are ended and in the audit trail. */
export const sessionOf = (tokenId: string): string => `token-${tokenId}`

const whyRefused: Record<Exclude<TokenState, 'live'>, string> = {
  ended: 'This token has ended. Make a new one on the page Tokens.',
  revoked: 'This token was revoked. Make a new one on the page Tokens.',
  'sign-ons-ended':
    'This token was ended together with the sign-ons of its person. Sign in and make a new one on the page Tokens.',
  rests: `The person of this token has not signed in for ${signOnDays} days. Sign in once, and it counts again.`,
}

/**
 * Knows personal tokens (D58). Each call asks the database, so that one that was revoked, on whatever server, is refused from then on;
 * what its person may do is what their last sign-on gave.
 */
export function createTokenAuthenticator(platform: Platform): Authenticator {
  const { db, clock, log } = platform

  async function bearerOf(token: string): Promise<Bearer> {
    const row = isWhole(token) ? await tokenByHash(db, token) : undefined
    if (!row)
      throw new TokenRefused(
        'no token of ours',
        'personal-token',
        'This token is not known here. Check that it is whole.',
      )
    const now = clock.now()
    const state = stateOf(row, now)
    if (state !== 'live')
      throw new TokenRefused(`token ${row.token_id}: ${state}`, 'personal-token', whyRefused[state])
    if (!row.used_at || row.used_at <= minuteBefore(now))
      await asChange(() => noteUse(db, row.token_id, now)).catch((error: unknown) =>
        log.warn({ err: error }, 'The last use of a token was not noted'),
      )
    return toBearer(row)
  }

  return (token) =>
    isPersonalToken(token)
      ? asWork({ kind: 'read', call: 'personal token' }, () => bearerOf(token))
      : undefined
}

function toBearer(row: KnownToken): Bearer {
  return {
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    sessionId: sessionOf(row.token_id),
    tokenId: row.token_id,
    roles: row.roles ?? [],
    scopes: row.scopes,
    personalToken: { name: row.name, beginning: row.beginning },
    issuedAt: Math.floor(row.made_at.getTime() / 1000),
    expiresAt: Math.floor(row.ends_at.getTime() / 1000),
  }
}
