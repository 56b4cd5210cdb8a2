import type pg from 'pg'

const perTransaction = 10_000

/** Entries as changes of SIMs leave them, some a day, through the real trigger that chains them. */
export async function fillAuditTrail(client: pg.Client, entries: number): Promise<void> {
  await client.query(`select make_month('user_action', month)
    from generate_series(now() - interval '6 months', now() + interval '1 month', interval '27 days') as month`)
  for (let from = 0; from < entries; from += perTransaction) {
    await client.query('begin')
    await client.query(
      `insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
        route, permission, activity, message, object, result, detail, words)
      select date_trunc('milliseconds', now() - interval '150 days' + n * interval '12 seconds'),
        case n % 3 when 0 then 'console' else 'server' end, gen_random_uuid(), 'https://login.example/realms/staff',
        'u-' || n % 300, 'person.' || n % 300 || '@example.com', gen_random_uuid(), gen_random_uuid(),
        '10.1.' || n % 250 || '.7', 'POST /api/simmanagement/v1/sims/{SimId}', 'sim-management.change', 'SIM Management',
        'Deactivate SIM ' || iccid, 'sim ' || iccid, 'Success', 'AT&T: DEACTIVATED',
        array_to_tsvector(array['deactivate', 'sim', 'at', 't', 'deactivated', '=SIM Management', iccid, '~' || reverse(iccid)])
      from generate_series($1::int, $2::int) as n
      cross join lateral (select '8901170000000' || lpad((n % 1000000)::text, 6, '0') as iccid) as of_sim`,
      [from, Math.min(entries, from + perTransaction) - 1],
    )
    await client.query('commit')
  }
  await client.query('vacuum analyze user_action, audit_chain')
}
