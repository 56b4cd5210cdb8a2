import { randomUUID } from 'node:crypto'
import type { Call, CompanyBundle } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/open-database.ts'
import type { Bearer } from '../platform/sign-on/user.ts'
import type { ActionName, Asked } from './action-samples.ts'
import { newBody, newSubnet, updateBody } from './company-bodies.ts'
import { at } from './planted-facts.ts'
import { wavesOf } from './waves-plan.ts'

/** Whose something is. */
export type Person = Pick<Bearer, 'issuer' | 'subject'>

/** One way to make a call that changes something, about what is planted. */
export interface Change extends Asked {
  /** What holds before; a neighbour is no `caller`. */
  given?: (db: Db, caller: Person | undefined) => Promise<unknown>
}

const someId = '00000000-0000-4000-8000-000000000000'
const ownWatch = '10000000-1111-4222-8333-00000000f009'
const ofPlantedPanel = '10000000-1111-4222-8333-00000000f00a'
const { otherSim } = at
const webhook = {
  ...{ name: 'Planted webhook', url: 'https://planted-receiver.example/hook', kinds: ['attention.began'] },
  until: new Date(Date.now() + 24 * 3600_000).toISOString(),
}
const ofWebhook = (asked: Asked, params: Asked['params'] = {}): Change[] =>
  [at.webhookId, someId].map((webhookId) => ({ ...asked, params: { webhookId, ...params } }))
let lastNew = 8_100_000
const plantedNetwork = newSubnet('10.211.0.0/16')
const linking = { token: null, headers: { authorization: 'Bearer demo-linking-token' } }

/** And runs an older release than the newest. */
const wavesPaused = (db: Db) =>
  sql`update wave_plan set finished_at = null, paused_why = 'planted pause', paused_at = now(), stopped_at = null, stopped_by = null,
    direction = 'forward' where plan_id = ${at.wavesId}`.execute(db)
const ofPlantedWaves = (given: (db: Db) => Promise<unknown>): readonly Change[] => [
  { params: { planId: at.wavesId }, given },
  { params: { planId: at.wavesId } },
  { params: { planId: someId } },
]

const csrIs = (status: string) => (db: Db) =>
  sql`
    update csr set status = ${status}, release = (select min(version) from csr_release) where server = ${at.csr}`.execute(
    db,
  )
const simIs = (usable: boolean) => (db: Db) =>
  sql`update sim set usable = ${usable} where iccid = ${at.sim}`.execute(db)

/** Each yes makes a token of the same secret. */
const noneSignedIn = (db: Db) => sql`delete from personal_token where origin <> ''`.execute(db)

/** As a server would have left it, which no one works at. */
const batchIsOpen = async (db: Db) => {
  await sql`update deactivation set state = 'ready' where batch_id = ${at.batchId}`.execute(db)
  await sql`update deactivation_batch set finished_at = null where batch_id = ${at.batchId}`.execute(db)
}

const seriesRuns = (db: Db) =>
  sql`update deactivation_series set finished_at = null, stopped_at = null where series_id = ${at.seriesId}`.execute(
    db,
  )
const isNotLeaving = (db: Db) =>
  sql`update leaving set finished_at = now() where finished_at is null`.execute(db)
const isLeaving = async (db: Db) => {
  await isNotLeaving(db)
  await sql`update leaving set finished_at = null, proof = null, lines_done = null where leaving_id = ${at.leavingId}`.execute(
    db,
  )
}
const ofLeaving = (body: unknown): readonly Change[] => [
  { params: { companyId: at.companyId }, ...(body !== undefined && { body }), given: isLeaving },
  { params: { companyId: at.companyId }, ...(body !== undefined && { body }), given: isNotLeaving },
]

/** Anyone who saves loads the company before. */
type Load = () => Promise<CompanyBundle>
type Asking = (load: Load) => readonly Change[] | Promise<readonly Change[]>

const claim = (message: string) => ({
  SessionId: '',
  Email: '',
  Activity: 'SIM Information',
  ActionMessage: message,
  Detailinfo: '',
})

const keyOf = async (load: Load) => (await load()).rpsControlSettings.onlineServiceKey

/** A save that gives away nothing of what is planted. */
const saved = (company: CompanyBundle, input: Parameters<typeof updateBody>[1] = {}) =>
  updateBody(company, { alerts: { usageAlertEmail: 'other@example.com' }, subnets: [], ...input })

