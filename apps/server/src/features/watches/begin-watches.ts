import { randomUUID } from 'node:crypto'
import { factRights, type Permission, thing, type WatchOutcome } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { AuditNote } from '../../platform/http/call-context.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { type Beginner, behalfOf } from '../../platform/undertakings/behalf.ts'
import type { WatchRow } from './watch.table.ts'
import { kind, standsOf, type WatchParts } from './watch-work.ts'

type Refused = Exclude<WatchOutcome, 'begun' | 'no-panel'>

/** What became of a panel that was to be watched. */
export type Begun = { outcome: 'begun'; row: WatchRow; entry: AuditNote } | { outcome: Refused }

/** Of these panels those that cannot be watched, by cloud ID, as they stand now. */
export async function refusedPanels(
  parts: WatchParts,
  cloudIds: readonly string[],
): Promise<Map<string, Refused>> {
  const { db } = parts.platform
  const stands = await standsOf(parts, cloudIds)
  const silent = cloudIds.filter((id) => stands.get(id)?.state === 'not-known')
  const known = await knownOf(db, silent)
  return new Map(
    cloudIds.flatMap((id): [string, Refused][] => {
      const state = stands.get(id)?.state ?? 'not-known'
      if (state === 'reporting') return [[id, 'reporting']]
      return state === 'not-known' && !known.has(id) ? [[id, 'unknown']] : []
    }),
  )
}

async function knownOf(db: Db, cloudIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${cloudIds}::text[]) as asked (id)
    where exists (select from panel where cloud_id = id)
      or exists (select from observation_now where thing_kind = 'panel' and thing_id = id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Begins to watch panels, in the transaction of a call; those that the person watches already stay as they are. */
export async function beginWatches(
  trx: AuditedTransaction,
  { platform: { clock } }: WatchParts,
  { cloudIds, refused, hours, ...beginner }: ToWatch,
): Promise<Map<string, Begun>> {
  const until = new Date(clock.now().getTime() + hours * 3600_000)
  // In one order, so that two calls at once wait for each other and never both.
  const wanted = cloudIds.filter((id) => !refused.has(id)).toSorted()
  const behalf = behalfOf(kind, beginner)
  const rows =
    wanted.length === 0
      ? []
      : await trx
          .insertInto('watch')
          .values(
            wanted.map((cloudId) => ({
              watch_id: randomUUID(),
              cloud_id: cloudId,
              until_at: until,
              rights: sql<Permission[]>`${rightsOf(beginner.user)}::text[]`,
              ...behalf,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['cloud_id', 'issuer', 'subject']).where('state', '=', 'running').doNothing(),
          )
          .returningAll()
          .execute()
  const begun = new Map(rows.map((row) => [row.cloud_id, row]))
  return new Map(
    cloudIds.map((id): [string, Begun] => {
      const row = begun.get(id)
      if (row) return [id, { outcome: 'begun', row, entry: entryOf(row, hours) }]
      return [id, { outcome: refused.get(id) ?? 'mine' }]
    }),
  )
}

type ToWatch = Beginner & {
  user: User
  /** Each once. */
  cloudIds: readonly string[]
  refused: ReadonlyMap<string, Refused>
  hours: number
}

const entryOf = (row: WatchRow, hours: number): AuditNote => ({
  message: `Watch panel ${row.cloud_id} for ${sayHours(hours)}`,
  object: thing('panel', row.cloud_id),
  detail: `Until ${sayUtc(row.until_at)}`,
})

export const sayHours = (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`

const rightsOf = ({ may }: Pick<User, 'may'>): Permission[] =>
  [factRights.session, factRights.userAction].filter(may)

/** In which panel each SIM is, as its page says: by the inventory, else where its last session was. */
export async function panelsOfSims(db: Db, iccids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ iccid: string; cloudId: string | null }>`
    select iccid, coalesce(
      (select panel from sim where sim.iccid = asked.iccid and panel <> ''),
      (select told.thing_id from observed_identifier as seen
        join observation as told using (thing_kind, thing_id, source)
        where seen.form = asked.iccid and seen.field = 'iccid' and seen.thing_kind = 'panel'
          and told.fields ->> 'iccid' = asked.iccid
        order by told.asked_at desc, told.thing_id limit 1)) as "cloudId"
    from unnest(${iccids}::text[]) as asked (iccid)`.execute(db)
  return new Map(rows.flatMap(({ iccid, cloudId }) => (cloudId ? [[iccid, cloudId]] : [])))
}
