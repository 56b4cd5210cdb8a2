import { type NeighbourFailure, readableSources } from '@support-console/contract'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withoutAdvice } from '../problem.ts'
import type { May } from '../sign-on/user.ts'
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
  /** When it first told anything; null: that is not known. */
  firstAt: Date | null
  tookMs: number | null
  /** It was asked again since, and gave no answer. */
  unanswered: {
    at: Date
    tookMs: number
    status: string
    problem: string
    failure: NeighbourFailure | null
  } | null
}

/**
 * What all sources last said of a thing, by whichever of its ids they know it, or of several things.
 * @param may what the reader may: of other sources they learn nothing (D45)
 */
export async function lastSaidOf(
  db: Kysely<Tables>,
  kind: string,
  ids: readonly string[],
  may: May,
): Promise<LastSaid[]> {
  const readable = readableSources(may)
  const rows = await db
    .selectFrom('observation_now')
    .selectAll()
    .where('thing_kind', '=', kind)
    .where('thing_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('source')
    .orderBy('asked_at', (order) => order.desc().nullsLast())
    .execute()
  const told = rows.filter(({ source }) => readable.test(source))
  return told.map((row) => ({
    id: row.thing_id,
    source: row.source,
    fields: row.fields,
    askedAt: row.asked_at,
    firstAt: row.first_at,
    tookMs: row.took_ms,
    unanswered: row.unanswered_at && {
      at: row.unanswered_at,
      tookMs: row.unanswered_ms ?? 0,
      status: row.status,
      problem: row.problem,
      failure: row.failure,
    },
  }))
}

/** As SQL: whether a reader with these rights may be told what this source told (D45). */
export const mayBeTold = (may: May, source: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${source} ~ ${readableSources(may).source}`

/** One field that a source said otherwise than before; empty: it told none. */
export interface ObservedChange {
  id: string
  source: string
  field: string
  before: string
  after: string
  at: Date
  /** When it last said what it was before; null: not known. */
  notAt: Date | null
}

/** What sources said otherwise of these things since then, the newest first. */
export async function changesOfThings(
  db: Kysely<Tables>,
  kind: string,
  { ids, fields, since }: { ids: readonly string[]; fields: readonly string[]; since: Date },
): Promise<ObservedChange[]> {
  const { rows } = await sql<ObservedChange>`
    select thing_id as id, source, field, before, after, at, not_at as "notAt" from observed_change
    where thing_kind = ${kind} and thing_id = any(${ids}::text[]) and field = any(${fields}::text[])
      and at > ${since} order by at desc, change_id desc limit 5000`.execute(db)
  return rows
}

interface Of {
  thing_kind: string
  thing_id: string
  source: string
}

interface Kept extends Of {
  fields: Fields | null
  asked_at: string | null
  first_at: string | null
  took_ms: number | null
  unanswered_at: string | null
  unanswered_ms: number | null
  status: string
  problem: string
  failure?: NeighbourFailure | null
}

/** Keeps observations, in one transaction. */
export const keepObservations = (db: Db, observations: readonly Observation[]): Promise<void> =>
  db.transaction().execute((trx) => keepObservationsIn(trx, observations))

/**
 * Keeps observations, in a few statements: the latest of each thing and source, what changed, which silence has ended, and
 * the identifiers. One that is older than what is kept changes nothing; one without an answer leaves what was said before.
 * Until the transaction ends no one else keeps any of these things and sources.
 */
export async function keepObservationsIn(
  trx: Transaction<Tables>,
  observations: readonly Observation[],
): Promise<void> {
  const all = observations.map(({ kind, id, ...rest }) => ({ thing_kind: kind, thing_id: id, ...rest }))
  // In one order on all servers, so that none waits for another crosswise.
  const things = [...new Map(all.map((each) => [key(each), each])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { thing_kind, thing_id, source }]) => ({ thing_kind, thing_id, source }))

  const kept = await keptOf(trx, things)
  const [changes, silences]: [object[], object[]] = [[], []]
  const looks = new Map<string, Look>()
  const [told, untold] = [new Map<string, object>(), new Map<string, object>()]
  for (const { thing_kind, thing_id, source, askedAt, tookMs, said, look: by } of all) {
    const of = { thing_kind, thing_id, source }
    const before = kept.get(key(of))
    const look = lookOf(looks, { thing_kind, thing_id, askedAt, look: by })
    if (before?.asked_at && before.asked_at > askedAt) continue
    if (!('fields' in said)) {
      const { fields = null, asked_at = null, first_at = null, took_ms = null } = before ?? {}
      const problem = withoutAdvice(said.problem)
      const unanswered = { unanswered_at: askedAt, unanswered_ms: tookMs, failure: null, ...said, problem }
      kept.set(key(of), { ...of, fields, asked_at, first_at, took_ms, ...unanswered })
      continue
    }
    const { fields } = said
    silences.push(...silenceBefore(before, askedAt).map((silence) => ({ ...of, ...silence })))
    changes.push(
      ...changesIn(look, changesOf(before?.fields, fields), { ...of, at: askedAt, not_at: before?.asked_at }),
    )
    const was = identifiersByName(of, before?.fields ?? {})
    const now = identifiersByName(of, fields)
    for (const [name, each] of now) if (!told.has(name)) told.set(name, { ...each, at: askedAt })
    for (const [name, each] of was) if (!now.has(name)) untold.set(name, { ...each, at: before?.asked_at })
    const answered = {
      unanswered_at: null,
      unanswered_ms: null,
      status: 'Success',
      problem: '',
      failure: null,
    }
    const first_at = before?.first_at ?? before?.asked_at ?? askedAt
    kept.set(key(of), { ...of, fields, asked_at: askedAt, first_at, took_ms: tookMs, ...answered })
  }
  const latest = things.flatMap((each) => kept.get(key(each)) ?? [])
  await writeAll(trx, latest, { changes, silences, told: [...told.values()], untold: [...untold.values()] })
  await writeLooks(trx, [...looks.values()])
}

interface Look extends Pick<Of, 'thing_kind' | 'thing_id'> {
  transaction_id: string
  at: string
  email: string
  has_change: boolean
}

/** What a look found otherwise, as it is kept. */
function changesIn(look: Look | undefined, found: readonly object[], of: object): object[] {
  if (look && found.length > 0) look.has_change = true
  return found.map((change) => ({ ...of, ...change, transaction_id: look?.transaction_id }))
}

/** The look that an observation is a part of, among those that are being kept. */
function lookOf(
  looks: Map<string, Look>,
  {
    thing_kind,
    thing_id,
    askedAt,
    look,
  }: Omit<Look, 'transaction_id' | 'at' | 'email' | 'has_change'> & Pick<Observation, 'askedAt' | 'look'>,
): Look | undefined {
  if (!look) return undefined
  const { transactionId: transaction_id, email } = look
  const name = JSON.stringify([thing_kind, thing_id, transaction_id])
  const kept = looks.get(name) ?? {
    thing_kind,
    thing_id,
    transaction_id,
    at: askedAt,
    email,
    has_change: false,
  }
  if (askedAt < kept.at) kept.at = askedAt
  looks.set(name, kept)
  return kept
}

/** Each once, however many sources answered one after the other; in one order on all servers. */
async function writeLooks(trx: Transaction<Tables>, looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return
  await sql`
    insert into observed_look as it select * from jsonb_populate_recordset(null::observed_look, ${JSON.stringify(looks)}::jsonb)
    order by thing_kind, thing_id, transaction_id
    on conflict (thing_kind, thing_id, transaction_id) do update set at = least(it.at, excluded.at),
      has_change = it.has_change or excluded.has_change`.execute(trx)
}

/** What is kept of them, by their keys; no one else keeps them until the transaction ends. */
async function keptOf(trx: Transaction<Tables>, things: readonly Of[]): Promise<Map<string, Kept>> {
  const { rows } = await sql<Kept & Record<'asked_at' | 'first_at' | 'unanswered_at', Date | null>>`
    select observation.* from jsonb_to_recordset(${JSON.stringify(things)}::jsonb)
      as wanted (thing_kind text, thing_id text, source text)
    join observation using (thing_kind, thing_id, source)
    order by thing_kind, thing_id, source for update of observation`.execute(trx)
  const time = (at: Date | null) => at?.toISOString() ?? null
  return new Map(
    rows.map((row) => [
      key(row),
      {
        ...row,
        asked_at: time(row.asked_at),
        first_at: time(row.first_at),
        unanswered_at: time(row.unanswered_at),
      },
    ]),
  )
}

const key = (of: Of) => JSON.stringify([of.thing_kind, of.thing_id, of.source])

/** The identifiers that a source tells of a thing, each by what it is told apart by. */
const identifiersByName = (of: Of, fields: Fields) =>
  new Map(identifiersOf(of.thing_id, fields).map((each) => [JSON.stringify([of, each]), { ...of, ...each }]))

/** The silence that an answer ends, if there was one. */
function silenceBefore(before: Kept | undefined, until: string): object[] {
  const { asked_at, unanswered_at, status, problem } = before ?? {}
  if (!unanswered_at || unanswered_at > until) return []
  return [{ since: asked_at ?? unanswered_at, until, status, problem }]
}

async function writeAll(
  trx: Transaction<Tables>,
  latest: readonly Kept[],
  {
    changes,
    silences,
    told,
    untold,
  }: Readonly<Record<'changes' | 'silences' | 'told' | 'untold', readonly object[]>>,
): Promise<void> {
  const values = sql`fields = excluded.fields, asked_at = excluded.asked_at, first_at = excluded.first_at, took_ms = excluded.took_ms,
    unanswered_at = excluded.unanswered_at, unanswered_ms = excluded.unanswered_ms, status = excluded.status,
    problem = excluded.problem, failure = excluded.failure`
  if (changes.length > 0)
    await sql`
      insert into observed_change (thing_kind, thing_id, source, field, before, after, at, not_at, transaction_id)
      select thing_kind, thing_id, source, field, before, after, at, not_at, transaction_id
      from jsonb_populate_recordset(null::observed_change, ${JSON.stringify(changes)}::jsonb)`.execute(trx)
  // After the changes, since with these the state is kept, which says since when it is so.
  await sql`
    insert into observation select * from jsonb_populate_recordset(null::observation, ${JSON.stringify(latest)}::jsonb)
    on conflict (thing_kind, thing_id, source) do update set ${values}`.execute(trx)
  if (silences.length > 0)
    await sql`
      insert into observed_silence (thing_kind, thing_id, source, since, until, status, problem)
      select thing_kind, thing_id, source, since, until, status, problem
      from jsonb_populate_recordset(null::observed_silence, ${JSON.stringify(silences)}::jsonb)`.execute(trx)
  // While it is told, it was last seen when its source last said anything, which the observation has: nothing is written for
  // that.
  const as = sql`(thing_kind text, thing_id text, field text, form text, source text, at timestamptz)`
  if (told.length > 0)
    await sql`
      insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
      select thing_kind, thing_id, field, form, source, at, at from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as seen ${as}
      order by thing_kind, thing_id, field, form, source on conflict do nothing`.execute(trx)
  if (untold.length > 0)
    await sql`
      update observed_identifier as it set last_seen = seen.at from jsonb_to_recordset(${JSON.stringify(untold)}::jsonb) as seen ${as}
      where (it.thing_kind, it.thing_id, it.field, it.form, it.source)
        = (seen.thing_kind, seen.thing_id, seen.field, seen.form, seen.source) and it.last_seen < seen.at`.execute(
      trx,
    )
}
