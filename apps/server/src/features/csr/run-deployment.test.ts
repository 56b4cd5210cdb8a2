import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { NeighbourError, type NeighbourErrorKind } from '../../platform/outbound/index.ts'
import { takeOver } from '../../platform/undertakings/runs.ts'
import type { AgentDeployment, CsrAgent } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { beginReturn, kind } from './begin-deployment.ts'
import { readCsrs } from './csr.store.ts'
import type { DeploymentState } from './csr.table.ts'
import { deploymentStore } from './deployment.store.ts'
import { type Asked, reconcile } from './reset.ts'
import { runDeployment } from './run-deployment.ts'

const times = { answerMs: 5_000, deployMs: 60_000, lookMs: 1_000 }
const [from, to] = ['4.2.0', '5.0.0']
const person = { issuer: 'i', subject: 's', email: 'e', session_id: 'sid', token_id: 'jti' }

/** What an agent answers, one look after the other; the last one from then on. */
type Answers = (AgentDeployment['state'] | NeighbourError)[]
const failure = (kind: NeighbourErrorKind, sent = true) =>
  new NeighbourError({ kind, system: 'The agent', sentence: `It is ${kind}.`, sent })

describeOnOneDatabase('D5, R43 a deployment by what its agent answers', (database) => {
  const db = () => database.get().db
  beforeAll(async () => {
    await seed(db(), [csrSeed])
  })
  const view = () => ({ now: new Date(), agentCountsMs: 900_000 })
  let next = 0

  /** Of a CSR that no other test has, where none is given; `kind` and `state` of its last deployment. */
  async function deployment(facts: {
    kind?: 'upgrade' | 'return'
    state: DeploymentState
    startedAt?: Date
    of?: Selectable<Tables['csr']>
  }) {
    const free = db().selectFrom('csr').selectAll().orderBy('csr_id').limit(1)
    const csr = facts.of ?? (await free.offset(next++).executeTakeFirstOrThrow())
    const id = randomUUID()
    await db()
      .insertInto('csr_deployment')
      .values({
        deployment_id: id,
        csr_id: csr.csr_id,
        kind: facts.kind ?? 'upgrade',
        from_release: from,
        to_release: to,
        state: facts.state,
        transaction_id: randomUUID(),
        ...person,
        remote_address: '192.0.2.1',
        run_id: null,
        started_at: facts.startedAt ?? null,
        finished_at: facts.state === 'error' ? new Date() : null,
      })
      .execute()
    const row = () =>
      db()
        .selectFrom('csr_deployment')
        .select(['state', 'reason'])
        .where('deployment_id', '=', id)
        .executeTakeFirstOrThrow()
    return { id, csr, row }
  }

  /** @returns how often the agent was looked at */
  async function run(deploymentId: string, answers: Answers, clock = createTestClock({ passing: true })) {
    let looks = 0
    const look = async (): Promise<AgentDeployment> => {
      const answer = answers[Math.min(looks++, answers.length - 1)]
      if (answer === undefined || answer instanceof NeighbourError) throw answer
      return { deploymentId, release: to, state: answer, reason: '', log: [] } as unknown as AgentDeployment
    }
    const status = async () => {
      throw failure('timeout')
    }
    const agent = { name: 'The agent', status, deploy: look, deployment: look } as unknown as CsrAgent
    await runDeployment({
      platform: {
        db: db(),
        clock,
        log: { warn: () => {} } as never,
        observations: { note: () => {} } as never,
      },
      agents: { of: () => agent },
      times,
      deploymentId,
      stopping: new AbortController().signal,
      lost: new AbortController().signal,
    })
    return looks
  }

  it('a question that was never sent has begun nothing; one whose answer was lost may have', async () => {
    const unsent = await deployment({ state: 'pending' })
    await run(unsent.id, [failure('unreachable', false), failure('refused')])
    expect(await unsent.row()).toEqual({ state: 'error', reason: 'It is refused. Nothing was changed.' })
    const lost = await deployment({ state: 'pending' })
    await run(lost.id, [failure('timeout'), failure('refused')])
    expect((await lost.row()).reason).toMatch(/^It is refused\. It may have started at an earlier try/)
  })

  it('a refusal ends no deployment that runs: the token may be mended meanwhile', async () => {
    const { id, row } = await deployment({ state: 'pending' })
    await run(id, ['deploying', failure('credentials'), failure('refused'), 'succeeded'])
    expect(await row()).toEqual({ state: 'succeeded', reason: '' })
  })

  it('R44 its time runs on when another server takes it over', async () => {
    const clock = createTestClock({ passing: true })
    const startedAt = new Date(clock.now().getTime() - times.deployMs - 1)
    const { id, row } = await deployment({ state: 'running', startedAt })
    expect(await run(id, ['deploying'], clock)).toBe(1)
    expect((await row()).reason).toContain('is still working after 1 minute.')
  })

  it('R44 a run that another has taken over from writes nothing any more, and none follows what is over', async () => {
    const { id, csr, row } = await deployment({ state: 'running' })
    const takenOver = async () => {
      const run = await takeOver(db(), kind, id)
      if (!run) throw new Error('it is over')
      return { run, ...deploymentStore(db(), run) }
    }
    const [former, present] = [await takenOver(), await takenOver()]
    expect(present.run.row.run_id).toBe(former.run.runId)
    const writes = [former.noteTaken(), former.keepLog('[1]'), former.settle({ state: 'succeeded' })]
    expect(await Promise.all(writes)).toEqual([false, false, false])
    expect(await row()).toEqual({ state: 'running', reason: '' })
    expect(await present.settle({ state: 'error', reason: 'It failed.' })).toBe(true)
    expect(await takeOver(db(), kind, id)).toBeUndefined()

    // A reset that asked its agent before someone returned it takes nothing back.
    const asked: Asked[] = (await readCsrs(db(), view()))
      .filter(({ ipAddress }) => ipAddress === csr.ip_address)
      .map((each) => ({
        csr: each,
        said: { release: from, state: 'idle', panels: 1, log: [] },
        word: {
          kind: 'csr',
          id: each.ipAddress,
          source: 'CSR agent',
          askedAt: new Date().toISOString(),
          tookMs: 1,
          said: { fields: { release: from, agentState: 'idle', agentReason: '', reportingPanels: '1' } },
        },
      }))
    expect(asked).toHaveLength(1)
    await deployment({ state: 'error', kind: 'return', of: csr })
    const reset = await db()
      .transaction()
      .execute((trx) => reconcile(trx, asked, view()))
    expect(reset).toEqual({ changed: [], left: [], notes: [] })
  })

  it('4 a return that failed is tried again towards the same release', async () => {
    const { id, csr } = await deployment({ kind: 'return', state: 'error' })
    await db().updateTable('csr').set({ status: 'Error' }).where('csr_id', '=', csr.csr_id).execute()
    const order = {
      deploymentId: randomUUID(),
      ipAddress: csr.ip_address,
      behalf: { ...person, transaction_id: randomUUID(), remote_address: '192.0.2.1' },
      lastId: id.toUpperCase(),
    }
    const jobs = { send: async () => {} } as unknown as Jobs
    const begun = await db()
      .transaction()
      .execute((trx) => beginReturn(trx, jobs, order))
    expect(begun).toMatchObject({ kind: 'return', from, to })
  })
})
