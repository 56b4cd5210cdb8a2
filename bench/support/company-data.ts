import type pg from 'pg'

/** As many companies as a large business has, beside the demo world's; some with a subnet. */
export async function fillCompanies(client: pg.Client, companies: number): Promise<void> {
  await client.query(
    `insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
     select 'Dealer ' || md5(i::text), (5000000 + i)::text, 'us', 'us', 'TIER2_STANDARD'
     from generate_series(1, $1::integer - (select count(*) from company)) as i`,
    [companies],
  )
  await client.query(
    `insert into company_subnet (company_id, network)
     select id, set_masklen(('10.64.0.0'::inet + (row_number() over () - 1) * 256)::cidr, 24)
     from company where sap_company_id like '5%' limit 5000`,
  )
  await client.query('analyze')
}
