import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { User } from '../../platform/sign-on/user.ts'

/** A person as the sign-on service knows them; their e-mail is its name, which may change and may be given again. */
export interface Account {
  issuer: string
  subject: string
  /** When the trail first knew them by that e-mail. */
  since: Date
}

/** So long what a person does is remembered by their e-mail (D38). */
const rememberedDays = 180

/** The accounts that bore an e-mail, the first one first. An account that was made again is another one. */
export async function accountsOf(db: Db, email: string, until: Date): Promise<Account[]> {
  const from = new Date(until.getTime() - rememberedDays * 86_400_000)
  const { rows } = await sql<Account>`
    select issuer, subject, min(at) as since from user_action
    where lower(email) = lower(${email}) and email <> '' and at >= ${from.toISOString()}::timestamptz
    group by issuer, subject order by min(at)`.execute(db)
  return rows
}

type Key = Pick<User, 'issuer' | 'subject'>
export const isSameAccount = (one: Key, other: Key): boolean =>
  one.issuer === other.issuer && one.subject === other.subject

/** A row's condition: it is one of these accounts'; undefined: anyone's. One key for own work and for that of others (U5). */
export const isOfAccounts = (accounts: readonly Key[] | undefined) =>
  accounts === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(issuer, subject) in (select * from unnest(
        ${accounts.map(({ issuer }) => issuer)}::text[], ${accounts.map(({ subject }) => subject)}::text[]))`
