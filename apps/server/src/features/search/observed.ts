import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { mayBeTold } from '../../platform/observations/observations.store.ts'
import { formOf } from '../../platform/observations/observed.ts'
import type { Asked } from './asked.ts'
import type { Candidate, Readable } from './source.ts'

interface Row extends Omit<Candidate, 'id' | 'observed' | 'activity'> {
  thing_id: string
  source: string
  first_seen: Date
  last_seen: Date
  /** What its source says now in that field, and since when; null: nothing. */
  told: string | null
  asked_at: Date | null
}

/**
 * Things by an identifier that only a neighbour ever told us (2): whole, its beginning or its end; with who said so, and
 * from when to when, and only what the reader may be told.
 */
export async function findObserved(
  db: Db,
  { kind, may }: Pick<Readable, 'kind' | 'may'>,
  asked: Asked,
  most: number,
): Promise<Candidate[]> {
  const { digits, phone, code, bareCode, uuid, ipAddress, name, isIdentifier } = asked
  const typed = [digits, phone, code, bareCode, uuid, ipAddress, isIdentifier ? name : undefined]
  const forms = [...new Set(typed.filter((form) => form !== undefined && form.length > 3))]
  if (forms.length === 0) return []
  const isTold = mayBeTold(may, sql`source`)
  // In the order of bytes, as the indexes have it.
  const { rows } = await sql<Row>`
    select seen.*, fields ->> field as told, asked_at from unnest(${forms}::text[]) as asked (form) cross join lateral (
      (select thing_kind, thing_id, field, form as value, source, first_seen, last_seen,
          case when form = asked.form then 'exact' else 'prefix' end as how
        from observed_identifier
        where thing_kind = ${kind} and ${isTold} and form ~>=~ asked.form and form ~<~ (asked.form || chr(65535))
        order by form using ~<~ limit ${most})
      union all
      (select thing_kind, thing_id, field, form, source, first_seen, last_seen, 'suffix' from observed_identifier
        where thing_kind = ${kind} and ${isTold} and reverse(form) ~>=~ reverse(asked.form)
          and reverse(form) ~<~ (reverse(asked.form) || chr(65535)) and form <> asked.form
        order by reverse(form) using ~<~ limit ${most})) as seen
      left join observation using (thing_kind, thing_id, source)`.execute(db)
  return rows.map(({ thing_id, source, first_seen, last_seen, told, asked_at, ...candidate }) => {
    const isStill =
      asked_at !== null && asked_at > last_seen && formOf(candidate.field, told ?? '') === candidate.value
    const last = isStill ? asked_at : last_seen
    return {
      ...candidate,
      id: thing_id,
      activity: last,
      observed: { source, firstSeen: first_seen.toISOString(), lastSeen: last.toISOString() },
    }
  })
}
