import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Repeated, repeatedly } from '../../platform/repeatedly.ts'
import { flapsSince, type View } from '../states/index.ts'
import { expectPlanned } from './expect-planned.ts'
import { passOnExpected } from './expected.ts'
import { judge } from './judge.ts'
import { longDisabledDays } from './panels-found.ts'

/** Things that are judged in one transaction. */
const atOnce = 500
/** So often, in rounds of the survey, what has a finding already is judged again. */
const againRounds = 15
/** More are judged with everything. */
const mostHeard = 20_000
/** So often, in hours, everything is. */
const wholeHours = 24

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics' | 'observations'>
  view: () => View
  everyMs: number
  /** What else the server does whose turn it is. */
  atTurn: () => Promise<void>
}

/** Judges the fleet by what is kept, again and again; of several servers one at a time. No neighbour is asked. */
export function createSurvey({
  platform,
  view,
  everyMs,
  atTurn,
}: Parts): Repeated & { heard(iccid: string): void } {
  const { db } = platform
  /** SIMs that a neighbour told of since the last round, on this server. */
  const heard = new Set<string>()
  let round = 0

  async function survey(signal: AbortSignal): Promise<void> {
    const iccids = [...heard]
    heard.clear()
    await platform.observations.written()
    await judgeAll(db, view(), 'sim', iccids, signal)
    const turn = await takeTurn(db, everyMs)
    if (!turn) return
    await atTurn()
    await passOnExpected(db, view().now)
    await (turn.isWhole ? judgeEverything(db, view, signal) : judgeSuspects(signal))
    await expectPlanned(db, view().now)
  }

  async function judgeSuspects(signal: AbortSignal): Promise<void> {
    await judgeAll(db, view(), 'panel', await suspectPanels(db, view().now), signal)
    await judgeAll(db, view(), 'csr', await allCsrs(db), signal)
    if (round++ % againRounds > 0) return
    await judgeAll(db, view(), 'sim', await simsWithFindings(db), signal)
    await judgeAll(db, view(), 'panel', await neverConnected(db), signal)
  }

  const repeated = repeatedly(platform, 'the survey of the fleet', survey, () => everyMs)
  return {
    ...repeated,
    heard(iccid) {
      if (heard.size < mostHeard) heard.add(iccid)
    },
  }
}

/** In one statement, so that of two servers one has it. */
async function takeTurn(db: Db, everyMs: number): Promise<{ isWhole: boolean } | undefined> {
  const { rows } = await sql<{ isWhole: boolean }>`
    update fleet_turn set begun_at = clock_timestamp()
    where begun_at is null or begun_at <= clock_timestamp() - ${(everyMs * 0.9) / 1000} * interval '1 second'
    returning whole_at is null or whole_at <= clock_timestamp() - ${wholeHours} * interval '1 hour' as "isWhole"`.execute(
    db,
  )
  return rows[0]
}

async function judgeAll(
  db: Db,
  view: View,
  kind: 'sim' | 'panel' | 'csr',
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    signal.throwIfAborted()
    await db.transaction().execute((trx) => judge(trx, view, kind, ids.slice(from, from + atOnce).toSorted()))
  }
}

/** Every SIM, panel and CSR, part by part. */
export async function judgeEverything(db: Db, view: () => View, signal: AbortSignal): Promise<void> {
  for (const [kind, table, id] of [
    ['sim', 'sim', 'iccid'],
    ['panel', 'panel', 'cloud_id'],
  ] as const)
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string }>`
        select ${sql.ref(id)} as id from ${sql.table(table)} where ${sql.ref(id)} > ${after}
        order by ${sql.ref(id)} limit ${atOnce}`.execute(db)
      const ids = rows.map((row) => row.id)
      await judgeAll(db, view(), kind, ids, signal)
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
  await judgeAll(db, view(), 'csr', await allCsrs(db), signal)
  // What is not there any more has no findings either.
  await sql`
    delete from fleet_finding as it where not exists (select from sim where thing_kind = 'sim' and iccid = thing_id)
      and not exists (select from panel where thing_kind = 'panel' and cloud_id = thing_id)
      and not exists (select from csr where thing_kind = 'csr' and server = thing_id)`.execute(db)
  await sql`update fleet_turn set whole_at = clock_timestamp()`.execute(db)
}

/** Panels that may be wrong by what is kept, and those that were. */
async function suspectPanels(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select cloud_id as id from webconnect_absence where ended_at is null and how = 'silent'
    union select cloud_id from webconnect_sessions where hour >= date_trunc('hour', ${flapsSince(now)}::timestamptz, 'UTC')
      and begun > 1
    union select cloud_id from panel where flagged and flag_changed_at < ${new Date(now.getTime() - longDisabledDays * 86_400_000)}
    union select thing_id from fleet_finding where thing_kind = 'panel'`.execute(db)
  return rows.map(({ id }) => id)
}

/** Panels that no container has told of. */
async function neverConnected(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select cloud_id as id from panel left join thing_state as kept on kept.thing_kind = 'panel' and kept.thing_id = cloud_id
    where kept.is_asked is not true`.execute(db)
  return rows.map(({ id }) => id)
}

/** What was seen once is judged again: the inventory is read with it. */
export async function judgeOnceSeen(db: Db, view: () => View, signal: AbortSignal): Promise<void> {
  const rows = await db
    .selectFrom('fleet_finding')
    .select(['thing_kind', 'thing_id'])
    .distinct()
    .where('readings', '=', 1)
    .execute()
  for (const kind of ['sim', 'panel'] as const) {
    const ids = rows.filter((row) => row.thing_kind === kind).map((row) => row.thing_id)
    await judgeAll(db, view(), kind, ids, signal)
  }
}

const simsWithFindings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct thing_id as id from fleet_finding where thing_kind = 'sim'`.execute(db)
  return rows.map(({ id }) => id)
}

const allCsrs = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('csr').select('server').execute()).map(({ server }) => server)
