import { NewCompany, salesRegions } from '@support-console/contract'
import { sql } from 'kysely'
import { asSeen, oneOf, optional, sapCompanyId } from './cells.ts'
import type { Kind } from './kind.ts'
import { differing, holdCompanies } from './statements.ts'

const { companyName, deviceRegion } = NewCompany.shape.companyInfo.shape

/** Companies that are announced and do not exist yet (2.6); known by their SAP Company ID. */
export const companyReservations: Kind = {
  name: 'company-reservations',
  title: 'reservations',
  columns: [
    { name: 'reservedSapCompanyId', required: true, meaning: '1 to 10 digits', schema: sapCompanyId },
    {
      name: 'reservedName',
      required: true,
      meaning: 'one line of at most 200 characters',
      schema: asSeen(companyName),
    },
    { name: 'sapSalesRegion', required: true, meaning: 'us or ca', schema: oneOf(salesRegions) },
    {
      name: 'deviceRegion',
      meaning: 'at most 50 characters; empty: the sales region',
      schema: optional(asSeen(deviceRegion)),
    },
  ],
  key: ['reservedSapCompanyId'],
  hold: holdCompanies,
  staging: 'sap_company_id text, name text, sap_sales_region text, device_region text',
  stage({ lines, has }) {
    const region = has('deviceRegion')
      ? sql`coalesce(line."deviceRegion", line."sapSalesRegion")`
      : sql`coalesce(old.device_region, line."sapSalesRegion")`
    return sql`
      select line.seq, line.key, line.line, line."reservedSapCompanyId", new.name, new.sap_sales_region, new.device_region,
        old.sap_company_id is null, ${differing({
          name: 'name',
          sap_sales_region: 'sales region',
          device_region: 'device region',
        })},
        case when company.id is not null then 'reservedSapCompanyId' end, 'is that of a company already'
      from ${lines}
      left join company_reservation as old on old.sap_company_id = line."reservedSapCompanyId"
      left join company on company.sap_company_id = line."reservedSapCompanyId"
      cross join lateral (
        select line."reservedName" as name, line."sapSalesRegion" as sap_sales_region, ${region} as device_region
      ) as new`
  },
  // A dry run writes no companies, so one that stands in a file of the same import counts as there.
  judge: [
    sql`
      update import_company_reservations as line set fault_column = 'reservedSapCompanyId'
      from import_seen as seen
      where line.fault_column is null and seen.kind = 'companies' and seen.key = bare_number(line.sap_company_id)`,
  ],
  things: {
    thing: sql`'reservation ' || line.name || ' (SAP ' || line.sap_company_id || ')'`,
    about: ['reservation', sql`line.sap_company_id`],
  },
  write: () => [
    sql`
      insert into company_reservation (sap_company_id, name, sap_sales_region, device_region)
      select sap_company_id, name, sap_sales_region, device_region
      from import_company_reservations where is_new or changes <> '{}' order by sap_company_id
      on conflict (sap_company_id) do update set name = excluded.name,
        sap_sales_region = excluded.sap_sales_region, device_region = excluded.device_region`,
  ],
}