const ofPlantedCsr = (bodies: readonly unknown[], given?: Change['given']): readonly Change[] =>
  bodies.map((body) => ({ params: { ip: at.csrAddress }, body, ...(given && { given }) }))

const viewIsOwn = (db: Db, caller: Person | undefined) =>
  sql`update saved_view set issuer = ${caller?.issuer}, subject = ${caller?.subject} where view_id = ${at.viewId}`.execute(
    db,
  )
const tokenIs = (whose: 'own' | 'other') => (db: Db, caller: Person | undefined) =>
  sql`update personal_token set revoked_at = null, issuer = ${(whose === 'own' && caller?.issuer) || 'i'},
    subject = ${(whose === 'own' && caller?.subject) || 's'} where token_id = ${at.tokenId}`.execute(db)
const watchIsOwn = async (db: Db, caller: Person | undefined) => {
  await sql`delete from watch where watch_id = ${ownWatch}`.execute(db)
  await sql`
    insert into watch (watch_id, issuer, subject, email, cloud_id, until_at, rights, transaction_id, session_id, token_id, remote_address)
    values (${ownWatch}, ${caller?.issuer}, ${caller?.subject}, ${at.worker}, ${at.panel}, now() + interval '1 hour', '{}', ${someId}, '', '', '')`.execute(
    db,
  )
}

