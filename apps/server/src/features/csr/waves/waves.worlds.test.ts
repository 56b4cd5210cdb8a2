import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { csrSeed } from '../../../demo/csr.ts'
import { seed } from '../../../demo/seed.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createObservations } from '../../../platform/observations/observations.ts'
import { NeighbourError } from '../../../platform/outbound/index.ts'
import { takeOver } from '../../../platform/undertakings/runs.ts'
import type { CsrAgents } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { runDeployment } from '../run-deployment.ts'
import { surveyCsrs } from '../survey.ts'
import { bringOn } from './run-waves.ts'
import { readServers, type ServerRow, wavesKind } from './waves.store.ts'

vi.setConfig({ testTimeout: 900_000 })

/** So many waves by seed; more of them: `npm run task -- waves`. */
const worlds = Number(process.env.WAVES_WORLDS ?? 24)
const firstSeed = Number(process.env.WAVES_SEED ?? 1)

/** What happens to one server of a plan, or beside it. */
const situations = [
  'all well',
  'lies: says succeeded and runs the old',
  'falls back after four minutes',
  'a carrier dies in wave 2',
  'silent agent',
  'count 0 for three minutes, then all',
  'no receivers in the import',
  'deployed by hand',
  'deployment fails',
  'loses a third of its panels',
  'its known panels stay silent',
  'all well, killed again and again',
] as const
type Situation = (typeof situations)[number]
/** In these nothing is wrong: a pause would be a false one. */
const isWell = (situation: Situation) =>
  situation.startsWith('all well') || situation.startsWith('count 0') || situation === 'silent agent'

/** Where not the server itself is named. */
const whyPaused: Partial<Record<Situation, RegExp>> = {
  'a carrier dies in wave 2': /Verizon/,
  'no receivers in the import': /The inventory names no panel/,
}

const wanted = '5.0.0'
const minute = 60_000
const person = {
  transaction_id: randomUUID(),
  issuer: 'i',
  subject: 's',
  email: 'waves@example.com',
  session_id: 'sid',
  token_id: 'jti',
  remote_address: '192.0.2.1',
}

/** A reproducible throw of the dice. */
function dice(seed: number) {
  let state = seed * 2_654_435_761
  return (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((Math.abs(state) / 4_294_967_296) * sides)
  }
}

interface Played {
  ip: string
  server: string
  first: string
  runs: string
  base: number
  /** When its deployment of what is wanted ended, by the world's minutes. */
  deployedAt: number | null
  is: Situation
}

