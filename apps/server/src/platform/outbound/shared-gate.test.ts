import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyOfTemplate } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { GateClosed, type GateOptions } from './gate.ts'
import { createSharedGate, type SharedGate } from './shared-gate.ts'

const patiently = { timeout: 60_000 }
const postgres = inject('postgres')
const title = 'missing' in postgres ? `[PostgreSQL: ${postgres.missing}]` : '[PostgreSQL]'

describe.skipIf('missing' in postgres)(`D5 the limits of a carrier over all replicas ${title}`, () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let database: Database
  let openSession: () => Promise<Client>
  const gates: SharedGate[] = []
  const warned: object[] = []
  beforeAll(async () => {
    copy = await copyOfTemplate()
    database = await openDatabase({ url: copy.url, folder: '', connections: 2 })
    if (!database.openSession) throw new Error('no sessions')
    openSession = database.openSession
  })
  afterEach(async () => {
    for (const gate of gates.splice(0)) await gate.close()
  })
  afterAll(async () => {
    await database.close()
    await copy.drop()
  })

  const normal: GateOptions = {
    inFlight: 1,
    queue: 100,
    waitAtMostMs: 20_000,
    rate: { calls: 5, perMs: 100 },
  }
  let names = 0
  /** As many gates of one name as there would be replicas. */
  const replicas = (
    count: number,
    options: Partial<GateOptions> = {},
    { name = `gate-${++names}`, clock = systemClock } = {},
  ) =>
    Array.from({ length: count }, () => {
      const log = { warn: (facts: object) => void warned.push(facts) }
      const gate = createSharedGate({ clock, openSession, log }, name, { ...normal, ...options })
      gates.push(gate)
      return gate
    })
  const the = <T>(list: T[], index: number): T => {
    const found = list[index]
    if (found === undefined) throw new Error(`no number ${index}`)
    return found
  }

  it.each([1, 2])(
    'D30 people of any replica go before the patient ones of all (%i in flight)',
    async (inFlight) => {
      const three = replicas(3, { inFlight, rate: { calls: 1000, perMs: 1 } })
      const order: string[] = []
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let entered = 0
      const holding = Array.from({ length: inFlight }, (_, i) =>
        the(three, i).pass(() => {
          entered++
          return held
        }),
      )
      await expect.poll(() => entered, patiently).toBe(inFlight)
      const patient = [0, 1, 2].map((i) =>
        the(three, i).pass(async () => void order.push('batch'), undefined, true),
      )
      const { db } = database
      const waiting = async (place: string) => {
        const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from pg_locks
        where locktype = 'advisory' and classid = 7404 and objid = (hashtext(${`gate-${names}:${place}`})::bigint & 4294967295)::oid`.execute(
          db,
        )
        return rows[0]?.n ?? 0
      }
      const people = [2, 1, 2].map((i) => the(three, i).pass(async () => void order.push('person')))
      await expect.poll(() => waiting('-1'), patiently).toBeGreaterThanOrEqual(2)
      letGo()
      await Promise.all([...holding, ...patient, ...people])
      expect(order.slice(0, 2)).toEqual(['person', 'person'])
      expect(order).toHaveLength(6)
      expect(await waiting('-1')).toBe(0)
    },
  )

  it('D30 who is patient enters no free place while a person of another replica is on the way to it', async () => {
    const clock = createTestClock()
    const gate = the(replicas(1, {}, { clock }), 0)
    const person = await openSession()
    const ofPeople = [7404, `gate-${names}:-1`]
    await person.query('select pg_advisory_lock_shared($1, hashtext($2))', ofPeople)
    let isInside = false
    const patient = gate.pass(
      async () => {
        isInside = true
      },
      undefined,
      true,
    )
    // It waits to look again.
    await Promise.race([clock.someoneWaits(), patient])
    expect(isInside).toBe(false)
    await person.end()
    clock.passing = true
    await patient
    expect(isInside).toBe(true)
  })

  it('D30 who is patient stands in line like people after a minute', async () => {
    const clock = createTestClock()
    const [one, other] = replicas(2, { rate: { calls: 1000, perMs: 1 }, waitAtMostMs: 300_000 }, { clock })
    if (!one || !other) throw new Error('no gates')
    const holding = await inside(one)
    const order: string[] = []
    const batch = other.pass(async () => void order.push('batch'), undefined, true)
    await clock.someoneWaits()
    expect(clock.elapsed()).toBe(0)
    clock.passing = true
    await untilHeldUp()
    expect(clock.elapsed()).toBeGreaterThanOrEqual(60_000)
    const person = one.pass(async () => void order.push('person'))
    holding.free()
    await Promise.all([holding.work, batch, person])
    expect(order).toEqual(['batch', 'person'])
  })

  it('lets one in at a time, and no sixth before the time is over since the first of five ended', async () => {
    const times: { start: number; end: number }[] = []
    let inside = 0
    let most = 0
    const three = replicas(3)
    await Promise.all(
      Array.from({ length: 18 }, (_, i) =>
        the(three, i % 3).pass(async () => {
          const start = performance.now()
          most = Math.max(most, ++inside)
          await systemClock.wait(3)
          inside--
          times.push({ start, end: performance.now() })
        }),
      ),
    )
    expect(most).toBe(1)
    expect(times).toHaveLength(18)
    times.forEach((time, i) => {
      const fifthBefore = times[i - 5]
      // Node's timers may be a millisecond early; the database's clock is the one that counts.
      if (fifthBefore) expect(time.start - fifthBefore.end).toBeGreaterThanOrEqual(98)
    })
  })

  it('lets more in where the limit is higher, and never too many', async () => {
    const clock = createTestClock()
    const [one, other] = replicas(2, { inFlight: 3, rate: { calls: 1000, perMs: 1 } }, { clock })
    if (!one || !other) throw new Error('no gates')
    const three = [await inside(one), await inside(other), await inside(other)]
    let isInside = false
    const fourth = one.pass(async () => {
      isInside = true
    })
    // It has found no slot free and waits to look again.
    await clock.someoneWaits()
    expect(isInside).toBe(false)
    three[1]?.free()
    await three[1]?.work
    clock.passing = true
    await fourth
    for (const each of three) each.free()
    await Promise.all(three.map(({ work }) => work))
  })

  it('gates of other names do not wait for each other', async () => {
    const [one, other] = [the(replicas(1), 0), the(replicas(1), 0)]
    const holding = await inside(one)
    expect(await other.pass(async () => 'through')).toBe('through')
    holding.free()
  })

  it('R44 a killed replica frees its place at once, and its call counts as ended then', async () => {
    const holder = fileURLToPath(new URL('../../testing/hold-gate.ts', import.meta.url))
    const child = spawn(process.execPath, [holder, copy.url], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const gate = the(replicas(1, { rate: { calls: 2, perMs: 300 } }, { name: 'test' }), 0)
    let isInside = false
    const waiting = gate.pass(async () => {
      isInside = true
    })
    await untilHeldUp()
    expect(isInside).toBe(false)
    child.kill('SIGKILL')
    await waiting
    expect(isInside).toBe(true)
  })

  it('a call that was cut off in another slot holds no one up', async () => {
    const two = replicas(2, { inFlight: 2, rate: { calls: 1, perMs: 50 } })
    // The first is in slot 1 and loses its connection; its row has no end.
    const cutOff = await inside(the(two, 0))
    const session = await openSession()
    await session.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'support-console locks' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    await session.end()
    expect(await the(two, 1).pass(async () => 'through')).toBe('through')
    cutOff.free()
    await cutOff.work
  })

  it('forgets who went away while waiting', async () => {
    const [one, other, third] = replicas(3, { rate: { calls: 1000, perMs: 1 } })
    if (!one || !other || !third) throw new Error('no gates')
    const holding = await inside(one)
    const away = new AbortController()
    const left = other.pass(async () => 'ran', away.signal)
    await untilHeldUp()
    const reason = new Error('left')
    away.abort(reason)
    await expect(left).rejects.toBe(reason)
    const next = third.pass(async () => 'ran')
    holding.free()
    await holding.work
    expect(await next).toBe('ran')
    expect(await other.pass(async () => 'again')).toBe('again')
  })

  it('refuses who waited too long, and goes on after work that failed', async () => {
    const [one] = replicas(1)
    const clock = createTestClock()
    const [other] = replicas(1, { waitAtMostMs: 500 }, { name: `gate-${names}`, clock })
    if (!one || !other) throw new Error('no gates')
    const holding = await inside(one)
    const waited = other.pass(async () => 'ran')
    waited.catch(() => {})
    await untilHeldUp()
    await clock.advance(500)
    await expect(waited).rejects.toMatchObject({ name: 'GateClosed', reason: 'waited-too-long' })
    holding.fail(new Error('no'))
    await expect(holding.work).rejects.toThrow('no')
    expect(await other.pass(async () => 'ran')).toBe('ran')
  })

  /** A gate, and the sessions that it has opened and not ended. */
  function countedGate(name: string, clock: Clock, options: Partial<GateOptions> = {}) {
    const sessions = { opened: 0, open: 0 }
    const counting = async () => {
      const session = await openSession()
      sessions.opened++
      sessions.open++
      session.once('end', () => sessions.open--)
      return session
    }
    const log = { warn: () => {} }
    const gate = createSharedGate({ clock, openSession: counting, log }, name, { ...normal, ...options })
    gates.push(gate)
    return { gate, sessions }
  }

  it('opens one connection for many calls one after the other', async () => {
    const { gate, sessions } = countedGate('counted', systemClock, { rate: { calls: 1000, perMs: 1 } })
    await Promise.all(Array.from({ length: 10 }, () => gate.pass(async () => {})))
    expect(sessions).toEqual({ opened: 1, open: 1 })
  })

  it('keeps no connection that no one used for 10 s, of no one who went away, and none when it is closed', async () => {
    const clock = createTestClock()
    const { gate, sessions } = countedGate('tidy', clock)
    const settles = (open: number) => expect.poll(() => sessions.open, patiently).toBe(open)
    await gate.pass(async () => {})
    await expect.poll(() => clock.pending(9_000), patiently).toBe(1)
    await clock.advance(9_999)
    expect(sessions.open).toBe(1)
    await clock.advance(1)
    await settles(0)

    const holding = await inside(replicas(1, {}, { name: 'tidy' })[0] as SharedGate)
    const away = new AbortController()
    const left = gate.pass(async () => {}, away.signal)
    await untilHeldUp()
    away.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await settles(0)
    holding.free()
    await holding.work

    await gate.pass(async () => {})
    expect(sessions.open).toBe(1)
    await gate.close()
    await settles(0)
    expect(clock.pending(0)).toBe(0)
  })

  /** Until someone waits in the database for a place that another one has. */
  async function untilHeldUp(): Promise<void> {
    const waiting = () =>
      sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
        database.db,
      )
    await expect.poll(async () => (await waiting()).rows.length, patiently).toBe(1)
  }

  /** Someone who is inside the gate until they are freed or fail. */
  async function inside(gate: SharedGate) {
    const { promise, resolve: free, reject: fail } = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const work = gate.pass(() => {
      entered.resolve()
      return promise
    })
    work.catch(() => {})
    await entered.promise
    return { work, free, fail }
  }
})

describe('D5 where the database cannot be reached', () => {
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

  it('the gate says so, and keeps working for the next', async () => {
    const warned: object[] = []
    const log = { warn: (facts: object) => void warned.push(facts) }
    const gate = createSharedGate({ clock: createTestClock(), openSession: refused, log }, 'away', {
      inFlight: 1,
      queue: 5,
      waitAtMostMs: 1000,
    })
    for (let i = 0; i < 2; i++) {
      const failed = gate.pass(async () => 'ran')
      await expect(failed).rejects.toBeInstanceOf(GateClosed)
      await expect(failed).rejects.toMatchObject({ reason: 'unavailable' })
    }
    expect(warned).toEqual([
      { gate: 'away', why: 'ECONNREFUSED' },
      { gate: 'away', why: 'ECONNREFUSED' },
    ])
  })

  it('a change is not sent, and says so', async () => {
    const outbound = createTestOutbound({ openSession: refused })
    const neighbour = outbound.neighbour({
      key: 'north',
      system: 'Northcell',
      baseUrl: 'http://127.0.0.1:1',
      gate: { isShared: true },
    })
    const change = neighbour.ask({ operation: 'x', method: 'PUT', path: [], safe: false, read: () => 1 })
    await expect(change).rejects.toMatchObject({
      kind: 'busy',
      sent: false,
      sentence: expect.stringContaining("console's database does not answer"),
    })
    await outbound.close()
  })
})
