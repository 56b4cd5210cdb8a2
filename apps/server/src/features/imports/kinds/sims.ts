import { sql } from 'kysely'
import { openVpnPassword, sealVpnPassword } from '../../sims/index.ts'
import {
  cloudId,
  exactText,
  instant,
  networkModel,
  optional,
  sapCompanyId,
  simId,
  usable,
  vendorColumn,
  vendorFitsPrefix,
} from './cells.ts'
import type { Kind } from './kind.ts'
import { companyOfThisImport, differing, updates } from './statements.ts'

const latestDeactivation = sql`deactivated_at = greatest(kept.deactivated_at, excluded.deactivated_at),`

/** The SIM inventory. A SIM that is new or changed gets an event 'Imported' in its activity (issue 3, D8). */
export const sims: Kind = {
  name: 'sims',
  title: 'SIMs',
  columns: [
    {
      name: 'iccid',
      required: true,
      meaning: 'SIM ID, 18 to 22 digits; spaces, dashes and an F that fills it up are dropped',
      schema: simId,
    },
    vendorColumn,
    {
      name: 'sapCompanyId',
      meaning: 'the company that the SIM belongs to; empty: none',
      schema: optional(sapCompanyId),
    },
    { name: 'usable', meaning: 'true or false; empty: true', schema: optional(usable) },
    {
      name: 'networkModel',
      meaning:
        "TIER3_STANDARD, TIER2_STANDARD, TIER2_STANDARD_NO_NAT or TIER2_STANDARD_DO_INTERNET; empty: the company's",
      schema: optional(networkModel),
    },
    { name: 'vpnUserName', meaning: 'at most 200 characters', schema: exactText(200) },
    { name: 'vpnPassword', meaning: 'at most 200 characters', schema: exactText(200), secret: true },
    {
      name: 'deactivatedAt',
      meaning:
        'since when it is deactivated, with its zone, as 2026-11-01T05:30:00Z; empty, or earlier than what is known: unchanged',
      schema: optional(instant),
    },
    { name: 'panel', meaning: 'cloud ID of the panel that it sits in; empty: not known', schema: cloudId },
  ],
  key: ['iccid'],
  isIndependent: true,
  check: vendorFitsPrefix,
  types: { usable: 'boolean', deactivatedAt: 'timestamptz' },
  async seal(trx, rows, secrets) {
    const iccids = rows.filter((row) => row.vpnPassword).map((row) => row.iccid as string)
    // Joined: for so many in an array PostgreSQL may read all SIMs.
    const { rows: found } = await sql<{ iccid: string; vpn_password: string }>`
      select iccid, vpn_password from unnest(${iccids}::text[]) as given (iccid) join sim using (iccid)`.execute(
      trx,
    )
    const kept = new Map(found.map((sim) => [sim.iccid, sim.vpn_password]))
    return rows.map((row) => {
      if (!row.vpnPassword) return row
      const [iccid, given] = [row.iccid as string, row.vpnPassword as string]
      const former = kept.get(iccid) ?? ''
      const isSame = openVpnPassword(secrets, iccid, former) === given
      return { ...row, vpnPassword: isSame ? former : sealVpnPassword(secrets, iccid, given) }
    })
  },
  staging: `iccid text, vendor_code text, company_id integer, usable boolean, network_model text, vpn_user_name text,
    vpn_password text, deactivated_at timestamptz, panel text, sap_company_id text`,
  stage({ lines, has }) {
    const company = has('sapCompanyId') ? sql`company.id` : sql`old.company_id`
    const isUsable = has('usable') ? sql`coalesce(line.usable, true)` : sql`coalesce(old.usable, true)`
    const model = has('networkModel') ? sql`line."networkModel"` : sql`old.network_model`
    const userName = has('vpnUserName') ? sql`line."vpnUserName"` : sql`coalesce(old.vpn_user_name, '')`
    const password = has('vpnPassword') ? sql`line."vpnPassword"` : sql`coalesce(old.vpn_password, '')`
    // A file may be older than a deactivation: it never takes one back, nor moves it to an earlier time.
    const deactivatedAt = has('deactivatedAt')
      ? sql`greatest(line."deactivatedAt", old.deactivated_at)`
      : sql`old.deactivated_at`
    const panel = has('panel') ? sql`line.panel` : sql`coalesce(old.panel, '')`
    return sql`
      select line.seq, line.key, line.line, line.iccid, new.vendor_code, new.company_id, new.usable, new.network_model,
        new.vpn_user_name, new.vpn_password, new.deactivated_at, new.panel, line."sapCompanyId", old.iccid is null, ${differing(
          {
            vendor_code: 'carrier',
            company_id: 'company',
            usable: 'usability',
            network_model: 'network model',
            vpn_user_name: 'VPN user name',
            vpn_password: 'VPN password',
            deactivated_at: 'deactivation',
            panel: 'panel',
          },
        )},
        case when company.id is null and line."sapCompanyId" is not null then 'sapCompanyId' end,
        'no company has this SAP Company ID'
      from ${lines}
      left join sim as old on old.iccid = line.iccid
      left join company on company.sap_company_id = line."sapCompanyId"
      cross join lateral (
        select line."vendorCode" as vendor_code, ${company} as company_id, ${isUsable} as usable,
          ${model} as network_model, ${userName} as vpn_user_name, ${password} as vpn_password,
          ${deactivatedAt} as deactivated_at, ${panel} as panel
      ) as new`
  },
  judge: [companyOfThisImport('import_sims')],
  things: { thing: sql`'SIM ' || line.iccid`, about: ['sim', sql`line.iccid`] },
  // The import's transaction id is new and a SIM stands in it once, so no event can be there already.
  write: ({ transactionId, has }) => [
    sql`
      insert into sim as kept
        (iccid, vendor_code, company_id, usable, network_model, vpn_user_name, vpn_password, deactivated_at, panel)
      select iccid, vendor_code, company_id, usable, network_model, vpn_user_name, vpn_password, deactivated_at, panel
      from import_sims where is_new or changes <> '{}' order by iccid
      on conflict (iccid) do update set ${has('deactivatedAt') ? latestDeactivation : sql``} ${updates({
        vendor_code: true,
        company_id: has('sapCompanyId'),
        usable: has('usable'),
        network_model: has('networkModel'),
        vpn_user_name: has('vpnUserName'),
        vpn_password: has('vpnPassword'),
        panel: has('panel'),
      })}`,
    sql`
      with began as (
        insert into sim_transaction (transaction_id, iccid, began_at)
        select ${transactionId}::uuid, iccid, now() from import_sims where is_new or changes <> '{}')
      insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
      select ${transactionId}::uuid, iccid, vendor_code, 'Imported',
        case when is_new then 'New in the inventory'
          else 'Changed in the inventory: ' || array_to_string(changes, ', ') end, now(), now()
      from import_sims where is_new or changes <> '{}' order by iccid`,
  ],
}
