import { pastOf } from '../../platform/database/past.schema.ts'

/** The SIM inventory. A SIM without a network model of its own has its company's. */
export const simsSchema = `
  create table sim (
    iccid text primary key check (iccid ~ '^[0-9]{18,22}$'),
    company_id integer references company (id),
    vendor_code text not null,
    usable boolean not null default true,
    network_model text check (network_model in
      ('TIER3_STANDARD', 'TIER2_STANDARD', 'TIER2_STANDARD_NO_NAT', 'TIER2_STANDARD_DO_INTERNET')),
    vpn_user_name text not null default '',
    create_date timestamptz not null default now(),
    update_date timestamptz not null default now(),
    deactivated_at timestamptz,
    panel text not null default '',
    -- Encrypted. Its form, without counting by a pattern, on which PostgreSQL spent most of an insert (bench/import.ts).
    vpn_password text not null default '' check (vpn_password = '' or (length(vpn_password) >= 52
      and substr(vpn_password, 13, 1) = ':' and vpn_password ~ '^[0-9a-f]+:[A-Za-z0-9_-]+$'))
  );
  -- Counted and paged without reading the SIMs themselves.
  create index sim_by_company on sim (company_id, iccid);
  create index sim_by_panel on sim (panel) where panel <> '';
  create index sim_iccid_begin on sim ((iccid) collate "C");
  create index sim_iccid_end on sim ((reverse(iccid)) collate "C");
  create index sim_vpn_user_begin on sim ((lower((vpn_user_name) collate "C")) collate "C") where vpn_user_name <> '';
  create index sim_vpn_user_end on sim ((reverse(lower((vpn_user_name) collate "C"))) collate "C") where vpn_user_name <> '';
  -- What the import reads in is no news: of millions no one would be told one by one.
  create trigger announce_news after update on sim for each row
    when (old.usable is distinct from new.usable or old.deactivated_at is distinct from new.deactivated_at)
    execute function announce_news('sim', 'iccid');
  ${pastOf({ table: 'sim', key: ['iccid'], company: 'company_id', born: 'create_date', secret: ['vpn_password'], ignored: ['update_date'] })}`
