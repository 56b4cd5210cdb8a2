import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../platform/database/seed.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { createRemotePortal } from '../../systems/remote-portal/remote-portal.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type FieldProcess, startField } from '../../testing/field-process.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { companiesSeed } from '../companies/index.ts'
import { panelsSeed } from './index.ts'
import { type OpenFlag, settleFlag } from './settle-flag.ts'

vi.setConfig({ testTimeout: 120_000 })

const base = '/api/panelmanagement/v1'
let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnEachDatabase('2.8 disabling management in the Remote Portal', (database) => {
  let field: FieldProcess
  let console: TestApp
  let other: TestApp
  /** For a Portal that hangs: nobody else gives it up so soon. */
  let impatient: TestApp
  let jobs: Jobs
  beforeAll(async () => {
    await seed(database.get().db, [companiesSeed, panelsSeed])
    field = await startField()
    // Servers over one database, as replicas are.
    const apps = ['20', '20', '3'].map((PANEL_ANSWER_SECONDS) =>
      startTestApp({ database: database.get(), keys, env: { FIELD_URL: field.url, PANEL_ANSWER_SECONDS } }),
    )
    ;[console, other, impatient] = (await Promise.all(apps)) as [TestApp, TestApp, TestApp]
    jobs = createJobs({ database: database.get(), log: console.app.platform.log })
    await jobs.start()
  })
  afterEach(() => field.heal())
  afterAll(async () => {
    await jobs.stop()
    await Promise.all([console.close(), other.close(), impatient.close()])
    await field.stop()
  })

  const disable = (cloudId: string, transactionId = randomUUID(), server = console) =>
    server.call('POST', `${base}/devicemigration/${cloudId}`, { transactionId })
  const enable = (cloudId: string, transactionId = randomUUID(), server = console) =>
    server.call('DELETE', `${base}/devicemigration/${cloudId}`, { transactionId })
  const panelOf = (cloudId: string) =>
    database
      .get()
      .db.selectFrom('panel')
      .selectAll()
      .where('cloud_id', '=', cloudId)
      .executeTakeFirstOrThrow()
  async function portalSays(remoteId: string): Promise<boolean> {
    const answer = await fetch(`${field.url}/remote-portal/api/v1/panels/${remoteId}/management`, {
      headers: { 'x-api-key': 'demo-portal-key' },
    })
    return ((await answer.json()) as { managementDisabled: boolean }).managementDisabled
  }
  /** How often the Portal was asked to change the panel, whatever became of it. */
  async function asked(remoteId: string): Promise<number> {
    const counts = (await field.counts()).filter(
      (count) => count.iccid === remoteId && (count.action === 'disable' || count.action === 'enable'),
    )
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
  const auditOf = async (transactionId: string) =>
    (
      await database
        .get()
        .db.selectFrom('user_action')
        .select(['message', 'object', 'result', 'activity', 'detail'])
        .where('transaction_id', '=', transactionId)
        .orderBy('id')
        .execute()
    ).map((entry) => ({ ...entry }))

  it('4 POST disables it, DELETE enables it: at the Portal, in the inventory, with entries before and after', async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await disable('cbs0000010', transactionId)
    expect([code, envelope]).toEqual([
      200,
      {
        status: 'Success',
        message: 'Management of panel CBS0000010 is disabled in the Remote Portal now.',
        data: { cloudId: 'CBS0000010', flagged: true },
      },
    ])
    expect(await portalSays('RP-000010')).toBe(true)
    const panel = await panelOf('CBS0000010')
    expect(panel).toMatchObject({ flagged: true, flag_run: null, flag_changed_by: expect.any(String) })
    expect(panel.flag_changed_at).toBeInstanceOf(Date)
    const note = {
      activity: 'Panel Info (CBS)',
      object: 'panel CBS0000010',
      message: 'Disable management of panel CBS0000010 in the Remote Portal',
    }
    expect(await auditOf(transactionId)).toEqual([
      { ...note, result: 'Intent', detail: '' },
      { ...note, result: 'Success', detail: envelope.message },
    ])
    const requests = await field.requests('system=remote-portal&iccid=RP-000010')
    expect(requests.map((request) => request.transactionId)).toContain(transactionId)

    expect((await enable('CBS0000010')).envelope.data).toEqual({ cloudId: 'CBS0000010', flagged: false })
    expect([await portalSays('RP-000010'), (await panelOf('CBS0000010')).flagged]).toEqual([false, false])
  })

  it('is idempotent: what is set already is said so, and the Portal is not asked again', async () => {
    const { envelope } = await disable('CBS0000002')
    expect(envelope).toMatchObject({
      status: 'Success',
      message: 'Management of panel CBS0000002 is disabled in the Remote Portal already.',
      data: { flagged: true },
    })
    expect(await asked('RP-000002')).toBe(0)
  })

  it('D9 the same request again, with its transaction id, is not run again', async () => {
    const transactionId = randomUUID()
    const first = await disable('CBS0000011', transactionId)
    const again = await disable('CBS0000011', transactionId)
    expect(again.envelope).toEqual(first.envelope)
    expect(await asked('RP-000011')).toBe(1)
  })

  it('corrects an inventory that says otherwise than the Portal', async () => {
    await database
      .get()
      .db.updateTable('panel')
      .set({ flagged: true })
      .where('cloud_id', '=', 'CBS0000012')
      .execute()
    expect((await enable('CBS0000012')).envelope.message).toMatch(/enabled in the Remote Portal already/)
    expect((await panelOf('CBS0000012')).flagged).toBe(false)
  })

  it.each([
    [
      'CBS0000005',
      'CarrierError',
      502,
      'Remote Portal refused the request: The panel is locked by its installer (code PANEL_LOCKED). Nothing was changed.',
    ],
    [
      'CBS0000006',
      'CarrierError',
      502,
      'Remote Portal does not know a panel RP-000006. Check its Remote Portal ID. Nothing was changed.',
    ],
    [
      'CBS0000007',
      'Conflict',
      409,
      'Panel CBS0000007 has no Remote Portal ID, so the Remote Portal does not manage it. Nothing was changed.',
    ],
    ['CBS7777777', 'NotFound', 404, 'not found: there is no panel CBS7777777.'],
  ])(
    'demo world: %s is refused (%s), with an entry and without a change',
    async (cloudId, status, code, message) => {
      const transactionId = randomUUID()
      const answer = await disable(cloudId, transactionId)
      expect([answer.code, answer.envelope]).toEqual([code, { status, message, data: null }])
      expect((await auditOf(transactionId)).at(-1)).toMatchObject({ result: status, detail: message })
      if (code !== 404) expect(await panelOf(cloudId)).toMatchObject({ flagged: false, flag_run: null })
    },
  )

  it('demo world: CBS0000008, whose answer is lost after the change, is settled by reading, asked once', async () => {
    const { code, envelope } = await disable('CBS0000008')
    expect([code, envelope.message]).toEqual([
      200,
      "The Remote Portal's answer was lost, but it says that management of panel CBS0000008 is disabled now.",
    ])
    expect(await asked('RP-000008')).toBe(1)
    expect(await panelOf('CBS0000008')).toMatchObject({ flagged: true, flag_run: null })
  })

  it.each([
    ['refuse', 503, 'Unavailable'],
    ['500', 502, 'CarrierError'],
    ['garbage', 502, 'CarrierError'],
    ['hang', 503, 'Unavailable'],
  ])(
    'R35 a Portal that meets every request with %s is not asked to change anything',
    async (fault, code, status) => {
      await field.fault({ system: 'remote-portal', fault })
      const transactionId = randomUUID()
      const answer = await disable('CBS0000013', transactionId, fault === 'hang' ? impatient : console)
      expect([answer.code, answer.envelope.status]).toEqual([code, status])
      expect(answer.envelope.message).toMatch(/^Remote Portal .* Nothing was changed\.$/)
      expect(await asked('RP-000013')).toBe(0)
      expect(await panelOf('CBS0000013')).toMatchObject({ flagged: false, flag_run: null })
      expect((await auditOf(transactionId)).map((entry) => entry.result)).toEqual(['Intent', status])
    },
  )

  /** What comes before and after the change goes through. */
  async function whenPutMeets(fault: string, cloudId: string) {
    await field.fault({ system: 'remote-portal', fault, method: 'PUT', times: 1 })
    return disable(cloudId, randomUUID(), fault === 'hang' ? impatient : console)
  }

  it('a change whose answer is cut off is settled by what the Portal says: changed', async () => {
    const { envelope } = await whenPutMeets('cut', 'CBS0000014')
    expect(envelope.message).toBe(
      "The Remote Portal's answer was lost, but it says that management of panel CBS0000014 is disabled now.",
    )
    expect(await asked('RP-000014')).toBe(1)
    expect((await panelOf('CBS0000014')).flagged).toBe(true)
  })

  it.each([
    ['hang', 'CBS0000015', 503, 'Remote Portal did not answer within 3 s.'],
    ['garbage', 'CBS0000016', 502, 'Remote Portal answered with something the console cannot read.'],
    ['500', 'CBS0000017', 502, 'Remote Portal reports a fault of its own (HTTP 500).'],
  ])(
    'a change that meets %s is read again, three times, and not asked again: unchanged so far',
    async (fault, cloudId, code, what) => {
      const answer = await whenPutMeets(fault, cloudId)
      expect([answer.code, answer.envelope.message]).toEqual([
        code,
        `${what} It says that management of panel ${cloudId} is still enabled, so nothing was changed so far. ` +
          'Search for the panel again in a few minutes, before you try again.',
      ])
      const panel = await panelOf(cloudId)
      expect(panel.flagged).toBe(false)
      // Left open for the job that looks again later; but nobody has to wait for it.
      expect(panel.flag_run).not.toBeNull()
      expect((await disable(cloudId)).envelope.status).toBe('Success')
      // What was asked first may still have an effect: the second change is looked at again as well.
      const after = await panelOf(cloudId)
      expect([after.flagged, after.flag_run === panel.flag_run, after.flag_run]).toEqual([
        true,
        false,
        expect.any(String),
      ])
      await settle(cloudId, panel.flag_run ?? '')
      expect((await panelOf(cloudId)).flag_run).toBe(after.flag_run)
      await settle(cloudId, after.flag_run ?? '')
      expect(await panelOf(cloudId)).toMatchObject({ flagged: true, flag_run: null })
    },
  )

  it('a change after which the Portal cannot be read either is unknown, and says what to do', async () => {
    await field.fault({ system: 'remote-portal', fault: '500', method: 'GET', after: 1 })
    const { code, envelope } = await whenPutMeets('cut', 'CBS0000018')
    expect([code, envelope.message]).toEqual([
      503,
      'Remote Portal broke off the connection before its answer was complete. Whether management of panel CBS0000018 is ' +
        'disabled is not known: it cannot be read either. Search for the panel again in a few minutes, before you try again.',
    ])
    expect(await panelOf('CBS0000018')).toMatchObject({ flagged: false })
    await field.heal()
    // It was changed all the same; the job that was left finds out.
    const { flag_run } = await panelOf('CBS0000018')
    expect(flag_run).not.toBeNull()
    await settle('CBS0000018', flag_run ?? '')
    expect(await panelOf('CBS0000018')).toMatchObject({ flagged: true, flag_run: null })
  })

  async function settle(cloudId: string, runId: string, looks = 0): Promise<string> {
    const open: OpenFlag = {
      cloudId,
      remoteId: `RP-${cloudId.slice(-6)}`,
      runId,
      wanted: true,
      looks,
      user: { issuer: 'i', subject: 's', email: 'agent@example.com', sessionId: 'x', tokenId: 'y' },
      transactionId: randomUUID(),
      remoteAddress: '127.0.0.1',
    }
    const portal = createRemotePortal(createTestOutbound(), {
      baseUrl: `${field.url}/remote-portal/api/v1`,
      apiKey: 'demo-portal-key',
      answerWithinMs: 20_000,
    })
    const { db } = database.get()
    await settleFlag({ db, portal, jobs }, open)
    return open.transactionId
  }
  const waitingJobs = async (cloudId: string) => {
    const { rows } = await sql<{ looks: number }>`
      select (data ->> 'looks')::integer as looks from jobs.job
      where name = 'panel-flag' and data ->> 'cloudId' = ${cloudId} order by looks`.execute(database.get().db)
    return rows.map(({ looks }) => looks)
  }

  it('R43 a server that is killed between change and note leaves a job that brings the inventory to what the Portal says', async () => {
    const runId = randomUUID()
    const { db } = database.get()
    await db
      .updateTable('panel')
      .set({ flag_run: runId, flag_run_until: new Date(0) })
      .where('cloud_id', '=', 'CBS0000019')
      .execute()
    await fetch(`${field.url}/remote-portal/api/v1/panels/RP-000019/management`, {
      method: 'PUT',
      headers: { 'x-api-key': 'demo-portal-key', 'content-type': 'application/json' },
      body: '{"managementDisabled":true}',
    })
    const transactionId = await settle('CBS0000019', runId)
    expect(await panelOf('CBS0000019')).toMatchObject({
      flagged: true,
      flag_run: null,
      flag_changed_by: 'agent@example.com',
    })
    expect(await auditOf(transactionId)).toMatchObject([
      {
        object: 'panel CBS0000019',
        result: 'Success',
        detail: 'The Remote Portal says that management is disabled; the inventory said otherwise until now.',
      },
    ])
    // A second time there is nothing to settle.
    expect(await auditOf(await settle('CBS0000019', runId))).toEqual([])
  })

  it('R43 a change that came to nothing in time, and happens later, reaches the inventory by the job', async () => {
    expect((await whenPutMeets('hang', 'CBS0000023')).code).toBe(503)
    await fetch(`${field.url}/remote-portal/api/v1/panels/RP-000023/management`, {
      method: 'PUT',
      headers: { 'x-api-key': 'demo-portal-key', 'content-type': 'application/json' },
      body: '{"managementDisabled":true}',
    })
    expect((await panelOf('CBS0000023')).flagged).toBe(false)
    // 100 seconds later.
    const moved = await sql`
      update jobs.job set start_after = now()
      where name = 'panel-flag' and data ->> 'cloudId' = 'CBS0000023'`.execute(database.get().db)
    expect(moved.numAffectedRows).toBe(1n)
    await expect
      .poll(() => panelOf('CBS0000023'), { timeout: 60_000, interval: 200 })
      .toMatchObject({ flagged: true, flag_run: null })
  })

  it('R43 the job looks again later while the Portal is away, and gives up after two days', async () => {
    const runId = randomUUID()
    const { db } = database.get()
    await db.updateTable('panel').set({ flag_run: runId }).where('cloud_id', '=', 'CBS0000020').execute()
    await field.fault({ system: 'remote-portal', fault: '500' })
    await settle('CBS0000020', runId)
    expect(await waitingJobs('CBS0000020')).toEqual([1])
    const transactionId = await settle('CBS0000020', runId, 59)
    expect(await waitingJobs('CBS0000020')).toEqual([1])
    expect((await auditOf(transactionId))[0]).toMatchObject({
      result: 'Error',
      detail: expect.stringMatching(/^Given up: /),
    })
    expect(await panelOf('CBS0000020')).toMatchObject({ flagged: false, flag_run: null })
  })

  it('demo world: the panels of the inventory are those of the Remote Portal and of Pathfinder', async () => {
    for (const n of [1, 4, 10, 27, 33, 999, 1500, 2000]) {
      const cloudId = `CBS${String(n).padStart(7, '0')}`
      const panel = await panelOf(cloudId)
      expect(await portalSays(panel.remote_id ?? '')).toBe(false)
      const found = []
      for (const environment of ['PROD', 'TEST', 'DEV']) {
        const answer = await fetch(
          `${field.url}/pathfinder/v1/mappings?id=${cloudId}&environment=${environment}`,
          { headers: { authorization: 'Bearer demo-pathfinder-token' } },
        )
        if (answer.ok) found.push(...((await answer.json()) as { mappings: unknown[] }).mappings)
      }
      expect(found).toContainEqual({ idType: 'PhysicalPanelId', value: panel.panel_info.physicalPanelId })
    }
  })

  it('two agents on two servers who toggle the same panel end with what the Portal says', async () => {
    const answers = await Promise.all([
      disable('CBS0000021'),
      enable('CBS0000021', randomUUID(), other),
      disable('CBS0000021', randomUUID(), other),
      enable('CBS0000021'),
    ])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    const panel = await panelOf('CBS0000021')
    expect([panel.flagged, panel.flag_run]).toEqual([await portalSays('RP-000021'), null])
  })

  it('D16 the auditor may not, and the panel is not touched', async () => {
    const token = await keys.token({ resource_access: { 'support-console': { roles: ['auditor'] } } })
    const { code } = await console.call('POST', `${base}/devicemigration/CBS0000022`, { token })
    expect([code, await asked('RP-000022')]).toEqual([403, 0])
  })

  it.each(["CBS0000001'", 'RP-000001', 'x'.repeat(41)])('5 refuses the cloud ID %j', async (cloudId) => {
    expect((await disable(encodeURIComponent(cloudId))).code).toBe(400)
  })
})
