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

/** What is kept of a thing names the company that the inventory does. */
export const ofCompany = (companyId: number | undefined): RawBuilder<unknown> =>
  companyId === undefined ? sql`` : sql`and kept.company_id = ${companyId}`

export const causeColumns = sql`found.code as cause_code, found.state as cause_state, found.since as cause_since,
  found.at as cause_at`

/**
 * The verdict that the reader may be told, unless the thing's state is another since.
 * @param since SQL: when its state began; null: not known
 */
export function joinCause(
  kind: 'sim' | 'panel',
  id: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
  { may }: View,
): RawBuilder<unknown> {
  const verdicts = verdictsFor(may)
  return sql`left join ${sql.table(verdicts ?? 'thing_finding')} as found
    on ${verdicts !== null}::boolean and found.thing_kind = ${kind} and found.thing_id = ${id}
      and found.at >= coalesce(${since}, found.at)`
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
