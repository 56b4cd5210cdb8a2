import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { inScope } from '../../../platform/request-scope.ts'
import { trayOf } from '../../../platform/undertakings/notices.ts'
import type { Carriers } from '../../../systems/carriers/carrier.ts'
import { fieldCarriers } from '../../../systems/carriers/field-stage.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type FieldDrift, fillFleet } from '../../../testing/fleet-world.ts'
import { fastField, startField, type TestField } from '../../../testing/test-field.ts'
import { createTestOutbound, type TestOutbound } from '../../../testing/test-outbound.ts'
import { seesAll } from '../../../testing/views.ts'
import { beginSweep, nextNight, nightOf } from './begin-sweep.ts'
import { countCoverage } from './coverage.ts'
import { lastSweep, toSweep, troubleOf } from './read-sweep.ts'
import { runSweep } from './run-sweep.ts'

vi.setConfig({ testTimeout: 120_000 })

const sims = 280
const drifts = 16
const tooMuch = '{"errorMessage":"Rate limit exceeded","errorCode":"40000029"}'
/** The Verizon SIM of the situation 'sim-imei-at-the-carrier'. */
const swapped = '89148000000000010018'
const behalf = {
  ...{ transaction_id: randomUUID(), issuer: '', subject: '', email: '' },
  ...{ session_id: '', token_id: '', remote_address: '' },
}

it('fleet 1 the hours of a night', () => {
  const at = (time: string) => new Date(`2026-11-25T${time}:00Z`)
  expect(nightOf({ from: 22, to: 6 }, at('21:59'))).toBeUndefined()
  expect(nightOf({ from: 22, to: 6 }, at('22:00'))).toEqual({
    day: '2026-11-25',
    untilAt: new Date('2026-11-26T06:00:00Z'),
  })
  expect(nightOf({ from: 22, to: 6 }, at('05:59'))?.day).toBe('2026-11-24')
  expect(nightOf({ from: 1, to: 5 }, at('05:00'))).toBeUndefined()
  expect(nextNight({ from: 22, to: 6 }, at('23:00'))).toEqual(new Date('2026-11-26T22:00:00Z'))
})