describeOnOneDatabase('D61 releases in waves by seed', (database) => {
  const db = () => database.get().db
  let observations: ReturnType<typeof createObservations>
  beforeAll(async () => {
    await seed(db(), [csrSeed])
    await sql`delete from csr where server > 'csr-10'`.execute(db())
    const log = { error: console.error, warn: console.warn } as never
    observations = createObservations({ db: db(), log })
  })

  async function play(number: number) {
    const roll = dice(number)
    const situation = situations[number % situations.length] ?? 'all well'
    /** Minutes of the world. */
    let minutes = 0
    let killIn = situation === 'all well, killed again and again' ? 1 + roll(4) : Number.POSITIVE_INFINITY
    const played = new Map<string, Played>()
    const servers = await reset()
    const affected = servers[situation === 'a carrier dies in wave 2' ? 2 : roll(3)]
    if (affected) affected.is = situation

    async function reset(): Promise<Played[]> {
      for (const table of ['wave_plan', 'observation', 'webconnect_absence', 'webconnect_outage', 'notice'])
        await sql`delete from ${sql.table(table)}`.execute(db())
      await sql`delete from csr_deployment`.execute(db())
      await sql`delete from webconnect_population`.execute(db())
      const rows = await db()
        .selectFrom('csr')
        .select(['csr_id', 'server', 'ip_address'])
        .orderBy('server')
        .execute()
      for (const [at, { server, ip_address: ip }] of rows.entries()) {
        const first = ['4.2.0', '4.2.1', '4.1.0'][(at + number) % 3] ?? '4.2.0'
        const base = 60 + roll(40)
        played.set(ip, { ip, server, first, runs: first, base, deployedAt: null, is: 'all well' })
        await sql`
          update csr set status = 'Succeeded', release = ${first}, agent_release = ${first}, agent_state = 'idle', agent_panels = ${base},
            agent_at = now(), agent_since = now(), agent_seen = 2, unanswered_at = null, unanswered_since = null,
            status_asked_at = now() where ip_address = ${ip}`.execute(db())
        const receiver = situation === 'no receivers in the import' ? '' : server
        await sql`
          insert into webconnect_population (scope, scope_id, container_name, carrier, sim_range, receiver, panels, counted_at)
          values ('', '', ${`webconnect-${1 + (at % 2)}`}, 'VZN', ${`r${at}`}, ${receiver}, 40, now())`.execute(
          db(),
        )
      }
      await sql`
        insert into webconnect_container (container_name, checked_at, said_at) values ('webconnect-1', now(), now()), ('webconnect-2', now(), now())
        on conflict (container_name) do update set said_at = now()`.execute(db())
      return [...played.values()].slice(0, 4)
    }

    const said = (one: Played) => {
      const since = one.deployedAt === null ? null : minutes - one.deployedAt
      const fellBack = one.is === 'falls back after four minutes' && since !== null && since >= 4
      const lost = one.is === 'loses a third of its panels' && since !== null ? Math.ceil(one.base / 3) : 0
      const isLate = one.is.startsWith('count 0') && since !== null && since < 3
      return {
        release: fellBack ? one.first : one.runs,
        state: 'idle' as const,
        panels: isLate ? 0 : one.base - lost,
        deploymentId: null,
        log: [],
      }
    }
    const agents = {
      of: ({ ipAddress }: { ipAddress: string }) => {
        const one = played.get(ipAddress)
        if (!one) throw new Error('no such server')
        const dies = () => {
          if (--killIn <= 0) {
            killIn = 1 + roll(4)
            throw new Error('killed')
          }
        }
        const answer = async (deploymentId: string, release: string) => {
          dies()
          const isWanted = release === wanted
          const fails = one.is === 'deployment fails' && isWanted
          if (!fails && !(one.is.startsWith('lies') && isWanted)) one.runs = release
          one.deployedAt = isWanted ? minutes : null
          const state = fails ? 'failed' : 'succeeded'
          return { deploymentId, release, state, reason: fails ? 'No disk.' : '', log: [] }
        }
        return {
          name: `The agent of ${one.server}`,
          status: async () => {
            dies()
            if (one.is === 'silent agent')
              throw new NeighbourError({ kind: 'timeout', system: 'a', sentence: 'No answer.', sent: true })
            return said(one)
          },
          deploy: answer,
          deployment: answer,
        }
      },
    } as unknown as CsrAgents
    const log = { error: () => {}, warn: () => {} } as never
    const signal = new AbortController().signal
    const platform = { db: db(), log, observations, clock: createTestClock({ passing: true }) }
    // Its time of day is the database's: minutes pass by setting back what is kept.
    const now = () => new Date()
    const parts = {
      platform: { ...platform, clock: { ...platform.clock, now } },
      jobs: { send: async () => {} } as unknown as Jobs,
      agents,
      lookMs: 0,
    }

    async function pass(by: number): Promise<void> {
      minutes += by
      const back = sql`${by} * interval '1 minute'`
      await sql`update csr_deployment set created_at = created_at - ${back}, started_at = started_at - ${back},
        finished_at = finished_at - ${back}, panels_before_at = panels_before_at - ${back}`.execute(db())
      await sql`update csr set agent_at = agent_at - ${back}`.execute(db())
      await sql`update wave_plan set created_at = created_at - ${back}`.execute(db())
      await sql`update webconnect_absence set began_at = began_at - ${back}`.execute(db())
      await sql`update webconnect_outage set began_at = began_at - ${back}, told_at = told_at - ${back}`.execute(
        db(),
      )
      await sql`update webconnect_container set said_at = now()`.execute(db())
    }

    /** Panels of a server that WebConnect lost just now. */
    const silence = (one: Played, panels: number) =>
      sql`
      insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, carrier, receiver)
      select ${one.server} || '-' || n, 'silent', clock_timestamp(), home.container_name, '', 'VZN', ${one.server}
      from generate_series(1, ${panels}::integer) as n, webconnect_population as home
      where home.receiver = ${one.server}
      on conflict do nothing`.execute(db())

    const planId = randomUUID()
    await db()
      .insertInto('wave_plan')
      .values({
        plan_id: planId,
        release: wanted,
        settings: JSON.stringify({ errorsAllowed: 0, pause: 0, hours: null }),
        budget: 120,
        actor: JSON.stringify(person),
        why: '',
        ...person,
      })
      .execute()
    for (const [position, { ip, base }] of servers.entries())
      await sql`insert into wave_server (plan_id, csr_id, wave, position, panels, panels_at)
        select ${planId}, csr_id, ${position < 2 ? 1 : 2}, ${position}, ${base}, now() from csr where ip_address = ${ip}`.execute(
        db(),
      )

    /** What happens while a wave goes on. */
    async function happen(rows: readonly ServerRow[]): Promise<void> {
      for (const one of servers) {
        const row = rows.find(({ server }) => server === one.server)
        if (one.is === 'its known panels stay silent' && row?.state === 'deploying') await silence(one, 30)
        if (one.is === 'a carrier dies in wave 2' && row?.state === 'watching')
          await sql`
            insert into webconnect_outage (scope, scope_id, how, began_at, stopped_until, members, away, most_away, told_at)
            select 'carrier', 'VZN', 'together', now(), now(), 400, 300, 300, now()
            where not exists (select from webconnect_outage)`.execute(db())
        if (one.is === 'deployed by hand' && row?.state === 'watching' && row.hand_by === null) {
          const id = randomUUID()
          await sql`
            insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, transaction_id, issuer, subject, email,
              session_id, token_id, remote_address, created_at, finished_at)
            values (${id}, ${row.csr_id}, 'downgrade', ${wanted}, '4.1.0', 'succeeded', ${id}, 'i', 'other', 'hand@example.com', '', '', '',
              clock_timestamp(), clock_timestamp())`.execute(db())
          await sql`update csr set release = '4.1.0' where csr_id = ${row.csr_id}`.execute(db())
          one.runs = '4.1.0'
        }
      }
    }

    /** Minutes until the next count is due, or no longer waited for. */
    const untilNext = () =>
      Math.min(
        ...servers.flatMap(({ deployedAt }) =>
          deployedAt === null
            ? []
            : [1, 5, 15, 26].flatMap((after) =>
                deployedAt + after > minutes ? deployedAt + after - minutes : [],
              ),
        ),
        26,
      )

    let mostOff = 0
    /** Servers that are killed and come back, until the plan rests. */
    async function go(): Promise<void> {
      for (let look = 0; look < 200; look++) {
        try {
          const run = await takeOver(db(), wavesKind, planId)
          if (!run) return
          const before = JSON.stringify(await readServers(db(), planId))
          const came = await bringOn(parts, run, signal)
          const rows = await readServers(db(), planId)
          const open = rows.filter(({ state }) => state === 'deploying' || state === 'returning')
          mostOff = Math.max(
            mostOff,
            open.reduce((sum, { panels_before: panels }) => sum + (panels ?? 0), 0),
          )
          const pending = await db()
            .selectFrom('csr_deployment')
            .select('deployment_id')
            .where('finished_at', 'is', null)
            .execute()
          expect(pending.length).toBeLessThanOrEqual(2)
          await happen(rows)
          for (const { deployment_id: deploymentId } of pending)
            await runDeployment({
              platform,
              agents,
              times: { answerMs: 5_000, deployMs: 60_000, lookMs: 1 },
              deploymentId,
              stopping: signal,
              lost: signal,
            })
          await observations.written()
          if (came === 'rests') return
          if (pending.length > 0 || before !== JSON.stringify(await readServers(db(), planId))) continue
        } catch (error) {
          if (!(error instanceof Error) || error.message !== 'killed') throw error
          continue
        }
        await pass(untilNext())
        killIn++
        await surveyCsrs(parts.platform, agents, 24 * 60 * minute, signal)
      }
      throw new Error('it never rests')
    }
    await go()
    const forward = await readServers(db(), planId)
    const plan = await db()
      .selectFrom('wave_plan')
      .selectAll()
      .where('plan_id', '=', planId)
      .executeTakeFirstOrThrow()

    // And back.
    killIn = situation === 'all well, killed again and again' ? 3 : Number.POSITIVE_INFINITY
    for (const one of servers)
      if (one.is === 'silent agent' || one.is.startsWith('falls')) one.is = 'all well'
    await sql`update wave_plan set direction = 'back', finished_at = null, paused_why = null, paused_at = null
      where plan_id = ${planId}`.execute(db())
    await go()
    const back = await readServers(db(), planId)
    return { situation, plan, forward, back, played, mostOff, affected: affected?.server ?? '' }
  }

  it('passes none wrongly, pauses hardly one wrongly, and brings all back exactly', async () => {
    let pausedWrongly = 0
    for (let number = firstSeed; number < firstSeed + worlds; number++) {
      const { situation, plan, forward, back, played, mostOff, affected } = await play(number)
      const told = `seed ${number}, ${situation}`
      const own = forward.find(({ server }) => server === affected)
      expect(mostOff, told).toBeLessThanOrEqual(120)
      if (isWell(situation)) {
        const passed = forward.filter(({ state }) => state === 'passed')
        const aside = forward.filter(({ state }) => state === 'aside')
        if (plan.paused_at !== null || passed.length + aside.length < forward.length) pausedWrongly++
        expect(
          aside.map(({ server }) => server),
          told,
        ).toEqual(situation === 'silent agent' ? [affected] : [])
      } else {
        expect(own?.state, told).not.toBe('passed')
        if (situation === 'deployed by hand')
          expect(own, told).toMatchObject({
            state: 'aside',
            note: 'hand@example.com deployed 4.1.0 by hand.',
          })
        else expect(plan.paused_why, told).toMatch(whyPaused[situation] ?? affected)
      }
      // Nothing of the second wave begins before the first has passed.
      if (forward.some(({ wave, state }) => wave === 1 && (state === 'failed' || state === 'undecided')))
        expect(
          forward.filter(({ wave }) => wave === 2).every(({ state }) => state === 'waiting'),
          told,
        ).toBe(true)
      for (const row of back) {
        const one = played.get(row.ip_address)
        if (row.state === 'aside' || row.state === 'waiting') continue
        expect(row.state, `${told}: ${row.server} ${row.note}`).toBe('returned')
        expect(row.release_at_first_attempt, told).toBe(one?.first)
        expect([row.release, one?.runs], told).toEqual([one?.first, one?.first])
      }
    }
    expect(pausedWrongly / worlds).toBeLessThanOrEqual(0.02)
  })
})
