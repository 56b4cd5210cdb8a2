import { carrierNames, carrierPrefixes, simStates, wrongVerdicts } from '@support-console/contract'
import { pastView } from '../../platform/database/past.schema.ts'
import { flapsAt } from './panel-word.ts'
import { simCountsMs } from './view.ts'

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')

/** As the contract's `vendorOf` has it: a SIM's prefix says whose it is, else the inventory. By the name that people know. */
export const carrierSql = (iccid: string, vendorCode: string): string =>
  `case ${[
    ...carrierPrefixes.map(
      ({ prefix, code }) => `when starts_with(${iccid}, '${prefix}') then '${carrierNames[code]}'`,
    ),
    ...Object.entries(carrierNames).map(([code, name]) => `when ${vendorCode} = '${code}' then '${name}'`),
  ].join(' ')} end`

/** Whether a verdict that says that something is wrong is kept of the thing, for whichever readers. */
const isJudged = (kind: string, id: string): string =>
  ['thing_finding', 'thing_finding_unreserved']
    .map(
      (table) =>
        `(select state in (${quoted(wrongVerdicts)}) from ${table} where thing_kind = '${kind}' and thing_id = ${id} limit 1) is true`,
    )
    .join(' or ')

/**
 * One thing after the other, by its key: a plan for as many as there are would read tables whole, and without statistics, as a new
 * database has none, it always would.
 */
const byKeys = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((plan) => `set ${plan} = off`)
  .join(' ')

/** It stays until another version is kept. */
const keptAt = (kind: string, id: string): string =>
  `coalesce((select kept_at from thing_state where thing_kind = '${kind}' and thing_id = ${id}), 'infinity')`

/** A word of MobileBroker or Connector counts where the carrier says none, and they agree. */
const others = "('MobileBroker', 'Connector')"

/** When what these sources say of its state was first seen so. */
const saidSince = (from: string) => `(
  select at from observed_change where thing_kind = 'sim' and thing_id = iccid and field = 'deviceStatus' and ${from}
  order by at desc, change_id desc limit 1)`

/**
 * Deactivated here, unless its carrier said otherwise later; else its carrier's last word; else what MobileBroker and Connector
 * agree on; else not known.
 */
const stateOfSims = `
  select 'sim', iccid, company_id, coalesce(case when is_here then '' else carrier end, ''),
    coalesce(case when is_here then 'deactivated' when carrier_word is not null then carrier_word else others_word end, 'not-known'),
    case when is_here then deactivated_at when carrier_word is not null then ${saidSince('source = carrier')}
      when others_word is not null then ${saidSince(`source in ${others}`)} end,
    case when is_here then deactivated_at when carrier_word is not null then carrier_at when others_word is not null then others_at end,
    coalesce(case when is_here then 'Inventory' when carrier_word is not null then carrier when others_word is not null then others end, ''),
    is_here, words > 0, ${isJudged('sim', 'iccid')}, online, online_at, used_percent, usage_to,
    null, null, null::timestamptz, null::timestamptz, '', ${keptAt('sim', 'sims.iccid')}
  from (
    select *, deactivated_at is not null and not coalesce(carrier_word <> 'deactivated' and carrier_at > deactivated_at, false) as is_here
    from (
      select wanted.id as iccid, sim.company_id, sim.deactivated_at,
        ${carrierSql('wanted.id', 'sim.vendor_code')} as carrier
      from unnest(ids) as wanted (id) left join lateral (
        select company_id, deactivated_at, vendor_code from sim where iccid = wanted.id limit 1) as sim on true offset 0) as own
    cross join lateral (
      select count(*) filter (where source is distinct from carrier || ' usage') as words,
        max(nullif(fields ->> 'usedPercent', '')::integer) filter (where source = carrier || ' usage') as used_percent,
        max(fields ->> 'usageTo') filter (where source = carrier || ' usage') as usage_to,
        max(asked_at) filter (where is_own) as carrier_at, max(word) filter (where is_own) as carrier_word,
        max(asked_at) filter (where is_other) as others_at, string_agg(source, ', ' order by source) filter (where is_other) as others,
        case when min(word) filter (where is_other) = max(word) filter (where is_other)
          then max(word) filter (where is_other) end as others_word,
        (array_agg(online order by asked_at desc) filter (where online is not null))[1] as online,
        max(asked_at) filter (where online is not null) as online_at
      from (
        select source, asked_at, fields, word, source = carrier and word is not null as is_own,
          source in ${others} and word is not null as is_other, case when online in ('online', 'offline') then online end as online
        from (
          select source, asked_at, fields, case when status <> 'NotFound' then lower(fields ->> 'onlineStatus') end as online,
            case when status <> 'NotFound' and lower(fields ->> 'deviceStatus') in (${quoted(simStates.filter((word) => word !== 'not-known'))})
              then lower(fields ->> 'deviceStatus') end as word
          from observation where thing_kind = 'sim' and thing_id = iccid offset 0) as worded offset 0) as said) as told) as sims`

