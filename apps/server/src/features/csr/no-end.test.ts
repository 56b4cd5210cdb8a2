import type { Csr } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createCsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { type CsrWorld, startCsrWorld } from '../../testing/csr-world.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { kind } from './begin-deployment.ts'
import { runDeployment } from './run-deployment.ts'

vi.setConfig({ testTimeout: 180_000 })

describeOnOneDatabase('4, D5 deployments whose end does not come by itself', (database) => {
  let world: CsrWorld
  beforeAll(async () => {
    world = await startCsrWorld(database.get(), { CSR_ANSWER_SECONDS: '5' })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    await world.field.heal()
    await world.field.holdDeployments([])
  })

  const reset = () => world.call('POST', 'reset')
  /** The agent ends by its own clock what it was let go on with; a reset before it finds it at work. */
  const resetAtTheEnd = () =>
    vi.waitFor(
      async () => {
        const answer = await reset()
        expect(answer.envelope.message).not.toContain('is working on a deployment')
        return answer
      },
      { timeout: 60_000, interval: 100 },
    )
  /** As another server does that has been given the job of this deployment. */
  async function takeOver(deploymentId: string, times = {}): Promise<void> {
    const { app, config } = world.server
    const outbound = createTestOutbound({ clock: world.clock })
    await runDeployment({
      platform: app.platform,
      agents: createCsrAgents(outbound, config.neighbours.csrAgents),
      times: { ...config.csr, ...times },
      deploymentId,
      stopping: new AbortController().signal,
      lost: new AbortController().signal,
    })
    await outbound.close()
  }
  const runOf = async (deploymentId: string): Promise<string | null> => {
    const { run_id: run } = await database
      .get()
      .db.selectFrom('csr_deployment')
      .select('run_id')
      .where('deployment_id', '=', deploymentId)
      .executeTakeFirstOrThrow()
    return run
  }

  const jobsUnderWay = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from jobs.job where name = ${kind.name} and state = 'active'`.execute(
      database.get().db,
    )
    return rows[0]?.n
  }

  it('an agent that falls silent in the middle ends as Error; reset learns what runs', async () => {
    const { from, to } = await world.deployAndHold(4)
    // Between two looks.
    await world.clock.someoneWaits()
    await world.field.fault({ system: 'csr-agent', fault: 'hang' })
    const silent = await world.throughSilence(world.ended(4))
    expect(silent).toMatchObject({ csrStatus: 'Error', name: from })
    expect(silent.deployment?.reason).toContain('began and then did not answer for 5 seconds.')
    await world.field.heal()
    expect((await reset()).envelope.message).toContain('csr-04 is working on a deployment.')
    await world.field.holdDeployments([])
    const answer = await resetAtTheEnd()
    expect((answer.envelope.data as Csr[]).map((csr) => [csr.server, csr.name])).toEqual([['csr-04', to]])
    expect(answer.envelope.message).toContain('Back to Succeeded: csr-04.')
    expect(await world.status(4)).toMatchObject({ csrStatus: 'Succeeded', name: to })
    expect(await world.begun(4)).toBe(1)
  })

  it('R44 a deployment that another server has taken over ends once', async () => {
    const { deploymentId, to } = await world.deployAndHold(8)
    const before = await runOf(deploymentId)
    const other = takeOver(deploymentId)
    await vi.waitFor(async () => expect(await runOf(deploymentId)).not.toBe(before), { timeout: 60_000 })
    await world.field.holdDeployments([])
    const [csr] = await Promise.all([world.ended(8), other])
    expect(csr).toMatchObject({ csrStatus: 'Succeeded', name: to })
    // The run before it has noticed.
    await world.until(async () => expect(await jobsUnderWay()).toBe(0))
    const entries = await world.entries(csr.deployment?.transactionId ?? '')
    expect(entries.map(({ result }) => result)).toEqual(['Intent', 'Success'])
    expect(await world.begun(8)).toBe(1)
    await takeOver(deploymentId)
    expect((await world.status(8)).deployment).toEqual(csr.deployment)
  })

  it('an agent that works for too long ends as Error, and reset learns the end', async () => {
    const { deploymentId, from, to } = await world.deployAndHold(3)
    const ended = world.ended(3)
    await takeOver(deploymentId, { deployMs: 300 })
    await ended
    expect(await world.status(3)).toMatchObject({
      csrStatus: 'Error',
      name: from,
      deployment: { reason: expect.stringContaining('The agent of csr-03 is still working after') },
    })
    await world.field.holdDeployments([])
    await resetAtTheEnd()
    expect(await world.status(3)).toMatchObject({ csrStatus: 'Succeeded', name: to })
  })

  it('csr-09 is silent: it ends as Error with its reason, which reset leaves', async () => {
    await world.deploy(9, '5.0.0')
    expect(await world.throughSilence(world.ended(9))).toMatchObject({
      csrStatus: 'Error',
      name: '4.2.1',
      deployment: {
        startedAt: null,
        reason:
          'The agent of csr-09 did not answer for 5 seconds. It may have begun; press Reset to ask it what it runs.',
      },
    })
    expect((await world.throughSilence(reset())).envelope).toMatchObject({
      data: [],
      message: expect.stringContaining('The agent of csr-09'),
    })
    expect((await world.status(9)).csrStatus).toBe('Error')
  })
})
