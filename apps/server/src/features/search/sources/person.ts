import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { byName } from '../by-name.ts'
import { type Candidate, factsOf, type Source } from '../source.ts'

/** Users of the Remote Portal, by their email and parts of it. */
export const people: Source<'person'> = {
  kind: 'person',
  find: (db, asked, most) =>
    byName(
      db,
      {
        field: 'email',
        from: 'remote_user',
        id: 'email',
        value: 'email',
        key: 'email',
        isEmail: true,
      },
      asked,
      most,
    ),
  async describe(db, ids) {
    const rows = await db
      .selectFrom('remote_user')
      .innerJoin('company', 'company.id', 'remote_user.company_id')
      .select(['email', sql<string>`string_agg(distinct company.name, ', ')`.as('companies')])
      .select(sql<string>`string_agg(distinct role, ', ')`.as('portalRoles'))
      .where('email', '=', sql<string>`any(${ids}::text[])`)
      .groupBy('email')
      .execute()
    return new Map(
      rows.map((row) => [
        row.email,
        {
          title: row.email,
          facts: factsOf({ company: row.companies, role: `Remote Portal: ${row.portalRoles}` }),
        },
      ]),
    )
  },
}

/** How many of our people are looked at; a support desk has fewer. */
const mostStaff = 500
/** So long a list of them is taken for whole. */
const staffAge = 60_000
const lists = new WeakMap<Db, { at: number; list: Promise<string[]> }>()

/** Everybody whom the trail names, from one place in the index of emails to the next: no walk over the entries. */
async function readStaff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with recursive staff as (
      (select lower(email) as email, 1 as place from user_action where email <> '' order by lower(email) limit 1)
      union all
      select next.email, place + 1 from staff cross join lateral (
        select lower(user_action.email) as email from user_action
        where lower(user_action.email) > staff.email order by lower(user_action.email) limit 1) as next
      where place < ${mostStaff})
    select email from staff`.execute(db)
  return rows.map(({ email }) => email)
}

function staffOf(db: Db, now: number): Promise<string[]> {
  const kept = lists.get(db)
  if (kept && Math.abs(now - kept.at) < staffAge) return kept.list
  const list = readStaff(db)
  lists.set(db, { at: now, list })
  list.catch(() => lists.delete(db))
  return list
}

/** Our own people, whom the audit trail names. @param now milliseconds since 1970 */
export const staff = (now: () => number): Source<'person'> => ({
  kind: 'person',
  as: 'staff',
  async find(db, { name }, most) {
    if (name.length < 2) return []
    const all = await staffOf(db, now())
    return all
      .filter((email) => email.includes(name))
      .slice(0, most)
      .map((email): Candidate => {
        const how = email === name ? 'exact' : email.startsWith(name) ? 'prefix' : 'part'
        return { id: email, field: 'email', value: email, how, activity: null }
      })
  },
  async describe(db, ids) {
    const all = new Set(await staffOf(db, now()))
    return new Map(
      ids
        .filter((id) => all.has(id))
        .map((id) => [id, { title: id, facts: factsOf({ role: 'User actions' }) }]),
    )
  },
})
