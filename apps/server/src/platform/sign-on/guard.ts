import { type Access, permissions } from '@support-console/contract'
import { problems } from '../problem.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import type { EndedSignOns } from './ended-sign-ons.ts'
import { NoProviderKeys } from './provider-keys.ts'
import { withRights } from './rights.ts'
import { type Bearer, isNeighbour, type User } from './user.ts'
import { type TokenFault, TokenRefused } from './verify-token.ts'

/** Decides who calls and whether they may (D15, D16); the only way in. Two questions, because a refusal names who. */
export interface Guard {
  /**
   * Who calls, by the Authorization header.
   * @throws Problem Unauthorized, or Unavailable when the provider's keys cannot be had
   */
  authenticate(authorization: string | undefined): Promise<User>
  /** @throws Problem Forbidden where the user may not do what the call asks for */
  authorise(user: User, access: Access): void
}

/**
 * Knows one kind of bearer token: whose it is, or undefined where it is not of this kind.
 * @throws TokenRefused; NoProviderKeys
 */
export type Authenticator = (token: string) => Promise<Bearer> | undefined

/** @param parts.authenticators the first that knows a token's kind decides */
export function createGuard(parts: {
  config: Pick<PlatformSettings, 'environment'>
  authenticators: readonly Authenticator[]
  endedSignOns: EndedSignOns
  /** Told of each call whose token does not count. */
  onRefused: (reason: TokenFault | 'none' | 'ended' | 'no-provider-keys') => void
}): Guard {
  const { config, authenticators, endedSignOns, onRefused } = parts
  // A bearer is remembered as long as their token, and so is what they may do.
  const known = new WeakMap<Bearer, User>()
  return {
    async authenticate(authorization) {
      const bearer = await bearerOf(authorization)
      const ended = endedSignOns.whyEnded(bearer)
      if (!ended) return userOf(bearer)
      onRefused('ended')
      throw problems.badToken(ended, {
        whose: bearer,
        sentence: bearer.personalToken && 'This token was ended together with the sign-ons of its person.',
      })
    },
    authorise(user, access) {
      if (!isOpenTo(user, access)) throw problems.forbidden(access, user)
    },
  }

  function userOf(bearer: Bearer): User {
    const user = known.get(bearer) ?? withRights(bearer, config.environment)
    known.set(bearer, user)
    return user
  }

  async function bearerOf(authorization: string | undefined): Promise<Bearer> {
    const token = tokenIn(authorization)
    if (!token) {
      onRefused('none')
      throw problems.notSignedIn()
    }
    try {
      for (const bearerOfKind of authenticators) {
        const bearer = bearerOfKind(token)
        if (bearer) return await bearer
      }
    } catch (error) {
      if (error instanceof TokenRefused) {
        onRefused(error.kind)
        throw problems.badToken(error.message, {
          isOver: error.kind === 'expired',
          sentence: error.sentence,
        })
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

function isOpenTo(user: User, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'signed-in':
      return true
    case 'any-right':
      return permissions.some(user.may)
    case 'neighbour':
      return isNeighbour(user)
    default:
      return user.may(access)
  }
}

/** The token of the Authorization header, scheme in any case (R9); cookies and query never count. */
const tokenIn = (authorization: string | undefined): string | undefined =>
  /^bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1]
