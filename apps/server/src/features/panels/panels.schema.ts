import { pastByTime, pastOf } from '../../platform/database/past.schema.ts'

/** Identifiers as ASCII alone: no locale changes what a small letter is. */
const byPanelInfo = (name: string) => `
  create index panel_${name.toLowerCase()} on panel ((lower((panel_info ->> '${name}') collate "C")) collate "C")
    where panel_info ? '${name}';`

/**
 * Panels. Cloud IDs are kept in capitals, so that the primary key finds them whatever was typed; a Remote Portal ID is found by
 * its key, which has no dashes (docs/decisions.md, 010).
 */
export const panelsSchema = `
  -- flag_run: whose change of the flag is at the Remote Portal or was left without an outcome (docs/decisions.md, 011).
  create table panel (
    cloud_id text primary key check (cloud_id ~ '^[A-Z0-9_]{1,40}$'),
    company_id integer references company (id),
    remote_id text unique check (remote_id ~ '^[A-Za-z0-9_-]{1,40}$' and remote_id ~ '[A-Za-z0-9_]'),
    remote_key text generated always as (upper(replace(remote_id, '-', ''))) stored,
    flagged boolean not null default false,
    flag_changed_at timestamptz,
    flag_changed_by text,
    flag_run uuid,
    flag_run_until timestamptz,
    panel_info jsonb not null check (jsonb_typeof(panel_info -> 'serviceStates') = 'array'),
    create_date timestamptz not null default now(),
    update_date timestamptz not null default now(),
    receiver text not null default ''
  );
  create index panel_by_company on panel (company_id, cloud_id);
  create index panel_by_remote_key on panel (remote_key);
  create index panel_flag_open on panel (flag_run_until) where flag_run is not null;
  create index panel_disabled on panel (cloud_id) where flagged;
  create index panel_cloud_id_begin on panel ((cloud_id) collate "C");
  create index panel_cloud_id_end on panel ((reverse(cloud_id)) collate "C");
  create index panel_remote_key_begin on panel ((remote_key) collate "C");
  create index panel_remote_key_end on panel ((reverse(remote_key)) collate "C");
  ${['physicalPanelId', 'productId', 'deviceId'].map(byPanelInfo).join('')}
  create trigger announce_news after update on panel for each row
    when (old.flagged is distinct from new.flagged or old.flag_changed_at is distinct from new.flag_changed_at)
    execute function announce_news('panel', 'cloud_id');

  -- The two forms of a panel's id, as Pathfinder tells them.
  create table panel_id (
    physical_id text not null check (physical_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
    cloud_id text not null check (cloud_id ~ '^[A-Z0-9_]{1,40}$'),
    told_at timestamptz not null default clock_timestamp(),
    primary key (physical_id, cloud_id)
  );
  create index panel_id_by_cloud_id on panel_id (cloud_id);
  ${pastOf({ table: 'panel', key: ['cloud_id'], company: 'company_id', born: 'create_date', ignored: ['update_date', 'flag_run', 'flag_run_until'] })}
  ${pastByTime('panel_id', 'told_at')}`
