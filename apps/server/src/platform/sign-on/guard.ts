import { type Access, type Permission, permissionsOf } from '@support-console/contract'
import { problems } from '../problem.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import type { EndedSignOns } from './ended-sign-ons.ts'
import { NoProviderKeys } from './provider-keys.ts'
import { isNeighbour, type User } from './user.ts'
import { type TokenFault, TokenRefused } from './verify-token.ts'

/** Decides who calls and whether they may (D15, D16); the only way in. Two questions, because a refusal names who. */
export interface Guard {
  /**
   * Who calls, by the Authorization header.
   * @throws Problem Unauthorized, or Unavailable when the provider's keys cannot be had
   */
  authenticate(authorization: string | undefined): Promise<User>
  /** @throws Problem Forbidden where the user's roles do not give what the call asks for */
  authorise(user: User, access: Access): void
}

/**
 * Knows one kind of bearer token: whose it is, or undefined where it is not of this kind.
 * @throws TokenRefused; NoProviderKeys
 */
type Authenticator = (token: string) => Promise<User> | undefined

/** @param parts.authenticators the first that knows a token's kind decides */
export function createGuard(parts: {
  config: Pick<PlatformSettings, 'environment'>
  authenticators: readonly Authenticator[]
  endedSignOns: EndedSignOns
  /** Told of each call whose token does not count. */
  onRefused: (reason: TokenFault | 'none' | 'ended' | 'no-provider-keys') => void
}): Guard {
  const { config, authenticators, endedSignOns, onRefused } = parts
  // A user object lives as long as its token is remembered, and so does what it may do.
  const known = new WeakMap<User, Set<Permission>>()
  return {
    async authenticate(authorization) {
      const user = await userOf(authorization)
      const ended = endedSignOns.whyEnded(user)
      if (!ended) return user
      onRefused('ended')
      throw problems.badToken(ended, { whose: user })
    },
    authorise(user, access) {
      if (access === 'signed-in' || access === 'public') return
      if (access === 'any-right' && permissionsFor(user).size > 0) return
      if (access === 'neighbour' && isNeighbour(user)) return
      if (access === 'neighbour' || access === 'any-right' || !permissionsFor(user).has(access))
        throw problems.forbidden(access, user.roles)
    },
  }

  function permissionsFor(user: User): Set<Permission> {
    const remembered = known.get(user)
    if (remembered) return remembered
    const may = permissionsOf(user.roles, config.environment)
    known.set(user, may)
    return may
  }

  async function userOf(authorization: string | undefined): Promise<User> {
    const token = bearer(authorization)
    if (!token) {
      onRefused('none')
      throw problems.notSignedIn()
    }
    try {
      for (const userOfKind of authenticators) {
        const user = userOfKind(token)
        if (user) return await user
      }
    } catch (error) {
      if (error instanceof TokenRefused) {
        onRefused(error.kind)
        throw problems.badToken(error.message, { isOver: error.kind === 'expired' })
      }
      if (error instanceof NoProviderKeys) {
        onRefused('no-provider-keys')
        throw problems.noKeys(error.message)
      }
      throw error
    }
    onRefused('wrong-kind')
    throw problems.badToken('no kind of token that is known here')
  }
}

/** The bearer token of the Authorization header, scheme in any case (R9); cookies and query never count. */
const bearer = (authorization: string | undefined): string | undefined =>
  /^bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1]
