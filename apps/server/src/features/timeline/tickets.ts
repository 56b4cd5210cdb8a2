import { readWhy, type Timeline, type TimelineKind } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { placeOf, readAs, toldSources } from './read-timeline.ts'
import type { Subject } from './source.ts'

/** So many of the newest rows of each source are looked through. */
const mostRows = 1_000

/** What a person does, with the reason and the ticket that they say. */
const ofPeople: readonly TimelineKind[] = ['action', 'flag', 'environment', 'deactivation', 'deployment']

/**
 * For which tickets something was done to a thing: by the rows of its timeline, so that no one is told of more here than there.
 * @param before as of a timeline's page
 */
export async function readTickets(
  db: Kysely<Tables>,
  subject: Subject,
  { before, may }: { before: string | undefined; may: May },
): Promise<NonNullable<Timeline['tickets']>> {
  const told = toldSources(subject, may, (kind) => ofPeople.includes(kind))
  if (told.length === 0) return { items: [], hasOlder: false }
  const parts = told.map(
    ({ source, ...wanted }) =>
      sql`(select at, transaction_id, coalesce(more ->> 'why', detail) as why, count(*) over () as rows
        from (${source.page(subject, wanted, placeOf(before), mostRows)}) as row)`,
  )
  const rows = await readAs(
    db,
    sql<{ at: Date; transactionId: string | null; why: string; isFull: boolean }>`
      select at, transaction_id as "transactionId", why, rows >= ${mostRows} as "isFull"
      from (${sql.join(parts, sql` union all `)}) as entry
      where rows >= ${mostRows} or why like 'Reason: %' or why like 'Ticket: %' order by at desc`,
  )
  const said = rows.flatMap(({ at, transactionId, why }) => {
    const { ticket } = readWhy(why)
    return ticket === '' ? [] : [{ ticket, at: at.toISOString(), of: transactionId ?? at.toISOString() }]
  })
  const items = [...Map.groupBy(said, ({ ticket }) => ticket)].map(([ticket, all]) => ({
    ticket,
    // Intent and outcome are entries of one transaction.
    times: new Set(all.map(({ of }) => of)).size,
    first: all.at(-1)?.at ?? '',
    last: all[0]?.at ?? '',
  }))
  return { items, hasOlder: rows.some(({ isFull }) => isFull) }
}