/** Another person's, and its end is an hour away. */
const isDisabledForATime = async (db: Db) => {
  await sql`delete from disabling where cloud_id = ${at.panel}`.execute(db)
  await sql`
    insert into disabling (disabling_id, issuer, subject, email, cloud_id, until_at, next_at, time_zone, state, run_id,
      end_transaction_id, transaction_id, session_id, token_id, remote_address)
    values (${ofPlantedPanel}, 'i', 's', ${at.worker}, ${at.panel}, date_trunc('second', now()) + interval '1 hour', now() + interval '1 hour', '',
      'running', ${someId}, ${someId}, ${someId}, '', '', '')`.execute(db)
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()
const noNotes = (db: Db) => sql`delete from note where note_id <> ${at.noteId}`.execute(db)

const isPlanned = (db: Db) =>
  sql`
    insert into planned_outage (plan_id, scope, scope_id, from_local, to_local, time_zone, is_weekly, reason, issuer, subject, email,
      created_at, over_at)
    values (${at.planId}, 'container', ${at.container}, '2999-01-01 02:00', '2999-01-01 04:00', 'UTC', false, 'Work', 'i', 's',
      'p@example.com', now(), '2999-01-02')
    on conflict (plan_id) do update set ended_at = null`.execute(db)
const isNeeded = (db: Db) => {
  const of = { kind: 'container', id: at.container }
  const what = { code: 'outage', of, name: at.container, figures: {}, note: '' }
  return sql`insert into attention (key, rights, since, what)
    values (${at.row}, '{webconnect.read}', now(), ${JSON.stringify(what)}::jsonb) on conflict do nothing`.execute(
    db,
  )
}
const isTaken = async (db: Db) => {
  await isNeeded(db)
  await sql`insert into attention_taken (key, word, issuer, subject, email, taken_at)
    values (${at.row}, '', 'i', 's', 'p@example.com', now()) on conflict do nothing`.execute(db)
}

const linkIsLive = (db: Db) =>
  sql`insert into installers_link (link_id, token_hash, cloud_id, language, rights, issuer, subject, email, created_at, until_at)
    values (${at.linkId}, 'planted', ${at.panel}, 'en', '{}', 'i', 's', ${at.worker}, now(), now() + interval '1 hour')
    on conflict (link_id) do update set ended_at = null, ended_how = null`.execute(db)

const sweepRuns = async (db: Db) => {
  await sql`update sweep set state = 'stopped', finished_at = now() where state = 'running'`.execute(db)
  await sql`update sweep set state = 'running', finished_at = null where sweep_id = ${at.sweepId}`.execute(db)
}
const lookRuns = (db: Db) =>
  sql`update look set state = 'running', finished_at = null where look_id = ${at.lookId}`.execute(db)
const ofPlantedLook = (given: NonNullable<Change['given']>): readonly Change[] =>
  [{}, { given }].map((state) => ({ params: { lookId: at.lookId }, ...state }))

const ofPlantedCompany = (bodies: readonly unknown[]): readonly Change[] =>
  bodies.map((body) => ({ params: { companyId: at.companyId }, body }))

/** How each is made where its input is well formed: so that it works, and so that what it finds refuses it. */
const asked: { readonly [Name in ActionName]: Asking } = {
  postActivityLog: () => [{ body: claim(`Show SIM ${at.sim}`) }],
  endSession: () => [{}],
  makeToken: () =>
    (['sim-information.read', 'panel-environment.read'] as const).map((scope) => ({
      body: { name: 'Mine', scopes: [scope], days: 1 },
    })),
  answerDevice: () => [
    { body: { code: at.deviceCode, isAllowed: true }, given: noneSignedIn },
    { body: { code: at.deviceCode, isAllowed: false }, given: noneSignedIn },
  ],
  revokeToken: () => [
    { params: { tokenId: at.tokenId }, given: tokenIs('own') },
    { params: { tokenId: at.tokenId }, given: tokenIs('other') },
  ],
  revokeAnyToken: () => [
    { params: { tokenId: at.tokenId }, given: tokenIs('other') },
    { params: { tokenId: someId } },
  ],
  toggleSimUsability: () => [
    { params: { SimId: at.sim } },
    { params: { SimId: at.sim }, given: simIs(true) },
    { params: { SimId: otherSim } },
  ],
  deactivateSim: () => [{ params: { SimId: at.sim } }, { params: { SimId: at.sim } }],
  batchUpload: () => [{ body: JSON.stringify(`${at.sim}\n${otherSim}\nx`) }],
  batchDeactivation: () => [
    { body: [{ iccid: at.sim, status: 'Ready' }] },
    { body: [{ iccid: at.sim, status: 'Ready' }], headers: { prefer: 'respond-async' } },
    { body: [{ iccid: otherSim, status: 'Ready' }] },
  ],
  stopBatch: () => [
    { params: { batchId: at.batchId }, given: batchIsOpen },
    { params: { batchId: at.batchId } },
    { params: { batchId: someId } },
  ],
  retryBatch: () => [{ params: { batchId: at.batchId } }, { params: { batchId: someId } }],
  beginSeries: () => [
    { body: { iccids: [at.sim, otherSim] } },
    { body: { companyId: at.companyId } },
    { body: { companyId: 999_999 } },
  ],
  stopSeries: () => [
    { params: { seriesId: at.seriesId }, given: seriesRuns },
    { params: { seriesId: at.seriesId } },
    { params: { seriesId: someId } },
  ],
  beginLeaving: () => [
    { params: { companyId: at.companyId }, query: '?ticket=INC-1', given: isNotLeaving },
    { params: { companyId: at.companyId }, query: '?ticket=INC-1', given: isLeaving },
  ],
  goOnLeaving: () => ofLeaving(undefined),
  noteLeaving: () => ofLeaving({ line: 'vpn', isDone: true, note: 'Told the network team' }),
  endLeaving: () => ofLeaving(undefined),
  beginLook: () => [
    { body: { kind: 'named', things: [`sim ${at.sim}`] } },
    { body: { kind: 'named', things: [`panel ${at.panel}`] } },
    { body: { kind: 'sim', companyId: at.companyId, filter: { text: at.imei } } },
  ],
  stopLook: () => ofPlantedLook(lookRuns).toReversed(),
  goOnWithLook: () => ofPlantedLook(lookRuns),
  beginWatch: () => [{ params: { cloudId: at.panel }, body: { hours: 1 } }],
  beginWatches: () => [
    { body: { cloudIds: [at.panel, 'CBS9999999'], hours: 1 } },
    { body: { simIds: [at.sim, otherSim], hours: 1 } },
  ],
  stopWatch: () => [{ params: { watchId: ownWatch }, given: watchIsOwn }, { params: { watchId: someId } }],
  verizonCallback: () => [
    {
      token: null,
      body: {
        username: 'verizon-callback',
        password: 'demo-callback-password',
        requestId: randomUUID(),
        deviceIds: [{ id: at.sim, kind: 'iccid' }],
        status: 'Success',
      },
    },
  ],
  updateCompany: async (load) => {
    const company = await load()
    return ofPlantedCompany([
      saved(company),
      saved(company, { settings: { updateDate: '2026-01-01T00:00:00.000Z' } }),
      saved(company, { info: { deviceRegion: 'eu' } }),
      saved(company, { subnets: [plantedNetwork, plantedNetwork] }),
    ]).concat({ params: { companyId: 2 }, body: saved(company, { subnets: [plantedNetwork] }) })
  },
  createCompany: () =>
    [
      newBody({ sapCompanyId: String(++lastNew) }),
      newBody({ sapCompanyId: at.sapCompanyId }),
      newBody({ sapCompanyId: at.sapCompanyId }, { mode: 'reservation' }),
      newBody({ sapCompanyId: '8999998' }, { subnets: [newSubnet('10.211.3.0/24')] }),
    ].map((body) => ({ body })),
  generateInstallerServiceKey: async (load) =>
    ofPlantedCompany([{ replaces: await keyOf(load) }, { replaces: someId }]),
  expectFindings: () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const of = (ids: string[]) => ({ body: { of: 'things', ids, reason: 'Known', until } })
    return [
      of([`silent panel ${at.panel}`]),
      of([`no-company sim ${at.sim}`, `no-panel sim ${at.sim}`]),
      of([`off-release csr ${at.csr}`]),
      { body: { of: 'company', companyId: at.companyId, finding: 'over-threshold', reason: 'Known', until } },
    ]
  },
  planOutage: () => {
    const local = (hours: number) => inHours(hours).slice(0, 16).replace('T', ' ')
    const times = {
      from: local(3),
      to: local(5),
      timeZone: 'UTC',
      isWeekly: false,
      until: null,
      reason: 'Work',
    }
    return [
      { body: { of: { kind: 'company', id: String(at.companyId) }, ...times } },
      { body: { of: { kind: 'csr', id: at.csr }, ...times } },
      { body: { of: { kind: 'container', id: at.container }, ...times } },
      { body: { of: { kind: 'container', id: 'unknown' }, ...times, to: local(1) } },
    ]
  },
  endPlanned: () => [
    { params: { planId: at.planId }, given: isPlanned },
    { params: { planId: at.planId } },
    { params: { planId: someId } },
  ],
  takeAttention: () => [
    { body: { key: at.row, word: 'Mine' }, given: isNeeded },
    { body: { key: 'failing nothing', word: '' } },
  ],
  giveBackAttention: () => [{ body: { key: at.row }, given: isTaken }, { body: { key: at.row } }],
  beginSweep: () => [{ body: { of: 'all' } }, { body: { of: 'all' } }],
  stopSweep: () => [
    { params: { sweepId: at.sweepId }, given: sweepRuns },
    { params: { sweepId: at.sweepId } },
    { params: { sweepId: someId } },
  ],
  addWebhook: () => [
    { body: { ...webhook, name: 'Another' } },
    { body: { ...webhook, name: 'Planted webhook' } },
  ],
  saveWebhook: () => ofWebhook({ body: webhook }),
  switchWebhook: () => [...ofWebhook({ body: { isOn: false } }), ...ofWebhook({ body: { isOn: true } })],
  changeWebhookSecret: () => ofWebhook({ body: { endsFormer: false } }),
  deleteWebhook: () => ofWebhook({}),
  testWebhook: () => ofWebhook({}),
  sendAgain: () => ofWebhook({}, { messageId: at.messageId }),
  saveView: () => [
    { body: { list: 'users', name: 'Mine', query: 'email=a@b.example', isShared: false } },
    { body: { list: 'users', name: 'Planted view', query: '', isShared: true } },
  ],
  setDefaultView: () => [
    { params: { list: 'users' }, body: { viewId: at.viewId } },
    { params: { list: 'csr' }, body: { viewId: at.viewId } },
  ],
  writeNote: () => [
    { params: { thing: `panel ${at.panel}` }, body: { text: 'A word', until: inHours(2) }, given: noNotes },
    { params: { thing: `sim ${at.sim}` }, body: { text: 'A word', until: inHours(-2) } },
  ],
  endNote: () => [at.noteId, someId].map((noteId) => ({ params: { noteId } })),
  makeInstallersLink: () => [
    {
      params: { cloudId: at.panel },
      body: { language: 'fr' },
      given: (db) => sql`delete from installers_link`.execute(db),
    },
    { params: { cloudId: 'CBS9999999' }, body: { language: 'en' } },
  ],
  revokeInstallersLink: () => [
    { params: { linkId: at.linkId }, given: linkIsLive },
    { params: { linkId: at.linkId } },
    { params: { linkId: someId } },
  ],
  dropView: () => [
    { params: { viewId: at.viewId }, given: viewIsOwn },
    { params: { viewId: at.viewId } },
    { params: { viewId: someId } },
  ],
  endExpected: () => [at.expectedId, someId].map((expectedId) => ({ params: { expectedId } })),
  verifyInstallerServiceKey: async (load) =>
    [await keyOf(load), someId].map((key) => ({ ...linking, body: { key } })),
  disablePanelManagement: () => [
    { params: { cloudId: at.panel } },
    { params: { cloudId: at.panel } },
    { params: { cloudId: 'CBS9999999' } },
  ],
  extendDisabling: () => [
    { params: { disablingId: ofPlantedPanel }, given: isDisabledForATime },
    { params: { disablingId: ofPlantedPanel } },
    { params: { disablingId: someId } },
  ],
  beginEnabling: () => [{ body: { cloudIds: [at.panel, 'CBS9999999'] } }],
  enablePanelManagement: () => [{ params: { cloudId: at.panel } }, { params: { cloudId: at.panel } }],
  updatePathfinder: () =>
    // As it stands in the field at the end.
    ['test', 'dev', 'prod', 'prod'].flatMap((Env) =>
      [at.physicalId, at.toldId].map((physicalId) => ({ params: { physicalId }, body: { Env } })),
    ),
  upgradeCsr: () => {
    const to = (Name: string, From?: string) => ({ IPAddress: at.csrAddress, Name, ...(From && { From }) })
    return [
      ...ofPlantedCsr([to('5.0.0'), to('5.0.0', '1.0.0'), to('97.0.0')], csrIs('Succeeded')),
      ...ofPlantedCsr([to('5.0.0'), to('5.0.0', '1.0.0')], csrIs('Error')),
      ...ofPlantedCsr([to('5.0.0')], csrIs('Running')),
      ...ofPlantedCsr([{ IPAddress: '127.0.40.9', Name: '5.0.0' }]),
    ]
  },
  returnCsr: () => [
    ...ofPlantedCsr([{ deploymentId: at.deploymentId }, { deploymentId: someId }], csrIs('Error')),
    ...ofPlantedCsr([{ deploymentId: at.deploymentId }], csrIs('Succeeded')),
    ...ofPlantedCsr([{ deploymentId: at.deploymentId }], csrIs('Running')),
  ],
  beginWaves: () => [
    { body: wavesOf(at.csrAddress) },
    { body: { ...wavesOf(at.csrAddress), release: '97.0.0' } },
    { body: wavesOf('127.0.40.250') },
  ],
  goOnWaves: () => ofPlantedWaves(wavesPaused),
  stopWaves: () => ofPlantedWaves(wavesPaused),
  returnWaves: () => ofPlantedWaves(wavesPaused),
  describeCsr: () => ofPlantedCsr([{ Description: 'Another' }, { Description: 'Another' }]),
  endSignOns: () => [at.staff, at.user].map((email) => ({ params: { email }, body: { alsoMyOwn: false } })),
  resetCsrs: () => [{ given: csrIs('Error') }, { given: csrIs('Succeeded') }],
}

