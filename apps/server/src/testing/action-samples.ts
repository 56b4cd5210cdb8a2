import { randomUUID } from 'node:crypto'
import type { Call, Calls, EnvelopeStatus } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { sql } from 'kysely'
import { beginDevice } from '../features/doors/tokens/device.store.ts'
import type { Db } from '../platform/database/open-database.ts'
import { newBody, updateBody } from './company-bodies.ts'
import { companyCalls } from './company-calls.ts'
import { simsForBatches } from './demo-sims.ts'
import type { KeyServer } from './key-server.ts'
import type { TestApp } from './test-app.ts'
import { wavesOf } from './waves-plan.ts'

/** What goes into one call. */
export interface Asked {
  params?: Record<string, string | number>
  query?: string
  body?: unknown
  headers?: Record<string, string>
  /** Null: none; default: that of a support user. */
  token?: string | null
}

/** How a call that changes something is made by the walk through all of them. */
interface ActionSample {
  /** Permitted, valid, and about objects that no call before was about. */
  good(): Promise<Asked> | Asked
  /** Its input is wrong; who makes it is known. */
  broken: Asked
  /** About an object that there is not, and how it is refused; for calls that name one. */
  absent?: Asked & { status: EnvelopeStatus }
}

/** The names of the calls that change something. */
export type ActionName = {
  [Name in keyof Calls]: Calls[Name] extends Call<'GET'> | { reads: true } ? never : Name
}[keyof Calls]

/** E-mail of the person who began the batches that only tests have: nothing works at them. */
export const fixtureEmail = 'fixture@example.com'

const newest = '5.0.0'
const someSim = '8901170000000999990'
const someId = '00000000-0000-4000-8000-000000000000'
const callback = { username: 'verizon-callback', password: 'demo-callback-password' }
const linking = { token: null, headers: { authorization: 'Bearer demo-linking-token' } }

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()

/** Work at a carrier, tomorrow. */
const planned = () => {
  const local = (hours: number) => inHours(hours).slice(0, 16).replace('T', ' ')
  return {
    ...{ of: { kind: 'carrier', id: 'VZN' }, from: local(24), to: local(26), timeZone: 'UTC' },
    ...{ isWeekly: false, until: null, reason: 'Their maintenance' },
  }
}

