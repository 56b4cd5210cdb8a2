import { factRights, type Permission } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/open-database.ts'
import { keepObservations } from '../platform/observations/observations.store.ts'
import type { Observation } from '../platform/observations/observed.ts'
import { appendEntries } from './audit-entries.ts'

/** What is planted upon, of the demo world. */
export const at = {
  sim: '8901170000000000013',
  panel: 'CBS0000001',
  physicalId: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  /** The panel's, too, and Pathfinder alone said so. */
  toldId: 'aaaabbbb-1111-4222-8333-00c04fc90001',
  companyId: 1,
  sapCompanyId: '1000001',
  remoteId: 'RP-000001',
  csr: 'csr-01',
  csrAddress: '127.0.40.1',
  container: 'planted-box',
  host: '10.99.88.77',
  user: 'planted.user@portal.example',
  staff: 'planted.staff@example.com',
  vpnUser: 'planted-vpn-user',
  imei: '352099001700017',
  batchId: '10000000-1111-4222-8333-00000000f001',
  deploymentId: '10000000-1111-4222-8333-00000000f002',
  /** Of everything but the environment. */
  transactionId: '10000000-1111-4222-8333-00000000f003',
  environmentId: '10000000-1111-4222-8333-00000000f004',
} as const

/** Numbers that nothing else in the answers is. */
const counts = { sims: 1237, panels: 2341, users: 977 }
const standingAlone = (count: number) => new RegExp(`(?<![\\w.-])${count}(?![\\w.:-])`)

interface PlantedFact {
  name: string
  right: Permission
  /** What no answer holds that goes to a caller without the right. */
  shows: RegExp
  /** Calls that tell it by a right of their own. */
  exempt?: readonly string[]
}

/** The trail is told whole to who may read it (D16; docs/security.md). */
const trail = ['getUserActions', 'exportUserActions']

export const plantedFacts: readonly PlantedFact[] = [
  { name: 'SIMs of a company', right: factRights.simsOfCompany, shows: standingAlone(counts.sims) },
  { name: 'panels of a company', right: factRights.panelsOfCompany, shows: standingAlone(counts.panels) },
  { name: 'users of a company', right: factRights.usersOfCompany, shows: standingAlone(counts.users) },
  { name: 'users', right: 'users.read', shows: /planted\.user|PlantedRole|RU-777777/ },
  {
    name: 'what was observed of a SIM, and billed',
    right: factRights.sim,
    shows:
      /352099001700017|13125550199|PLANTED_RAW|10\.77\.66\.55|"Suspended"|Planted Plan|Planted rate|4567891234/,
  },
  {
    name: 'usability',
    right: factRights.usability,
    shows:
      /"Unusable"|"usable":false|[Mm]arked unusable|"unusable"|· unusable|^8901170000000000013,[^,]*,[^,]*,false/m,
  },
  { name: 'the VPN account', right: factRights.vpnAccount, shows: /planted-vpn/ },
  {
    name: 'deactivations',
    right: factRights.deactivation,
    shows: /planted note|planted-list|10000000-1111-4222-8333-00000000f001/,
  },
  {
    name: 'SIM activity',
    right: factRights.simActivity,
    shows: /PlantedStatus|planted activity|"hasSimActivity":true/,
  },
  {
    name: 'the panel in the inventory and at the Remote Portal',
    right: factRights.panel,
    shows:
      /RP-000001|6f9619ff-8b86-d011-b42d-00c04fc964ff|planted-device|planted\.flagger|managementDisabled/,
    // Who asks for a panel's environment names it by its physical ID, and so do the entries about that.
    exempt: [
      ...trail,
      ...['getTransactionThing', 'getTransactionTimeline', 'findThings', 'resolveLines'],
      ...['getPathfinder', 'getDeviceDomainMappings'],
    ],
  },
  {
    name: 'the session at WebConnect',
    right: factRights.session,
    shows: /planted-box|old-planted-box|10\.99\.88\.77|planted-connection/,
  },
  {
    name: 'the environment of a panel',
    right: factRights.environment,
    shows:
      /"environment":"dev"|\bto DEV\b|"to":"dev"|"before":"dev"|aaaabbbb-1111-4222|planted-product|"what":"Points to"|Pathfinder sends|"code":"panel-environment","state":"(?:cause|likely|wrong|fine)|panel-environment,cause/,
    exempt: trail,
  },
  {
    name: 'a company',
    right: factRights.company,
    shows:
      /Plantland|10\.211\.0\.0|planted\.saver|planted\.alert|"warningPercent":71|"level":"(?:below|warning|alert)"|over-threshold/,
  },
  {
    name: 'servers and what is deployed on them',
    right: factRights.deployment,
    shows: /97\.1\.3|planted reason|planted log|Planted rack|10000000-1111-4222-8333-00000000f002/,
  },
  { name: 'the trail', right: factRights.userAction, shows: /Planted deed|planted\.staff/ },
  { name: 'sign-ons', right: 'sign-ons.end', shows: /2031-02-03T04:05:06/ },
]

