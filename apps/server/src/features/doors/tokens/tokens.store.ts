import { randomUUID } from 'node:crypto'
import {
  mostTokens,
  type Permission,
  type PersonalToken,
  signOnDays,
  type TokenState,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Bearer, User } from '../../../platform/sign-on/user.ts'
import { hashOf, type KeptSecret } from './secret.ts'
import type {} from './tokens.table.ts'

const dayMs = 86_400_000
/** More than anyone reads; the trail has all. */
const mostListed = 1000

/** A token with what is known of its person now. */
export type KnownToken = Selectable<Tables['personal_token']> & {
  roles: string[] | null
  signed_on_at: Date | null
  not_before: Date | null
}

type Person = Pick<Bearer, 'issuer' | 'subject'>

const known = (db: Kysely<Tables>) =>
  db
    .selectFrom('personal_token as token')
    .leftJoin('known_rights as person', (join) =>
      join.onRef('person.issuer', '=', 'token.issuer').onRef('person.subject', '=', 'token.subject'),
    )
    .leftJoin('user_not_before as ended', (join) =>
      join.onRef('ended.issuer', '=', 'token.issuer').onRef('ended.subject', '=', 'token.subject'),
    )
    .selectAll('token')
    .select(['person.roles', 'person.at as signed_on_at', 'ended.not_before'])

export const tokenByHash = (db: Kysely<Tables>, token: string): Promise<KnownToken | undefined> =>
  known(db).where('token.hash', '=', hashOf(token)).executeTakeFirst()

/** The newest first. @param of left out: everyone's */
export async function listTokens(db: Kysely<Tables>, now: Date, of?: Person): Promise<PersonalToken[]> {
  const listed = of
    ? known(db).where('token.issuer', '=', of.issuer).where('token.subject', '=', of.subject)
    : known(db)
  const rows = await listed.orderBy('token.made_at', 'desc').limit(mostListed).execute()
  return rows.map((row) => toToken(row, now))
}

/** Why it is refused now; `live`: it is not. */
export function stateOf(token: KnownToken, now: Date): TokenState {
  if (token.revoked_at) return 'revoked'
  if (token.ends_at <= now) return 'ended'
  // A sign-on's token has whole seconds, and so has the end of them.
  const madeAt = Math.floor(token.made_at.getTime() / 1000) * 1000
  if (token.not_before && madeAt < token.not_before.getTime()) return 'sign-ons-ended'
  const signedOn = token.signed_on_at?.getTime() ?? 0
  return signedOn < now.getTime() - signOnDays * dayMs ? 'rests' : 'live'
}

/**
 * Keeps a new token. The row of the person's rights, which was written in this transaction before, holds up another one that they
 * make at the same time.
 * @throws Problem Conflict where they have as many as they may
 */
export async function keepToken(
  trx: Kysely<Tables>,
  user: User,
  kept: KeptSecret,
  wanted: { name: string; scopes: readonly Permission[]; days: number; origin?: string },
  now: Date,
): Promise<PersonalToken> {
  const { issuer, subject, email } = user
  const live = (await listTokens(trx, now, user)).filter(({ state }) => state === 'live')
  if (live.length >= mostTokens)
    throw new Problem(
      'Conflict',
      `You have ${mostTokens} tokens already. Revoke one before you make another.`,
    )
  const tokenId = randomUUID()
  await trx
    .insertInto('personal_token')
    .values({
      token_id: tokenId,
      issuer,
      subject,
      email,
      name: wanted.name,
      ...kept,
      scopes: sql`${[...new Set(wanted.scopes)]}::text[]`,
      ends_at: new Date(now.getTime() + wanted.days * dayMs),
      origin: wanted.origin ?? '',
    })
    .execute()
  return toToken(await known(trx).where('token_id', '=', tokenId).executeTakeFirstOrThrow(), now)
}

/** @param of only theirs; left out: anyone's. @throws Problem NotFound; Conflict where it was revoked before */
export async function revokeToken(
  trx: Kysely<Tables>,
  { tokenId, by, now, of }: { tokenId: string; by: User; now: Date; of?: Person },
): Promise<KnownToken> {
  let own = trx.updateTable('personal_token').where('token_id', '=', tokenId)
  if (of) own = own.where('issuer', '=', of.issuer).where('subject', '=', of.subject)
  const revoked = await own
    .where('revoked_at', 'is', null)
    .set({ revoked_at: now, revoked_by: by.email })
    .returning('token_id')
    .executeTakeFirst()
  const row = await known(trx).where('token_id', '=', tokenId).executeTakeFirst()
  if (!row || (of && (row.issuer !== of.issuer || row.subject !== of.subject)))
    throw new Problem('NotFound', 'There is no such token. Load the page again to see the tokens there are.')
  if (!revoked) throw new Problem('Conflict', `This token is revoked already, by ${row.revoked_by}.`)
  return row
}

/** At most once a minute, however many use it. */
export async function noteUse(db: Kysely<Tables>, tokenId: string, now: Date): Promise<void> {
  await db
    .updateTable('personal_token')
    .set({ used_at: now })
    .where('token_id', '=', tokenId)
    .where((row) => row.or([row('used_at', 'is', null), row('used_at', '<=', minuteBefore(now))]))
    .execute()
}

export const minuteBefore = (now: Date): Date => new Date(now.getTime() - 60_000)

/** Forgets what ended so long ago; the trail keeps what it did. */
export async function purgeTokens(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * dayMs)
  await db
    .deleteFrom('personal_token')
    .where((row) => row.or([row('ends_at', '<', before), row('revoked_at', '<', before)]))
    .execute()
}

export function toToken(row: KnownToken, now: Date): PersonalToken {
  return {
    tokenId: row.token_id,
    name: row.name,
    beginning: row.beginning,
    scopes: row.scopes,
    madeAt: row.made_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    state: stateOf(row, now),
    email: row.email,
    origin: row.origin,
  }
}