/**
 * All ways to make a changing call about what is planted.
 * @param load the company as it is now
 * @param withBroken also such as are refused whatever holds
 * @throws where the test does not know how
 */
export async function changesOf(name: string, load: Load, withBroken: boolean): Promise<Change[]> {
  const known = asked[name as ActionName]
  if (!known) throw new Error(`this test does not know how to make ${name}: testing/changes.ts`)
  const wellFormed = await known(load)
  const [{ given: _, ...first } = {}] = wellFormed
  const broken = withBroken ? brokenBodies(first.body) : []
  return [...wellFormed, ...broken.map((body) => ({ ...first, body }))]
}

/** What stands there of no kind that is asked for, of a name that is not, and not at all. */
function brokenBodies(body: unknown): unknown[] {
  if (body === undefined) return [{ unknown: 1 }]
  if (typeof body === 'string') return ['""', '7']
  return [wrongIn(body), Array.isArray(body) ? [] : { ...(body as object), unknown: 1 }, {}]
}

/** The same with another kind of value at every place. */
function wrongIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrongIn)
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? 'seven' : 7
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wrongIn(each)]))
}

/** The address of a change. */
export const addressOf = ({ path }: Call, { params = {}, query = '' }: Change): string =>
  `/api${path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(params[part] ?? ''))}${query}`
