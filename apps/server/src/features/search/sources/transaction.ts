import { factRights, type UndertakingKind, undertakingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import type { May } from '../../../platform/sign-on/user.ts'
import { isEntryOfEnvironment } from '../../audit-trail/index.ts'
import { type Candidate, factsOf, type Source } from '../source.ts'

/** What leads to a transaction, each by its index of UUIDs. Lasting work is found by its kind: 'batchId'. */
const ways = (may: May) =>
  [
    [sql`'transactionId'`, 'user_action', 'transaction_id', 'at', sql`true`],
    [sql`'subTransactionId'`, 'user_action', 'sub_transaction_id', 'at', sql`true`],
    [sql`kind || 'Id'`, 'undertaking', 'id', 'began_at', sql`kind = any(${kindsFor(may)}::text[])`],
  ] as const

/** The kinds of lasting work that the reader may read. */
const kindsFor = (may: May): UndertakingKind[] =>
  (Object.keys(undertakingKinds) as UndertakingKind[]).filter((kind) =>
    may(undertakingKinds[kind].permission),
  )

/** Transactions by the beginning of their id, of a part's, or of the work's that they began. */
export const transactions: Source<'transaction'> = {
  kind: 'transaction',
  async find(db, { uuid }, most, may) {
    if (uuid === undefined) return []
    const none = '00000000-0000-0000-0000-000000000000'
    const [from, to] = [uuid + none.slice(uuid.length), uuid + none.replaceAll('0', 'f').slice(uuid.length)]
    const parts = ways(may).map(([field, table, column, at, isTold]) => {
      const [name, id] = [sql.table(table), sql.ref(column)]
      return sql`(select transaction_id::text as id, field, found::text as value,
        case when found::text = ${uuid} then 'exact' else 'prefix' end as how, min(at) as activity
        from (select transaction_id, ${field} as field, ${id} as found, ${sql.ref(at)} as at from ${name}
          where ${id} between ${from}::uuid and ${to}::uuid and ${isTold} order by ${id} limit ${most * 10}) as near
        group by transaction_id, field, found)`
    })
    const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
    return rows
  },
  async describe(db, ids, { may }) {
    const { rows } = await sql<{ id: string; message: string; email: string; at: Date; activity: string }>`
      select wanted.id::text as id, entry.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
        select message, email, at, activity from user_action where transaction_id = wanted.id
        order by source, id limit 1) as entry`.execute(db)
    return new Map(
      rows.map(({ id, message, email, at, activity }) => {
        const isTold = may(factRights.environment) || !isEntryOfEnvironment({ activity })
        const facts = factsOf({ description: isTold ? message : null, who: email, at: at.toISOString() })
        return [id, { title: id, facts }]
      }),
    )
  },
}
