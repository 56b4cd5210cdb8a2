import { type Kysely, sql } from 'kysely'

/** All settings of a company (2.6, 3) with the defaults of section 9, installer service keys, subnets, reservations. */
export async function up(db: Kysely<never>): Promise<void> {
  // What an earlier import took and no form can show: line breaks in names, Tier3 companies without an endpoint.
  await sql`
    update company set
      name = btrim(regexp_replace(name, '[[:cntrl:]]+', ' ', 'g')),
      device_region = btrim(regexp_replace(device_region, '[[:cntrl:]]+', ' ', 'g'))
    where name ~ '[[:cntrl:]]' or device_region ~ '[[:cntrl:]]'`.execute(db)
  await sql`
    update company set vpn_endpoint = 'vpn.installer-services.example'
    where network_model = 'TIER3_STANDARD' and vpn_endpoint = ''`.execute(db)

  // Every company that is there gets a key of its own: the default is evaluated for each row.
  await sql`
    alter table company
      add column mnvos_in_use text[] not null default '{Aeris,Wyless,Verizon}'
        check (mnvos_in_use <@ '{Aeris,Wyless,Verizon}'),
      add column service_portal_onboarded boolean not null default true,
      add column make_remote_portal_read_only boolean not null default true,
      add column webconnect_mobile_enabled boolean not null default false,
      add column use_ciam boolean not null default true,
      add column allow_upload_of_panel_info boolean not null default true,
      add column use_connector_service boolean not null default true,
      add column allow_cbs_auth_for_cloud_panel_connections boolean not null default true,
      add column usage_monitoring_enabled boolean not null default false,
      add column alert_threshold_percent smallint not null default 100
        check (alert_threshold_percent between 1 and 100),
      add column warning_threshold_percent smallint not null default 75
        check (warning_threshold_percent between 1 and 100),
      add column alert_methodology text not null default 'OnceADay'
        check (alert_methodology in ('OnceADay', 'EveryTime', 'OnceAMonth')),
      add column usage_alert_email text not null default '',
      add column preferred_language text not null default 'en-US' check (preferred_language in ('en-US', 'fr-CA')),
      add column delivery_types text[] not null default '{Email}' check (delivery_types <@ '{Email,SMS}'),
      add column online_service_key uuid not null default gen_random_uuid() unique,
      add column key_generated_at timestamptz not null default clock_timestamp(),
      add column key_generated_by text,
      add column updated_by text,
      add constraint company_thresholds check (warning_threshold_percent <= alert_threshold_percent)`.execute(
    db,
  )

  // No matter who saves, the time moves on by a millisecond at least: JSON carries no more, and D10 compares what it carries.
  await sql`
    create function company_stamp() returns trigger language plpgsql as $$
    begin
      new.update_date := greatest(date_trunc('milliseconds', clock_timestamp()),
        date_trunc('milliseconds', old.update_date) + interval '1 millisecond');
      return new;
    end $$`.execute(db)
  await sql`
    create trigger company_stamp before update on company
      for each row execute function company_stamp()`.execute(db)

  // The keys that a company has and had, hashed: 122 random bits need no salt.
  await sql`
    create table company_isk (
      isk_id integer generated always as identity primary key,
      company_id integer not null references company (id) on delete cascade,
      key_hash text not null unique,
      made_at timestamptz not null,
      made_by text,
      replaced_at timestamptz
    )`.execute(db)
  await sql`create unique index company_isk_current on company_isk (company_id) where replaced_at is null`.execute(
    db,
  )
  // A trigger, so that a key cannot come into being or be replaced without its history, no matter who writes the company.
  await sql`
    create function company_isk_history() returns trigger language plpgsql as $$
    begin
      update company_isk set replaced_at = new.key_generated_at
        where company_id = new.id and replaced_at is null;
      insert into company_isk (company_id, key_hash, made_at, made_by) values (new.id,
        encode(sha256(convert_to(new.online_service_key::text, 'UTF8')), 'hex'), new.key_generated_at, new.key_generated_by);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger company_isk_first after insert on company
      for each row execute function company_isk_history()`.execute(db)
  await sql`
    create trigger company_isk_next after update of online_service_key on company
      for each row when (old.online_service_key is distinct from new.online_service_key)
      execute function company_isk_history()`.execute(db)
  await sql`
    insert into company_isk (company_id, key_hash, made_at)
    select id, encode(sha256(convert_to(online_service_key::text, 'UTF8')), 'hex'), key_generated_at
    from company`.execute(db)

  // No two subnets share an address, whosoever they are and however many save at once (D26). Checked at the end of a
  // statement, so that one that changes several may exchange them.
  await sql`
    create table company_subnet (
      subnet_id integer generated always as identity primary key,
      company_id integer not null references company (id) on delete cascade,
      network cidr not null check (family(network) = 4),
      constraint company_subnet_no_overlap exclude using gist (network inet_ops with &&) deferrable
    )`.execute(db)
  await sql`create index company_subnet_by_company on company_subnet (company_id)`.execute(db)

  await sql`
    create table company_reservation (
      sap_company_id text primary key check (sap_company_id ~ '^[0-9]{1,10}$'),
      name text not null,
      sap_sales_region text not null check (sap_sales_region in ('us', 'ca')),
      device_region text not null
    )`.execute(db)
}
