import {
  type CompanySim,
  type CompanySimFilter,
  type CompanySimSort,
  carrierNames,
  type DeviceStatus,
  deviceStatuses,
  factRights,
  type VendorCode,
  withoutGaps,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import {
  type FindingRow,
  findingCells,
  findingColumns,
  hasFinding,
  joinFinding,
  toFinding,
} from './company-findings.ts'
import { type CompanyList, isToldOf, knownOf, observed } from './company-lists.store.ts'

interface SimRow extends FindingRow {
  iccid: string
  vendor_code: VendorCode
  carrier: string
  usable: boolean | null
  deactivated_at: Date | null
  panel: string | null
  state: DeviceStatus
  device_status: string | null
  raw_status: string | null
  asked_at: Date | null
  unanswered_at: Date | null
}

const said = (what: RawBuilder<unknown>) => observed('sim', sql`sim.iccid`, sql`carrier.name`, what)
const carriers = sql.join(Object.entries(carrierNames).map(([code, name]) => sql`(${code}, ${name})`))

/** What a carrier said is kept under the name by which people know it (platform/observations). */
export const companySims: CompanyList<SimRow, CompanySimFilter, CompanySimSort> = {
  table: 'sim',
  id: 'iccid',
  rows: (companyId, may) => sql`
    select ${findingColumns}, sim.iccid, sim.vendor_code, carrier.name as carrier, sim.deactivated_at,
      ${may(factRights.usability) ? sql`sim.usable` : sql`null::boolean`} as usable,
      nullif(sim.panel, '') as panel, ${said(sql`asked_at`)} as asked_at, ${said(sql`unanswered_at`)} as unanswered_at,
      ${said(sql`fields ->> 'deviceStatus'`)} as device_status, ${said(sql`fields ->> 'rawStatus'`)} as raw_status,
      case when sim.deactivated_at is not null then 'Deactivated'
        else coalesce(${said(knownOf('deviceStatus', deviceStatuses))}, 'Unknown') end as state
    from sim
    join (values ${carriers}) as carrier (code, name) on carrier.code = sim.vendor_code
    ${joinFinding('sim', 'sim.iccid', may)}
    where sim.company_id = ${companyId}`,
  conditions: ({ text, state, vendorCode, usable, finding }, _companyId, may) => {
    const part = text && withoutGaps(text).toLowerCase()
    return [
      ...hasFinding(finding),
      ...(state ? [sql`state = ${state}`] : []),
      ...(vendorCode ? [sql`vendor_code = ${vendorCode}`] : []),
      ...(usable ? [sql`usable = ${usable === 'true'}`] : []),
      ...(part
        ? [
            sql`(strpos(iccid, ${part}) > 0 or strpos(lower(panel), ${part}) > 0 or ${isToldOf('sim', 'iccid', part, may)})`,
          ]
        : []),
    ]
  },
  sorts: {
    iccid: 'iccid',
    carrier: 'carrier',
    state: 'state',
    panel: 'panel',
    askedAt: 'asked_at',
    finding: 'finding_rank',
  },
}

export const toCompanySim = (row: SimRow): CompanySim => ({
  iccid: row.iccid,
  vendorCode: row.vendor_code,
  usable: row.usable,
  deactivatedAt: row.deactivated_at?.toISOString() ?? null,
  state: row.state,
  said: row.asked_at && {
    deviceStatus: row.device_status ?? '',
    rawStatus: row.raw_status ?? '',
    askedAt: row.asked_at.toISOString(),
  },
  unansweredAt: row.unanswered_at?.toISOString() ?? null,
  panel: row.panel,
  finding: toFinding(row),
})

/** What names a time has its zone behind it. */
export const companySimColumns: readonly CsvColumn<SimRow>[] = [
  { header: 'ICCID', cell: (row) => row.iccid },
  { header: 'Carrier', cell: (row) => row.carrier },
  { header: 'State', cell: (row) => row.state },
  { header: 'Usable', cell: (row) => String(row.usable ?? '') },
  { header: 'DeactivatedAt', cell: (row) => row.deactivated_at?.toISOString() ?? '' },
  { header: 'CarrierSaid', cell: (row) => row.device_status ?? '' },
  { header: 'CarrierWord', cell: (row) => row.raw_status ?? '' },
  { header: 'CarrierAskedAt', cell: (row) => row.asked_at?.toISOString() ?? '' },
  { header: 'CarrierUnansweredAt', cell: (row) => row.unanswered_at?.toISOString() ?? '' },
  { header: 'Panel', cell: (row) => row.panel ?? '' },
  ...findingCells,
]
