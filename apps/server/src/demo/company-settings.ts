import { formatIpv4, mvnos, type NetworkModel, parseIpv4 } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { demoName } from './companies.ts'
import type { SeedPart } from './seed.ts'

/**
 * What the demo world's companies have beyond their names: settings, subnets, and those that are reserved. What
 * is there and is not the demo world's stays untouched.
 */
export const companySettingsSeed: SeedPart = {
  name: 'company-settings',
  async run(trx) {
    const { firstSapCompanyId, fromCompanyId, toCompanyId } = world.generatedCompanies
    const numbers = Array.from({ length: toCompanyId - fromCompanyId + 1 }, (_, i) => i)
    const settings = numbers.map((n) => ({
      sap_company_id: String(Number(firstSapCompanyId) + n),
      ...settingsOf(n),
    }))
    // All in one statement: one for each would take PGlite a second.
    const names = Object.keys(settingsOf(0))
    await sql`
      update company set ${sql.join(names.map((name) => sql`${sql.id(name)} = wanted.${sql.id(name)}`))}
      from json_populate_recordset(null::company, ${JSON.stringify(settings)}::json) as wanted
      where company.sap_company_id = wanted.sap_company_id`.execute(trx)
    const subnets = [
      ...world.companies.map(({ sapCompanyId, ...more }) => ({
        sapCompanyId,
        networks: ('subnets' in more && more.subnets) || [],
      })),
      ...numbers.map((n) => ({
        sapCompanyId: String(Number(firstSapCompanyId) + n),
        networks: subnetsOf(n),
      })),
    ].flatMap(({ sapCompanyId, networks }) => networks.map((network) => ({ sapCompanyId, network })))
    // An import may have made a company Tier3 since, which has none.
    await sql`
      insert into company_subnet (company_id, network)
      select company.id, wanted.network
      from unnest(${subnets.map((each) => each.sapCompanyId)}::text[], ${subnets.map((each) => each.network)}::cidr[])
        with ordinality as wanted (sap_company_id, network, position)
      join company using (sap_company_id)
      where company.network_model <> ${'TIER3_STANDARD' satisfies NetworkModel}
        and not exists (select from company_subnet as other where other.network && wanted.network)
      order by position`.execute(trx)
    const { rows: taken } = await sql<{ id: string }>`
      select sap_company_id as id from company
      where sap_company_id = any(${reservations().map((each) => each.sap_company_id)}::text[])`.execute(trx)
    const free = reservations().filter(({ sap_company_id }) => !taken.some(({ id }) => id === sap_company_id))
    if (free.length > 0)
      await trx
        .insertInto('company_reservation')
        .values(free)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  },
}

/** Varied, and the same on every machine. Harbor Security and Prairie Alarm keep the defaults of section 9. */
function settingsOf(n: number): Updateable<Tables['company']> {
  const alert = [100, 100, 95, 90, 80][n % 5] ?? 100
  // Half of them, with SIMs of both carriers of the panels.
  const monitors = n % 4 === 1 || n % 4 === 2
  const isOneIn = (many: number) => n % many === many - 1
  return {
    mnvos_in_use: n % 4 === 3 ? ['Verizon'] : n % 7 === 2 ? ['Aeris', 'Verizon'] : [...mvnos],
    service_portal_onboarded: !isOneIn(6),
    make_remote_portal_read_only: !isOneIn(5),
    webconnect_mobile_enabled: n % 3 === 1,
    use_ciam: !isOneIn(9),
    allow_upload_of_panel_info: !isOneIn(8),
    use_connector_service: !isOneIn(10),
    allow_cbs_auth_for_cloud_panel_connections: !isOneIn(11),
    usage_monitoring_enabled: monitors,
    alert_threshold_percent: alert,
    warning_threshold_percent: Math.min(alert, [75, 75, 60, 80][n % 4] ?? 75),
    alert_methodology: (['OnceADay', 'OnceADay', 'EveryTime', 'OnceAMonth'] as const)[n % 4] ?? 'OnceADay',
    usage_alert_email: monitors ? `alerts@${demoName(n).toLowerCase().replaceAll(' ', '-')}.example` : '',
    preferred_language: n % 6 === 5 ? 'fr-CA' : 'en-US',
    delivery_types: n % 5 === 3 ? ['Email', 'SMS'] : ['Email'],
  }
}

/** Each company has 4,096 addresses of which its one or two subnets take a part. */
function subnetsOf(n: number): string[] {
  const start = (parseIpv4(n % 3 === 2 ? '172.16.0.0' : '10.128.0.0') ?? 0) + n * 4096
  const first = `${formatIpv4(start)}/${21 + (n % 4)}`
  return n % 3 === 1 ? [first, `${formatIpv4(start + 2048)}/24`] : [first]
}

function reservations(): Insertable<Tables['company_reservation']>[] {
  const { firstSapCompanyId, count } = world.generatedReservations
  const { fromCompanyId, toCompanyId } = world.generatedCompanies
  const companies = toCompanyId - fromCompanyId + 1
  const others = Array.from({ length: count }, (_, i) => ({
    sapCompanyId: String(Number(firstSapCompanyId) + i),
    // A word that a company has, of another kind of business.
    name: `${demoName((i * 7) % companies).split(' ')[0]} Systems`,
    region: i % 4 === 1 ? 'ca' : 'us',
  }))
  return [...world.reservations, ...others].map(({ sapCompanyId, name, region }) => ({
    sap_company_id: sapCompanyId,
    name,
    sap_sales_region: region === 'ca' ? 'ca' : 'us',
    device_region: region,
  }))
}