/**
 * Its session as its container last told it; whether that container still answers is the reader's to look at, since no row of a
 * panel is written then. Flapping until so many hours after the hour in which the last of its many sessions began.
 */
const stateOfPanels = `
  select 'panel', panels.id, company_id, coalesce(container, ''),
    case when connection is null then 'not-known' when connection = 'gone' then 'not-connected' when connection = 'silent' then 'silent'
      when refused_since is not null then 'refused' else 'reporting' end,
    coalesce(case when connection = 'silent' then heard_at end, asked_at), null::timestamptz,
    case when connection is null then '' else 'WebConnect' end,
    false, connection is not null, ${isJudged('panel', 'panels.id')}, null, null::timestamptz, null::integer, null,
    iccid, host, refused_since, flaps_until, coalesce(environment, ''), ${keptAt('panel', 'panels.id')}
  from (
    select wanted.id, panel.company_id, panel.panel_info,
      fields ->> 'connection' as connection, fields ->> 'container' as container,
      fields ->> 'iccid' as iccid, fields ->> 'host' as host, nullif(fields ->> 'heardAt', '')::timestamptz as heard_at,
      asked_at, case when fields ->> 'connection' = 'connected' then refused.since end as refused_since
    from unnest(ids) as wanted (id)
    left join lateral (select company_id, panel_info from panel where cloud_id = wanted.id limit 1) as panel on true
    left join lateral (
      select fields, asked_at from observation where thing_kind = 'panel' and thing_id = wanted.id and source = 'WebConnect' limit 1
    ) as told on true
    left join lateral (
      select since from webconnect_refused where cloud_id = wanted.id and container_name = fields ->> 'container' limit 1) as refused on true
    offset 0) as panels
  left join lateral (
    select max(hour) + interval '2 hours' as flaps_until from (
      select hour, sum(begun) over (order by hour desc) as begun from webconnect_sessions where cloud_id = panels.id) as hours
    where begun >= flaps_at) as flapping on true
  left join lateral (
    select environment
    from unnest(array_append(array(select physical_id from panel_id where panel_id.cloud_id = panels.id),
      lower(panel_info ->> 'physicalPanelId'))) as named (physical_id)
    cross join lateral (
      select fields ->> 'environment' as environment, asked_at from observation
      where thing_kind = 'panel' and thing_id = physical_id and source = 'Pathfinder' and status <> 'NotFound'
        and fields ? 'environment' limit 1) as said
    order by asked_at desc limit 1) as pointed on true`

const versions = [
  'company_id',
  'place',
  'state',
  'since',
  'source',
  'is_here',
  'is_asked',
  'is_judged',
  'online',
  'iccid',
  'host',
  'refused_since',
  'flaps_until',
  'environment',
]
const cell = 'company_id, thing_kind, place, state, environment, is_here, is_asked'
const values = `company_id, place, state, since, at, source, is_here, is_asked, is_judged, online, online_at, used_percent, usage_to,
  iccid, host, refused_since, flaps_until, environment`
/** What makes another version of a state: not what is said again, unless it had not been said for longer than it counts (D40). */
const otherVersion = `(
  (${['said', 'former'].map((of) => versions.map((name) => `(${of}).${name}`).join(', ')).join(') is distinct from (')})
  or (said).at - (former).at > interval '${simCountsMs} milliseconds')`
/** What is counted by itself: what time ends without a word, and verdicts, which some readers may not be told. */
const isApart = '(is_judged or flaps_until is not null)'

/** Said again within a version: no longer ago than it counts. */
const cappedStates =
  'company_id,place,state,since,at,source,is_here,is_asked,is_judged,online,online_at,used_percent,usage_to,iccid,host,refused_since,flaps_until,environment,kept_at'
    .split(',')
    .map((name) => {
      if (name === 'at')
        return `case when at is null or at <= looked_at_moment() then at else greatest(kept_at, looked_at_moment() - interval '${simCountsMs} milliseconds') end as at`
      // Whether it had a session counts for an hour, and how much it used is not kept.
      if (name === 'online' || name === 'online_at')
        return `case when online_at <= looked_at_moment() then ${name} end as ${name}`
      return name.startsWith('usage') || name.startsWith('used')
        ? `null::${name === 'usage_to' ? 'text' : 'integer'} as ${name}`
        : name
    })
    .join(', ')
