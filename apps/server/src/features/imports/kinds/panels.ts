import { type PanelService, panelServices, SapCompanyId } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { cloudId, instant, optional, physicalPanelId, plainText, remotePortalId, yesOrNo } from './cells.ts'
import type { Kind, LineSource } from './kind.ts'
import { differing } from './statements.ts'

const services: Record<PanelService, string> = {
  REMOTE_CONNECT: 'remoteConnect',
  REMOTE_CONNECT_RSC: 'remoteConnectRsc',
  REMOTE_ALERT: 'remoteAlert',
}
/** What else the details of a panel show. */
const facts = ['physicalPanelId', 'model', 'firmware', 'lastConnected']

/** Panels (2.8). What the Remote Portal says of one is read there; this is what we know at the start. */
export const panels: Kind = {
  name: 'panels',
  title: 'panels',
  columns: [
    {
      name: 'cloudId',
      required: true,
      meaning: 'letters, digits and underscores, at most 40; kept in capitals',
      schema: cloudId.min(1, 'must not be empty'),
    },
    {
      name: 'sapCompanyId',
      meaning: 'the company that the panel belongs to; empty: none',
      schema: optional(SapCompanyId),
    },
    {
      name: 'remoteId',
      meaning: 'Remote Portal ID, as RP-000001; empty: the panel is in no Remote Portal',
      schema: optional(remotePortalId),
    },
    {
      name: 'flagged',
      meaning: 'true or false: management is disabled in the Remote Portal; empty: false',
      schema: optional(yesOrNo),
    },
    { name: 'remoteConnect', meaning: 'true or false; empty: false', schema: optional(yesOrNo) },
    { name: 'remoteConnectRsc', meaning: 'true or false; empty: false', schema: optional(yesOrNo) },
    { name: 'remoteAlert', meaning: 'true or false; empty: false', schema: optional(yesOrNo) },
    {
      name: 'physicalPanelId',
      meaning: 'a GUID, with braces or without; empty: not known',
      schema: optional(physicalPanelId),
    },
    { name: 'model', meaning: 'at most 100 characters', schema: optional(plainText(100)) },
    { name: 'firmware', meaning: 'at most 100 characters', schema: optional(plainText(100)) },
    {
      name: 'lastConnected',
      meaning: 'an instant with its zone, as 2026-11-01T05:30:00Z; empty: not known',
      schema: optional(instant),
    },
  ],
  key: ['cloudId'],
  types: {
    flagged: 'boolean',
    remoteConnect: 'boolean',
    remoteConnectRsc: 'boolean',
    remoteAlert: 'boolean',
  },
  staging: `cloud_id text, company_id integer, remote_id text, flagged boolean, panel_info jsonb, sap_company_id text`,
  stage(source) {
    const { lines, has } = source
    const company = has('sapCompanyId') ? sql`company.id` : sql`old.company_id`
    const remoteId = has('remoteId') ? sql`line."remoteId"` : sql`old.remote_id`
    const flagged = has('flagged') ? sql`coalesce(line.flagged, false)` : sql`coalesce(old.flagged, false)`
    return sql`
      select line.seq, line.key, line.line, line."cloudId", new.company_id, new.remote_id, new.flagged, new.panel_info,
        line."sapCompanyId", old.cloud_id is null, ${differing({
          company_id: 'company',
          remote_id: 'Remote Portal ID',
          flagged: 'management',
          panel_info: 'panel info',
        })},
        case when company.id is null and line."sapCompanyId" is not null then 'sapCompanyId' end,
        'no company has this SAP Company ID'
      from ${lines}
      left join panel as old on old.cloud_id = line."cloudId"
      left join company on company.sap_company_id = line."sapCompanyId"
      cross join lateral (
        select ${company} as company_id, ${remoteId} as remote_id, ${flagged} as flagged, ${infoOf(source)} as panel_info
      ) as new`
  },
  // A dry run writes no companies, so one that stands in a file of the same import counts as there. Two panels must not
  // have one Remote Portal ID, whether the other one is kept already or stands in this import.
  judge: [
    sql`
    with fresh as (
      insert into import_seen (kind, key, seq, line)
      select 'panels remoteId', remote_id, seq, line from import_panels
      where remote_id is not null and fault_column is distinct from 'cloudId' order by seq
      on conflict do nothing returning seq
    ), judged as (
      select line.seq, line.fault_column = 'sapCompanyId' and seen.key is null as has_no_company,
        case when other.cloud_id is not null then 'belongs to panel ' || other.cloud_id || ' already'
          when line.remote_id is not null and line.seq not in (select seq from fresh)
          then 'stands already in this import' end as clash
      from import_panels as line
      left join import_seen as seen on seen.kind = 'companies' and seen.key = line.sap_company_id
      left join panel as other on other.remote_id = line.remote_id and other.cloud_id <> line.cloud_id
      where line.fault_column is distinct from 'cloudId'
    )
    update import_panels as line
    set fault_column = case when judged.has_no_company then 'sapCompanyId' when clash is not null then 'remoteId' end,
      fault = case when judged.has_no_company then line.fault else clash end
    from judged
    where judged.seq = line.seq and (line.fault_column is not null or clash is not null)`,
  ],
  write: () => [
    sql`
      insert into panel as kept (cloud_id, company_id, remote_id, flagged, flag_changed_at, flag_changed_by, panel_info)
      select cloud_id, company_id, remote_id, flagged, case when flagged then now() end,
        case when flagged then 'import' end, panel_info
      from import_panels where is_new or changes <> '{}' order by cloud_id
      on conflict (cloud_id) do update set company_id = excluded.company_id, remote_id = excluded.remote_id,
        flagged = excluded.flagged, panel_info = excluded.panel_info, update_date = now(),
        flag_changed_at = case when kept.flagged = excluded.flagged then kept.flag_changed_at else now() end,
        flag_changed_by = case when kept.flagged = excluded.flagged then kept.flag_changed_by else 'import' end`,
  ],
}

/** What is kept of the panel, with what the file speaks of laid over it; an empty cell takes a fact away. */
function infoOf({ has }: LineSource): RawBuilder<unknown> {
  const states = panelServices.map((service) => {
    const column = services[service]
    const activated = has(column) ? sql`line.${sql.id(column)}` : keptState(service)
    return sql`jsonb_build_object('serviceName', ${sql.lit(service)}, 'activated', coalesce(${activated}, false))`
  })
  const given = facts.filter(has).map((fact) => sql`, ${sql.lit(fact)}::text, line.${sql.id(fact)}`)
  return sql`jsonb_strip_nulls(coalesce(old.panel_info, '{}') || jsonb_build_object('serviceStates',
    jsonb_build_array(${sql.join(states)})${sql.join(given, sql``)}))`
}

const keptState = (service: PanelService) => sql`(
  select (state ->> 'activated')::boolean from jsonb_array_elements(old.panel_info -> 'serviceStates') as state
  where state ->> 'serviceName' = ${sql.lit(service)} limit 1)`
