import { randomUUID } from 'node:crypto'
import type { Tray, WavePreview, WaveServerState, Waves } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CsrWorld, ipOf, startCsrWorld } from '../../../testing/csr-world.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { wavesOf } from '../../../testing/waves-plan.ts'

vi.setConfig({ testTimeout: 180_000 })

describeOnOneDatabase('D61, 2.10 releases in waves', (database) => {
  let world: CsrWorld
  beforeAll(async () => {
    world = await startCsrWorld(database.get(), { CSR_STATUS_SECONDS: '1' })
    world.server.app.watch()
    // Each agent that answers is heard first.
    await world.until(async () => {
      const { rows } = await sql<{ heard: number }>`
        select count(agent_at)::integer as heard from csr`.execute(db())
      expect(rows[0]?.heard).toBeGreaterThanOrEqual(19)
    })
  })
  afterAll(() => world.close())
  const db = () => database.get().db
  const call = (method: string, path: string, body?: object, transactionId: string = randomUUID()) =>
    world.server.call(method, `/api/csrmanagement/v1/waves${path}`, { ...(body && { body }), transactionId })
  const plan = (numbers: readonly number[], change: object = {}) => ({
    ...wavesOf(...numbers.map(ipOf)),
    ...change,
  })
  const read = async (planId: string) => (await call('GET', `/${planId}`)).envelope.data as Waves
  const begin = async (body: object, transactionId?: string) => {
    const { code, envelope } = await call('POST', '', body, transactionId)
    expect([code, envelope.message]).toEqual([202, expect.stringMatching(/^The release has started/)])
    return (envelope.data as { planId: string }).planId
  }
  const until = (planId: string, is: (waves: Waves) => boolean) =>
    world.until(async () => {
      const waves = await read(planId)
      expect(is(waves), JSON.stringify(waves.servers)).toBe(true)
      return waves
    })
  const statesOf = ({ servers }: Waves) =>
    Object.fromEntries(servers.map(({ server, state }) => [server, state]))
  const are = (states: Record<string, WaveServerState>) => (waves: Waves) =>
    JSON.stringify(statesOf(waves)) === JSON.stringify(states)

  it.each<[string, object, string, RegExp]>([
    ['a server beyond the budget', { budget: 80 }, 'budget', /csr-02 alone has \d+ panels, the budget is 80/],
    ['a budget of 0', { budget: 0 }, 'budget', /from 1 on/],
    ['a share that is no panel', { budget: 1, budgetBy: 'share' }, 'budget', /too small/],
    ['an empty wave', { waves: [1, 1, 1], wavesBy: 'share' }, 'waves', /wave 2 would have no server/],
    ['more servers in waves than chosen', { waves: [9] }, 'waves', /take 9 servers, but only 2 are chosen/],
    ['no server', { servers: [] }, 'servers', /at least one/],
    ['an unknown server', { servers: ['127.0.99.1'] }, 'servers', /127\.0\.99\.1, which is no CSR server/],
    ['an unknown release', { release: '9.9.9' }, 'release', /9\.9\.9/],
    [
      'hours that never open',
      { hours: { from: '22:00', to: '22:00', timeZone: 'UTC' } },
      'hours',
      /never open/,
    ],
    ['hours of no zone', { hours: { from: '22:00', to: '23:00', timeZone: 'Mars' } }, 'hours', /time zone/],
    ['more errors than servers', { errorsAllowed: 2 }, 'errorsAllowed', /fewer than the servers/],
  ])('5 refuses %s at its field, before it begins', async (_, change, field, message) => {
    for (const path of ['', '/preview']) {
      const { code, envelope } = await call('POST', path, plan([2, 3], { waves: [1], ...change }))
      expect(code).toBe(400)
      expect((envelope.data as { issues: unknown[] }).issues).toContainEqual({
        field: expect.stringContaining(field),
        message: expect.stringMatching(message),
      })
    }
  })

  it('previews wave by wave what would happen, and asks no agent for it', async () => {
    const { envelope } = await call('POST', '/preview', plan([2, 3, 9, 1], { waves: [1, 2] }))
    const { waves, panels, budget, elsewhere } = envelope.data as WavePreview
    expect(waves.map(({ servers }) => servers.length)).toEqual([1, 2, 1])
    expect(budget).toBe(1000)
    expect(panels).toBeGreaterThan(200)
    const aside = Object.fromEntries(
      waves.flatMap(({ servers }) => servers.map(({ server, aside: why }) => [server, why])),
    )
    expect(aside).toEqual({
      'csr-01': 'It runs 5.0.0 already.',
      'csr-02': null,
      'csr-03': null,
      'csr-09': expect.stringMatching(/^Its agent does not answer/),
    })
    expect(waves[1]?.countedAt).toEqual(expect.any(String))
    expect(elsewhere).toEqual({ running: 4, succeeded: 0, failed: [] })
  })

  it('deploys for its person, one Pending at a time, and judges nothing too early', async () => {
    const transactionId = randomUUID()
    const planId = await begin(plan([2, 3], { waves: [2], budget: 300 }), transactionId)
    const waves = await until(planId, are({ 'csr-03': 'watching', 'csr-02': 'watching' }))
    expect(waves.servers.map(({ firstRelease }) => firstRelease)).toEqual(['4.2.0', '4.2.1'])
    expect(waves.servers[0]?.evidence).toContainEqual(
      expect.objectContaining({ part: 'statuses', is: 'open' }),
    )
    expect(await world.status(2)).toMatchObject({ csrStatus: 'Succeeded', name: '5.0.0' })
    const entries = await world.entries(transactionId)
    expect(entries.map(({ message, result }) => `${message}: ${result}`)).toEqual(
      expect.arrayContaining([
        'Release 5.0.0 to 2 servers in 1 wave: Intent',
        'Upgrade csr-03 from 4.2.0 to 5.0.0: Intent',
        'Upgrade csr-03 from 4.2.0 to 5.0.0: Success',
        'Upgrade csr-02 from 4.2.1 to 5.0.0: Success',
      ]),
    )
    // Its deployments make no notices of their own.
    const { envelope } = await world.server.call('GET', '/api/undertakings/v1/tray')
    const tray = envelope.data as Tray
    expect(tray.running).toContainEqual(expect.objectContaining({ kind: 'waves', id: planId }))
    expect(tray.notices.filter(({ work }) => work.kind === 'deployment')).toEqual([])

    // Stopped, what was not judged yet is undecided; then each is brought back to its own first release.
    expect((await call('POST', `/${planId}/stop`)).code).toBe(200)
    const stopped = await until(planId, ({ finishedAt }) => finishedAt !== null)
    expect(statesOf(stopped)).toEqual({ 'csr-03': 'undecided', 'csr-02': 'undecided' })
    expect((await call('POST', `/${planId}/stop`)).code).toBe(409)
    expect((await call('POST', `/${planId}/return?reason=Not+judged`)).code).toBe(200)
    const back = await until(planId, ({ finishedAt }) => finishedAt !== null)
    expect(statesOf(back)).toEqual({ 'csr-03': 'returned', 'csr-02': 'returned' })
    expect([(await world.status(2)).name, (await world.status(3)).name]).toEqual(['4.2.1', '4.2.0'])
    expect((await call('POST', `/${planId}/return`)).code).toBe(409)
  })

  it('pauses at a failure, tells its person and Home, and begins nothing before a person goes on', async () => {
    // On csr-07 every upgrade fails.
    const planId = await begin(plan([7, 12, 1], { waves: [1], order: 'by-name', servers: [7, 12].map(ipOf) }))
    const waves = await until(planId, ({ pausedWhy }) => pausedWhy !== null)
    expect(waves.pausedWhy).toMatch(/^csr-07 failed: /)
    expect(statesOf(waves)).toEqual({ 'csr-07': 'failed', 'csr-12': 'waiting' })
    const { envelope } = await world.server.call('GET', '/api/undertakings/v1/tray')
    expect((envelope.data as Tray).notices).toContainEqual(
      expect.objectContaining({ about: 'paused', work: expect.objectContaining({ id: planId }) }),
    )
    await world.until(async () => {
      await world.clock.advance(6_000)
      const home = await world.server.call('GET', '/api/attention/v1/current')
      expect((home.envelope.data as { rows: unknown[] }).rows).toContainEqual(
        expect.objectContaining({ key: `waves ${planId}`, code: 'waves-paused', note: waves.pausedWhy }),
      )
    })
    expect((await call('POST', `/${planId}/go-on`)).code).toBe(200)
    const on = await until(planId, ({ servers }) => servers[1]?.state === 'watching')
    expect(on.servers[0]).toMatchObject({ state: 'failed', acceptedBy: expect.stringContaining('@') })
    expect((await call('POST', `/${planId}/go-on`)).code).toBe(409)

    // A person deploys by hand meanwhile: that server is put aside, and not brought back.
    await world.deploy(12, '4.1.0')
    const aside = await until(planId, ({ servers }) => servers[1]?.state === 'aside')
    expect(aside.servers[1]?.note).toMatch(/deployed 4\.1\.0 by hand\.$/)
    await world.ended(12)
    expect((await call('POST', `/${planId}/return`)).code).toBe(200)
    const back = await until(planId, ({ finishedAt }) => finishedAt !== null)
    expect(statesOf(back)).toEqual({ 'csr-07': 'returned', 'csr-12': 'aside' })
    expect(await world.status(7)).toMatchObject({ csrStatus: 'Succeeded', name: '4.2.1' })
    expect((await world.status(12)).name).toBe('4.1.0')
  })

  it('puts a silent server aside before it is made Pending, and passes no wave of nothing', async () => {
    const planId = await begin(plan([9]))
    const waves = await world.until(async () => {
      // As long as an agent has for its answer.
      await world.clock.advance(11_000)
      const found = await read(planId)
      expect(found.pausedWhy).not.toBeNull()
      return found
    })
    expect(waves.pausedWhy).toBe('Wave 1: no server passed, so there is nothing to go by.')
    expect(waves.servers[0]).toMatchObject({ state: 'aside', firstRelease: null })
    expect(await world.begun(9)).toBe(0)
    expect((await call('POST', `/${planId}/return`)).code).toBe(409)
  })
})

describeOnOneDatabase('D61 a release in waves on the production host', (database) => {
  it('starts only with the number of panels that its preview says', async () => {
    const world = await startCsrWorld(database.get(), { ENVIRONMENT: 'prod' })
    try {
      await sql`update csr set agent_release = release, agent_state = 'idle', agent_panels = 90, agent_at = now()`.execute(
        database.get().db,
      )
      const post = (path: string, more: object = {}) =>
        world.server.call('POST', `/api/csrmanagement/v1/waves${path}`, {
          body: { ...wavesOf(ipOf(2), ipOf(3)), ...more },
        })
      expect((await post('/preview')).envelope.data).toMatchObject({ panels: 180 })
      for (const typed of [{}, { panels: 179 }]) {
        const { code, envelope } = await post('', typed)
        expect([code, (envelope.data as { issues: unknown }).issues]).toEqual([
          400,
          [{ field: 'panels', message: 'must be the number of panels behind these servers, 180 now' }],
        ])
      }
      expect((await post('', { panels: 180 })).code).toBe(202)
    } finally {
      await world.close()
    }
  })
})
