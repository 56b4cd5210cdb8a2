import {
  type Permission,
  type PersonalToken,
  type Thing,
  thing,
  withoutReading,
} from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { problems } from '../../../platform/problem.ts'
import { noteRights } from '../../../platform/sign-on/known-rights.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { sessionOf } from './authenticate.ts'
import type { KeptSecret } from './secret.ts'
import { keepToken } from './tokens.store.ts'

/**
 * Makes a token for a person, on the page or for their command line: with what its caller is told, and its entry.
 * @throws Problem Invalid, as of its scopes; Conflict, as of their number
 */
export async function makeToken(
  trx: Kysely<Tables>,
  user: User,
  kept: KeptSecret,
  wanted: Parameters<typeof keepToken>[3],
  now: Date,
): Promise<{ token: PersonalToken; message: string; entry: { object: Thing; detail: string } }> {
  refuseScopes(wanted.scopes, user)
  await noteRights(trx, user)
  const token = await keepToken(trx, user, kept, wanted, now)
  const origin = token.origin && ` For a command line at ${token.origin}, by a code.`
  return {
    token,
    message: `The token “${token.name}” is made.`,
    entry: {
      object: thing('session', sessionOf(token.tokenId)),
      detail: `${token.beginning}…, for ${token.scopes.join(', ')}, until ${token.endsAt}.${origin}`,
    },
  }
}

/** @throws Problem Invalid where a scope is not the person's own, or could never be used */
function refuseScopes(scopes: readonly Permission[], user: User): void {
  const foreign = scopes.filter((scope) => !user.may(scope))
  if (foreign.length > 0)
    throw problems.invalid([
      { field: 'scopes', message: `must be rights that you have; you do not have ${foreign.join(', ')}` },
    ])
  const blind = withoutReading(scopes)
  if (blind.length > 0)
    throw problems.invalid([
      { field: 'scopes', message: `must have the reading of what they change, too: ${blind.join(', ')}` },
    ])
}
