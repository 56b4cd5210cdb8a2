import type pg from 'pg'

const sims = 100_000
const people = 50
/** Entries of a transaction: what the console said, and one to six of the server. */
const entriesPerTransaction = 4
const screens = [
  'SIM Management',
  'SIM Information',
  'Sim Activity Logs',
  'Company Management',
  'Panel Info (CBS)',
]
/** One in so many transactions belongs to this screen. */
const rareScreen = { name: 'Panel Environment', oneIn: 2000 }

export const robotEmail = 'robot@example.com'
const emailOf = (number: number) => `person-${number}@example.com`

const iccidSql = (number: string) => `('8901179' || lpad((${number})::text, 12, '0'))`
const iccidOf = (number: number) => `8901179${String(number).padStart(12, '0')}`

/** What searches ask for; the same each time. */
export function searched(): {
  email: string
  iccid: string
  page: string
  rarePage: string
  word: string
  rareWord: string
} & {
  next(): void
} {
  let state = 1
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
  let [person, sim, screen] = [0, 0, 0]
  return {
    next() {
      person = draw(people)
      sim = draw(sims)
      screen = draw(screens.length)
    },
    get email() {
      return emailOf(person)
    },
    get iccid() {
      return iccidOf(sim)
    },
    get page() {
      return screens[screen] ?? ''
    },
    rarePage: rareScreen.name,
    word: 'sim',
    rareWord: 'vpn',
  }
}

/**
 * Fills the trail with so many entries of the year up to `end`, a third of them the automation operator's, and with one
 * import of a twentieth of them under a single transaction. `mostOfOne` makes other transactions shorter. The chain is not made: searches do not read it.
 */
export async function fillUserActions(
  client: pg.Client,
  entries: number,
  end: Date,
  mostOfOne = 8,
): Promise<void> {
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'; select setseed(0.5)`)
  await client.query(
    `select make_month('user_action', month) from generate_series($1::timestamptz - interval '1 year', $1::timestamptz, interval '27 days') as month`,
    [end],
  )
  const imported = Math.round(entries / 20)
  const transactions = Math.round((entries - imported) / entriesPerTransaction)
  const { rows: months } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'user_action'::regclass`,
  )
  // Indexes are made afterwards from their own definitions, which is several times faster.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = 'user_action' and indexname not like '%pkey%'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  // By months, so that no statement needs room for all; each in the order of time.
  const parts = 52
  for (let part = 0; part < parts; part++)
    await client.query(fillSql, [
      end,
      Math.round((transactions * part) / parts),
      Math.round((transactions * (part + 1)) / parts),
      transactions,
      mostOfOne,
    ])
  await client.query(importSql, [end, imported])
  await client.query('set session_replication_role = origin')
  for (const { definition } of indexes) await client.query(definition)
  for (const { name } of months) await client.query(`vacuum analyze ${name}`)
}

const columns = `at, source, transaction_id, issuer, subject, email, session_id, token_id, remote_address, route, permission,
  activity, message, object, result, detail, words`

/** What the server's entries say of their outcome; that of one in so many names a rare word. */
const detailSql = `case when step = 0 then '' when place % ${rareScreen.oneIn} = 1
  then 'VPN endpoint: vpn.old.example → vpn.example' else 'AT&T: DEACTIVATED' end`

/** As `searchWords` makes them: the words, ids also backwards, and the screen. */
const wordsSql = (message: string, iccid: string, screen: string) =>
  `array_to_tsvector(array(select distinct unnest(array_remove(regexp_split_to_array(lower(${message}), '[^[:alnum:]]+'), '')))
    || array['sim', '~' || reverse(${iccid}), '=' || ${screen}])`

const fillSql = `
  with transaction as materialized (
    select place, gen_random_uuid() as id, floor(${sims} * random())::int as sim, random() as who, random() as size,
      case when place % ${rareScreen.oneIn} = 0 then '${rareScreen.name}'
        else (array[${screens.map((screen) => `'${screen}'`).join(', ')}])[1 + floor(random() * ${screens.length})::int] end as screen,
      $1::timestamptz - ($4::int - place) * (interval '364 days' / $4::int) as at
    from generate_series($2::int + 1, $3::int) as place),
  entry as (
    select transaction.*, step, ${iccidSql('sim')} as iccid,
      case when who < 0.33 then '${robotEmail}' else 'person-' || floor((who - 0.33) / 0.67 * ${people})::int || '@example.com' end as email
    from transaction, generate_series(0, least($5::int - 1, case when size < 0.4 then 1 when size < 0.8 then 3 else 7 end)) as step),
  worded as (
    select *, case step % 3 when 0 then 'Deactivate SIM ' when 1 then 'Ask AT&T to deactivate SIM ' else 'Tell that SIM ' end
      || iccid as message, ${detailSql} as detail from entry)
  insert into user_action (${columns}, thing_kind, thing_id)
  select date_trunc('milliseconds', at + step * interval '300 ms'), case step when 0 then 'console' else 'server' end, id,
    'http://localhost:8090/realms/installer-services', md5(email)::uuid::text, email, md5(id::text)::uuid::text,
    md5(place::text)::uuid::text, '192.0.2.17', 'POST /simmanagement/v1/deactivate/{SimId}', 'sim-management.change',
    screen, message, case step when 0 then '' else 'sim ' || iccid end, 'Success', detail,
    ${wordsSql("message || ' ' || detail", 'iccid', 'screen')}, case when step > 0 then 'sim' end, case when step > 0 then iccid end
  from worded order by at, step`

const importSql = `
  insert into user_action (${columns}, thing_kind, thing_id)
  select date_trunc('milliseconds', $1::timestamptz - interval '3 days' + place * interval '1 ms'), 'server',
    '00000000-0000-8000-8000-000000000001', 'operating-system', 'operations', 'operations', '', '', '', 'npm run import', '',
    'Import', 'Add SIM ' || iccid || ' by import', 'sim ' || iccid, 'Success', '',
    ${wordsSql(`'Add SIM ' || iccid || ' by import'`, 'iccid', `'Import'`)}, 'sim', iccid
  from (select place, ${iccidSql(`place % ${sims}`)} as iccid from generate_series(1, $2::int) as place) as line`
