import type { FleetFindingKind } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { sql } from 'kysely'
import { withCheckDigit } from '../demo/numbers.ts'
import type { Db } from '../platform/database/open-database.ts'

const { fleetSims } = world
const rowsAtOnce = 5_000
const companies = 250

/** What the field tells of its drifts: `GET /control/drift`. */
export interface FieldDrift {
  iccid: string
  drift: 'gone' | 'imei'
  told: boolean
  formerImei: string
}

export const fleetIccid = (n: number): string =>
  withCheckDigit(`${fleetSims.prefix}${String(n).padStart(10, '0')}`)
const fleetImei = (n: number): string =>
  withCheckDigit(`${fleetSims.imeiPrefix}${String(n).padStart(10, '0')}`)

const ownDrifts = ['still-billed', 'no-company', 'no-panel'] as const
const ofField = { gone: 'gone-there', imei: 'imei-changed' } as const satisfies Record<
  FieldDrift['drift'],
  FleetFindingKind
>

/**
 * The inventory of the SIMs that the field has by FIELD_SIMS, each known since three days as it was then, and with drifts of its own.
 * @returns what is to be found: 'no-panel 8901…'
 */
export async function fillFleet(
  db: Db,
  {
    sims,
    drift,
    told,
    knownSince,
  }: { sims: number; drift: number; told: readonly FieldDrift[]; knownSince: Date },
): Promise<Set<string>> {
  await sql`
    insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
    select 'Fleet company ' || n, (7000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, ${companies}::integer) as n`.execute(
    db,
  )
  const { rows } = await sql<{ first: number }>`
    select min(id)::integer as first from company where name like 'Fleet company %'`.execute(db)
  const first = rows[0]?.first ?? 1
  const expected = new Set(told.map((each) => `${ofField[each.drift]} ${each.iccid}`))
  const taken = new Set(told.map(({ iccid }) => iccid))
  const own = new Map<string, (typeof ownDrifts)[number]>()
  for (let n = 7; own.size < drift && n < sims; n += Math.max(1, Math.floor(sims / (drift * 2 + 1)))) {
    const iccid = fleetIccid(n)
    const kind = ownDrifts[own.size % ownDrifts.length]
    if (kind && !taken.has(iccid)) own.set(iccid, kind)
  }
  for (const [iccid, kind] of own) expected.add(`${kind} ${iccid}`)
  const at = knownSince.toISOString()
  for (let from = 0; from < sims; from += rowsAtOnce) {
    const part = Array.from({ length: Math.min(rowsAtOnce, sims - from) }, (_, index) => {
      const n = from + index
      const iccid = fleetIccid(n)
      const kind = own.get(iccid)
      return {
        iccid,
        imei: fleetImei(n),
        company: kind === 'no-company' ? null : first + (n % companies),
        panel: kind === 'no-panel' ? '' : `FLT${n}`,
        deactivated:
          kind === 'still-billed' ? new Date(knownSince.getTime() - 86_400_000).toISOString() : null,
      }
    })
    const listed = sql`jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
      as part (iccid text, imei text, company integer, panel text, deactivated timestamptz)`
    await sql`
      insert into sim (iccid, vendor_code, company_id, panel, deactivated_at)
      select iccid, ${fleetSims.vendorCode}, company, panel, deactivated from ${listed}`.execute(db)
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms, status, problem)
      select 'sim', iccid, 'AT&T', jsonb_build_object('deviceStatus', 'Active', 'rawStatus', 'ACTIVATED', 'imei', imei), ${at}, 1,
        'Success', '' from ${listed}`.execute(db)
  }
  return expected
}
