/** Who calls, as the token says (D15). The user is issuer and subject together; the e-mail is a label (R10). */
export interface User {
  issuer: string
  subject: string
  email: string
  /** The sign-on that this token belongs to (`sid`); the token's own id where the provider names none. */
  sessionId: string
  tokenId: string
  roles: readonly string[]
  /** Seconds since 1970. */
  issuedAt: number
  expiresAt: number
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
})

export const isNeighbour = ({ issuer }: User): boolean => issuer === 'neighbour'

/** One text per user, for keys. */
export const userKey = (user: Pick<User, 'issuer' | 'subject'>): string => `${user.issuer} ${user.subject}`
