import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  factRights,
  type InstallersLink,
  linkLasts,
  mostLinks,
  type PageLanguage,
  type Permission,
  verdictRights,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem } from '../../../platform/problem.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import type { InstallersLinkTable, LinkEnd } from './installers-link.table.ts'

export type LinkRow = Selectable<InstallersLinkTable>

/** What it takes to make a link, and its maker must not lose. */
const makingRight: Permission = 'panels.change'

/** Our advisory locks of links; the second number is made from the panel. */
const linksLock = 7407

/** 128 random bits, 22 characters. */
export const newToken = (): string => randomBytes(16).toString('base64url')
export const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text)
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const liveOf = (db: Kysely<Tables>, cloudId: string, now: Date) =>
  db
    .selectFrom('installers_link')
    .where('cloud_id', '=', cloudId)
    .where('ended_at', 'is', null)
    .where('until_at', '>', now)

/** The newest first. */
export async function liveLinks(
  db: Kysely<Tables>,
  cloudId: string,
  user: User,
  now: Date,
): Promise<InstallersLink[]> {
  const rows = await liveOf(db, cloudId, now).selectAll().orderBy('created_at', 'desc').execute()
  return rows.map((row) => toldTo(row, user))
}

/** @throws Problem NotFound where there is no such panel, Conflict where there are too many links */
export async function makeLink(
  trx: Transaction<Tables>,
  user: User,
  { cloudId, language }: { cloudId: string; language: PageLanguage },
  now: Date,
): Promise<{ link: InstallersLink; token: string }> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from panel where cloud_id = ${cloudId}) or exists (
      select from observation_now where thing_kind = 'panel' and thing_id = ${cloudId}) as found`.execute(trx)
  if (!rows[0]?.found) throw new Problem('NotFound', `not found: there is no panel ${cloudId}.`)
  // Of two who make one at once, one counts after the other.
  await sql`select pg_advisory_xact_lock(${linksLock}, hashtext(${cloudId}))`.execute(trx)
  if ((await liveOf(trx, cloudId, now).select('link_id').execute()).length >= mostLinks)
    throw new Problem(
      'Conflict',
      `Panel ${cloudId} has ${mostLinks} links already. Revoke one before you make another.`,
    )
  const token = newToken()
  const { issuer, subject, email } = user
  const row = await trx
    .insertInto('installers_link')
    .values({
      link_id: randomUUID(),
      token_hash: hashOf(token),
      cloud_id: cloudId,
      language,
      rights: sql<Permission[]>`${verdictRights.filter(user.may)}::text[]`,
      issuer,
      subject,
      email,
      created_at: now,
      until_at: new Date(now.getTime() + linkLasts.hours * 3_600_000),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { link: toldTo(row, user), token }
}

/** Undefined: there is none, or it was deleted long after its end. */
export const findByToken = (db: Kysely<Tables>, token: string): Promise<LinkRow | undefined> =>
  db.selectFrom('installers_link').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst()

/** @throws Problem NotFound */
export async function findLink(db: Kysely<Tables>, linkId: string): Promise<LinkRow> {
  const row = await db
    .selectFrom('installers_link')
    .selectAll()
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  if (!row) throw new Problem('NotFound', 'There is no such link.')
  return row
}

/** How it ended; null: it is live. */
export const endOf = ({ ended_how, until_at }: LinkRow, now: Date): LinkEnd | null =>
  ended_how ?? (until_at <= now ? 'time' : null)

/** @returns false where it had ended before */
export async function endLink(db: Kysely<Tables>, linkId: string, how: LinkEnd, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('installers_link')
    .set({ ended_at: now, ended_how: how })
    .where('link_id', '=', linkId)
    .where('ended_at', 'is', null)
    .returning('link_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of what its maker could read then, what they may read still; null: they may not have such links any more. */
export async function rightsNow(db: Kysely<Tables>, row: LinkRow): Promise<Set<Permission> | null> {
  const order = { issuer: row.issuer, subject: row.subject, ordered_at: row.created_at }
  const held = new Set<Permission>()
  for (const right of [makingRight, ...row.rights])
    if (await mayStill(db, order, right)) held.add(right)
    else if (right === makingRight) return null
  return held
}

function toldTo(row: LinkRow, user: User): InstallersLink {
  const isMine = row.issuer === user.issuer && row.subject === user.subject
  return {
    linkId: row.link_id,
    cloudId: row.cloud_id,
    language: row.language,
    by: isMine || user.may(factRights.userAction) ? row.email : '',
    at: row.created_at.toISOString(),
    until: row.until_at.toISOString(),
    // What WebConnect tells takes a right of its own (D45).
    reportingSince: user.may(factRights.session) ? (row.reporting_since?.toISOString() ?? null) : null,
    openedAt: row.opened_at?.toISOString() ?? null,
  }
}
