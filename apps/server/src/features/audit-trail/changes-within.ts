import {
  type ChangedField,
  changesIn,
  factRights,
  identified,
  type Permission,
  readWhy,
  shownChange,
  type ThingKind,
  thingKinds,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { Account } from './accounts.ts'
import { boundedReads } from './bounded-reads.ts'
import { findTransactions, isChange, looking, ownMatters, reports } from './find-transactions.ts'
import { isOfEnvironment } from './of-environment.ts'

/** What one transaction changed, as the server entered it. */
export interface Changed {
  transactionId: string
  at: Date
  what: string
  by: string
  object: string
  done: number
  failed: number
  /** What the first step that failed says. */
  reason: string
  ticket: string
  /** What is otherwise since, as far as the entry says it. */
  changes: ChangedField[]
}

interface Wanted {
  from: Date
  to: Date
  /** A person by all of their accounts; undefined: everyone. */
  whose: readonly Pick<Account, 'issuer' | 'subject'>[] | undefined
  /** Calls, as the trail names their routes, that are told elsewhere. */
  without: readonly string[]
  /** Whose entries are told as a number alone (D20); empty: no one's. */
  robot?: string
  most: number
  may: May
}

/** Milliseconds. */
const longestLook = 10_000

/**
 * What people changed from then until then, the oldest first: the last ones, where there are more. What only arranges someone's
 * screens, and what a neighbour reports of an act, is none of it. @throws Problem when it takes too long */
export function changesWithin(
  { db, clock }: { db: Db; clock: Clock },
  { from, to, whose, without: toldElsewhere, robot, most, may }: Wanted,
  signal: AbortSignal,
): Promise<{ changes: Changed[]; hasMore: boolean }> {
  const without = [...toldElsewhere, ...ownMatters, ...reports]
  return boundedReads({ db, clock }, { lastsUpTo: longestLook, signal }, async (reads) => {
    const found = await findTransactions(
      reads,
      {
        range: { from, before: to },
        accounts: whose,
        robot: robot || undefined,
        changesOnly: true,
        without,
      },
      most + 1,
    )
    const ids = found.slice(0, most).map(({ transactionId }) => transactionId)
    const hasFailed = sql`result not in ('Success', 'Accepted', 'Intent')`
    const rows = await reads.read<
      Omit<Changed, 'ticket' | 'changes'> & { route: string; detail: string }
    >(sql`
      select transaction_id as "transactionId", min(at) as at, (array_agg(message order by id))[1] as what,
        (array_agg(email order by id))[1] as by, (array_agg(object order by id))[1] as object,
        (array_agg(route order by id))[1] as route,
        (count(*) filter (where result = 'Success'))::integer as done,
        (count(*) filter (where ${hasFailed}))::integer as failed,
        coalesce((array_agg(detail order by id) filter (where ${hasFailed}))[1], '') as reason,
        coalesce((array_agg(detail order by id) filter (where result in ('Success', 'Intent')))[1], '') as detail
      from user_action
      where transaction_id = any(${ids}::uuid[]) and source = 'server'
        and at > ${from}::timestamptz - interval '32 days' and at < ${to}::timestamptz + interval '32 days'
        and ${may(factRights.environment) ? sql`true` : sql`not ${isOfEnvironment}`}
      group by transaction_id order by min(at), min(id)`)
    return {
      changes: rows
        .filter(
          // A job's entry belongs to what began it.
          ({ route, object }) =>
            !looking.includes(route) && !without.includes(route) && mayBeTold(object, may),
        )
        .map(({ detail, reason, route, ...row }) => {
          const said = readWhy(detail)
          const changes = changesIn(said.rest).map(shownChange)
          // Why it was done stands before why it failed.
          const failed = readWhy(reason)
          return { ...row, changes, ticket: said.ticket || failed.ticket, reason: failed.rest }
        }),
      hasMore: found.length > most,
    }
  })
}

/** How many changes of that time have no row of their own, in transactions: reports of neighbours, and what the robot did. */
export async function countFolded(
  db: Db,
  { from, to, robot }: { from: Date; to: Date; robot: string },
): Promise<{ callbacks: number; robot: number }> {
  // Neighbours have no e-mail.
  const by = (email: string, also: RawBuilder<boolean>) => sql`
    select count(distinct transaction_id)::integer from user_action
    where lower(email) = lower(${email}) and at >= ${from.toISOString()}::timestamptz
      and at < ${to.toISOString()}::timestamptz and ${isChange} and ${also}`
  const { rows } = await sql<{ callbacks: number; robot: number }>`
    select (${by('', sql`route = any(${reports}::text[])`)}) as callbacks,
      (${by(robot, sql`${robot} <> '' and route <> all(${ownMatters}::text[])`)}) as robot`.execute(db)
  return rows[0] ?? { callbacks: 0, robot: 0 }
}

/** Whose own action it is may not read the trail, and then is told of things that they may read (D45). */
function mayBeTold(object: string, may: May): boolean {
  if (may(factRights.userAction)) return true
  const kind = thingKinds.find((each) => object.startsWith(`${each} `))
  const right = kind && rightOf(kind)
  return right !== undefined && may(right)
}

function rightOf(kind: ThingKind): Permission | undefined {
  if (kind === 'batch') return factRights.deactivation
  if (kind === 'user') return 'users.read'
  return kind in identified ? identified[kind as keyof typeof identified].permission : undefined
}