describeOnOneDatabase('fleet 1 looking at all', (database) => {
  const db = () => database.get().db
  let field: TestField
  let outbound: TestOutbound
  let carriers: Carriers
  let expected: Set<string>
  beforeAll(async () => {
    field = await startField({ ...fastField, FIELD_SIMS: String(sims), FIELD_DRIFT: String(drifts / 2) })
    outbound = createTestOutbound()
    const at = { outbound, url: field.url }
    carriers = {
      ATT: fieldCarriers.ATT({ ...at, callsPerSecond: 1000 }),
      VZN: fieldCarriers.VZN(at),
      AERIS: fieldCarriers.AERIS(at),
      WYLESS: fieldCarriers.WYLESS(at),
    }
    const answer = await fetch(`${field.url}/control/drift`)
    const { drift } = (await answer.json()) as { drift: FieldDrift[] }
    const knownSince = new Date(Date.now() - 3 * 86_400_000)
    expected = await fillFleet(db(), { sims, drift: drifts / 2, told: drift, knownSince })
    await sql`insert into sweep_carrier (carrier, watermark) values ('ATT', ${new Date(Date.now() - 86_400_000)})`.execute(
      db(),
    )
  }, 120_000)
  afterAll(async () => {
    await field.stop()
  })

  const log = pino({ level: 'silent' })
  const jobs = { send: async () => {} } as unknown as Jobs
  const begin = async (by = {}) => {
    const now = outbound.clock.now()
    const asked = { sweepId: randomUUID(), behalf: { ...behalf, ...by }, now, night: null }
    const sweepId = await db()
      .transaction()
      .execute((trx) => beginSweep(trx, jobs, asked))
    if (!sweepId) throw new Error('one runs')
    return sweepId
  }
  const perSecond = { ATT: 1000, VZN: 1000, AERIS: 1000, WYLESS: 1000 }
  const run = (sweepId: string, signals: { stopping?: AbortSignal; lost?: AbortSignal } = {}) =>
    inScope({ transactionId: randomUUID() }, () =>
      runSweep({
        platform: { db: db(), clock: outbound.clock, log },
        carriers,
        view: () => seesAll(outbound.clock.now()),
        settings: { perSecond, nights: 14 },
        askApart: async () => {},
        lookAtSilent: async () => {},
        sweepId,
        stopping: new AbortController().signal,
        lost: new AbortController().signal,
        ...signals,
      }),
    )
  const found = async () => {
    const rows = await db().selectFrom('fleet_finding').selectAll().where('readings', '>', 1).execute()
    return new Set(rows.map((row) => `${row.finding} ${row.thing_id}`))
  }
  const lane = async (sweepId: string) =>
    db()
      .selectFrom('sweep_lane')
      .selectAll()
      .where('sweep_id', '=', sweepId)
      .where('carrier', '=', 'ATT')
      .executeTakeFirstOrThrow()
  const reads = async () =>
    (await field.counts())
      .filter(({ system, action }) => system === 'att' && action === 'read')
      .reduce((all, { count }) => all + count, 0)

  it('finds all drifts and no other, with since, through three interruptions', async () => {
    const sweepId = await begin()
    for (const share of [0.1, 0.4, 0.7]) {
      const stopping = new AbortController()
      const running = run(sweepId, { stopping: stopping.signal }).catch(() => {})
      await vi.waitFor(
        async () => {
          const { read_count: done, planned_reads: planned } = await lane(sweepId)
          expect(planned > 0 && done >= planned * share).toBe(true)
        },
        { timeout: 60_000, interval: 5 },
      )
      stopping.abort(new Error('killed'))
      await running
    }
    await run(sweepId)
    expect([...(await found())].sort()).toEqual([...expected].sort())
    const { state, planned_reads: planned } = await lane(sweepId)
    expect(state).toBe('finished')
    // A fourteenth, what changed, and what needed a second reading: each once, but those that were under way at an interruption.
    expect(planned).toBeLessThan(sims / 14 + 2 * drifts + 30)
    expect(await reads()).toBeLessThanOrEqual(planned + 3)
    const rows = await db()
      .selectFrom('fleet_finding')
      .selectAll()
      .where('finding', '=', 'no-panel')
      .execute()
    for (const row of rows) expect(row.since.getTime()).toBeLessThan(Date.now() - 2 * 86_400_000)
    const sweep = await db().selectFrom('sweep').selectAll().executeTakeFirstOrThrow()
    expect(sweep.state).toBe('finished')
    const att = (await countCoverage(db(), outbound.clock.now())).find(({ carrier }) => carrier === 'ATT')
    expect([att?.sims, (att?.within ?? 0) + (att?.never ?? 0)]).toEqual([sims, sims])
  })

  it('the next one reads what changed since, slower once its carrier says too much, and says so', async () => {
    const answer = { system: 'att', fault: 'answer', status: 429, type: 'application/json', body: tooMuch }
    await field.fault(answer)
    const sweepId = await begin()
    const { clock } = outbound
    const began = clock.elapsed()
    const running = run(sweepId)
    const shown = async () => {
      const sweep = await lastSweep(db())
      return troubleOf(sweep ? await toSweep(db(), sweep) : null, 'ATT')
    }
    await expect.poll(async () => (await lane(sweepId)).slowed, { timeout: 60_000 }).toBeGreaterThan(3)
    expect(await shown()).toBe('AT&T takes fewer calls at the moment.')
    await field.heal()
    await running
    const { slowed, state, listed } = await lane(sweepId)
    expect([state, await shown()]).toEqual(['finished', ''])
    expect(listed).toBeLessThan(sims)
    // Two seconds, four, eight, and so on.
    expect(clock.elapsed() - began).toBeGreaterThan(2_000 * (2 ** Math.min(slowed, 5) - 1))
    expect([...(await found())].sort()).toEqual([...expected].sort())
  })

  it('R44 a kill between the last page of the list and the plan asks for that page alone again', async () => {
    await sql`delete from sweep_carrier`.execute(db())
    await sql`
      create function no_plan() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      db(),
    )
    await sql`create trigger no_plan before insert on sweep_read for each row execute function no_plan()`.execute(
      db(),
    )
    const pages = async () =>
      (await field.requests('system=att&limit=1000')).filter(({ action }) => action === 'list').length
    const sweepId = await begin()
    const before = await pages()
    await expect(run(sweepId)).rejects.toThrow('killed')
    const [whole, { listed }] = [(await pages()) - before, await lane(sweepId)]
    expect(whole).toBeGreaterThan(5)
    await sql`drop trigger no_plan on sweep_read`.execute(db())
    await run(sweepId)
    expect((await pages()) - before).toBe(whole + 1)
    const after = await lane(sweepId)
    expect(after.state).toBe('finished')
    // Of the list that was kept, nothing is counted twice.
    expect(after.listed - listed).toBeGreaterThan(0)
    expect(after.listed - listed).toBeLessThanOrEqual(50)
  })

  it('a carrier that does not answer is left for later, and gone on with where it was', async () => {
    await field.fault({ system: 'att', fault: '500', after: 5 })
    const sweepId = await begin()
    await run(sweepId)
    const stopped = await lane(sweepId)
    expect([stopped.state, stopped.reason.length > 0]).toEqual(['paused', true])
    await field.heal()
    const next = await begin()
    expect((await lane(next)).phase).toBe(stopped.phase)
    await run(next)
    expect((await lane(next)).state).toBe('finished')
  })

  it('D38 is work of the person who began it, told once at its end; the night’s is not', async () => {
    const person = { issuer: 'i', subject: 's', may: () => true }
    await db().deleteFrom('notice').execute()
    const sweepId = await begin({ issuer: 'i', subject: 's', email: 'ann@example.com' })
    expect((await trayOf(db(), person)).running).toMatchObject([
      { kind: 'sweep', id: sweepId, by: 'ann@example.com' },
    ])
    await run(sweepId)
    const { running, notices, unread } = await trayOf(db(), person)
    expect([running.length, unread]).toEqual([0, 1])
    expect(notices).toMatchObject([{ about: 'ended', work: { kind: 'sweep', state: 'succeeded' } }])
    expect(notices[0]?.work.counts.done).toBe(notices[0]?.work.counts.total)
    await run(await begin())
    expect(await db().selectFrom('notice').select('work_id').execute()).toHaveLength(1)
  })

  it('a SIM that Verizon says is in another device is found the same night', async () => {
    await field.enter('sim-imei-at-the-carrier')
    const { rows } = await sql<{ iccid: string; company: number }>`
      insert into sim (iccid, vendor_code, company_id, panel)
      select ${swapped}, 'VZN', min(id), 'FLT1' from company returning iccid`.execute(db())
    expect(rows).toHaveLength(1)
    const swaps = async () =>
      db()
        .selectFrom('fleet_finding')
        .select(['finding', 'now', 'readings'])
        .where('thing_id', '=', swapped)
        .execute()
    const sweepId = await begin()
    await run(sweepId)
    const found = await swaps()
    expect(found).toMatchObject([{ finding: 'imei-changed', now: '352099007777770' }])
    expect(found[0]?.readings).toBeGreaterThan(1)
    // What is on record is not noted again; where Verizon refuses to tell, its lane goes on.
    await field.fault({ system: 'verizon', fault: '500', operation: 'imeiiccidmismatch' })
    await run(await begin())
    await field.heal()
    await run(await begin())
    const changes = await db()
      .selectFrom('observed_change')
      .selectAll()
      .where('thing_id', '=', swapped)
      .where('field', '=', 'imei')
      .execute()
    expect(changes).toHaveLength(1)
    await field.leave()
  })

  it('stopped, it writes nothing more', async () => {
    const sweepId = await begin()
    const running = run(sweepId)
    await db()
      .updateTable('sweep')
      .set({ state: 'stopped', finished_at: new Date() })
      .where('sweep_id', '=', sweepId)
      .execute()
    await running
    expect((await lane(sweepId)).state).not.toBe('finished')
  })
})
