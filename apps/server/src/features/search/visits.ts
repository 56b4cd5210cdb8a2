import { mostRecent, type SearchKind } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { asChange } from '../../platform/database/work.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { thingOf } from './find.ts'
import type { Readable } from './source.ts'
import type {} from './visit.table.ts'

/** So long a visit is remembered (D38). */
const keptDays = 180
/** So many of a person are kept: some of the newest may be of kinds that they may no longer read. */
const kept = 3 * mostRecent

type Person = Pick<User, 'issuer' | 'subject'>

/** Notes that someone visited a thing, and forgets those beyond the newest. */
export const noteVisit = (db: Db, person: Person, visit: { kind: SearchKind; id: string; at: Date }) =>
  asChange(async () => {
    const { issuer, subject } = person
    await db
      .insertInto('visit')
      .values({ issuer, subject, kind: visit.kind, id: visit.id, visited_at: visit.at })
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject', 'kind', 'id']).doUpdateSet({ visited_at: visit.at }),
      )
      .execute()
    await sql`
      delete from visit where (issuer, subject, kind, id) in (
        select issuer, subject, kind, id from visit where issuer = ${issuer} and subject = ${subject}
        order by visited_at desc, kind, id offset ${kept})`.execute(db)
  })

/** What someone visited last, the newest first, as things stand now; only what they may read, and what there still is. */
export async function readRecent(db: Db, sources: readonly Readable[], { issuer, subject }: Person) {
  const visits = await db
    .selectFrom('visit')
    .select(['kind', 'id', 'visited_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .orderBy('visited_at', 'desc')
    .orderBy('id')
    .limit(kept)
    .execute()
  const found = await Promise.all(
    sources.map(async (source) => {
      const own = visits.filter(({ kind }) => kind === source.kind)
      if (own.length === 0) return []
      const described = await source.describe(
        db,
        own.map(({ id }) => id),
      )
      return own.flatMap(({ id, visited_at }) => {
        const about = described.get(id)
        return about ? [{ ...thingOf(source, id, about), at: visited_at }] : []
      })
    }),
  )
  const things = new Map(found.flat().map((each) => [`${each.kind} ${each.id}`, each]))
  return [...things.values()]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, mostRecent)
    .map(({ at, ...thing }) => ({ ...thing, visitedAt: at.toISOString() }))
}

/** Forgets what was not visited again for so long. */
export async function purgeVisits(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('visit')
    .where('visited_at', '<', new Date(now.getTime() - keptDays * 86_400_000))
    .execute()
}
