import { companyFields, defaultVpnEndpoint, NewCompany, salesRegions } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { sealKey } from '../../companies/index.ts'
import { asSeen, asWritten, networkModel, oneOf, optional, sapCompanyId } from './cells.ts'
import { companySettings, sqlTypes } from './company-settings.ts'
import type { Kind } from './kind.ts'
import { differing, holdCompanies } from './statements.ts'

const { companyName, deviceRegion } = NewCompany.shape.companyInfo.shape
const { vpnEndpoint } = NewCompany.shape.networkModelSettings.shape

const fields = Object.values(companyFields).filter(({ key }) => key !== 'sapCompanyId')
const kept = fields.map(({ column }) => column)

/** Companies with their settings; a company is known by its SAP Company ID (D26). */
export const companies: Kind = {
  name: 'companies',
  title: 'companies',
  columns: [
    { name: 'sapCompanyId', required: true, meaning: '1 to 10 digits', schema: sapCompanyId },
    {
      name: 'name',
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
    {
      name: 'networkModel',
      meaning:
        'TIER3_STANDARD, TIER2_STANDARD, TIER2_STANDARD_NO_NAT or TIER2_STANDARD_DO_INTERNET; empty: TIER3_STANDARD',
      schema: optional(networkModel),
    },
    {
      name: 'vpnEndpoint',
      meaning:
        'host name, for TIER3_STANDARD only; empty: the standard one, and for other network models the present one',
      schema: asWritten(vpnEndpoint),
    },
    ...companySettings.map(({ name, meaning, schema }) => ({ name, meaning, schema: optional(schema) })),
  ],
  key: ['sapCompanyId'],
  types: Object.fromEntries(companySettings.map(({ name, kind }) => [name, sqlTypes[kind]])),
  staging: `sap_company_id text, ${fields.map(({ column, kind }) => `${column} ${sqlTypes[kind]}`).join(', ')},
    sealed_service_key text, service_key_hash text`,
  sealed: ['sealed_service_key', 'service_key_hash'],
  // For those that turn out to be new.
  seal: async (_trx, rows, secrets) => rows.map((row) => ({ ...row, ...sealKey(secrets) })),
  note: 'network_model',
  hold: holdCompanies,
  stage({ lines, has }) {
    const region = has('deviceRegion')
      ? sql`coalesce(line."deviceRegion", line."sapSalesRegion")`
      : sql`coalesce(old.device_region, line."sapSalesRegion")`
    const model = has('networkModel')
      ? sql`coalesce(line."networkModel", 'TIER3_STANDARD')`
      : sql`coalesce(old.network_model, 'TIER3_STANDARD')`
    const endpoint = has('vpnEndpoint')
      ? sql`nullif(line."vpnEndpoint", '')`
      : sql`nullif(old.vpn_endpoint, '')`
    const settings = companySettings.map(({ name, column, standard }) => {
      const value = has(name) ? sql.ref(`line.${name}`) : sql.ref(`old.${column}`)
      return sql`coalesce(${value}, ${standard}) as ${sql.id(column)}`
    })
    const faults: [RawBuilder<unknown>, column: string, reason: string][] = [
      [
        sql`${endpoint} <> new.vpn_endpoint and ${sql.lit(has('vpnEndpoint'))}`,
        'vpnEndpoint',
        'must be empty or the present one unless the network model is TIER3_STANDARD',
      ],
      [
        sql`new.network_model = 'TIER3_STANDARD'
          and exists (select from company_subnet as subnet where subnet.company_id = old.id)`,
        'networkModel',
        'cannot become TIER3_STANDARD while the company has subnets',
      ],
      [
        sql`new.warning_threshold_percent > new.alert_threshold_percent`,
        has('warningThresholdPercent') ? 'warningThresholdPercent' : 'alertThresholdPercent',
        'the warning threshold must be below or equal to the alert threshold',
      ],
    ]
    const firstFault = (say: (fault: (typeof faults)[number]) => string) =>
      sql`case ${sql.join(
        faults.map((fault) => sql`when ${fault[0]} then ${sql.lit(say(fault))}`),
        sql` `,
      )} end`
    return sql`
      select line.seq, line.key, line.line, line."sapCompanyId", ${sql.join(kept.map((column) => sql.ref(`new.${column}`)))},
        line.sealed_service_key, line.service_key_hash, old.id is null, ${differing(Object.fromEntries(fields.map(({ column, words }) => [column, words])))},
        ${firstFault(([, column]) => column)}, ${firstFault(([, , reason]) => reason)}
      from ${lines}
      left join company as old on old.sap_company_id = line."sapCompanyId"
      cross join lateral (select ${model} as network_model) as chosen
      cross join lateral (
        select line.name, line."sapSalesRegion" as sap_sales_region, ${region} as device_region,
          chosen.network_model, case when chosen.network_model = 'TIER3_STANDARD'
            then coalesce(${endpoint}, ${defaultVpnEndpoint})
            else coalesce(old.vpn_endpoint, ${defaultVpnEndpoint}) end as vpn_endpoint,
          ${sql.join(settings)}
      ) as new`
  },
  things: {
    thing: sql`'company ' || line.name || ' (SAP ' || line.sap_company_id || ')'`,
    about: ['company', sql`company.id`],
    join: sql`join company on company.sap_company_id = line.sap_company_id`,
  },
  write: () => [
    sql`
      insert into company (sap_company_id, sealed_service_key, service_key_hash, ${sql.join(kept.map((column) => sql.id(column)))})
      select sap_company_id, sealed_service_key, service_key_hash, ${sql.join(kept.map((column) => sql.id(column)))}
      from import_companies where is_new or changes <> '{}' order by seq
      on conflict (sap_company_id) do update set
        ${sql.join(kept.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`))}, updated_by = null`,
    // A company that is there is announced no longer.
    sql`
      delete from company_reservation as reservation using import_companies as line
      where reservation.sap_company_id = line.sap_company_id`,
  ],
}
