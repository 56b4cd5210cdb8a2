import type { Permission } from '@support-console/contract'

/** Whom a token names (D15): the person is issuer and subject together; the e-mail is a label (R10). */
export interface Bearer {
  issuer: string
  subject: string
  email: string
  /** The sign-on that this token belongs to (`sid`); the token's own id where the provider names none. */
  sessionId: string
  tokenId: string
  roles: readonly string[]
  /** The token is for these rights only; left out: for all that the roles give. */
  scopes?: readonly Permission[]
  /** Set where a personal token calls in their name (D58). */
  personalToken?: { name: string; beginning: string }
  /** Seconds since 1970. */
  issuedAt: number
  expiresAt: number
}

/** The one question about rights (D16, D45): may they make this change, or be told this fact? */
export type May = (permission: Permission) => boolean

/** Who calls. */
export interface User extends Bearer {
  may: May
}

/** An outside system that reports something (access `neighbour`): no token, so nothing but its name. */
export const neighbourUser = (name: string): User => ({
  issuer: 'neighbour',
  subject: name,
  email: '',
  sessionId: '',
  tokenId: '',
  roles: [],
  issuedAt: 0,
  expiresAt: 0,
  may: () => false,
})

export const isNeighbour = ({ issuer }: Bearer): boolean => issuer === 'neighbour'

/** One text per user, for keys. */
export const userKey = (user: Pick<Bearer, 'issuer' | 'subject'>): string => `${user.issuer} ${user.subject}`
