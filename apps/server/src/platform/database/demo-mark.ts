import { DatabaseUnavailable, type Db } from './open-database.ts'
import type {} from './tables.ts'

interface DemoMarkTable {
  only_one: boolean | undefined
  demo: boolean
  marked_at: Date | undefined
}

declare module './tables.ts' {
  interface Tables {
    demo_mark: DemoMarkTable
  }
}

/**
 * A database is a demo or it is not, from its first start on (D31): the first one marks it, of several at once too.
 * @throws DatabaseUnavailable where this start takes it for the other thing
 */
export async function holdToMark(db: Db, demo: boolean): Promise<void> {
  // Looked at first: with two roles the servers' own may only read it (docs/operations/postgresql.md).
  const mark =
    (await db.selectFrom('demo_mark').select('demo').executeTakeFirst()) ?? (await makeMark(db, demo))
  if (mark.demo === demo) return
  throw new DatabaseUnavailable(
    demo
      ? 'This database is in real use, and DEMO=on would fill it with the demo world: start with DEMO=off, or show the demo on a database of its own.'
      : 'This database was made for the demo (DEMO=on at its first start) and is not taken into real use: give DEMO=off a database of its own.',
  )
}

async function makeMark(db: Db, demo: boolean): Promise<{ demo: boolean }> {
  await db
    .insertInto('demo_mark')
    .values({ only_one: true, demo, marked_at: undefined })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('demo_mark').select('demo').executeTakeFirstOrThrow()
}
