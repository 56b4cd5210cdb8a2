import type pg from 'pg'

const sims = 100_000
/** So many events a day, so that a log of ten times the events is one of ten times the days. */
const eventsPerDay = 27_400
const eventsPerTransaction = 1.8

/** The ICCID of the SIM of that number: every other one AT&T's and Verizon's. */
const iccidSql = (number: string) =>
  `case ${number} % 2 when 0 then '8901179' || lpad(${number}::text, 12, '0') else '891489' || lpad(${number}::text, 14, '0') end`

/** SIMs as searches choose them, the busier the more often; the same ones each time. */
export function searchedIccids(): () => string {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const number = Math.floor(sims * (state / 0x1_0000_0000) ** 2)
    return number % 2 === 0
      ? `8901179${String(number).padStart(12, '0')}`
      : `891489${String(number).padStart(14, '0')}`
  }
}

/**
 * Fills the table with about so many events up to `end`, the oldest first, of 100,000 SIMs of which the busiest tenth
 * has a third of them, in transactions of 1 to 4 events. Returns how many there are.
 */
export async function fillSimActivity(client: pg.Client, events: number, end: Date): Promise<number> {
  const transactions = Math.round(events / eventsPerTransaction)
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; select setseed(0.5)`)
  // Indexes are made afterwards from their own definitions, which is several times faster.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = 'sim_activity' and indexname not like '%pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const length = (events / eventsPerDay) * 86_400
  await client.query(
    `select make_month('sim_activity', month)
     from generate_series($1::timestamptz - $2::float8 * interval '1 s' - interval '1 day', $1::timestamptz, interval '15 days') as month`,
    [end, length],
  )
  await client.query(
    `insert into sim_activity (transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at)
     select id, case when step > 0 then gen_random_uuid() end, ${iccidSql('sim')},
       case sim % 2 when 0 then 'ATT' else 'VZN' end,
       (array['ChangingRatePlan', 'RatePlanChanged', 'Activated', 'Deactivated', 'Error'])[1 + (place + step) % 5],
       'Alarm 5MB to Alarm 20MB, asked the carrier; step ' || step, at + step * interval '2 s', at
     from (
       select place, gen_random_uuid() as id, floor(${sims} * random() ^ 2)::int as sim, random() as size,
         $1::timestamptz - ($3::int - place) * $2::float8 * interval '1 s' as at
       from generate_series(1, $3::int) as place offset 0
     ) as transaction,
     generate_series(0, case when size < 0.55 then 0 when size < 0.75 then 1 when size < 0.9 then 2 else 3 end) as step`,
    [end, length / transactions, transactions],
  )
  await client.query(
    `insert into sim_transaction (transaction_id, iccid, began_at)
     select transaction_id, iccid, began_at from sim_activity where sub_transaction_id is null on conflict do nothing`,
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze sim_activity, sim_transaction')
  const { rows } = await client.query<{ count: string }>('select count(*) from sim_activity')
  return Number(rows[0]?.count)
}
