import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type {} from './observations.table.ts'
import { changesOf, type Fields, identifiersOf, type Observation } from './observed.ts'

/** What one source last said of a thing. */
export interface LastSaid {
  /** Of the thing, as the source knows it. */
  id: string
  source: string
  /** Null: it never told any. */
  fields: Fields | null
  askedAt: Date | null
  tookMs: number | null
  /** It was asked again since, and gave no answer. */
  unanswered: { at: Date; tookMs: number; status: string; problem: string } | null
}

/** What all sources last said of a thing, by whichever of its ids they know it, or of several things. */
export async function lastSaidOf(
  db: Kysely<Tables>,
  kind: string,
  ids: readonly string[],
): Promise<LastSaid[]> {
  const rows = await db
    .selectFrom('observation_now')
    .selectAll()
    .where('thing_kind', '=', kind)
    .where('thing_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('source')
    .orderBy('asked_at', (order) => order.desc().nullsLast())
    .execute()
  return rows.map((row) => ({
    id: row.thing_id,
    source: row.source,
    fields: row.fields,
    askedAt: row.asked_at,
    tookMs: row.took_ms,
    unanswered: row.unanswered_at && {
      at: row.unanswered_at,
      tookMs: row.unanswered_ms ?? 0,
      status: row.status,
      problem: row.problem,
    },
  }))
}

/** One field that a source said otherwise than before; empty: it told none. */
export interface ObservedChange {
  id: string
  source: string
  field: string
  before: string
  after: string
  at: Date
}

/** What sources said otherwise of these things since then, the newest first. */
export async function changesOfThings(
  db: Kysely<Tables>,
  kind: string,
  { ids, fields, since }: { ids: readonly string[]; fields: readonly string[]; since: Date },
): Promise<ObservedChange[]> {
  const { rows } = await sql<ObservedChange>`
    select thing_id as id, source, field, before, after, at from observed_change
    where thing_kind = ${kind} and thing_id = any(${ids}::text[]) and field = any(${fields}::text[])
      and at > ${since} order by at desc, change_id desc limit 5000`.execute(db)
  return rows
}

interface Kept {
  thing_kind: string
  thing_id: string
  source: string
  fields: Fields | null
  asked_at: string | null
  took_ms: number | null
  unanswered_at: string | null
  unanswered_ms: number | null
  status: string
  problem: string
}

/** Keeps observations, in one transaction. */
export const keepObservations = (db: Db, observations: readonly Observation[]): Promise<void> =>
  db.transaction().execute((trx) => keepObservationsIn(trx, observations))

/**
 * Keeps observations, in a few statements: the latest of each thing and source, what changed, which silence has ended, and
 * the identifiers. One that is older than what is kept changes nothing; one without an answer leaves what was said before.
 * Until the transaction ends nobody else keeps any of these things and sources.
 */
export async function keepObservationsIn(
  trx: Transaction<Tables>,
  observations: readonly Observation[],
): Promise<void> {
  const key = (of: Pick<Kept, 'thing_kind' | 'thing_id' | 'source'>) =>
    JSON.stringify([of.thing_kind, of.thing_id, of.source])
  const told = observations.map(({ kind, id, ...rest }) => ({ thing_kind: kind, thing_id: id, ...rest }))
  // In one order on all servers, so that none waits for another crosswise.
  const things = [...new Map(told.map((each) => [key(each), each])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { thing_kind, thing_id, source }]) => ({ thing_kind, thing_id, source }))

  const { rows } = await sql<Kept & { asked_at: Date | null; unanswered_at: Date | null }>`
    select observation.* from jsonb_to_recordset(${JSON.stringify(things)}::jsonb)
      as wanted (thing_kind text, thing_id text, source text)
    join observation using (thing_kind, thing_id, source)
    order by thing_kind, thing_id, source for update of observation`.execute(trx)
  const kept = new Map<string, Kept>()
  for (const row of rows)
    kept.set(key(row), {
      ...row,
      asked_at: row.asked_at?.toISOString() ?? null,
      unanswered_at: row.unanswered_at?.toISOString() ?? null,
    })

  const [changes, silences]: [object[], object[]] = [[], []]
  const identifiers = new Map<string, object>()
  for (const { thing_kind, thing_id, source, askedAt, tookMs, said } of told) {
    const of = { thing_kind, thing_id, source }
    const before = kept.get(key(of))
    if (before?.asked_at && before.asked_at > askedAt) continue
    if (!('fields' in said)) {
      const { fields = null, asked_at = null, took_ms = null } = before ?? {}
      const unanswered = { unanswered_at: askedAt, unanswered_ms: tookMs, ...said }
      kept.set(key(of), { ...of, fields, asked_at, took_ms, ...unanswered })
      continue
    }
    const { fields } = said
    silences.push(...silenceBefore(before, askedAt).map((silence) => ({ ...of, ...silence })))
    for (const change of changesOf(before?.fields, fields)) changes.push({ ...of, ...change, at: askedAt })
    for (const each of identifiersOf(thing_id, fields))
      identifiers.set(JSON.stringify([of, each]), { ...of, ...each, at: askedAt })
    const answered = { unanswered_at: null, unanswered_ms: null, status: 'Success', problem: '' }
    kept.set(key(of), { ...of, fields, asked_at: askedAt, took_ms: tookMs, ...answered })
  }
  const latest = things.flatMap((each) => kept.get(key(each)) ?? [])
  await writeAll(trx, latest, { changes, silences, identifiers: [...identifiers.values()] })
}

/** The silence that an answer ends, if there was one. */
function silenceBefore(before: Kept | undefined, until: string): object[] {
  const { asked_at, unanswered_at, status, problem } = before ?? {}
  if (!unanswered_at || unanswered_at > until) return []
  return [{ since: asked_at ?? unanswered_at, until, status, problem }]
}

async function writeAll(
  trx: Transaction<Tables>,
  latest: readonly Kept[],
  { changes, silences, identifiers }: Readonly<Record<'changes' | 'silences' | 'identifiers', object[]>>,
): Promise<void> {
  const values = sql`fields = excluded.fields, asked_at = excluded.asked_at, took_ms = excluded.took_ms,
    unanswered_at = excluded.unanswered_at, unanswered_ms = excluded.unanswered_ms, status = excluded.status,
    problem = excluded.problem`
  await sql`
    insert into observation select * from jsonb_populate_recordset(null::observation, ${JSON.stringify(latest)}::jsonb)
    on conflict (thing_kind, thing_id, source) do update set ${values}`.execute(trx)
  if (changes.length > 0)
    await sql`
      insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
      select thing_kind, thing_id, source, field, before, after, at
      from jsonb_populate_recordset(null::observed_change, ${JSON.stringify(changes)}::jsonb)`.execute(trx)
  if (silences.length > 0)
    await sql`
      insert into observed_silence (thing_kind, thing_id, source, since, until, status, problem)
      select thing_kind, thing_id, source, since, until, status, problem
      from jsonb_populate_recordset(null::observed_silence, ${JSON.stringify(silences)}::jsonb)`.execute(trx)
  if (identifiers.length > 0)
    await sql`
      insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
      select thing_kind, thing_id, field, form, source, at, at from jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb)
        as seen (thing_kind text, thing_id text, field text, form text, source text, at timestamptz)
      order by thing_kind, thing_id, field, form, source
      on conflict (thing_kind, thing_id, field, form, source) do update set last_seen = excluded.last_seen
      where observed_identifier.last_seen < excluded.last_seen`.execute(trx)
}
