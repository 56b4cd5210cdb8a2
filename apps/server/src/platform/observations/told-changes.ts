import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * Notes changes of a field that a source tells of itself, where they are not on record, and what it said last does not tell of
 * another value. @returns the things of those that are new
 */
export async function noteToldChanges(
  trx: Transaction<Tables>,
  { kind, source, field, at }: { kind: string; source: string; field: string; at: Date },
  changes: readonly { id: string; before: string; after: string }[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
    select distinct on (told.id) ${kind}, told.id, ${source}, ${field}, told.before, told.after, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as told (id text, before text, after text)
    left join observation as last on last.thing_kind = ${kind} and last.thing_id = told.id and last.source = ${source}
    where coalesce(last.fields ->> ${field}, '') in ('', told.after) and not exists (
      select from observed_change as known where known.thing_kind = ${kind} and known.thing_id = told.id
        and known.source = ${source} and known.field = ${field} and known.after = told.after)
    order by told.id returning thing_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}
