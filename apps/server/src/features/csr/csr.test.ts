import { randomUUID } from 'node:crypto'
import type { Csr, CsrDeployment } from '@support-console/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../platform/database/seed.ts'
import { createCsrAgents } from '../../systems/csr-agent/csr-agent.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type FieldProcess, startField } from '../../testing/field-process.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { csrSeed } from './index.ts'
import { runDeployment } from './run-deployment.ts'

vi.setConfig({ testTimeout: 180_000 })

const base = '/api/csrmanagement/v1/csrs'
const busy = 'Need to wait response from backend server on previous submit, Please try later.'
const ipOf = (n: number) => `127.0.40.${n}`

describeOnEachDatabase('2.10, 4 CSR Management', (database) => {
  let field: FieldProcess
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    field = await startField()
    keys = await startKeyServer()
    await seed(database.get().db, [csrSeed])
    server = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, CSR_LOOK_MS: '30', CSR_ANSWER_SECONDS: '5', CSR_STATUS_SECONDS: '1' },
    })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
    await field.stop()
  })
  afterEach(() => field.heal())

  const deploy = (n: number, release: string, more: { From?: string; IPAddress?: string } = {}) =>
    server.call('POST', `${base}/${ipOf(n)}/upgrade`, {
      body: { IPAddress: ipOf(n), Name: release, ...more },
    })
  const status = async (n: number): Promise<Csr> =>
    (await server.call('GET', `${base}/${ipOf(n)}/status`)).envelope.data
  const history = async (n: number): Promise<CsrDeployment[]> =>
    (await server.call('GET', `${base}/${ipOf(n)}/deployments`)).envelope.data
  /** The CSR once its deployment is over. */
  const ended = (n: number): Promise<Csr> =>
    vi.waitFor(
      async () => {
        const csr = await status(n)
        expect(csr.csrStatus).toMatch(/Succeeded|Error/)
        return csr
      },
      { timeout: 60_000, interval: 50 },
    )
  const begun = async (n: number): Promise<number> =>
    (await field.counts()).find(({ action, iccid }) => action === 'begin' && iccid === ipOf(n))?.count ?? 0
  const entries = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['message', 'object', 'result', 'detail', 'email', 'sub_transaction_id'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  it('lists all CSRs by server, and the releases, the newest first', async () => {
    const { envelope } = await server.call('GET', `${base}/getall`)
    const { info, versionOptions } = envelope.data as {
      info: Csr[]
      versionOptions: { label: string; value: string }[]
    }
    expect(info.map((csr) => csr.server)).toEqual(
      Array.from({ length: 20 }, (_, i) => `csr-${String(i + 1).padStart(2, '0')}`),
    )
    expect(info[1]).toEqual({
      server: 'csr-02',
      ipAddress: '127.0.40.2',
      description: 'Prairie provinces',
      name: '4.2.1',
      releaseVersion: '4.2.1',
      csrStatus: 'Succeeded',
      panelCount: null,
      panelCountAt: null,
      deployment: null,
    })
    expect(versionOptions.map(({ label }) => label)).toEqual(['5.0.0', '4.2.1', '4.2.0', '4.1.0'])
  })

  it('D5 upgrades: Pending, then Running, then Succeeded with the new release, its log and its audit entries', async () => {
    const answer = await deploy(2, '5.0.0', { From: '4.2.1' })
    expect(answer.code).toBe(202)
    expect(answer.envelope).toMatchObject({
      status: 'Accepted',
      message: 'csr-02 is being upgraded from 4.2.1 to 5.0.0.',
      data: { name: '4.2.1', csrStatus: 'Pending' },
    })
    const csr = await ended(2)
    expect(csr).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0', releaseVersion: '5.0.0' })
    const [deployment] = await history(2)
    expect(deployment).toMatchObject({
      deploymentId: (answer.envelope.data as { deploymentId: string }).deploymentId,
      kind: 'upgrade',
      fromRelease: '4.2.1',
      toRelease: '5.0.0',
      createdBy: 'support@example.com',
      outcome: 'Succeeded',
      reason: '',
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    })
    expect(deployment?.log.map(({ line }) => line)).toContain('csr-core 5.0.0 installed')
    expect(await begun(2)).toBe(1)
    const transactionId = deployment?.transactionId ?? ''
    expect(await entries(transactionId)).toMatchObject([
      { message: 'Upgrade csr-02 from 4.2.1 to 5.0.0', object: 'csr 127.0.40.2', result: 'Intent' },
      { message: 'Upgrade csr-02 from 4.2.1 to 5.0.0', object: 'csr 127.0.40.2', result: 'Success' },
    ])
    const [request] = await field.requests(`system=csr-agent&iccid=${ipOf(2)}`)
    expect(request?.transactionId).toBe(transactionId)
  })

  it('tells an upgrade from a downgrade', async () => {
    const answer = await deploy(3, '4.1.0')
    expect(answer.envelope.message).toBe('csr-03 is being downgraded from 4.2.0 to 4.1.0.')
    expect(await ended(3)).toMatchObject({ name: '4.1.0', deployment: { kind: 'downgrade' } })
  })

  it('csr-07 fails with its reason, keeps its release, and is returned by one call', async () => {
    await deploy(7, '5.0.0')
    const failed = await ended(7)
    expect(failed).toMatchObject({
      csrStatus: 'Error',
      name: '4.2.1',
      deployment: { outcome: 'Error', reason: expect.stringContaining('health check') },
    })
    expect(await deploy(7, '5.0.0')).toMatchObject({
      code: 409,
      envelope: { status: 'Conflict', message: expect.stringContaining('ended in an error') },
    })
    // Its agent says that the core is down: that is no success.
    const reset = await server.call('POST', `${base}/reset`)
    expect(reset.envelope).toMatchObject({
      status: 'Success',
      data: [],
      message: expect.stringContaining('csr-07'),
    })
    const back = (deploymentId: string) =>
      server.call('POST', `${base}/${ipOf(7)}/return`, { body: { deploymentId } })
    expect((await back(randomUUID())).envelope.status).toBe('Conflict')
    const deploymentId = failed.deployment?.deploymentId ?? ''
    expect(await back(deploymentId)).toMatchObject({
      code: 202,
      envelope: { message: 'csr-07 is being returned from 5.0.0 to 4.2.1.' },
    })
    expect(await ended(7)).toMatchObject({
      csrStatus: 'Succeeded',
      name: '4.2.1',
      deployment: { kind: 'return' },
    })
    expect((await back(deploymentId)).envelope.status).toBe('Conflict')
  })

  it('csr-08 takes its time: others may be deployed while it is Running, it may not', async () => {
    await deploy(8, '5.0.0')
    await vi.waitFor(async () => expect((await status(8)).csrStatus).toBe('Running'), {
      timeout: 60_000,
      interval: 20,
    })
    expect(await deploy(8, '4.1.0')).toMatchObject({
      code: 409,
      envelope: {
        status: 'Busy',
        message:
          'support@example.com is deploying 5.0.0 on csr-08. Wait for its end before you deploy again.',
      },
    })
    expect((await deploy(10, '4.2.1')).code).toBe(202)
    expect(await ended(10)).toMatchObject({ name: '4.2.1' })
    expect(await ended(8)).toMatchObject({ name: '5.0.0' })
  })

  it('8 csr-09 is silent: everything waits while it is Pending, and it ends as Error with its reason', async () => {
    await deploy(9, '5.0.0')
    const refused = await deploy(10, '5.0.0')
    expect(refused).toMatchObject({ code: 409, envelope: { status: 'Busy', message: busy } })
    expect(await entries(refused.headers.get('x-transaction-id') ?? '')).toMatchObject([
      { message: 'Deploy 5.0.0 on 127.0.40.10', result: 'Busy', detail: busy },
    ])
    expect(await ended(9)).toMatchObject({
      csrStatus: 'Error',
      name: '4.2.1',
      deployment: {
        startedAt: null,
        reason:
          'The agent of csr-09 gave no answer for 5 seconds. Whether it began is not known; reset asks it what runs.',
      },
    })
    const reset = await server.call('POST', `${base}/reset`)
    expect(reset.envelope).toMatchObject({
      data: [],
      message: expect.stringContaining('The agent of csr-09'),
    })
    expect((await status(9)).csrStatus).toBe('Error')
  })

  it.each<[string, number, string, object, number, string]>([
    ['an unknown release', 4, '9.9.9', {}, 400, 'There is no release 9.9.9'],
    ['the release that runs', 4, '4.2.1', {}, 409, 'csr-04 runs 4.2.1 already'],
    ['two addresses', 4, '5.0.0', { IPAddress: '127.0.40.5' }, 400, 'names one CSR'],
    ['a CSR that is not there', 99, '5.0.0', {}, 404, 'There is no CSR with the IP address 127.0.40.99'],
  ])('refuses %s', async (_what, n, release, more, code, sentence) => {
    const answer = await deploy(n, release, more)
    expect(answer.code).toBe(code)
    expect(answer.envelope.message).toContain(sentence)
    expect(await begun(n)).toBe(0)
  })

  it('deploys upon nothing that somebody else has changed, and says who did', async () => {
    await deploy(11, '4.2.0')
    await ended(11)
    const token = await keys.token({ email: 'engineer@example.com', sub: 'engineer' })
    const late = await server.call('POST', `${base}/${ipOf(11)}/upgrade`, {
      token,
      body: { IPAddress: ipOf(11), Name: '4.1.0', From: '5.0.0' },
    })
    expect(late).toMatchObject({
      code: 409,
      envelope: {
        status: 'Conflict',
        message:
          'csr-11 does not run 5.0.0 any more: support@example.com deployed 4.2.0 on csr-11. Load the page again before you deploy.',
      },
    })
  })

  it('two agents deploy at once: one begins, the other is told to wait', async () => {
    for (const [one, other] of [
      [12, 12],
      [13, 14],
    ] as const) {
      const answers = await Promise.all([deploy(one, '5.0.0'), deploy(other, '4.1.0')])
      expect(answers.map(({ code }) => code).sort()).toEqual([202, 409])
      await Promise.all([ended(one), ended(other)])
    }
    expect([await begun(12), (await begun(13)) + (await begun(14))]).toEqual([1, 1])
  })

  it.each([
    ['cut', {}],
    ['refuse', {}],
    ['500', {}],
    ['garbage', {}],
    ['garbage', { variant: 'half-json' }],
  ])('an agent whose answers are spoilt (%s %j) deploys once all the same', async (fault, more) => {
    await field.fault({ system: 'csr-agent', fault, times: 3, ...more })
    const before = await begun(15)
    const { name } = await status(15)
    await deploy(15, name === '4.1.0' ? '5.0.0' : '4.1.0')
    expect(await ended(15)).toMatchObject({ csrStatus: 'Succeeded' })
    expect(await begun(15)).toBe(before + 1)
  })

  it('an agent that falls silent in the middle ends as Error; reset learns what runs', async () => {
    const { name } = await status(8)
    const release = name === '4.1.0' ? '4.2.0' : '4.1.0'
    await deploy(8, release)
    await vi.waitFor(async () => expect((await status(8)).csrStatus).toBe('Running'), {
      timeout: 60_000,
      interval: 5,
    })
    await field.fault({ system: 'csr-agent', fault: 'hang' })
    const silent = await ended(8)
    expect(silent).toMatchObject({ csrStatus: 'Error', name })
    expect(silent.deployment?.reason).toContain('began and then gave no answer for 5 seconds.')
    await field.heal()
    const reset = await vi.waitFor(
      async () => {
        const { envelope } = await server.call('POST', `${base}/reset`)
        expect(envelope.data).not.toEqual([])
        return envelope
      },
      { timeout: 60_000, interval: 200 },
    )
    expect((reset.data as Csr[]).map((csr) => [csr.server, csr.name])).toEqual([['csr-08', release]])
    expect(reset.message).toContain('Back to Succeeded: csr-08.')
    expect(await status(8)).toMatchObject({ csrStatus: 'Succeeded', name: release })
    expect(await begun(8)).toBe(2)
  })

  /** As another server does that has been given the job of this deployment. */
  async function takeOver(deploymentId: string, times = {}): Promise<void> {
    const outbound = createTestOutbound()
    await runDeployment({
      platform: server.app.platform,
      agents: createCsrAgents(outbound, server.config.neighbours.csrAgents),
      times: { ...server.config.csr, ...times },
      deploymentId,
      stopping: new AbortController().signal,
      lost: new AbortController().signal,
    })
    await outbound.close()
  }
  const beginOnSlow = async (release: string) => {
    const before = await begun(8)
    const { envelope } = await deploy(8, release)
    await vi.waitFor(async () => expect((await status(8)).csrStatus).toBe('Running'), {
      timeout: 60_000,
      interval: 5,
    })
    return { before, deploymentId: (envelope.data as { deploymentId: string }).deploymentId }
  }

  it('R44 a deployment that another server has taken over ends once', async () => {
    const { before, deploymentId } = await beginOnSlow('4.2.1')
    await takeOver(deploymentId)
    const csr = await ended(8)
    expect(csr).toMatchObject({ csrStatus: 'Succeeded', name: '4.2.1' })
    // The run before it has noticed by its next look.
    await new Promise((resolve) => setTimeout(resolve, 3 * server.config.csr.lookMs))
    const results = (await entries(csr.deployment?.transactionId ?? '')).map(({ result }) => result)
    expect(results).toEqual(['Intent', 'Success'])
    expect(await begun(8)).toBe(before + 1)
    await takeOver(deploymentId)
    expect((await status(8)).deployment).toEqual(csr.deployment)
  })

  it('an agent that works for too long ends as Error, and reset learns the end', async () => {
    const { deploymentId } = await beginOnSlow('5.0.0')
    await takeOver(deploymentId, { deployMs: 300 })
    expect(await status(8)).toMatchObject({
      csrStatus: 'Error',
      name: '4.2.1',
      deployment: { reason: expect.stringContaining('The agent of csr-08 is still at work after') },
    })
    await vi.waitFor(
      async () => {
        await server.call('POST', `${base}/reset`)
        expect(await status(8)).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0' })
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  it('D9 the same call again is not a second deployment', async () => {
    const transactionId = randomUUID()
    const options = { transactionId, body: { IPAddress: ipOf(17), Name: '5.0.0' } }
    const first = await server.call('POST', `${base}/${ipOf(17)}/upgrade`, options)
    const second = await server.call('POST', `${base}/${ipOf(17)}/upgrade`, options)
    expect(second.envelope).toEqual(first.envelope)
    await ended(17)
    expect(await history(17)).toHaveLength(1)
  })

  it('saves a description, trimmed, and records what it was', async () => {
    const say = (Description: string) =>
      server.call('POST', `${base}/${ipOf(20)}/desc`, { body: { Description } })
    const saved = await say('  Spare, for the lab ')
    expect(saved.envelope.data).toEqual({ description: 'Spare, for the lab', csrStatus: 'Succeeded' })
    expect((await status(20)).description).toBe('Spare, for the lab')
    expect(await entries(saved.headers.get('x-transaction-id') ?? '')).toMatchObject([
      { message: 'Change the description of csr-20', detail: "'Spare' -> 'Spare, for the lab'" },
    ])
    expect((await say('x'.repeat(201))).code).toBe(400)
    expect((await say('two\nlines')).code).toBe(400)
    expect((await server.call('POST', `${base}/127.0.40.99/desc`, { body: { Description: '' } })).code).toBe(
      404,
    )
  })

  it('says how many panels report, as the agents last said', async () => {
    server.app.watch()
    await vi.waitFor(
      async () =>
        expect(await status(1)).toMatchObject({
          panelCount: expect.any(Number),
          panelCountAt: expect.any(String),
        }),
      { timeout: 60_000, interval: 50 },
    )
    expect((await status(9)).panelCount).toBeNull()
  })
})
