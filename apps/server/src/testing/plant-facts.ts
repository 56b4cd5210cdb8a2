import {
  type FleetFindingKind,
  fleetFindingKinds,
  fleetFindings,
  permissions,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/open-database.ts'
import { keepObservations } from '../platform/observations/observations.store.ts'
import type { Observation } from '../platform/observations/observed.ts'
import { appendEntries } from './audit-entries.ts'
import { at, counts } from './planted-facts.ts'

const signOnsEnd = '2031-02-03T04:05:06Z'

/** Plants all of them, upon the demo world. @param issuer whose people are the console's */
export async function plantFacts(db: Db, issuer: string): Promise<void> {
  await plantObservations(db)
  await plantFactsAgain(db)
  await plantOthers(db)
  await plantTrail(db, issuer)
}

/** What calls change of them is as it was. The server's own work may meet it in a deadlock: then once more. */
export async function plantFactsAgain(db: Db, tries = 3): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await plantInventory(trx)
      await plantWork(trx)
      await sql`update user_not_before set not_before = ${signOnsEnd} where subject = 'planted'`.execute(trx)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== '40P01' || tries === 1) throw error
    await plantFactsAgain(db, tries - 1)
  }
}

async function plantInventory(db: Db): Promise<void> {
  const { companyId, sim, panel } = at
  await sql`
    update company set device_region = 'Plantland', updated_by = 'planted.saver@example.com',
      usage_alert_email = 'planted.alert@example.com', usage_monitoring_enabled = true,
      warning_threshold_percent = 71 where id = ${companyId}`.execute(db)
  await sql`
    insert into company_subnet (company_id, network) select ${companyId}, '10.211.0.0/16'
    where not exists (select from company_subnet where network = '10.211.0.0/16')`.execute(db)
  await sql`update sim set usable = false, vpn_user_name = ${at.vpnUser} where iccid = ${sim}`.execute(db)
  await sql`
    update panel set flag_changed_by = 'planted.flagger@example.com', flag_changed_at = now(),
      panel_info = panel_info || '{"deviceId": "planted-device"}' where cloud_id = ${panel}`.execute(db)
  await sql`insert into panel_id (physical_id, cloud_id) values (${at.toldId}, ${panel})
    on conflict do nothing`.execute(db)
  await sql`
    insert into remote_user (email, company_id, remote_id, role)
    values (${at.user}, ${companyId}, 'RU-777777', 'PlantedRole')
    on conflict do nothing`.execute(db)
  await sql`update sim set deactivated_at = null where iccid in (${sim}, ${at.otherSim}) and deactivated_at is not null`.execute(
    db,
  )
}

