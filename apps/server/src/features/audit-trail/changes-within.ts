import {
  factRights,
  identified,
  type Permission,
  readWhy,
  type ThingKind,
  thingKinds,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { May, User } from '../../platform/sign-on/user.ts'
import { boundedReads } from './bounded-reads.ts'
import { findTransactions, looking } from './find-transactions.ts'
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
}

interface Wanted {
  from: Date
  to: Date
  /** An e-mail, the reader, or everyone. */
  whose: { email: string } | User | undefined
  /** Calls, as the trail names their routes, that are told elsewhere. */
  without: readonly string[]
  most: number
  may: May
}

/** Milliseconds. */
const longestLook = 10_000

/** What people changed from then until then, the oldest first: the last ones, where there are more. @throws Problem when it takes too long */
export function changesWithin(
  { db, clock }: { db: Db; clock: Clock },
  { from, to, whose, without, most, may }: Wanted,
  signal: AbortSignal,
): Promise<{ changes: Changed[]; hasMore: boolean }> {
  return boundedReads({ db, clock }, { lastsUpTo: longestLook, signal }, async (reads) => {
    const found = await findTransactions(
      reads,
      {
        range: { from, before: to },
        email: whose?.email,
        person: whose && 'subject' in whose ? whose : undefined,
        changesOnly: true,
        without,
      },
      most + 1,
    )
    const ids = found.slice(0, most).map(({ transactionId }) => transactionId)
    const hasFailed = sql`result not in ('Success', 'Accepted', 'Intent')`
    const rows = await reads.read<Changed & { route: string }>(sql`
      select transaction_id as "transactionId", min(at) as at, (array_agg(message order by id))[1] as what,
        (array_agg(email order by id))[1] as by, (array_agg(object order by id))[1] as object,
        (array_agg(route order by id))[1] as route,
        (count(*) filter (where result = 'Success'))::integer as done,
        (count(*) filter (where ${hasFailed}))::integer as failed,
        coalesce((array_agg(detail order by id) filter (where ${hasFailed}))[1], '') as reason
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
        // Why it was done stands before why it failed.
        .map((row) => ({ ...row, reason: readWhy(row.reason).rest })),
      hasMore: found.length > most,
    }
  })
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
