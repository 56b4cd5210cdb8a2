import { type Coverage, carrierPrefixes, type VendorCode, vendorCodes } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { carrierOfSim } from '../../states/index.ts'
import type {} from './sweep.table.ts'

const dayMs = 86_400_000

/** Whose a SIM of the inventory is, by its code: its prefix says so, else the inventory. */
const carrierCode = sql`case ${sql.join(
  carrierPrefixes.map(
    ({ prefix, code }) => sql`when starts_with(sim.iccid, ${sql.lit(prefix)}) then ${sql.lit(code)}`,
  ),
  sql` `,
)} else sim.vendor_code end`

/**
 * SIMs that came into the inventory since are looked at as well, each as it was last read; those that left it are not. EXCEPT
 * reads what is there once: an anti join is planned for an empty table, and then reads it for each row while it grows.
 */
export async function takeIn(db: Db): Promise<void> {
  await sql`
    insert into sweep_sim (iccid, carrier, seen_at, read_at)
    select sim.iccid, ${carrierCode}, asked_at, asked_at
    from (select iccid from sim except select iccid from sweep_sim) as fresh join sim on sim.iccid = fresh.iccid
    left join observation on thing_kind = 'sim' and thing_id = sim.iccid and source = ${carrierOfSim} and fields ? 'imei'
    on conflict do nothing`.execute(db)
  await sql`
    delete from sweep_sim where not exists (select from sim where sim.iccid = sweep_sim.iccid)`.execute(db)
}

/**
 * How many of each carrier's SIMs its own word was had of within a day, of any question. One that a list of changes does not have has
 * not changed.
 */
export async function countCoverage(
  db: Db | AuditedTransaction,
  now: Date,
): Promise<Omit<Coverage, 'trouble'>[]> {
  const { rows } = await sql<Omit<Coverage, 'trouble'>>`
    select carrier, count(*)::integer as sims, (count(*) filter (where at >= ${new Date(now.getTime() - dayMs)}))::integer as within,
      (count(*) filter (where at < ${new Date(now.getTime() - dayMs)}))::integer as older,
      (count(*) filter (where at is null))::integer as never
    from (
      select ${carrierCode} as carrier, greatest(asked_at, case when seen_at is not null then greatest(seen_at, watermark) end) as at
      from sim left join sweep_sim using (iccid) left join sweep_carrier on sweep_carrier.carrier = sweep_sim.carrier
      left join observation on thing_kind = 'sim' and thing_id = sim.iccid and source = ${carrierOfSim}
    ) as each group by carrier`.execute(db)
  const of = new Map(rows.map((row) => [row.carrier, row]))
  return vendorCodes.map(
    (carrier: VendorCode) => of.get(carrier) ?? { carrier, sims: 0, within: 0, older: 0, never: 0 },
  )
}

/** How many panels there are, and of how many Pathfinder ever said where they point. */
async function countEnvironments(db: Db): Promise<Environments> {
  const { rows } = await sql<Environments>`
    select count(*)::integer as panels, count(nullif(environment, ''))::integer as asked
    from panel left join thing_state as kept on kept.thing_kind = 'panel' and kept.thing_id = panel.cloud_id`.execute(
    db,
  )
  return rows[0] ?? { panels: 0, asked: 0 }
}

interface Environments {
  panels: number
  asked: number
}

/** Counting takes as long as there are SIMs: once in so long, for all who ask; in milliseconds. */
const countedMs = 60_000

interface Counted {
  rows: Omit<Coverage, 'trouble'>[]
  environments: Environments
  /** When that was; UTC, ISO 8601. */
  at: string
}
const counted = new WeakMap<Db, { elapsed: number; coverage: Promise<Counted> }>()

/** The same of a moment ago: one count for every screen. */
export function coverageOf({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<Counted> {
  const last = counted.get(db)
  if (last && clock.elapsed() - last.elapsed <= countedMs) return last.coverage
  const now = clock.now()
  const coverage = Promise.all([countCoverage(db, now), countEnvironments(db)]).then(
    ([rows, environments]) => ({
      rows,
      environments,
      at: now.toISOString(),
    }),
  )
  counted.set(db, { elapsed: clock.elapsed(), coverage })
  coverage.catch(() => counted.delete(db))
  return coverage
}