const pastStates = `
  select thing_kind, thing_id, ${cappedStates} from thing_state where kept_at <= looked_at_moment()
  union all select thing_kind, thing_id, ${cappedStates} from thing_state_past
  where kept_at <= looked_at_moment() and kept_until > looked_at_moment()`

/**
 * As it is read: a session that is missed at its container has ended, though for some minutes nothing is written of it (webconnect's
 * note-connections), for thousands begin another one each minute.
 */
const statesNow = (of: string) => `
  select thing_kind, thing_id, company_id, place, case when missed.since is null then state else 'not-connected' end as state,
    coalesce(missed.since, kept.since) as since, at, source, is_here, is_asked, is_judged, online, online_at, used_percent, usage_to,
    iccid, host, case when missed.since is null then refused_since end as refused_since, flaps_until, environment, kept_at
  from ${of}thing_state as kept left join ${of}webconnect_missed as missed
    on missed.cloud_id = kept.thing_id and kept.thing_kind = 'panel' and kept.is_asked and kept.state <> 'not-connected'`
const pastMissed = `
  select cloud_id, container_name, began_at as since, 0 as took_ms from webconnect_absence
  where how = 'left' and began_at <= looked_at_moment() and (ended_at is null or ended_at > looked_at_moment())`

/**
 * Who a physical ID belongs to and what Pathfinder said of it are kept apart, and neither has the other's thing to lock: one who writes
 * the one waits for those who write the other.
 */
const byPhysicalId = '(7403, 6)'
const isPathfinders = "thing_kind = 'panel' and source = 'Pathfinder'"

/** Which things a change of a table is about; a change of an inventory's other columns is none. */
const words: readonly (readonly [table: string, kind: 'sim' | 'panel', ids: string, lock?: string])[] = [
  ['sim', 'sim', 'select iccid from changed'],
  ['panel', 'panel', 'select cloud_id from changed', `select pg_advisory_xact_lock_shared${byPhysicalId}`],
  ['panel_id', 'panel', 'select cloud_id from changed', `select pg_advisory_xact_lock${byPhysicalId}`],
  ['webconnect_refused', 'panel', 'select cloud_id from changed'],
  ['webconnect_sessions', 'panel', 'select cloud_id from changed'],
  ['observation', 'sim', "select thing_id from changed where thing_kind = 'sim'"],
  [
    'observation',
    'panel',
    "select thing_id from changed where thing_kind = 'panel' and source = 'WebConnect'",
  ],
  [
    'observation',
    'panel',
    `select cloud_id from changed join panel_id on physical_id = thing_id where ${isPathfinders}
     union select cloud_id from changed join panel on panel_info ? 'physicalPanelId'
       and lower((panel_info ->> 'physicalPanelId') collate "C") = thing_id where ${isPathfinders}`,
    `select pg_advisory_xact_lock${byPhysicalId} where exists (select from changed where ${isPathfinders})`,
  ],
  ['thing_finding', 'sim', "select thing_id from changed where thing_kind = 'sim'"],
  ['thing_finding', 'panel', "select thing_id from changed where thing_kind = 'panel'"],
  ['thing_finding_unreserved', 'sim', "select thing_id from changed where thing_kind = 'sim'"],
  ['thing_finding_unreserved', 'panel', "select thing_id from changed where thing_kind = 'panel'"],
]

/** Of each table, event and kind: the trigger that keeps the states of what changed. */
const triggers = words
  .flatMap(([table, kind, ids, lock = ''], at) =>
    ['insert', 'update', 'delete'].map(
      (event) => `
  create trigger ${table}_${event}_keeps_${at} after ${event} on ${table}
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed for each statement
    execute function keep_states_of_changed('${kind}', '${ids.replaceAll("'", "''")}', '${lock.replaceAll("'", "''")}');`,
    ),
  )
  .join('')

/**
 * The state of each thing, kept in the transaction of the word that makes it so (`shared/kept-state.md`), and how many of each
 * company's are so. `keep_states` decides; triggers call it, so no program can write a word and forget the state.
 */
