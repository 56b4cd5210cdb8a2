import { type PanelService, panelServices } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  instant,
  neededCloudId,
  oneLine,
  optional,
  physicalPanelId,
  plainText,
  remotePortalId,
  sapCompanyId,
  yesOrNo,
} from './cells.ts'
import type { Kind, LineSource } from './kind.ts'
import { companyOfThisImport, differing, updates } from './statements.ts'

const services: Record<PanelService, string> = {
  REMOTE_CONNECT: 'remoteConnect',
  REMOTE_CONNECT_RSC: 'remoteConnectRsc',
  REMOTE_ALERT: 'remoteAlert',
}
/** What else the details of a panel show. */
const facts = ['physicalPanelId', 'model', 'firmware', 'lastConnected']

/**
 * A Remote Portal ID belongs to the panel that has it, unless a good line of this import takes it from there. A line that
 * is refused so leaves its own panel's ID where it is, and so on.
 */
const refuseHeldIds = sql`
  with recursive wanted as (
    select line.seq, holder.cloud_id as holder, seen.seq as freed_by
    from import_panels as line
    join panel as holder on holder.remote_id = line.remote_id and holder.cloud_id <> line.cloud_id
    left join import_seen as seen on seen.kind = 'panels' and seen.key = holder.cloud_id
      and seen.note is distinct from holder.remote_id
    where line.fault_column is null
  ), refused as (
    select seq, holder from wanted
    where freed_by is null
      or exists (select from import_panels as bad where bad.seq = freed_by and bad.fault_column is not null)
    union
    select wanted.seq, wanted.holder from refused join wanted on wanted.freed_by = refused.seq
  )
  update import_panels as line
  set fault_column = 'remoteId', fault = 'belongs to panel ' || refused.holder || ' already'
  from refused where refused.seq = line.seq`

const whoChangedTheFlag = sql`,
  flag_changed_at = case when kept.flagged = excluded.flagged then kept.flag_changed_at else now() end,
  flag_changed_by = case when kept.flagged = excluded.flagged then kept.flag_changed_by else 'import' end`

/** Panels (2.8). What the Remote Portal says of one is read there; this is what we know at the start. */
export const panels: Kind = {
  name: 'panels',
  title: 'panels',
  columns: [
    {
      name: 'cloudId',
      required: true,
      meaning: 'letters, digits and underscores, at most 40; kept in capitals',
      schema: neededCloudId,
    },
    {
      name: 'sapCompanyId',
      meaning: 'the company that the panel belongs to; empty: none',
      schema: optional(sapCompanyId),
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
    {
      name: 'receiver',
      meaning: 'name of the CSR server that serves it, at most 100 characters; empty: not known',
      schema: optional(oneLine(100)),
    },
  ],
  key: ['cloudId'],
  types: {
    flagged: 'boolean',
    remoteConnect: 'boolean',
    remoteConnectRsc: 'boolean',
    remoteAlert: 'boolean',
  },
  staging: `cloud_id text, company_id integer, remote_id text, flagged boolean, panel_info jsonb, receiver text,
    sap_company_id text`,
  stage(source) {
    const { lines, has } = source
    const company = has('sapCompanyId') ? sql`company.id` : sql`old.company_id`
    const remoteId = has('remoteId') ? sql`line."remoteId"` : sql`old.remote_id`
    const flagged = has('flagged') ? sql`coalesce(line.flagged, false)` : sql`coalesce(old.flagged, false)`
    const receiver = has('receiver') ? sql`coalesce(line.receiver, '')` : sql`coalesce(old.receiver, '')`
    return sql`
      select line.seq, line.key, line.line, line."cloudId", new.company_id, new.remote_id, new.flagged, new.panel_info,
        new.receiver,
        line."sapCompanyId", old.cloud_id is null, ${differing({
          company_id: 'company',
          remote_id: 'Remote Portal ID',
          flagged: 'management',
          panel_info: 'panel info',
          receiver: 'receiver',
        })},
        case when company.id is null and line."sapCompanyId" is not null then 'sapCompanyId' end,
        'no company has this SAP Company ID'
      from ${lines}
      left join panel as old on old.cloud_id = line."cloudId"
      left join company on company.sap_company_id = line."sapCompanyId"
      cross join lateral (
        select ${company} as company_id, ${remoteId} as remote_id, ${flagged} as flagged, ${infoOf(source)} as panel_info,
          ${receiver} as receiver
      ) as new`
  },
  // What holds of the line's panel from now on: whether it lets go of a Remote Portal ID that another line wants.
  note: 'remote_id',
  // Two panels must not have one Remote Portal ID, whether the other one is kept already or stands in this import.
  judge: [
    companyOfThisImport('import_panels'),
    refuseHeldIds,
    sql`
      with fresh as (
        insert into import_seen (kind, key, seq, line)
        select 'panels remoteId', remote_id, seq, line from import_panels
        where remote_id is not null and fault_column is null order by seq
        on conflict do nothing returning seq
      )
      update import_panels set fault_column = 'remoteId', fault = 'stands already in this import'
      where remote_id is not null and fault_column is null and seq not in (select seq from fresh)`,
    // The panels of lines that were refused just now keep their IDs.
    refuseHeldIds,
    sql`
      delete from import_seen
      where kind = 'panels remoteId'
        and key = any (array(select remote_id from import_panels where fault_column is not null))
        and seq = any (array(select seq from import_panels where fault_column is not null))`,
  ],
  things: { thing: sql`'panel ' || line.cloud_id`, about: ['panel', sql`line.cloud_id`] },
  write: ({ has }) => [
    // Two panels may change their IDs with each other, and an ID is looked at row by row.
    sql`
      update panel set remote_id = null from import_panels as line
      where panel.cloud_id = line.cloud_id and 'Remote Portal ID' = any(line.changes) and not line.is_new`,
    sql`
      insert into panel as kept (cloud_id, company_id, remote_id, flagged, flag_changed_at, flag_changed_by, panel_info, receiver)
      select cloud_id, company_id, remote_id, flagged, case when flagged then now() end,
        case when flagged then 'import' end, panel_info, receiver
      from import_panels where is_new or changes <> '{}' order by cloud_id
      on conflict (cloud_id) do update set ${updates({
        company_id: has('sapCompanyId'),
        remote_id: has('remoteId'),
        flagged: has('flagged'),
        panel_info: [...Object.values(services), ...facts].some(has),
        receiver: has('receiver'),
      })}${has('flagged') ? whoChangedTheFlag : sql``}`,
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