/** Plants all of them, upon the demo world. @param issuer whose people are the console's */
export async function plantFacts(db: Db, issuer: string): Promise<void> {
  await plantInventory(db)
  await plantObservations(db)
  await plantWork(db)
  await plantTrail(db, issuer)
}

async function plantInventory(db: Db): Promise<void> {
  const { companyId, sim, panel } = at
  await sql`
    update company set device_region = 'Plantland', updated_by = 'planted.saver@example.com',
      usage_alert_email = 'planted.alert@example.com', usage_monitoring_enabled = true,
      warning_threshold_percent = 71 where id = ${companyId}`.execute(db)
  await sql`insert into company_subnet (company_id, network) values (${companyId}, '10.211.0.0/16')`.execute(
    db,
  )
  await sql`update sim set usable = false, vpn_user_name = ${at.vpnUser} where iccid = ${sim}`.execute(db)
  await sql`
    update panel set flag_changed_by = 'planted.flagger@example.com', flag_changed_at = now(),
      panel_info = panel_info || '{"deviceId": "planted-device"}' where cloud_id = ${panel}`.execute(db)
  await sql`insert into panel_id (physical_id, cloud_id) values (${at.toldId}, ${panel})`.execute(db)
  await sql`
    insert into remote_user (email, company_id, remote_id, role)
    values (${at.user}, ${companyId}, 'RU-777777', 'PlantedRole')`.execute(db)
  const rest = (table: string, wanted: number) =>
    sql`generate_series(1, ${wanted} - (select count(*) from ${sql.table(table)} where company_id = ${companyId})) as n`
  await sql`
    insert into sim (iccid, company_id, vendor_code)
    select '8901179' || lpad(n::text, 12, '0'), ${companyId}, 'ATT' from ${rest('sim', counts.sims)}`.execute(
    db,
  )
  await sql`
    insert into panel (cloud_id, company_id, panel_info)
    select 'CBS9' || lpad(n::text, 6, '0'), ${companyId}, '{"serviceStates": []}' from ${rest('panel', counts.panels)}`.execute(
    db,
  )
  await sql`
    insert into remote_user (email, company_id, remote_id, role)
    select 'filler' || n || '@portal.example', ${companyId}, 'RU-5' || lpad(n::text, 5, '0'), 'Viewer'
    from ${rest('remote_user', counts.users)}`.execute(db)
  await sql`update sim set deactivated_at = null where company_id = ${companyId}`.execute(db)
  await sql`
    insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
    values (2021, 12, ${sim}, 'Planted Plan', 'ATT', 1, 1, 'USD')`.execute(db)
}

async function plantObservations(db: Db): Promise<void> {
  const now = Date.now()
  // Later than what the test's own questions bring.
  const later = new Date(now + 3600_000).toISOString()
  const earlier = new Date(now - 3600_000).toISOString()
  const said = (
    kind: Observation['kind'],
    id: string,
    source: string,
    fields: Record<string, string>,
    askedAt = later,
  ): Observation => ({ kind, id, source, askedAt, tookMs: 1, said: { fields } })
  await keepObservations(db, [
    said('sim', at.sim, 'AT&T', { deviceStatus: 'Active', imei: '352099001700099' }, earlier),
    said('panel', at.panel, 'WebConnect', { connection: 'connected', container: 'old-planted-box' }, earlier),
    said('panel', at.panel, 'Pathfinder', { environment: 'prod' }, earlier),
    said('panel', at.physicalId, 'Pathfinder', { environment: 'prod' }, earlier),
  ])
  await keepObservations(db, [
    said('sim', at.sim, 'AT&T', {
      deviceStatus: 'Suspended',
      rawStatus: 'PLANTED_RAW',
      imei: at.imei,
      phoneNumber: '13125550199',
      ipAddress: '10.77.66.55',
    }),
    said('sim', at.sim, 'AT&T usage', {
      ...{ usedBytes: '4567891234', usedPercent: '99', usagePlan: 'Planted rate', usageDays: '' },
      ...{ usageFrom: '2026-11-01', usageTo: new Date(now + 5 * 86_400_000).toISOString().slice(0, 10) },
    }),
    said('panel', at.panel, 'Remote Portal', { managementDisabled: 'true', remotePortalId: at.remoteId }),
    said('panel', at.panel, 'Pathfinder', { environment: 'dev', physicalId: at.toldId }),
    said('panel', at.physicalId, 'Pathfinder', { environment: 'dev', physicalId: at.physicalId }),
    said('panel', at.panel, 'Pathfinder dev', { physicalId: at.toldId, productId: 'planted-product' }),
    said('panel', at.panel, 'WebConnect', {
      connection: 'silent',
      container: at.container,
      host: at.host,
      iccid: at.sim,
    }),
  ])
  await sql`
    insert into webconnect_container (container_name, said_at, checked_at, problem, connection_count, silent_count)
    values (${at.container}, now(), now(), '', 40, 1)`.execute(db)
  const connection = [
    at.panel,
    at.host,
    7,
    at.sim,
    now,
    now,
    now,
    'planted-connection',
    at.transactionId,
    'c',
  ]
  await sql`
    insert into webconnect_connection (container_name, page, connections)
    values (${at.container}, 0, ${JSON.stringify([connection])})`.execute(db)
  await sql`
    insert into webconnect_sample (container_name, at, connection_count, cpu_usage, memory_usage)
    values (${at.container}, now(), 40, 1, 1)`.execute(db)
}

