import { randomUUID } from 'node:crypto'
import type { PlaceInLine, VendorCode } from '@support-console/contract'
import { sql } from 'kysely'
import type { Alarm, Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Pace } from '../../platform/outbound/index.ts'

interface CarrierLine {
  /** Runs a look-up of a person, of so many calls, which stands in the line as long as it lasts. */
  stand: <T>(iccid: string, calls: number, work: () => Promise<T>) => Promise<T>
  /** The place of anyone who looks up this SIM, on any server; undefined where no one does, or has only begun. */
  placeOf: (iccid: string) => Promise<PlaceInLine | undefined>
}

interface CarrierLineTable {
  id: string
  vendor_code: VendorCode
  iccid: string
  calls: number
  since: Date
  call_ms: number | null
  is_slow: boolean
  seen_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    carrier_line: CarrierLineTable
  }
}

interface CarrierLineParts {
  db: Db
  clock: Clock
  log: { warn: (facts: object, message: string) => void }
  vendorCode: VendorCode
  /** How the carrier answers just now. */
  pace: () => Pace
}

/** How often the line is written down. What is over sooner never is, so a quick carrier costs the database nothing. */
const WRITE_EVERY_MS = 1000
/** Rows that no one has renewed for so long are of a server that is gone. */
const GONE_AFTER = sql`interval '10 seconds'`

/** A line for all servers of one database; the calls themselves wait for it at no time. */
export function createCarrierLine({ db, clock, log, vendorCode, pace }: CarrierLineParts): CarrierLine {
  const standing = new Map<string, { iccid: string; calls: number; since: number }>()
  const written = new Set<string>()
  let next: Alarm | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const gone = [...written].filter((id) => !standing.has(id))
    if (gone.length > 0)
      await sql`delete from carrier_line
        where id = any(${gone}::uuid[]) or seen_at < clock_timestamp() - interval '1 hour'`.execute(db)
    for (const id of gone) written.delete(id)
    const { isSlow, callMs = null } = pace()
    const rows = [...standing].map(([id, { iccid, calls, since }]) => ({
      id,
      iccid,
      calls,
      age_ms: clock.elapsed() - since,
    }))
    if (rows.length === 0) return
    for (const { id } of rows) written.add(id)
    await sql`
      insert into carrier_line (id, vendor_code, iccid, calls, since, call_ms, is_slow, seen_at)
      select id, ${vendorCode}, iccid, calls, clock_timestamp() - age_ms * interval '1 millisecond', ${callMs}::float8, ${isSlow},
        clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, iccid text, calls integer, age_ms float8)
      on conflict (id) do update set
        call_ms = excluded.call_ms, is_slow = excluded.is_slow, seen_at = excluded.seen_at`.execute(db)
  }

  function writeNow(): void {
    next?.stop()
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ err: error, vendorCode }, 'the line of a carrier cannot be written down')
    })
    next = standing.size > 0 ? clock.after(WRITE_EVERY_MS, writeNow) : undefined
  }

  return {
    async stand(iccid, calls, work) {
      const id = randomUUID()
      standing.set(id, { iccid, calls, since: clock.elapsed() })
      next ??= clock.after(WRITE_EVERY_MS, writeNow)
      try {
        return await work()
      } finally {
        standing.delete(id)
        if (written.has(id)) writeNow()
      }
    },

    async placeOf(iccid) {
      const { rows } = await sql<{ ahead: number; calls: number; call_ms: number | null; is_slow: boolean }>`
        with line as (
          select * from carrier_line where vendor_code = ${vendorCode} and seen_at > clock_timestamp() - ${GONE_AFTER}
        ), own as (select * from line where iccid = ${iccid} order by since, id limit 1)
        select own.call_ms, own.is_slow, count(earlier.id)::integer as ahead,
          (own.calls + coalesce(sum(earlier.calls), 0))::integer as calls
        from own left join line as earlier on (earlier.since, earlier.id) < (own.since, own.id)
        group by own.id, own.calls, own.call_ms, own.is_slow`.execute(db)
      const [own] = rows
      if (!own) return undefined
      const aboutSeconds = own.call_ms === null ? null : Math.ceil((own.calls * own.call_ms) / 1000)
      return { ahead: own.ahead, aboutSeconds, isSlow: own.is_slow }
    },
  }
}