export const thingStateSchema = `
  create table thing_state (
    thing_kind text not null check (thing_kind in ('sim', 'panel')),
    thing_id text not null,
    company_id integer,
    place text not null default '',
    state text not null default 'not-known',
    since timestamptz,
    at timestamptz,
    source text not null default '',
    is_here boolean not null default false,
    is_asked boolean not null default false,
    is_judged boolean not null default false,
    online text,
    online_at timestamptz,
    used_percent integer,
    usage_to text,
    iccid text,
    host text,
    refused_since timestamptz,
    flaps_until timestamptz,
    environment text not null default '',
    kept_at timestamptz not null,
    primary key (thing_kind, thing_id)
  ) with (fillfactor = 80);
  create index thing_state_of_company on thing_state (company_id, thing_kind, at);
  create table thing_state_past (like thing_state, kept_until timestamptz not null);
  create index thing_state_past_of_thing on thing_state_past (thing_kind, thing_id, kept_until);
  create index thing_state_past_of_company on thing_state_past (company_id, thing_kind, kept_until);
  create index thing_state_past_by_time on thing_state_past (kept_until);
  create index thing_state_apart on thing_state (company_id, thing_kind) where ${isApart};
  create table state_count (
    company_id integer not null,
    thing_kind text not null,
    place text not null,
    state text not null,
    environment text not null,
    is_here boolean not null,
    is_asked boolean not null,
    things integer not null
  );
  create index state_count_of_company on state_count (company_id, thing_kind);
  create function states_of(kind text, ids text[], flaps_at integer default ${flapsAt}) returns setof thing_state language plpgsql stable ${byKeys} as $$
  begin
    if kind = 'sim' then return query ${stateOfSims.replaceAll('$', '')};
    else return query ${stateOfPanels.replaceAll('$', '')};
    end if;
  end $$;
  create function keep_states(kind text, of_ids text[]) returns void language plpgsql ${byKeys} as $$
  declare
    ids text[] := array(select distinct id from unnest(of_ids) as id order by 1);
    fresh constant text[] := array(select id from unnest(ids) as id left join lateral (
      select true as is_there from thing_state where thing_kind = kind and thing_id = id limit 1) as kept on true
      where is_there is null order by 1);
    kept_this timestamptz := kept_now();
  begin
    -- Where someone else is about to keep the same thing, this waits for them, and then looks again at what both have said.
    if cardinality(fresh) > 0 then
      with made as (
        insert into thing_state (thing_kind, thing_id, ${values}, kept_at)
          select thing_kind, thing_id, ${values}, kept_this from states_of(kind, fresh) on conflict do nothing returning *),
      counted as (
        insert into state_count (${cell}, things)
          select ${cell}, count(*) from made where company_id is not null and not ${isApart} group by ${cell})
      select array(select id from unnest(ids) as id except select thing_id from made order by 1) into ids;
    end if;
    if cardinality(ids) = 0 then return; end if;
    perform from unnest(ids) as wanted (id) cross join lateral (
      select from thing_state where thing_kind = kind and thing_id = wanted.id limit 1 for update) as locked;
    kept_this := kept_now();
    with moved as materialized (
      select said, former, place_of_row, ${otherVersion} as is_other from states_of(kind, ids) as said cross join lateral (
        select it as former, it.ctid as place_of_row from thing_state as it
        where it.thing_kind = kind and it.thing_id = said.thing_id limit 1) as kept where said is distinct from former),
    kept as (
      update thing_state as it set (${values}, kept_at)
        = (${values.replaceAll(/(\w+)(?=,|$)/g, '(said).$1')}, case when is_other then kept_this else (former).kept_at end) from moved
      where it.ctid = place_of_row),
    past as (
      insert into thing_state_past select (former).*, kept_this from moved where is_other)
    insert into state_count (${cell}, things)
      select ${cell}, sum(things) from (
        select (said).*, 1 as things from moved union all select (former).*, -1 from moved) as both_states
      where company_id is not null and not ${isApart} group by ${cell} having sum(things) <> 0;
  end $$;
  create function keep_states_of_changed() returns trigger language plpgsql ${byKeys} as $$
  declare ids text[];
  begin
    if tg_argv[2] <> '' then execute tg_argv[2]; end if;
    execute 'select array_agg(id) from (' || tg_argv[1] || ') as changed_thing (id)' into ids;
    perform keep_states(tg_argv[0], coalesce(ids, '{}'));
    return null;
  end $$;
  ${triggers}
  create view thing_state_now as ${statesNow('')};
  ${pastView('thing_state', pastStates)}
  ${pastView('webconnect_missed', pastMissed)}
  ${pastView('thing_state_now', statesNow('past.'))}
  ${pastView(
    'observation_now',
    `select it.thing_kind, it.thing_id, it.source,
      case when missed.since is null then it.fields else it.fields || '{"connection": "gone"}' end as fields,
      coalesce(missed.since, it.asked_at) as asked_at, it.took_ms, unanswered_at, unanswered_ms, status, problem, failure, first_at
    from past.observation as it left join lateral (
      select since from past.webconnect_missed where it.source = 'WebConnect' and it.thing_kind = 'panel' and cloud_id = it.thing_id limit 1
    ) as missed on true`,
  )}
  ${pastView(
    'state_count',
    `select company_id, thing_kind, place, state, environment, is_here, is_asked, 1 as things
    from (${pastStates}) as kept where company_id is not null and not ${isApart}`,
  )}`