async function plantWork(db: Db): Promise<void> {
  // Whose work it is, is told with the work.
  const behalf = sql`'https://id.example', 'worker', 'worker@example.com', '', '', '127.0.0.1'`
  await sql`
    insert into deactivation_batch (batch_id, is_single, file_name, created_at, finished_at, transaction_id, issuer, subject, email,
      session_id, token_id, remote_address)
    values (${at.batchId}, false, 'planted-list.csv', now(), now(), ${at.transactionId}, ${behalf})`.execute(
    db,
  )
  await sql`
    insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state, note, asked_at, settled_at)
    values (gen_random_uuid(), ${at.batchId}, 0, ${at.sim}, 'ATT', 'failed', 'planted note', now(), now())`.execute(
    db,
  )
  await sql`update csr set description = 'Planted rack' where server = ${at.csr}`.execute(db)
  await sql`
    insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, reason, log, created_at, started_at,
      finished_at, transaction_id, issuer, subject, email, session_id, token_id, remote_address)
    select ${at.deploymentId}, csr_id, 'upgrade', '97.1.2', '97.1.3', 'error', 'planted reason',
      '[{"at": "2026-11-20T10:00:00.000Z", "line": "planted log"}]', now(), now(), now(), ${at.transactionId}, ${behalf}
    from csr where server = ${at.csr}`.execute(db)
  await sql`
    insert into sim_transaction (transaction_id, iccid, began_at) values (${at.transactionId}, ${at.sim}, now())`.execute(
    db,
  )
  await sql`
    insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
    select transaction_id, iccid, 'ATT', 'PlantedStatus', 'planted activity', began_at, began_at from sim_transaction
    where transaction_id = ${at.transactionId}`.execute(db)
  await sql`
    insert into thing_finding (thing_kind, thing_id, code, state, since, at)
    values ('panel', ${at.panel}, 'panel-environment', 'cause', now(), now() + interval '1 hour')`.execute(db)
  await sql`
    insert into thing_finding_unreserved (thing_kind, thing_id, code, state, since, at)
    values ('panel', ${at.panel}, 'container-down', 'likely', now(), now() + interval '1 hour')`.execute(db)
}

async function plantTrail(db: Db, issuer: string): Promise<void> {
  await sql`
    insert into user_not_before (issuer, subject, not_before)
    values (${issuer}, 'planted', '2031-02-03T04:05:06Z')`.execute(db)
  const user = { issuer, subject: 'planted', email: at.staff, sessionId: '', tokenId: '' }
  const deed = { user, transactionId: at.transactionId, message: 'Planted deed' }
  const objects = [`sim ${at.sim}`, `panel ${at.panel}`, `company ${at.companyId}`, `csr ${at.csrAddress}`]
  const pointed = {
    user,
    transactionId: at.environmentId,
    activity: 'Panel Environment',
    message: `Point panel ${at.physicalId} from PROD to DEV`,
  }
  await appendEntries(
    db,
    ...objects.map((object) => ({ ...deed, object })),
    { ...pointed, source: 'console' as const, route: 'POST /activity/v1/activitylog', object: '' },
    {
      ...pointed,
      route: 'PUT /panelenvironment/v1/{physicalId}/pathfinder',
      object: `panel ${at.physicalId}`,
    },
  )
}
