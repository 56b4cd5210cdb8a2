import { type Environment, type Permission, permissionsOf, readingOf } from '@support-console/contract'
import type { Bearer, User } from './user.ts'

/** Makes rights of roles (D16), here and nowhere else: on this kind of host, and no more than the token is for. */
export function withRights(bearer: Bearer, environment: Environment): User {
  const given = permissionsOf(bearer.roles, environment)
  const { scopes } = bearer
  const has = (right: Permission) => given.has(right) && (scopes?.includes(right) ?? true)
  return { ...bearer, may: (right) => has(right) && has(readingOf(right)) }
}
