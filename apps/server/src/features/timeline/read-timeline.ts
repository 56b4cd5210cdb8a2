import { createHash } from 'node:crypto'
import type { Timeline, TimelineKind } from '@support-console/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { prepareAs } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { entryOf, type Groups, wantedEntries } from './entries.ts'
import { emptyLooks } from './observed-sources.ts'
import type { Place, Row, Source, Subject, Wanted } from './source.ts'
import { sources } from './sources.ts'

/** How often a page looks for more, where most rows are steps of entries further down, or do not fit. */
const mostLooks = 5
/** How many rows are looked at in one go, where some may not fit. */
const rowsOfSearch = 500
/** Of the steps of a page's entries; an entry of more than that shows the first. */
const mostSteps = 2_000

/** Later than everything. */
const theEnd: Place = { micros: '99999999999999999', key: '~' }

/**
 * What happened to a thing, the newest first (connected console, section 6): one union of all sources, read along their
 * indexes from a place on. An entry is a transaction, and stands where its first step stands; the others are below it,
 * wherever they would stand.
 * @param asked.may what the reader may; what they may not is `withheld`
 */
export async function readTimeline(
  db: Kysely<Tables>,
  subject: Subject,
  asked: {
    before?: string | undefined
    kinds?: readonly TimelineKind[] | undefined
    /** Only entries of which a step is this person's. */
    by?: string | undefined
    /** Only entries whose steps say all these words. */
    text?: string | undefined
    limit: number
    may: May
  },
): Promise<Timeline> {
  const { limit, may } = asked
  const ofThing = sources.filter((source) => source.of.includes(subject.kind))
  const wanted = (kind: TimelineKind) => asked.kinds?.includes(kind) ?? true
  const told = toldSources(subject, may, wanted)
  const withheld = ofThing.flatMap(({ kinds, ...source }) =>
    kinds.filter((kind) => !isTold(source, kind, may) && isKindOf(kind, subject)),
  )
  const entries: Timeline['entries'] = []
  const isWanted = wantedEntries(asked, subject)
  // Some more than are shown, since some will be steps of others.
  const rowsAtOnce = asked.by || asked.text ? rowsOfSearch : 3 * limit + 20
  const begin = placeOf(asked.before)
  let place = begin
  for (let look = 0; look < mostLooks && told.length > 0; look++) {
    const rows = await readRows(
      db,
      told.map(({ source, ...asked }) => source.page(subject, asked, place, rowsAtOnce)),
      sql`at desc, key collate "C" desc limit ${rowsAtOnce}`,
    )
    const groups = await stepsOf(rows)
    for (const [at, row] of rows.entries()) {
      place = row
      const entry = entryOf(row, groups, may)
      if (!entry || !isWanted(entry)) continue
      entries.push(entry)
      if (entries.length < limit) continue
      const isLast = at === rows.length - 1 && rows.length < rowsAtOnce
      return page(isLast)
    }
    if (rows.length < rowsAtOnce) return page(true)
  }
  return page(told.length === 0)

  async function page(isLast: boolean): Promise<Timeline> {
    const before = isLast ? null : `${place.micros}.${place.key}`
    return { entries, before, looks: await looksOf(isLast), withheld }
  }

  /** Of the time of this page; no filter asks for them. */
  async function looksOf(isLast: boolean): Promise<Timeline['looks']> {
    const isObserved = told.some(({ kinds }) => kinds.includes('observation'))
    if (!isObserved || subject.kind === 'transaction' || asked.by || asked.text) return []
    const [from, before] = [isLast ? null : timeOf(place), begin === theEnd ? null : timeOf(begin)]
    const { rows } = await emptyLooks(subject, { from, before }).execute(db)
    return rows.map(({ at, count }) => ({ at: at.toISOString(), count }))
  }

  /** All steps of these rows' transactions, in their order; of a transaction's own timeline each row stands for itself. */
  async function stepsOf(rows: readonly Row[]): Promise<Groups> {
    const ids = [...new Set(rows.flatMap(({ transactionId }) => transactionId ?? []))]
    const [newest, oldest] = [rows[0]?.at, rows.at(-1)?.at]
    if (subject.kind === 'transaction' || !newest || !oldest) return new Map()
    const all = await readRows(
      db,
      told.map(({ source, ...asked }) => source.steps(subject, asked, { ids, newest, oldest })),
      sql`at, key collate "C" limit ${mostSteps}`,
    )
    return Map.groupBy(all, ({ transactionId }) => transactionId)
  }
}

/** What may be told to a reader of a source. */
const isTold = ({ permission, also }: Pick<Source, 'permission' | 'also'>, kind: TimelineKind, may: May) =>
  [permission, also?.[kind]].every((right) => !right || may(right))

/** The sources that may tell something of a thing, each with the kinds that it may tell. */
export const toldSources = (
  subject: Subject,
  may: May,
  isWanted: (kind: TimelineKind) => boolean,
): (Wanted & { source: Source })[] =>
  sources
    .filter((source) => source.of.includes(subject.kind))
    .map((source) => ({
      source,
      kinds: source.kinds.filter((kind) => isWanted(kind) && isTold(source, kind, may)),
      may,
    }))
    .filter(({ kinds }) => kinds.length > 0)

/** Panels alone have an environment, and a flag. */
const isKindOf = (kind: TimelineKind, { kind: of }: Subject): boolean =>
  of === 'panel' || of === 'transaction' || (kind !== 'environment' && kind !== 'flag')

async function readRows(
  db: Kysely<Tables>,
  parts: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): Promise<Row[]> {
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  return readAs(
    db,
    sql<Row>`
    select key, at, (extract(epoch from at) * 1000000)::bigint::text as micros, kind, what, "from", "to", detail, state, by,
      source, object, transaction_id as "transactionId", more from (${all}) as entry order by ${order}`,
  )
}

/** Planned once for each text: there are as many as kinds of pages. */
export async function readAs<Of>(db: Kysely<Tables>, statement: RawBuilder<Of>): Promise<Of[]> {
  const query = statement.compile(db)
  // A look at each month of the trail takes far longer to plan than to make.
  prepareAs(query.sql, `timeline ${createHash('sha256').update(query.sql).digest('hex').slice(0, 16)}`)
  return (await db.executeQuery(query)).rows
}

const timeOf = ({ micros }: Place): Date => new Date(Number(micros) / 1000)

/** The place that a page goes on from; without one the end. */
export function placeOf(before: string | undefined): Place {
  const [micros, key] = before?.split('.') ?? []
  return micros && key ? { micros, key } : theEnd
}
