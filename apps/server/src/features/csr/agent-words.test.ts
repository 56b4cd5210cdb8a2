import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import { createObservations } from '../../platform/observations/observations.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { AgentStatus, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { readCsr, receiversInError } from './csr.store.ts'
import { surveyCsrs } from './survey.ts'

vi.setConfig({ testTimeout: 120_000 })

const ip = '127.0.40.6'
const minute = 60_000
/** What an agent answers; null: nothing. */
type Word = Pick<AgentStatus, 'state' | 'release' | 'panels'> | null
const idle = (release = '4.2.0', panels = 100): Word => ({ state: 'idle', release, panels })
const down: Word = { state: 'failed', release: '4.2.0', panels: 0 }

describeOnOneDatabase('D54 the words of CSR agents', (database) => {
  const db = () => database.get().db
  const clock = createTestClock()
  let observations: ReturnType<typeof createObservations>
  beforeAll(async () => {
    await seed(db(), [csrSeed])
    observations = createObservations({
      db: db(),
      log: { error: console.error, warn: console.warn } as never,
    })
  })
  beforeEach(async () => {
    await sql`delete from csr_deployment`.execute(db())
    await sql`delete from observation`.execute(db())
    await sql`delete from csr where ip_address <> ${ip}`.execute(db())
    await sql`update csr set status = 'Succeeded', release = '4.2.0', agent_release = null, agent_state = null, agent_at = null,
      agent_since = null, agent_seen = null, unanswered_at = null, unanswered_since = null, unanswered_why = null`.execute(
      db(),
    )
  })

  /** One round of the survey, a minute later. */
  async function hear(word: Word): Promise<void> {
    await clock.advance(minute)
    const status = async () => {
      if (word === null)
        throw new NeighbourError({
          kind: 'timeout',
          system: 'a',
          sentence: 'No answer. Try again in a minute.',
          sent: true,
        })
      return { deploymentId: null, log: [{ at: '', line: `${word.state} it is` }], ...word }
    }
    const agents = { of: () => ({ name: 'The agent', status }) } as unknown as CsrAgents
    const platform = { db: db(), clock, log: { error: console.error } as never, observations }
    await surveyCsrs(platform, agents, 0, new AbortController().signal)
  }
  const csr = () => readCsr(db(), { now: clock.now(), agentCountsMs: 15 * minute }, ip)
  const iso = (msAgo = 0) => new Date(clock.now().getTime() - msAgo).toISOString()

  it('another release than ordered: of what, since when, and seen how often', async () => {
    await hear(idle())
    expect((await csr()).state).toMatchObject({ state: 'in-order', source: 'CSR agent', at: iso() })
    for (let n = 0; n < 3; n++) await hear(idle('4.1.0'))
    expect(await csr()).toMatchObject({
      csrStatus: 'Succeeded',
      name: '4.2.0',
      state: { state: 'other-release', since: iso(2 * minute), at: iso() },
      agent: { release: '4.1.0', seen: 3, since: iso(2 * minute), panels: 100, at: iso() },
    })
    const { rows } =
      await sql`select field, before, after from observed_change where thing_kind = 'csr'`.execute(db())
    expect(rows).toContainEqual({ field: 'release', before: '4.2.0', after: '4.1.0' })
  })

  it('its core is down, and why; it does not answer, and since when', async () => {
    await hear(down)
    expect(await csr()).toMatchObject({
      csrStatus: 'Succeeded',
      state: { state: 'core-down' },
      agent: { reason: 'failed it is', panels: 0, at: iso() },
    })
    await hear(null)
    await hear(null)
    expect(await csr()).toMatchObject({
      state: { state: 'core-down' },
      unanswered: { since: iso(minute), at: iso(), problem: 'No answer.' },
    })
    await clock.advance(16 * minute)
    expect((await csr()).state).toMatchObject({ state: 'does-not-answer', since: iso(18 * minute) })
    await hear(idle())
    expect(await csr()).toMatchObject({ state: { state: 'in-order' }, unanswered: null })
  })

  it('52.12 never heard, though it was asked, and no one is told to try again', async () => {
    await hear(null)
    expect(await csr()).toMatchObject({
      state: { state: 'never-heard' },
      agent: null,
      unanswered: { at: iso(), problem: 'No answer.' },
    })
    const view = { now: clock.now(), agentCountsMs: 15 * minute }
    expect(await receiversInError(db(), view)).toMatchObject([{ core: { is: 'unheard', at: null } }])
  })

  it('of any words the last one is told, with since when it is said and how often', async () => {
    const word = fc.option(
      fc.record({
        state: fc.constantFrom('idle' as const, 'deploying' as const, 'failed' as const),
        release: fc.constantFrom('4.1.0', '4.2.0'),
        panels: fc.constantFrom(0, 7),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (words) => {
        await sql`delete from observation`.execute(db())
        await sql`update csr set agent_release = null, agent_state = null, agent_at = null`.execute(db())
        for (const each of words) await hear(each)
        const said = words.filter((each) => each !== null)
        const last = said.at(-1)
        const { agent, unanswered } = await csr()
        expect(unanswered === null).toBe(words.at(-1) !== null)
        expect(agent === null).toBe(last === undefined)
        if (!last) return
        const other = said.findLastIndex(
          ({ state, release }) => state !== last.state || release !== last.release,
        )
        expect(agent).toMatchObject({ ...last, seen: said.length - 1 - other })
      }),
      { numRuns: 15 },
    )
  })

  async function deployed(of: {
    kind?: 'upgrade' | 'return'
    from?: string
    to?: string
    ran?: string
    state?: 'succeeded' | 'error'
    minutesAgo?: number
  }): Promise<void> {
    const {
      kind = 'upgrade',
      from = '4.2.0',
      to = '5.0.0',
      ran = null,
      state = 'succeeded',
      minutesAgo = 0,
    } = of
    const id = randomUUID()
    await sql`insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, ran_before, transaction_id,
        issuer, subject, email, session_id, token_id, remote_address, created_at, finished_at)
      select ${id}, csr_id, ${kind}, ${from}, ${to}, ${state}, ${ran}, ${id}, 'i', 's', 'e', 's', 't', 'a', clock_timestamp(),
        now() - ${minutesAgo} * interval '1 minute' from csr`.execute(db())
    await sql`update csr set status = ${state === 'error' ? 'Error' : 'Succeeded'}`.execute(db())
    if (state === 'succeeded') await sql`update csr set release = ${to}`.execute(db())
  }
  const endedAgo = (minutes: number) =>
    sql`update csr_deployment set finished_at = now() - ${minutes} * interval '1 minute'`.execute(db())

  it('counts panels 1, 5 and 15 minutes after a deployment, each once and with its time', async () => {
    await deployed({})
    const after = async () =>
      (await csr()).deployment?.panelsAfter.map(({ minutes, panels }) => [minutes, panels])
    for (const [ago, panels] of [
      [0.5, 0],
      [1.5, 20],
      [4, 50],
      [6, 90],
      [14, 95],
      [16, 99],
      [20, 100],
    ] as const) {
      await endedAgo(ago)
      await hear(idle('5.0.0', panels))
    }
    expect(await after()).toEqual([
      [1, 20],
      [5, 90],
      [15, 99],
    ])
    expect((await csr()).deployment?.panelsAfter.at(-1)?.at).toBe(iso(minute))
  })

  it('a late count is one of the last moment that was due; after half an hour none is made', async () => {
    await deployed({ minutesAgo: 7 })
    await hear(idle('5.0.0', 80))
    await endedAgo(40)
    await hear(idle('5.0.0', 100))
    expect((await csr()).deployment?.panelsAfter.map(({ minutes }) => minutes)).toEqual([5])
  })

  it('D61 the way back is what ran at the first attempt, by its word if it is one of ours', async () => {
    const way = async () => (await csr()).returnTo
    expect(await way()).toBeNull()
    await deployed({})
    expect(await way()).toBe('4.2.0')
    await deployed({ from: '4.2.0', to: '4.2.1', ran: '4.1.0', state: 'error' })
    expect(await way()).toBe('4.1.0')
    // Tried again, after a reset that found half of it.
    await deployed({ from: '4.2.1', to: '4.2.1', ran: '4.2.1' })
    expect(await way()).toBe('4.1.0')
    await deployed({ kind: 'return', from: '4.2.1', to: '4.1.0', state: 'error' })
    expect(await way()).toBe('4.1.0')
    await deployed({ kind: 'return', from: '4.2.1', to: '4.1.0' })
    expect(await way()).toBeNull()
    await deployed({ from: '4.1.0', to: '5.0.0', ran: 'built by hand' })
    expect(await way()).toBe('4.1.0')
  })
})
