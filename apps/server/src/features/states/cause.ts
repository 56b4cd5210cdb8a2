import type { StoredFinding } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { verdictsFor } from './verdicts.ts'
import type { View } from './view.ts'

/** The verdict of a row's last diagnosis; all null: there is none that counts. */
export interface CauseRow {
  cause_code: StoredFinding['code']
  cause_state: StoredFinding['state'] | null
  cause_since: Date | null
  cause_at: Date | null
}

/**
 * Left-joins a thing's one row of a table by its key, where this holds. Of one company all rows are read in one go, as what is kept of
 * a thing names the company that the inventory does; otherwise each is looked up, of the past as well, where a table is two in one.
 */
export function joinByKey(
  table: string,
  as: 'kept' | 'found',
  { kind, id, holds, companyId }: Of & { holds: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [rows, name] = [sql.table(table), sql.ref(as)]
  const isIt = sql`${name}.thing_kind = ${kind} and ${name}.thing_id = ${id} and ${holds}`
  if (companyId === undefined)
    return sql`left join lateral (select * from ${rows} as ${name} where ${isIt} limit 1) as ${name} on true`
  return sql`left join ${rows} as ${name} on ${isIt} ${as === 'kept' ? sql`and kept.company_id = ${companyId}` : sql``}`
}

/** What is joined: by an expression for its identifier, and of one company alone. */
export interface Of {
  kind: 'sim' | 'panel'
  id: RawBuilder<unknown>
  companyId: number | undefined
}

export const causeColumns = sql`found.code as cause_code, found.state as cause_state, found.since as cause_since,
  found.at as cause_at`

/**
 * The verdict that the reader may be told, unless the thing's state is another since.
 * @param since SQL: when its state began; null: not known
 */
export function joinCause(of: Of, since: RawBuilder<unknown>, { may }: View): RawBuilder<unknown> {
  const verdicts = verdictsFor(may)
  const holds = sql`${verdicts !== null}::boolean and found.at >= coalesce(${since}, found.at)`
  return joinByKey(verdicts ?? 'thing_finding', 'found', { ...of, holds })
}

export const toCause = (row: CauseRow): StoredFinding | null =>
  row.cause_state && row.cause_since && row.cause_at
    ? {
        code: row.cause_code,
        state: row.cause_state,
        since: row.cause_since.toISOString(),
        at: row.cause_at.toISOString(),
      }
    : null
