import { SapCompanyId } from '@support-console/contract'
import { sql } from 'kysely'
import { defaultVpnEndpoint } from '../../companies/index.ts'
import { networkModel, oneOf, optional, plainText } from './cells.ts'
import type { Kind } from './kind.ts'
import { differing } from './statements.ts'

/** Companies as far as SIMs need them; a company is known by its SAP Company ID (D26). */
export const companies: Kind = {
  name: 'companies',
  title: 'companies',
  columns: [
    { name: 'sapCompanyId', required: true, meaning: '1 to 10 digits', schema: SapCompanyId },
    { name: 'name', required: true, meaning: 'at most 200 characters', schema: plainText(200, 1) },
    { name: 'sapSalesRegion', required: true, meaning: 'us or ca', schema: oneOf(['us', 'ca']) },
    {
      name: 'deviceRegion',
      meaning: 'at most 50 characters; empty: the sales region',
      schema: plainText(50),
    },
    {
      name: 'networkModel',
      meaning:
        'TIER3_STANDARD, TIER2_STANDARD, TIER2_STANDARD_NO_NAT or TIER2_STANDARD_DO_INTERNET; empty: TIER3_STANDARD',
      schema: optional(networkModel),
    },
    {
      name: 'vpnEndpoint',
      meaning: 'host name, for TIER3_STANDARD only; empty: the standard one',
      schema: plainText(253),
    },
  ],
  key: ['sapCompanyId'],
  staging: `sap_company_id text, name text, sap_sales_region text, device_region text, network_model text,
    vpn_endpoint text`,
  stage({ lines, has }) {
    const region = has('deviceRegion')
      ? sql`coalesce(nullif(line."deviceRegion", ''), line."sapSalesRegion")`
      : sql`coalesce(old.device_region, line."sapSalesRegion")`
    const model = has('networkModel')
      ? sql`coalesce(line."networkModel", 'TIER3_STANDARD')`
      : sql`coalesce(old.network_model, 'TIER3_STANDARD')`
    const endpoint = has('vpnEndpoint')
      ? sql`nullif(line."vpnEndpoint", '')`
      : sql`nullif(old.vpn_endpoint, '')`
    return sql`
      select line.seq, line.key, line.line, line."sapCompanyId", new.name, new.sap_sales_region, new.device_region, new.network_model,
        new.vpn_endpoint, old.id is null, ${differing({
          name: 'name',
          sap_sales_region: 'sales region',
          device_region: 'device region',
          network_model: 'network model',
          vpn_endpoint: 'VPN endpoint',
        })},
        case when ${endpoint} is not null and new.network_model <> 'TIER3_STANDARD' and ${sql.lit(has('vpnEndpoint'))}
          then 'vpnEndpoint' end,
        'must be empty unless the network model is TIER3_STANDARD'
      from ${lines}
      left join company as old on old.sap_company_id = line."sapCompanyId"
      cross join lateral (select ${model} as network_model) as chosen
      cross join lateral (
        select line.name, line."sapSalesRegion" as sap_sales_region, ${region} as device_region,
          chosen.network_model, case when chosen.network_model = 'TIER3_STANDARD'
            then coalesce(${endpoint}, ${defaultVpnEndpoint}) else '' end as vpn_endpoint
      ) as new`
  },
  write: () => [
    sql`
      insert into company as kept
        (sap_company_id, name, sap_sales_region, device_region, network_model, vpn_endpoint)
      select sap_company_id, name, sap_sales_region, device_region, network_model, vpn_endpoint
      from import_companies where is_new or changes <> '{}' order by seq
      on conflict (sap_company_id) do update set name = excluded.name,
        sap_sales_region = excluded.sap_sales_region, device_region = excluded.device_region,
        network_model = excluded.network_model, vpn_endpoint = excluded.vpn_endpoint, update_date = now()`,
  ],
}