/** A sample for every call that changes something: one that is added to the contract needs one here, too. */
export function actionSamples(parts: { db: () => Db; console: () => TestApp; keys: () => KeyServer }) {
  const { db, console, keys } = parts
  const companies = companyCalls(console)
  let last = 0
  /** Another number with each call. */
  const next = () => ++last
  const freshSim = () => simsForBatches('ATT', next(), last + 1)[0] ?? ''
  const freshPanel = () => `CBS${String(next() + 100).padStart(7, '0')}`
  /** Those whose agents do as they are told, and which run an older release than the newest. */
  const csrs = world.csrs.filter(({ shows, release }) => shows === 'usual' && release !== newest)
  const freshCsr = () => {
    const csr = csrs.pop()
    if (!csr) throw new Error('the demo world has no more CSRs')
    return csr.ipAddress
  }
  const freshPhysicalId = () => {
    const n = next() + 100
    // Each fiftieth has never connected.
    return physicalIdOf(n % 50 === 9 ? n + 101 : n)
  }

  const webhook = () => ({
    ...{ name: `Sample ${next()}`, url: 'https://example.com/hook', kinds: ['work.ended'] },
    until: inHours(24),
  })

  const samples: Record<ActionName, ActionSample> = {
    postActivityLog: {
      good: () => ({ body: claim(`Compare SIM ${next()}`) }),
      broken: { body: { ...claim('x'), Activity: '' } },
    },
    endSession: {
      good: async () => ({ token: await keys().token({ sid: randomUUID(), jti: randomUUID() }) }),
      broken: { body: { all: true } },
    },
    makeToken: {
      good: () => ({ body: { name: `Token ${next()}`, scopes: ['sim-information.read'], days: 1 } }),
      broken: { body: { name: 'x', scopes: [], days: 1 } },
    },
    answerDevice: {
      // A yes would make one more token, and there may be ten.
      good: async () => ({ body: { code: await deviceCode(), isAllowed: false } }),
      broken: { body: { code: '', isAllowed: true } },
      absent: { body: { code: 'BBBB-BBBB', isAllowed: true }, status: 'NotFound' },
    },
    revokeToken: {
      good: async () => ({ params: { tokenId: await tokenOf('user-1') } }),
      broken: { params: { tokenId: 'x' } },
      absent: { params: { tokenId: someId }, status: 'NotFound' },
    },
    revokeAnyToken: {
      good: async () => ({ params: { tokenId: await tokenOf('someone') } }),
      broken: { params: { tokenId: 'x' } },
      absent: { params: { tokenId: someId }, status: 'NotFound' },
    },
    toggleSimUsability: {
      good: () => ({ params: { SimId: freshSim() } }),
      broken: { params: { SimId: 'abc' } },
      absent: { params: { SimId: someSim }, status: 'NotFound' },
    },
    deactivateSim: {
      good: () => ({ params: { SimId: freshSim() } }),
      broken: { params: { SimId: freshSim() }, body: { now: true } },
      absent: { params: { SimId: someSim }, status: 'NotFound' },
    },
    batchUpload: { good: () => ({ body: JSON.stringify(freshSim()) }), broken: { body: '""' } },
    batchDeactivation: {
      good: () => ({ body: [readyRow(freshSim()), readyRow(freshSim())] }),
      broken: { body: [{ iccid: freshSim() }] },
      absent: { body: [readyRow(someSim)], status: 'Invalid' },
    },
    stopBatch: {
      good: async () => ({ params: { batchId: await batchOf('ready', freshSim()) } }),
      broken: { params: { batchId: 'x' } },
      absent: { params: { batchId: someId }, status: 'NotFound' },
    },
    retryBatch: {
      good: async () => ({ params: { batchId: await batchOf('failed', freshSim()) } }),
      broken: { params: { batchId: 'x' } },
      absent: { params: { batchId: someId }, status: 'NotFound' },
    },
    beginSeries: {
      good: () => ({ body: { iccids: [freshSim(), freshSim()] } }),
      broken: { body: { iccids: ['x'] } },
      absent: { body: { companyId: 999_999 }, status: 'Invalid' },
    },
    stopSeries: {
      good: async () => ({ params: { seriesId: await seriesOf(freshSim()) } }),
      broken: { params: { seriesId: 'x' } },
      absent: { params: { seriesId: someId }, status: 'NotFound' },
    },
    beginLeaving: {
      good: async () => ({ params: { companyId: await freshCompany() }, query: '?ticket=INC-1' }),
      broken: { params: { companyId: 1 }, query: '?ticket=' },
      absent: { params: { companyId: 999_999 }, query: '?ticket=INC-1', status: 'NotFound' },
    },
    goOnLeaving: {
      good: async () => ({ params: { companyId: await leavingCompany(freshSim()) } }),
      broken: { params: { companyId: 'x' } },
      absent: { params: { companyId: 999_999 }, status: 'NotFound' },
    },
    noteLeaving: {
      good: async () => ({
        params: { companyId: await leavingCompany() },
        body: { line: 'vpn', isDone: true, note: 'Network team, INC-2' },
      }),
      broken: { params: { companyId: 1 }, body: { line: 'sims', isDone: true, note: '' } },
      absent: {
        params: { companyId: 999_999 },
        body: { line: 'vpn', isDone: true, note: '' },
        status: 'NotFound',
      },
    },
    endLeaving: {
      good: async () => ({ params: { companyId: await leavingCompany() } }),
      broken: { params: { companyId: 'x' } },
      absent: { params: { companyId: 999_999 }, status: 'NotFound' },
    },
    saveView: {
      good: () => ({ body: { list: 'csr', name: `View ${next()}`, query: 'sort=release', isShared: false } }),
      broken: { body: { list: 'csr', name: 'x', query: 'colour=red', isShared: false } },
      absent: {
        body: { list: 'csr', name: 'x', query: '', isShared: false, replaces: someId },
        status: 'NotFound',
      },
    },
    dropView: {
      good: async () => ({ params: { viewId: await savedView() } }),
      broken: { params: { viewId: 'x' } },
      absent: { params: { viewId: someId }, status: 'NotFound' },
    },
    setDefaultView: {
      good: async () => ({ params: { list: 'csr' }, body: { viewId: await savedView() } }),
      broken: { params: { list: 'cards' }, body: { viewId: null } },
      absent: { params: { list: 'csr' }, body: { viewId: someId }, status: 'NotFound' },
    },
    writeNote: {
      good: () => ({
        params: { thing: `panel ${freshPanel()}` },
        body: { text: 'Calls back', until: inHours(1) },
      }),
      broken: { params: { thing: 'panel CBS0000001' }, body: { text: ' ', until: inHours(1) } },
      absent: {
        params: { thing: 'panel CBS9999999' },
        body: { text: 'x', until: inHours(1) },
        status: 'NotFound',
      },
    },
    endNote: {
      good: async () => ({ params: { noteId: await writtenNote() } }),
      broken: { params: { noteId: 'x' } },
      absent: { params: { noteId: someId }, status: 'NotFound' },
    },
    addWebhook: {
      good: () => ({ body: webhook() }),
      broken: { body: { ...webhook(), url: 'ftp://example.com' } },
    },
    saveWebhook: {
      good: async () => ({ params: { webhookId: await addedWebhook() }, body: webhook() }),
      broken: { params: { webhookId: someId }, body: { ...webhook(), kinds: [] } },
      absent: { params: { webhookId: someId }, body: webhook(), status: 'NotFound' },
    },
    switchWebhook: {
      good: async () => ({ params: { webhookId: await addedWebhook() }, body: { isOn: false } }),
      broken: { params: { webhookId: someId }, body: { isOn: 'no' } },
      absent: { params: { webhookId: someId }, body: { isOn: true }, status: 'NotFound' },
    },
    changeWebhookSecret: {
      good: async () => ({ params: { webhookId: await addedWebhook() }, body: { endsFormer: false } }),
      broken: { params: { webhookId: someId }, body: {} },
      absent: { params: { webhookId: someId }, body: { endsFormer: true }, status: 'NotFound' },
    },
    deleteWebhook: {
      good: async () => ({ params: { webhookId: await addedWebhook() } }),
      broken: { params: { webhookId: 'x' } },
      absent: { params: { webhookId: someId }, status: 'NotFound' },
    },
    testWebhook: {
      good: async () => ({ params: { webhookId: await addedWebhook() } }),
      broken: { params: { webhookId: 'x' } },
      absent: { params: { webhookId: someId }, status: 'NotFound' },
    },
    sendAgain: {
      good: async () => ({ params: await deliveredMessage() }),
      broken: { params: { webhookId: someId, messageId: 'x' } },
      absent: { params: { webhookId: someId, messageId: someId }, status: 'NotFound' },
    },
    makeInstallersLink: {
      good: () => ({ params: { cloudId: freshPanel() }, body: { language: 'en' } }),
      broken: { params: { cloudId: 'CBS0000001' }, body: { language: 'de' } },
      absent: { params: { cloudId: 'CBS9999999' }, body: { language: 'en' }, status: 'NotFound' },
    },
    revokeInstallersLink: {
      good: async () => ({ params: { linkId: await madeLink() } }),
      broken: { params: { linkId: 'x' } },
      absent: { params: { linkId: someId }, status: 'NotFound' },
    },
    planOutage: {
      good: () => ({ body: planned() }),
      broken: { body: { ...planned(), of: { kind: 'panel', id: 'CBS0000001' } } },
    },
    endPlanned: {
      good: async () => {
        const { envelope } = await console().call('POST', '/api/outages/v1/planned', { body: planned() })
        return { params: { planId: (envelope.data as { planId: string }).planId } }
      },
      broken: { params: { planId: 'x' } },
      absent: { params: { planId: someId }, status: 'NotFound' },
    },
    takeAttention: {
      good: async () => ({ body: { key: await neededRow(), word: 'On it' } }),
      broken: { body: { key: '', word: '' } },
      absent: { body: { key: 'failing nothing', word: '' }, status: 'NotFound' },
    },
    giveBackAttention: {
      good: async () => {
        const key = await neededRow()
        await console().call('POST', '/api/attention/v1/taken', { body: { key, word: '' } })
        return { body: { key } }
      },
      broken: { body: { key: '' } },
      absent: { body: { key: 'failing nothing' }, status: 'NotFound' },
    },
    expectFindings: {
      good: async () => {
        const iccid = freshSim()
        await foundAt(iccid)
        return { body: { of: 'things', ids: [`no-panel sim ${iccid}`], ...known() } }
      },
      broken: { body: { of: 'things', ids: ['no-panel'], ...known() } },
      absent: { body: { of: 'things', ids: [`no-panel sim ${someSim}`], ...known() }, status: 'NotFound' },
    },
    endExpected: {
      good: async () => {
        const iccid = freshSim()
        const expectedId = randomUUID()
        await foundAt(iccid, expectedId)
        return { params: { expectedId } }
      },
      broken: { params: { expectedId: 'x' } },
      absent: { params: { expectedId: someId }, status: 'NotFound' },
    },
    beginSweep: {
      // One that runs already: what it does would be seen everywhere.
      good: async () => {
        await runningSweep()
        return { body: { of: 'all' } }
      },
      broken: { body: { of: 'some' } },
    },
    stopSweep: {
      good: async () => ({ params: { sweepId: await runningSweep() } }),
      broken: { params: { sweepId: 'x' } },
      absent: { params: { sweepId: someId }, status: 'NotFound' },
    },
    beginLook: {
      good: () => ({ body: { kind: 'named', things: [`sim ${freshSim()}`] } }),
      broken: { body: { kind: 'named', things: [] } },
      absent: { body: { companyId: 999_999, kind: 'sim' }, status: 'NotFound' },
    },
    stopLook: {
      good: async () => ({ params: { lookId: await lookOf('running', freshSim()) } }),
      broken: { params: { lookId: 'x' } },
      absent: { params: { lookId: someId }, status: 'NotFound' },
    },
    goOnWithLook: {
      good: async () => ({ params: { lookId: await lookOf('stopped', freshSim()) } }),
      broken: { params: { lookId: 'x' } },
      absent: { params: { lookId: someId }, status: 'NotFound' },
    },
    beginWatch: {
      good: () => ({ params: { cloudId: freshPanel() }, body: { hours: 1 } }),
      broken: { params: { cloudId: 'CBS0000001' }, body: { hours: 5 } },
      absent: { params: { cloudId: 'CBS9999999' }, body: { hours: 1 }, status: 'NotFound' },
    },
    beginWatches: {
      good: () => ({ body: { cloudIds: [freshPanel()], hours: 1 } }),
      broken: { body: { cloudIds: [], hours: 1 } },
    },
    stopWatch: {
      good: async () => ({ params: { watchId: await watchOf(freshPanel()) } }),
      broken: { params: { watchId: 'x' } },
      absent: { params: { watchId: someId }, status: 'NotFound' },
    },
    verizonCallback: {
      good: () => ({ token: null, body: { ...callback, requestId: randomUUID(), status: 'Success' } }),
      broken: { token: null, body: { ...callback, requestId: randomUUID(), status: 7 } },
    },
    updateCompany: {
      async good() {
        const companyId = next()
        const bundle = await companies.load(companyId)
        return {
          params: { companyId },
          body: updateBody(bundle, { info: { companyName: `Renamed ${companyId}` } }),
        }
      },
      broken: { params: { companyId: 1 }, body: {} },
      absent: {
        params: { companyId: 999_999 },
        body: {
          ...newBody({ sapCompanyId: '8999999' }),
          mode: 'update',
          companySettings: {
            ...newBody({ sapCompanyId: '8999999' }).companySettings,
            updateDate: '2026-11-01T00:00:00.000Z',
          },
        },
        status: 'NotFound',
      },
    },
    createCompany: {
      good: () => ({ body: newBody({ sapCompanyId: String(8_100_000 + next()) }) }),
      broken: { body: {} },
      absent: { body: newBody({ sapCompanyId: '8999999' }, { mode: 'reservation' }), status: 'Invalid' },
    },
    generateInstallerServiceKey: {
      async good() {
        const companyId = next()
        const { rpsControlSettings } = await companies.load(companyId)
        return { params: { companyId }, body: { replaces: rpsControlSettings.onlineServiceKey } }
      },
      broken: { params: { companyId: 1 }, body: { replaces: 'x' } },
      absent: { params: { companyId: 999_999 }, body: { replaces: someId }, status: 'NotFound' },
    },
    verifyInstallerServiceKey: {
      good: () => ({ ...linking, body: { key: randomUUID() } }),
      broken: { ...linking, body: { key: 'x' } },
    },
    disablePanelManagement: {
      good: () => ({ params: { cloudId: freshPanel() } }),
      broken: { params: { cloudId: '!' } },
      absent: { params: { cloudId: 'CBS9999999' }, status: 'NotFound' },
    },
    enablePanelManagement: {
      good: () => ({ params: { cloudId: freshPanel() } }),
      broken: { params: { cloudId: '!' } },
      absent: { params: { cloudId: 'CBS9999999' }, status: 'NotFound' },
    },
    beginEnabling: {
      good: () => ({ body: { cloudIds: [freshPanel()] } }),
      broken: { body: { cloudIds: [] } },
    },
    extendDisabling: {
      good: async () => ({ params: { disablingId: await disablingOf(freshPanel()) } }),
      broken: { params: { disablingId: 'x' } },
      absent: { params: { disablingId: someId }, status: 'NotFound' },
    },
    updatePathfinder: {
      good: () => ({ params: { physicalId: freshPhysicalId() }, body: { Env: 'test' } }),
      broken: { params: { physicalId: physicalIdOf(100) }, body: { Env: 'staging' } },
      absent: { params: { physicalId: someId }, body: { Env: 'test' }, status: 'NotFound' },
    },
    upgradeCsr: {
      good: () => upgradeOf(freshCsr()),
      broken: { params: { ip: '127.0.40.1' }, body: {} },
      absent: { ...upgradeOf('127.0.41.1'), status: 'NotFound' },
    },
    returnCsr: {
      async good() {
        const ip = freshCsr()
        return { params: { ip }, body: { deploymentId: await failedDeploymentOf(ip) } }
      },
      broken: { params: { ip: '127.0.40.1' }, body: {} },
      absent: { params: { ip: '127.0.41.1' }, body: { deploymentId: someId }, status: 'NotFound' },
    },
    beginWaves: {
      // It runs the newest already, so its wave waits for a person at once.
      good: () => ({ body: wavesOf('127.0.40.1') }),
      broken: { body: { ...wavesOf('127.0.40.1'), budget: 0 } },
      absent: { body: wavesOf('127.0.41.1'), status: 'Invalid' },
    },
    goOnWaves: {
      good: async () => ({ params: { planId: await pausedWaves() } }),
      broken: { params: { planId: 'x' } },
      absent: { params: { planId: someId }, status: 'NotFound' },
    },
    stopWaves: {
      good: async () => ({ params: { planId: await pausedWaves() } }),
      broken: { params: { planId: 'x' } },
      absent: { params: { planId: someId }, status: 'NotFound' },
    },
    returnWaves: {
      good: async () => ({ params: { planId: await pausedWaves() } }),
      broken: { params: { planId: 'x' } },
      absent: { params: { planId: someId }, status: 'NotFound' },
    },
    describeCsr: {
      good: () => ({ params: { ip: freshCsr() }, body: { Description: `Described ${next()}` } }),
      broken: { params: { ip: '127.0.40.1' }, body: { Description: 'two\nlines' } },
      absent: { params: { ip: '127.0.41.1' }, body: { Description: 'x' }, status: 'NotFound' },
    },
    endSignOns: {
      async good() {
        const email = `former${next()}@example.com`
        const token = await keys().token({ sub: email, email })
        await console().call('POST', '/api/activity/v1/activitylog', { token, body: claim('UserLogIn') })
        return { params: { email }, body: { alsoMyOwn: false } }
      },
      broken: { params: { email: 'x' }, body: { alsoMyOwn: false } },
      absent: { params: { email: 'nobody@example.com' }, body: { alsoMyOwn: false }, status: 'NotFound' },
    },
    resetCsrs: {
      async good() {
        await failedDeploymentOf(freshCsr())
        return {}
      },
      broken: { body: { all: true } },
    },
  }

  /** Nothing works at it here. */
  async function addedWebhook(): Promise<string> {
    const token = await keys().token({
      sub: 'engineer',
      resource_access: { 'support-console': { roles: ['eng-admin'] } },
    })
    const { envelope } = await console().call('POST', '/api/doors/v1/webhooks', { body: webhook(), token })
    return (envelope.data as { webhook: { webhookId: string } }).webhook.webhookId
  }

  /** One that has come through. */
  async function deliveredMessage(): Promise<{ webhookId: string; messageId: string }> {
    const [webhookId, messageId] = [await addedWebhook(), randomUUID()]
    await sql`insert into webhook_event (event_id, kind, thing_id, at) values (${messageId}, 'test', ${webhookId}, now())`.execute(
      db(),
    )
    await sql`insert into webhook_delivery (webhook_id, event_id, state) values (${webhookId}, ${messageId}, 'delivered')`.execute(
      db(),
    )
    return { webhookId, messageId }
  }

  async function writtenNote(): Promise<string> {
    const path = `/api/notes/v1/things/${encodeURIComponent(`panel ${freshPanel()}`)}`
    const { envelope } = await console().call('POST', path, {
      body: { text: 'Calls back', until: inHours(1) },
    })
    return (envelope.data as { noteId: string }).noteId
  }

  async function madeLink(): Promise<string> {
    const path = `/api/doors/v1/panels/${freshPanel()}/installers-links`
    const { envelope } = await console().call('POST', path, { body: { language: 'en' } })
    return (envelope.data as { linkId: string }).linkId
  }

  /** A row that needs a person. */
  async function neededRow(): Promise<string> {
    const key = `failing sample ${next()}`
    const what = {
      code: 'failing',
      of: { kind: 'neighbour', id: 'AT&T' },
      name: 'AT&T',
      figures: {},
      note: '',
    }
    await sql`insert into attention (key, rights, since, what)
      values (${key}, '{sim-information.read}', now(), ${JSON.stringify(what)}::jsonb)`.execute(db())
    return key
  }

  async function savedView(): Promise<string> {
    const body = { list: 'csr', name: `View ${next()}`, query: '', isShared: false }
    const { envelope } = await console().call('POST', '/api/views/v1/views', { body })
    return (envelope.data as { viewId: string }).viewId
  }

  const deviceCode = async () => {
    const asked = { machine: 'laptop', address: '', scopes: ['sim-information.read'] as const }
    return (await beginDevice(db(), asked, new Date())).code
  }

  /** Made without a call, so that no one comes to have too many. */
  async function tokenOf(subject: string): Promise<string> {
    const tokenId = randomUUID()
    await db()
      .insertInto('personal_token')
      .values({
        ...{ issuer: keys().issuer, subject, email: '', name: 'x', beginning: 'isc_abcd' },
        token_id: tokenId,
        hash: Buffer.from(tokenId),
        scopes: ['sim-information.read'],
        ends_at: new Date(Date.now() + 3600_000),
      })
      .execute()
    return tokenId
  }

  /** A watch of the person who calls. */
  async function watchOf(cloudId: string): Promise<string> {
    const watchId = randomUUID()
    const own = { issuer: keys().issuer, subject: 'user-1' }
    await db()
      .insertInto('watch')
      .values({
        ...whoDid(),
        ...own,
        watch_id: watchId,
        cloud_id: cloudId,
        until_at: new Date(Date.now() + 3600_000),
        rights: [],
      })
      .execute()
    return watchId
  }

  /** Someone's order to disable a panel for an hour. */
  async function disablingOf(cloudId: string): Promise<string> {
    const disablingId = randomUUID()
    const until = new Date(Date.now() + 3600_000)
    await db()
      .insertInto('disabling')
      .values({
        ...whoDid(),
        disabling_id: disablingId,
        cloud_id: cloudId,
        run_id: randomUUID(),
        end_transaction_id: randomUUID(),
        state: 'running',
        until_at: until,
        next_at: until,
        time_zone: '',
      })
      .execute()
    return disablingId
  }

  /** A batch as a server would have left it, which no one works at. */
  async function batchOf(state: 'ready' | 'failed', iccid: string): Promise<string> {
    const batchId = randomUUID()
    await db()
      .insertInto('deactivation_batch')
      .values({
        ...whoDid(),
        batch_id: batchId,
        is_single: false,
        finished_at: state === 'ready' ? null : new Date(),
      })
      .execute()
    const row = { deactivation_id: randomUUID(), batch_id: batchId, position: 0, iccid, state }
    await db()
      .insertInto('deactivation')
      .values({ ...row, vendor_code: 'ATT' })
      .execute()
    return batchId
  }

  /** A series of one SIM that nothing works at. */
  async function seriesOf(iccid: string): Promise<string> {
    const seriesId = randomUUID()
    await db()
      .insertInto('deactivation_series')
      .values({ ...whoDid(), series_id: seriesId, name: '', why: '' })
      .execute()
    await db()
      .insertInto('deactivation_series_sim')
      .values({ series_id: seriesId, position: 1, iccid })
      .execute()
    return seriesId
  }

  async function freshCompany(): Promise<number> {
    const { envelope } = await companies.create(newBody({ sapCompanyId: String(8_200_000 + next()) }))
    return (envelope.data as { companyId: number }).companyId
  }

  /** A company that leaves, with this SIM. */
  async function leavingCompany(iccid?: string): Promise<number> {
    const companyId = await freshCompany()
    if (iccid)
      await db().updateTable('sim').set({ company_id: companyId }).where('iccid', '=', iccid).execute()
    await db()
      .insertInto('leaving')
      .values({ ...whoDid(), leaving_id: randomUUID(), company_id: companyId, why: '', proof: null })
      .execute()
    return companyId
  }

  /** One that nothing works at. */
  async function runningSweep(): Promise<string> {
    const sweepId = randomUUID()
    const at = new Date()
    await db()
      .updateTable('sweep')
      .set({ state: 'stopped', finished_at: at })
      .where('state', '=', 'running')
      .execute()
    await db()
      .insertInto('sweep')
      .values({
        ...whoDid(),
        sweep_id: sweepId,
        night: null,
        until_at: null,
        run_id: null,
        created_at: at,
        finished_at: null,
        stopped_by: null,
      })
      .execute()
    return sweepId
  }

  /** A finding of the fleet, which is expected where that has an id. */
  async function foundAt(iccid: string, expectedId?: string): Promise<void> {
    const finding = { finding: 'no-panel', thing_kind: 'sim', thing_id: iccid } as const
    if (expectedId !== undefined)
      await db()
        .insertInto('fleet_expected')
        .values({
          ...finding,
          expected_id: expectedId,
          email: fixtureEmail,
          ...known(),
          until: new Date(known().until),
        })
        .execute()
    const at = new Date()
    await db()
      .insertInto('fleet_finding')
      .values({
        ...finding,
        company_id: null,
        carrier: 'ATT',
        since: at,
        at,
        source: 'AT&T',
        now: '',
        before: '',
        readings: 2,
        expected_id: expectedId ?? null,
      })
      .execute()
  }

  /** Puts a CSR into Error as a deployment that failed leaves it. */
  /** One that runs is worked at by no one; one that was stopped is gone on with. */
  async function lookOf(state: 'running' | 'stopped', iccid: string): Promise<string> {
    const lookId = randomUUID()
    await db()
      .insertInto('look')
      .values({
        ...whoDid(),
        ...(state === 'stopped' && { email: 'began@example.com', finished_at: new Date() }),
        look_id: lookId,
        same: lookId,
        company_name: '',
        rights: [],
        state,
      })
      .execute()
    await db()
      .insertInto('look_thing')
      .values({ look_id: lookId, position: 1, thing_kind: 'sim', thing_id: iccid, carrier: '' })
      .execute()
    return lookId
  }

  /** A release in waves that waits for a person, with a server that failed. */
  async function pausedWaves(): Promise<string> {
    const planId = randomUUID()
    const ip = '127.0.40.1'
    const { servers: _, ...settings } = wavesOf(ip)
    await db()
      .insertInto('wave_plan')
      .values({
        ...whoDid(),
        plan_id: planId,
        release: newest,
        settings: JSON.stringify(settings),
        budget: settings.budget,
        actor: JSON.stringify(whoDid()),
        why: '',
        paused_why: 'It did not start.',
        paused_at: new Date(),
      })
      .execute()
    await sql`
      insert into wave_server (plan_id, csr_id, wave, position, state, release_at_first_attempt)
      select ${planId}, csr_id, 1, 0, 'failed', '4.2.0' from csr where ip_address = ${ip}`.execute(db())
    return planId
  }

  async function failedDeploymentOf(ip: string): Promise<string> {
    const deploymentId = randomUUID()
    const { csr_id, release } = await db()
      .updateTable('csr')
      .set({ status: 'Error' })
      .where('ip_address', '=', ip)
      .returning(['csr_id', 'release'])
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('csr_deployment')
      .values({
        ...whoDid(),
        deployment_id: deploymentId,
        csr_id,
        kind: 'upgrade',
        from_release: release,
        to_release: newest,
        state: 'error',
        reason: 'It did not start.',
        finished_at: new Date(),
      })
      .execute()
    return deploymentId
  }

  return samples
}

const known = () => ({ reason: 'Spare part', until: new Date(Date.now() + 86_400_000).toISOString() })

const whoDid = () => ({
  transaction_id: randomUUID(),
  issuer: 'fixture',
  subject: 'fixture',
  email: fixtureEmail,
  session_id: '',
  token_id: '',
  remote_address: '',
})

const claim = (message: string) => ({
  SessionId: '',
  Email: '',
  Activity: 'SIM Information',
  ActionMessage: message,
  Detailinfo: '',
})

const readyRow = (iccid: string) => ({ iccid, status: 'Ready' })

const upgradeOf = (ip: string) => ({ params: { ip }, body: { IPAddress: ip, Name: newest } })

/** As the demo world makes them. */
const physicalIdOf = (n: number): string => {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  return `${hex(Number((BigInt(n) * 2_654_435_761n) % 4_294_967_296n), 8)}-8b86-d011-b42d-00c04f${hex((n * 40_503) % 16_777_216, 6)}`
}
