import { type Attention, factRights, type Permission } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'

const isGone = () => new Problem('NotFound', 'This row is over. Nothing was saved.')

/** Who has which row in hand, by its key. */
export async function readTaken(
  db: Kysely<Tables>,
  user: User,
): Promise<Map<string, NonNullable<Attention['taken']>>> {
  const rows = await db.selectFrom('attention_taken').selectAll().execute()
  return new Map(
    rows.map(({ key, issuer, subject, email, word, taken_at }) => {
      const isMine = issuer === user.issuer && subject === user.subject
      const by = isMine || user.may(factRights.userAction) ? email : ''
      return [key, { by, isMine, word, at: taken_at.toISOString() }]
    }),
  )
}

/** What the row is of. @throws Problem NotFound: it is over, or they may not read it */
export async function findRow(db: Kysely<Tables>, key: string, user: User) {
  const row = await db.selectFrom('attention').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row?.rights.every((right) => user.may(right as Permission))) throw isGone()
  return row.what
}

/** Of two who take it the later one has it. */
export async function take(
  trx: Kysely<Tables>,
  { key, word }: { key: string; word: string },
  { issuer, subject, email }: User,
  now: Date,
): Promise<void> {
  const own = { word, issuer, subject, email, taken_at: now }
  await trx
    .insertInto('attention_taken')
    .values({ key, ...own })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(own))
    .execute()
}

/** @throws Problem Conflict: no one has it */
export async function giveBack(trx: Kysely<Tables>, key: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('attention_taken').where('key', '=', key).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Problem('Conflict', 'No one has this row in hand.')
}

/** It ends with its row. */
export const forgetTaken = (trx: Kysely<Tables>, keys: readonly string[]) =>
  sql`delete from attention_taken where key <> all(${keys}::text[])`.execute(trx)
