import { randomUUID } from 'node:crypto'
import type { Csr } from '@support-console/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type CsrWorld, ipOf, startCsrWorld } from '../../testing/csr-world.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'

vi.setConfig({ testTimeout: 180_000 })

const busy = 'Need to wait response from backend server on previous submit, Please try later.'

describeOnOneDatabase('2.10, 4 CSR Management', (database) => {
  let world: CsrWorld
  beforeAll(async () => {
    world = await startCsrWorld(database.get(), { CSR_STATUS_SECONDS: '1' })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    await world.field.heal()
    await world.field.holdDeployments([])
  })
  /** What is deployed stays Pending until `heal`. */
  const agentsTakeNothing = () => world.field.fault({ system: 'csr-agent', fault: '500', method: 'PUT' })

  it('lists all CSRs by server, and the releases, the newest first', async () => {
    const { envelope } = await world.call('GET', 'getall')
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
      state: expect.objectContaining({ state: 'never-heard', at: null }),
      agent: null,
      unanswered: null,
      returnTo: null,
      deployment: null,
    })
    expect(versionOptions.map(({ label }) => label)).toEqual(['5.0.0', '4.2.1', '4.2.0', '4.1.0'])
  })

  it('D5 upgrades: Pending, then Running, then Succeeded with the new release, its log and its audit entries', async () => {
    const answer = await world.deploy(2, '5.0.0', { From: '4.2.1' })
    expect(answer.code).toBe(202)
    expect(answer.envelope).toMatchObject({
      status: 'Accepted',
      message: 'csr-02 is being upgraded from 4.2.1 to 5.0.0.',
      data: { name: '4.2.1', csrStatus: 'Pending' },
    })
    const csr = await world.ended(2)
    expect(csr).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0', releaseVersion: '5.0.0' })
    const [deployment] = await world.history(2)
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
    expect(await world.begun(2)).toBe(1)
    const transactionId = deployment?.transactionId ?? ''
    expect(await world.entries(transactionId)).toMatchObject([
      { message: 'Upgrade csr-02 from 4.2.1 to 5.0.0', object: 'csr 127.0.40.2', result: 'Intent' },
      { message: 'Upgrade csr-02 from 4.2.1 to 5.0.0', object: 'csr 127.0.40.2', result: 'Success' },
    ])
    const [request] = await world.field.requests(`system=csr-agent&iccid=${ipOf(2)}`)
    expect(request?.transactionId).toBe(transactionId)
  })

  it('D54 a deployment that succeeded is returned by one call; its agent was asked before it', async () => {
    const { returnTo, deployment } = await world.status(2)
    expect(returnTo).toBe('4.2.1')
    expect(deployment?.panelsBefore).toEqual({ panels: expect.any(Number), at: expect.any(String) })
    const { deploymentId = '' } = deployment ?? {}
    const back = await world.call('POST', `${ipOf(2)}/return`, { body: { deploymentId } })
    expect(back).toMatchObject({
      code: 202,
      envelope: { message: 'csr-02 is being returned from 5.0.0 to 4.2.1.' },
    })
    expect(await world.ended(2)).toMatchObject({ csrStatus: 'Succeeded', name: '4.2.1', returnTo: null })
  })

  it('tells an upgrade from a downgrade', async () => {
    const answer = await world.deploy(3, '4.1.0')
    expect(answer.envelope.message).toBe('csr-03 is being downgraded from 4.2.0 to 4.1.0.')
    expect(await world.ended(3)).toMatchObject({ name: '4.1.0', deployment: { kind: 'downgrade' } })
  })

  it('csr-07 fails with its reason, keeps its release, and is returned by one call', async () => {
    await world.deploy(7, '5.0.0')
    const failed = await world.ended(7)
    expect(failed).toMatchObject({
      csrStatus: 'Error',
      name: '4.2.1',
      deployment: { outcome: 'Error', reason: expect.stringContaining('health check') },
    })
    expect(await world.deploy(7, '5.0.0')).toMatchObject({
      code: 409,
      envelope: { status: 'Conflict', message: expect.stringContaining('ended in an error') },
    })
    // Its agent says that the core is down: that is no success.
    const reset = await world.call('POST', 'reset')
    expect(reset.envelope).toMatchObject({
      status: 'Success',
      data: [],
      message: expect.stringContaining('csr-07'),
    })
    const back = (deploymentId: string) => world.call('POST', `${ipOf(7)}/return`, { body: { deploymentId } })
    expect((await back(randomUUID())).envelope.status).toBe('Conflict')
    const deploymentId = failed.deployment?.deploymentId ?? ''
    expect(await back(deploymentId)).toMatchObject({
      code: 202,
      envelope: { message: 'csr-07 is being returned from 5.0.0 to 4.2.1.' },
    })
    expect(await world.ended(7)).toMatchObject({
      csrStatus: 'Succeeded',
      name: '4.2.1',
      deployment: { kind: 'return' },
    })
    expect((await back(deploymentId)).envelope.status).toBe('Conflict')
  })

  it('while one is Running others may be deployed, it may not', async () => {
    const { from, to } = await world.deployAndHold(8)
    expect(await world.deploy(8, from)).toMatchObject({
      code: 409,
      envelope: {
        status: 'Busy',
        message: `support@example.com is deploying ${to} on csr-08. Wait until it has finished before you deploy again.`,
      },
    })
    expect((await world.deploy(10, '4.2.1')).code).toBe(202)
    expect(await world.ended(10)).toMatchObject({ name: '4.2.1' })
    await world.field.holdDeployments([])
    expect(await world.ended(8)).toMatchObject({ name: to })
  })

  it('8 while one is Pending everybody waits', async () => {
    await agentsTakeNothing()
    expect((await world.deploy(16, '5.0.0')).code).toBe(202)
    const refused = await world.deploy(18, '5.0.0')
    expect(refused).toMatchObject({ code: 409, envelope: { status: 'Busy', message: busy } })
    expect(await world.entries(refused.headers.get('x-transaction-id') ?? '')).toMatchObject([
      { message: 'Deploy 5.0.0 on 127.0.40.18', result: 'Busy', detail: busy },
    ])
    await world.field.heal()
    expect(await world.ended(16)).toMatchObject({ name: '5.0.0' })
    expect((await world.deploy(18, '5.0.0')).code).toBe(202)
    await world.ended(18)
  })

  it.each<[string, number, string, object, number, string]>([
    ['an unknown release', 4, '9.9.9', {}, 400, 'There is no release 9.9.9'],
    ['the release that runs', 4, '4.2.1', {}, 409, 'csr-04 already runs 4.2.1'],
    ['two addresses', 4, '5.0.0', { IPAddress: '127.0.40.5' }, 400, 'names one CSR'],
    ['a CSR that is not there', 99, '5.0.0', {}, 404, 'There is no CSR with the IP address 127.0.40.99'],
  ])('refuses %s', async (_what, n, release, more, code, sentence) => {
    const answer = await world.deploy(n, release, more)
    expect(answer.code).toBe(code)
    expect(answer.envelope.message).toContain(sentence)
    expect(await world.begun(n)).toBe(0)
  })

  it('deploys upon nothing that someone else has changed, and says who did', async () => {
    await world.deploy(11, '4.2.0')
    await world.ended(11)
    const iat = Math.floor(world.clock.now().getTime() / 1000)
    const token = await world.keys.token({ email: 'engineer@example.com', sub: 'engineer', iat })
    const late = await world.call('POST', `${ipOf(11)}/upgrade`, {
      token,
      body: { IPAddress: ipOf(11), Name: '4.1.0', From: '5.0.0' },
    })
    expect(late).toMatchObject({
      code: 409,
      envelope: {
        status: 'Conflict',
        message:
          'csr-11 no longer runs 5.0.0: support@example.com deployed 4.2.0 on csr-11. Reload the page before you deploy.',
      },
    })
  })

  it('two agents deploy at once: one begins, the other is told to wait', async () => {
    for (const [one, other] of [
      [12, 12],
      [13, 14],
    ] as const) {
      // Neither is over, nor Running, before the other has been answered.
      await agentsTakeNothing()
      const answers = await Promise.all([world.deploy(one, '5.0.0'), world.deploy(other, '4.1.0')])
      expect(answers.map(({ code }) => code).sort()).toEqual([202, 409])
      await world.field.heal()
      await Promise.all([world.ended(one), world.ended(other)])
    }
    expect([await world.begun(12), (await world.begun(13)) + (await world.begun(14))]).toEqual([1, 1])
  })

  it.each([
    ['cut', {}],
    ['refuse', {}],
    ['500', {}],
    ['garbage', {}],
    ['garbage', { variant: 'half-json' }],
  ])('an agent whose answers are spoilt (%s %j) deploys once all the same', async (fault, more) => {
    await world.field.fault({ system: 'csr-agent', fault, times: 3, method: 'PUT', ...more })
    const before = await world.begun(15)
    const { name } = await world.status(15)
    await world.deploy(15, name === '4.1.0' ? '5.0.0' : '4.1.0')
    expect(await world.ended(15)).toMatchObject({ csrStatus: 'Succeeded' })
    expect(await world.begun(15)).toBe(before + 1)
  })

  it('D9 the same call again is not a second deployment', async () => {
    const transactionId = randomUUID()
    const options = { transactionId, body: { IPAddress: ipOf(17), Name: '5.0.0' } }
    const first = await world.call('POST', `${ipOf(17)}/upgrade`, options)
    const second = await world.call('POST', `${ipOf(17)}/upgrade`, options)
    expect(second.envelope).toEqual(first.envelope)
    await world.ended(17)
    expect(await world.history(17)).toHaveLength(1)
  })

  it('saves a description, trimmed, and records what it was', async () => {
    const say = (Description: string) => world.call('POST', `${ipOf(20)}/desc`, { body: { Description } })
    const saved = await say('  Spare, for the lab ')
    expect(saved.envelope.data).toEqual({ description: 'Spare, for the lab', csrStatus: 'Succeeded' })
    expect((await world.status(20)).description).toBe('Spare, for the lab')
    expect(await world.entries(saved.headers.get('x-transaction-id') ?? '')).toMatchObject([
      { message: 'Change the description of csr-20', detail: "'Spare' -> 'Spare, for the lab'" },
    ])
    expect((await say('x'.repeat(201))).code).toBe(400)
    expect((await say('two\nlines')).code).toBe(400)
    expect((await world.call('POST', `127.0.40.99/desc`, { body: { Description: '' } })).code).toBe(404)
  })

  it('says how many panels report, as the agents last said', async () => {
    world.server.app.watch()
    await vi.waitFor(
      async () =>
        expect(await world.status(1)).toMatchObject({
          agent: { panels: expect.any(Number), at: expect.any(String) },
          state: { state: 'in-order', source: 'CSR agent' },
        }),
      { timeout: 60_000, interval: 50 },
    )
    expect((await world.status(9)).agent).toBeNull()
  })
})