/** As many as a company is told to have; of its SIMs two are left to deactivate, so that no one waits for the others. */
async function plantOthers(db: Db): Promise<void> {
  const { companyId, sim } = at
  const rest = (table: string, wanted: number) =>
    sql`generate_series(1, ${wanted} - (select count(*) from ${sql.table(table)} where company_id = ${companyId})) as n`
  await sql`
    insert into sim (iccid, company_id, vendor_code)
    select '8901179' || lpad(n::text, 12, '0'), ${companyId}, 'ATT' from ${rest('sim', counts.sims)}`.execute(
    db,
  )
  await sql`update sim set deactivated_at = now() where company_id = ${companyId} and iccid not in (${sim}, ${at.otherSim})`.execute(
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
  await sql`
    insert into webconnect_outage (outage_id, scope, scope_id, how, began_at, stopped_until, members, away, most_away, told_at, ended_at)
    overriding system value
    values (${at.outageId}, 'container', ${at.container}, 'together', now() - interval '2 hours', now() - interval '2 hours', 40, 0, 9,
      now(), now() + interval '1 hour')`.execute(db)
  await sql`
    insert into webconnect_outage_panel (outage_id, cloud_id, company_id, stopped_at)
    values (${at.outageId}, ${at.panel}, ${at.companyId}, now() - interval '2 hours')`.execute(db)
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

async function plantWork(db: Db): Promise<void> {
  // Whose work it is, is told with the work.
  const behalf = sql`'https://id.example', 'worker', ${at.worker}, '', '', '127.0.0.1'`
  await sql`
    insert into deactivation_batch (batch_id, is_single, file_name, created_at, finished_at, transaction_id, issuer, subject, email,
      session_id, token_id, remote_address)
    values (${at.batchId}, false, 'planted-list.csv', now(), now(), ${at.transactionId}, ${behalf})
    on conflict (batch_id) do update set finished_at = now(), stopped_at = null, stopped_by = null`.execute(
    db,
  )
  await sql`delete from deactivation where batch_id = ${at.batchId}`.execute(db)
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
    from csr where server = ${at.csr}
    on conflict (deployment_id) do update set created_at = now(), state = 'error'`.execute(db)
  await sql`
    insert into wave_plan (plan_id, release, settings, budget, actor, why, transaction_id, issuer, subject, email, session_id, token_id,
      remote_address, finished_at)
    values (${at.wavesId}, '97.1.3', '{"release": "97.1.3", "waves": [1], "wavesBy": "number", "order": "by-name", "budget": 9, "budgetBy": "number",
      "pause": 0, "hours": null, "errorsAllowed": 0}', 9, '{}', '', ${at.transactionId}, ${behalf}, now()) on conflict do nothing`.execute(
    db,
  )
  await sql`
    insert into wave_server (plan_id, csr_id, wave, position, state, note, release_at_first_attempt)
    select ${at.wavesId}, csr_id, 1, 0, 'failed', 'planted reason', '97.1.2' from csr where server = ${at.csr}
    on conflict do nothing`.execute(db)
  await sql`
    insert into look (look_id, same, company_id, company_name, thing_kind, rights, state, reason, finished_at, stopped_by,
      transaction_id, issuer, subject, email, session_id, token_id, remote_address)
    values (${at.lookId}, 'planted', ${at.companyId}, 'Harbor Security', 'sim', ${permissions}::text[], 'stopped', 'planted pause',
      now(), 'planted.stopper@example.com', ${at.transactionId}, ${behalf})
    on conflict (look_id) do update set state = 'stopped', reason = 'planted pause', finished_at = now(),
      stopped_by = 'planted.stopper@example.com', run_id = null`.execute(db)
  await sql`
    insert into look_thing (look_id, position, thing_kind, thing_id, carrier, state, looked_at)
    values (${at.lookId}, 1, 'sim', ${at.sim}, 'ATT', 'wrong', now()) on conflict do nothing`.execute(db)
  // Of the list of users, whose right it takes.
  await sql`
    insert into personal_token (token_id, issuer, subject, email, name, beginning, hash, scopes, ends_at)
    values (${at.tokenId}, 'i', 's', ${at.worker}, 'Planted token', 'isc_abcd', 'planted', '{users.read}', now() + interval '1 day')
    on conflict do nothing`.execute(db)
  await sql`
    insert into device_sign_on (token_hash, token_beginning, code_hash, machine, remote_address, scopes, ends_at, pause_seconds)
    values ('planted-device', 'isc_abcd', sha256(convert_to(${at.deviceCode}::text, 'UTF8')), 'laptop', '', '{sim-information.read,users.read}',
      now() + interval '1 day', 5)
    on conflict (token_hash) do update set answer = null, ends_at = now() + interval '1 day'`.execute(db)
  await sql`
    insert into saved_view (view_id, issuer, subject, email, list, name, same_name, query, is_shared, used_at)
    values (${at.viewId}, 'planted', 'planted', ${at.staff}, 'users', 'Planted view', 'planted view', ${`email=${at.user}`}, true, now())
    on conflict (view_id) do nothing`.execute(db)
  await sql`
    insert into note (note_id, thing_kind, thing_id, text, until_at, issuer, subject, email, created_at)
    values (${at.noteId}, 'panel', ${at.panel}, 'Planted remark', now() + interval '20 days', 'planted', 'planted', ${at.staff}, now())
    on conflict (note_id) do update set ended_at = null`.execute(db)
  await plantWebhook(db)
  await plantFleet(db)
}

/** It is off, for more than its owner: so it has a row on Home. */
async function plantWebhook(db: Db): Promise<void> {
  await sql`
    insert into webhook (webhook_id, name, url, kinds, secret, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
      saved_at, until_at, off_why, off_at)
    values (${at.webhookId}, 'Planted webhook', 'https://planted-receiver.example/hook', '{attention.began}', '', ${at.transactionId}, 'planted',
      'planted', ${at.staff}, '', '', '', now(), now() + interval '20 days', 'gone', now())
    on conflict (webhook_id) do update set name = excluded.name, url = excluded.url, off_why = 'gone', off_at = now()`.execute(
    db,
  )
  await sql`insert into webhook_event (event_id, kind, thing_id, at) values (${at.messageId}, 'attention.began', 'planted', now())
    on conflict do nothing`.execute(db)
  await sql`insert into webhook_delivery (webhook_id, event_id, state) values (${at.webhookId}, ${at.messageId}, 'delivered')
    on conflict do nothing`.execute(db)
}

/** Whatever the fleet can find, each with what its right alone may read. */
async function plantFleet(db: Db): Promise<void> {
  const things = { sim: at.sim, panel: at.panel, csr: at.csr }
  const words: Partial<Record<FleetFindingKind, string>> = {
    'still-billed': 'PLANTED_RAW',
    'imei-changed': at.imei,
    'other-panel': at.container,
    'over-threshold': 'over-threshold',
    silent: at.container,
    'not-connected': at.container,
    flapping: at.container,
    'other-environment': 'planted-product',
    'disabled-for-long': at.remoteId,
    'off-release': '97.1.3',
    'in-error': 'planted reason',
    'other-release': '97.1.3',
    'core-down': 'planted reason',
    'does-not-answer': 'planted reason',
  }
  const rows = fleetFindingKinds.map((finding) => {
    const { thing } = fleetFindings[finding]
    return { finding, thing_kind: thing, thing_id: things[thing], now: words[finding] ?? '' }
  })
  await sql`
    insert into fleet_expected (expected_id, finding, thing_kind, thing_id, reason, email, until)
    values (${at.expectedId}, 'silent', 'panel', ${at.panel}, ${`known: ${at.container}`}, 'p@example.com', now() + interval '9 days')
    on conflict (expected_id) do update set ended_at = null`.execute(db)
  await sql`
    insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings, expected_id)
    select finding, thing_kind, thing_id, ${at.companyId}, 'ATT', now() - interval '2 days', now(), 'AT&T', now, '', 2,
      case when finding = 'silent' then ${at.expectedId}::uuid end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planted (finding text, thing_kind text, thing_id text, now text)
    on conflict (finding, thing_id) do update set expected_id = excluded.expected_id`.execute(db)
  await sql`
    insert into sweep (sweep_id, state, transaction_id, issuer, subject, email, session_id, token_id, remote_address, created_at,
      finished_at) values (${at.sweepId}, 'finished', ${at.transactionId}, 'i', 's', ${at.worker}, '', '', '', now(), now())
    on conflict (sweep_id) do update set state = 'finished', finished_at = now(), run_id = null`.execute(db)
  await sql`
    insert into deactivation_series (series_id, why, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
      finished_at) values (${at.seriesId}, '', ${at.transactionId}, 'i', 's', ${at.worker}, '', '', '', now())
    on conflict do nothing`.execute(db)
  await sql`
    insert into deactivation_series_sim (series_id, position, iccid, state, note)
    values (${at.seriesId}, 1, ${at.sim}, 'failed', 'planted note') on conflict do nothing`.execute(db)
  await sql`
    insert into leaving (leaving_id, company_id, why, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
      finished_at, lines_done) values (${at.leavingId}, ${at.companyId}, '', ${at.transactionId}, 'i', 's', ${at.worker}, '', '', '', now(), 0)
    on conflict do nothing`.execute(db)
  await sql`
    insert into enabling (enabling_id, why, state, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
      finished_at) values (${at.enablingId}, '', 'finished', ${at.transactionId}, 'i', 's', ${at.worker}, '', '', '', now())
    on conflict do nothing`.execute(db)
  await sql`
    insert into enabling_panel (enabling_id, position, cloud_id, state, done_at)
    values (${at.enablingId}, 1, ${at.panel}, 'enabled', now()) on conflict do nothing`.execute(db)
  await sql`
    insert into sweep_finding (sweep_id, finding, before, gone_before, count, fresh, gone)
    select ${at.sweepId}, finding, 3, 0, 4, 2, 1 from unnest(${[...fleetFindingKinds]}::text[]) as finding
    on conflict do nothing`.execute(db)
}

async function plantTrail(db: Db, issuer: string): Promise<void> {
  await sql`
    insert into user_not_before (issuer, subject, not_before)
    values (${issuer}, 'planted', ${signOnsEnd})`.execute(db)
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
