import { type Generated, type Kysely, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Logger } from '../logging/logger.ts'
import { type Bearer, userKey } from './user.ts'

interface EndedSessionTable {
  issuer: string
  session_id: string
  ended_at: Generated<Date>
}

interface UserNotBeforeTable {
  issuer: string
  subject: string
  not_before: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    ended_session: EndedSessionTable
    user_not_before: UserNotBeforeTable
  }
}

type SignOn = Pick<Bearer, 'issuer' | 'sessionId'>
export type EndedSignOns = ReturnType<typeof createEndedSignOns>

/** The word by which each server hears, with the commit, that sign-ons have ended (`platform/news`). */
export const signOnsEnded = 'sign-ons-ended'

export async function announceEnd(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_notify('news', ${`${signOnsEnded} -`})`.execute(trx)
}

/** Longer than any access token lives; after it, an ended sign-on has no token left to refuse. */
const keptFor = sql<Date>`now() - interval '7 days'`

/** Which sign-ons ended before their tokens expire (R14): asked on every call, answered from memory. */
export function createEndedSignOns(parts: { db: Db; log: Logger }) {
  const { db, log } = parts
  let sessions = new Set<string>()
  /** Ended here, until a refresh reads them; apart, so that one that began before the end does not forget them. */
  const own = new Set<string>()
  let notBefore = new Map<string, number>()
  const listeners = new Set<() => void>()
  let reading = Promise.resolve()
  let next: Promise<void> | undefined
  const sessionKey = (issuer: string, id: string) => `${issuer} ${id}`
  const tell = () => {
    for (const each of [...listeners]) each()
  }
  /** Goes on with those known where they cannot be read. */
  async function read(): Promise<void> {
    try {
      const ended = await db
        .selectFrom('ended_session')
        .select(['issuer', 'session_id'])
        .where('ended_at', '>', keptFor)
        .execute()
      const users = await db.selectFrom('user_not_before').selectAll().execute()
      sessions = new Set(ended.map((row) => sessionKey(row.issuer, row.session_id)))
      for (const key of own) if (sessions.has(key)) own.delete(key)
      notBefore = new Map(users.map((row) => [userKey(row), Math.floor(row.not_before.getTime() / 1000)]))
      tell()
    } catch (error) {
      log.error({ err: error }, 'The ended sign-ons cannot be read; going on with those known')
    }
  }
  return {
    /** Why this token no longer counts, or undefined. */
    whyEnded(user: Bearer): string | undefined {
      const key = sessionKey(user.issuer, user.sessionId)
      if (sessions.has(key) || own.has(key)) return 'the sign-on was ended'
      const since = notBefore.get(userKey(user))
      return since !== undefined && user.issuedAt < since
        ? 'issued before the user was signed out'
        : undefined
    },
    /** Ends the user's sign-on in the caller's transaction; `noteEnded` makes it count here at once. */
    async end(trx: Kysely<Tables>, user: SignOn): Promise<void> {
      await trx
        .insertInto('ended_session')
        .values({ issuer: user.issuer, session_id: user.sessionId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await announceEnd(trx)
    },
    noteEnded(user: SignOn): void {
      own.add(sessionKey(user.issuer, user.sessionId))
      tell()
    },
    /** Told whenever some may have ended. @returns ends it */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Reads what other servers and operators entered: when the database announces an end, and every few seconds for what was not
     * heard. One after the other, so that no earlier reading takes the place of a later one.
     */
    refresh(): Promise<void> {
      next ??= reading.then(() => {
        next = undefined
        reading = read()
        return reading
      })
      return next
    },
  }
}

/** Drops sign-ons that ended so long ago that no token of theirs is left. */
export async function purgeEndedSignOns(db: Db): Promise<void> {
  await db.deleteFrom('ended_session').where('ended_at', '<', keptFor).execute()
}
