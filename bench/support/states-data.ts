// 1,000,000 SIMs and 500,000 panels, told of by carriers, MobileBroker, Connector and WebConnect, in 5,000 companies.

export const sims = 1_000_000
export const panels = sims / 2
/** The first company has so many SIMs and half as many panels; the others share the rest. */
export const ofLarge = 20_000
export const companies = 5_000

export const pad = (n: number, length: number) => String(n).padStart(length, '0')
export const iccidOf = (n: number) => `8901179${pad(n, 12)}`
export const cloudIdOf = (n: number) => `CBT${pad(n, 7)}`
export const names = ['Harbor', 'Prairie', 'Summit', 'Lakeside', 'Ostervale']

export const fillSql = `
  insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
    select (array[${names.map((name) => `'${name}'`).join(', ')}])[n % ${names.length} + 1] || ' ' || n, (3000000 + n)::text, 'us', 'us',
      'TIER2_STANDARD' from generate_series(0, ${companies - 1}) as n;
  create temporary table of_bench as select id, row_number() over (order by id) - 1 as n from company where sap_company_id like '3______';
  create temporary table sim_of_bench as
    select n, '8901179' || lpad(n::text, 12, '0') as iccid, case n % 5 when 0 then 'VZN' else 'ATT' end as vendor_code,
      case when n < ${ofLarge} then 0 else 1 + n % ${companies - 1} end as company from generate_series(0, ${sims - 1}) as n;
  insert into sim (iccid, vendor_code, company_id, panel)
    select iccid, vendor_code, of_bench.id, case when sim_of_bench.n < ${panels} then 'CBT' || lpad(sim_of_bench.n::text, 7, '0') else '' end
    from sim_of_bench join of_bench on of_bench.n = company;
  insert into panel (cloud_id, company_id, remote_id, panel_info)
    select 'CBT' || lpad(p::text, 7, '0'), of_bench.id, 'RT-' || lpad(p::text, 6, '0'), '{"serviceStates": []}'
    from generate_series(0, ${panels - 1}) as p join of_bench on of_bench.n = case when p < ${ofLarge / 2} then 0 else 1 + p % ${companies - 1} end;
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'sim', iccid, source, jsonb_build_object('iccid', iccid, 'deviceStatus', case n % 50 when 7 then 'Suspended' else 'Active' end,
      'rawStatus', 'ACTIVATED', 'imei', '35' || right(iccid, 13), 'onlineStatus', 'Online', 'ratePlan', 'Alarm 5MB'), now(), 900
    from sim_of_bench, unnest(array[case vendor_code when 'VZN' then 'Verizon' else 'AT&T' end, 'MobileBroker', 'Connector']) as source;
  insert into webconnect_container (container_name, said_at, checked_at, problem) values ('webconnect-1', now() + interval '1 day', now() + interval '1 day', '')
    on conflict (container_name) do update set said_at = excluded.said_at, checked_at = excluded.checked_at, problem = '';
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'panel', 'CBT' || lpad(p::text, 7, '0'), 'WebConnect', jsonb_build_object('connection', case p % 40 when 3 then 'gone' else 'connected' end,
      'container', 'webconnect-1', 'iccid', '8901179' || lpad(p::text, 12, '0'), 'host', '10.1.2.3', 'connectedAt', ''), now(), 900
    from generate_series(0, ${panels - 1}) as p`
