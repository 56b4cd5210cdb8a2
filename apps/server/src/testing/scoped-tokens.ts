import { randomUUID } from 'node:crypto'
import type { Permission, Role } from '@support-console/contract'
import type { Authenticator } from '../platform/sign-on/guard.ts'
import type { Bearer } from '../platform/sign-on/user.ts'

/** Tokens of a kind that tests alone have: of a person with a role, for some of that role's rights. */
export function scopedTokens() {
  const known = new Map<string, Bearer>()
  const authenticator: Authenticator = (token) => {
    const bearer = known.get(token)
    return bearer && Promise.resolve(bearer)
  }
  return {
    authenticator,
    /** Who a token is of; undefined: it is none of these. */
    personOf: (token: string | null): Bearer | undefined => known.get(token ?? ''),
    /** @param subject whose, where it is not someone's that no one has been */
    token(role: Role, scopes: readonly Permission[], subject?: string): string {
      const tokenId = `scoped-${randomUUID()}`
      known.set(tokenId, {
        issuer: 'https://scoped.example',
        subject: subject ?? tokenId,
        email: `${role}@example.com`,
        sessionId: tokenId,
        tokenId,
        roles: [role],
        scopes,
        issuedAt: 0,
        // Later than any test's clock goes.
        expiresAt: 4_000_000_000,
      })
      return tokenId
    },
  }
}
