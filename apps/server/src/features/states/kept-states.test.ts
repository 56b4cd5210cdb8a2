import fc from 'fast-check'
import { type Kysely, sql, type Transaction } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { compareStates, foldCounts, keepAfterCrash } from './mend-states.ts'

vi.setConfig({ testTimeout: 600_000 })

const rounds = Number(process.env.KEPT_STATES_ROUNDS ?? 40)
const now = new Date('2026-11-25T12:00:00.000Z')
const iccids = ['8901170000000000013', '8914800000000000014', '8944000000000000015']
const cloudIds = ['CBS0000001', 'CBS0000002']
const physicalId = '0a0a0a0a-0000-4000-8000-000000000001'
const companies = [7, 8, null]
type Trx = Transaction<Tables>

const at = fc.integer({ min: 0, max: 600 }).map((minutes) => new Date(now.getTime() - minutes * 60_000))
const sim = fc.constantFrom(...iccids)
const panel = fc.constantFrom(...cloudIds)
const company = fc.constantFrom(...companies)

const observe =
  (kind: string, id: string, source: string, fields: object, askedAt: Date, status = 'Success') =>
  (trx: Trx) =>
    sql`insert into observation (thing_kind, thing_id, source, fields, asked_at, status)
    values (${kind}, ${id}, ${source}, ${JSON.stringify(fields)}::jsonb, ${askedAt}, ${status})
    on conflict (thing_kind, thing_id, source) do update set fields = excluded.fields, asked_at = excluded.asked_at,
      status = excluded.status`.execute(trx)

/** What may be told, changed, imported or forgotten. */
const word = fc.oneof(
  fc
    .record({
      id: sim,
      source: fc.constantFrom('AT&T', 'Verizon', 'MobileBroker', 'Connector'),
      deviceStatus: fc.constantFrom('Active', 'Suspended', 'Deactivated', 'odd'),
      onlineStatus: fc.constantFrom('Online', 'Offline', ''),
      status: fc.constantFrom('Success', 'NotFound'),
      at,
    })
    .map(({ id, source, at: askedAt, status, ...fields }) =>
      observe('sim', id, source, fields, askedAt, status),
    ),
  fc
    .record({ id: sim, usedPercent: fc.constantFrom('', '80') })
    .map(({ id, usedPercent }) =>
      observe('sim', id, 'AT&T usage', { usedPercent, usageTo: '2026-11-30' }, now),
    ),
  fc
    .record({
      id: panel,
      connection: fc.constantFrom('connected', 'silent', 'gone'),
      container: fc.constantFrom('webconnect-1', 'webconnect-2'),
      at,
    })
    .map(({ id, at: askedAt, ...fields }) =>
      observe('panel', id, 'WebConnect', { ...fields, heardAt: '' }, askedAt),
    ),
  fc
    .record({
      id: fc.constantFrom(physicalId, cloudIds[1] ?? ''),
      environment: fc.constantFrom('test', 'prod'),
      at,
    })
    .map(({ id, environment, at: askedAt }) => observe('panel', id, 'Pathfinder', { environment }, askedAt)),
  fc.record({ id: sim, company, at: fc.option(at) }).map(
    ({ id, company: companyId, at: deactivatedAt }) =>
      (trx: Trx) =>
        sql`insert into sim (iccid, vendor_code, company_id, deactivated_at) values (${id}, 'ATT', ${companyId}, ${deactivatedAt})
      on conflict (iccid) do update set company_id = excluded.company_id, deactivated_at = excluded.deactivated_at`.execute(
          trx,
        ),
  ),
  fc.record({ id: panel, company }).map(
    ({ id, company: companyId }) =>
      (trx: Trx) =>
        sql`insert into panel (cloud_id, company_id, panel_info)
      values (${id}, ${companyId}, ${JSON.stringify({ physicalPanelId: physicalId.toUpperCase() })}::jsonb)
      on conflict (cloud_id) do update set company_id = excluded.company_id`.execute(trx),
  ),
  panel.map(
    (id) => (trx: Trx) =>
      sql`insert into panel_id (physical_id, cloud_id) values (${physicalId}, ${id}) on conflict do nothing`.execute(
        trx,
      ),
  ),
  panel.map(
    (id) => (trx: Trx) =>
      sql`insert into webconnect_refused (cloud_id, container_name, since) values (${id}, 'webconnect-1', ${now})
        on conflict do nothing`.execute(trx),
  ),
  fc.record({ id: panel, hours: fc.integer({ min: 0, max: 3 }), begun: fc.integer({ min: 1, max: 4 }) }).map(
    ({ id, hours, begun }) =>
      (trx: Trx) =>
        sql`insert into webconnect_sessions as kept (cloud_id, hour, begun)
          values (${id}, ${new Date(now.getTime() - hours * 3600_000)}, ${begun})
          on conflict (cloud_id, hour) do update set begun = kept.begun + excluded.begun`.execute(trx),
  ),
  fc
    .record({
      table: fc.constantFrom('thing_finding', 'thing_finding_unreserved'),
      thing: fc.oneof(
        sim.map((id) => ['sim', id]),
        panel.map((id) => ['panel', id]),
      ),
      state: fc.constantFrom('cause', 'likely', 'fine'),
    })
    .map(
      ({ table, thing: [kind, id], state }) =>
        (trx: Trx) =>
          sql`insert into ${sql.table(table)} (thing_kind, thing_id, code, state, since, at)
        values (${kind}, ${id}, null, ${state}, ${now}, ${now})
        on conflict (thing_kind, thing_id) do update set state = excluded.state`.execute(trx),
    ),
  fc
    .constantFrom(
      ...(['observation', 'sim', 'panel', 'webconnect_refused'] as const),
      ...(['webconnect_sessions', 'thing_finding', 'thing_finding_unreserved', 'panel_id'] as const),
    )
    .map((table) => (trx: Trx) => trx.deleteFrom(table).execute()),
)

/** Several words of one transaction, which ends well or is undone, as a kill undoes it. */
const step = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 4 }), isKilled: fc.boolean() })

type Step = { words: readonly ((trx: Trx) => Promise<unknown>)[]; isKilled: boolean }

describeOnEachDatabase('kept state', (database) => {
  const db = () => database.get().db
  beforeEach(async () => {
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      select id, 'C' || id, id::text, 'us', 'us', 'TIER2_STANDARD' from unnest(array[7, 8]) as id on conflict do nothing`.execute(
      db(),
    )
    await forget()
  })
  const forget = async () => {
    const tables = ['observation', 'sim', 'panel', 'webconnect_refused'] as const
    for (const table of [
      ...tables,
      'webconnect_sessions',
      'thing_finding',
      'thing_finding_unreserved',
      'panel_id',
    ] as const)
      await db().deleteFrom(table).execute()
  }
  /** What is kept otherwise than the words say; nothing should be. */
  const differences = async (kysely: Kysely<Tables>) => {
    const { rows } = await sql<{ what: string }>`
      with said as (select * from states_of('sim', ${iccids}::text[]) union all select * from states_of('panel', ${cloudIds}::text[])),
      cells as (
        select company_id, thing_kind, place, state, environment, is_here, is_asked, 1 as things from said
          where company_id is not null and not is_judged and flaps_until is null
        union all select company_id, thing_kind, place, state, environment, is_here, is_asked, -things from state_count)
      select 'state of ' || thing_id as what from said join thing_state as kept using (thing_kind, thing_id) where said is distinct from kept
      union all select 'no state of ' || id from (select iccid as id from sim union all select cloud_id from panel) as things
        where not exists (select from thing_state where thing_id = id)
      union all select 'count of ' || company_id || state from cells
        group by company_id, thing_kind, place, state, environment, is_here, is_asked having sum(things) <> 0`.execute(
      kysely,
    )
    return rows
  }
  class Killed extends Error {}
  /** @param isAlone no other transaction may have kept anything meanwhile */
  const play = ({ words, isKilled }: Step, isAlone = true) =>
    db()
      .transaction()
      .execute(async (trx) => {
        for (const tell of words) {
          await tell(trx)
          if (isAlone) expect(await differences(trx)).toEqual([])
        }
        if (isKilled) throw new Killed()
      })
      .catch((error: unknown) => {
        // One of two that wait for each other is undone, as if it had been killed.
        if (!(error instanceof Killed || /deadlock/.test(String(error)))) throw error
      })

  it('D40 after each word of generated sequences, kept and computed state and counts are equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await forget()
        for (const some of steps) {
          await play(some)
          expect(await differences(db())).toEqual([])
        }
        await foldCounts(db())
        expect(await differences(db())).toEqual([])
      }),
      { numRuns: rounds },
    )
  })

  it('D40 two servers that keep words at the same time keep the state of both', async () => {
    const server = fc.array(step, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(server, server, async (one, other) => {
        await forget()
        const run = async (steps: readonly Step[]) => {
          for (const some of steps) await play(some, false)
        }
        await Promise.all([run(one), run(other)])
        expect(await differences(db())).toEqual([])
      }),
      { numRuns: rounds },
    )
  })

  it('D40 R43 what a crash of the database empties makes no state for ever', async () => {
    await db()
      .transaction()
      .execute((trx) =>
        observe('panel', 'CBS0000001', 'WebConnect', { connection: 'connected', container: 'c' }, now)(trx),
      )
    await sql`insert into webconnect_refused values ('CBS0000001', 'c', ${now})`.execute(db())
    await sql`truncate webconnect_refused`.execute(db())
    expect(await differences(db())).not.toEqual([])
    await keepAfterCrash(db())
    expect(await differences(db())).toEqual([])
  })

  it('D40 what was kept otherwise is mended, and how much that was is said', async () => {
    await sql`insert into sim (iccid, vendor_code, company_id) select id, 'ATT', 7 from unnest(${iccids}::text[]) as id`.execute(
      db(),
    )
    expect(await compareStates(db(), { isMending: true })).toMatchObject({ states: 0, counts: 0 })
    await sql`update thing_state set state = 'active' where thing_id = ${iccids[0]}`.execute(db())
    await sql`insert into state_count select 7, 'sim', 'AT&T', 'active', '', false, true, 5`.execute(db())
    const mended = await compareStates(db(), { isMending: true })
    expect(mended.states).toBe(1)
    expect(mended.counts).toBeGreaterThan(0)
    expect(await differences(db())).toEqual([])
    expect(await compareStates(db(), { isMending: true })).toMatchObject({ states: 0, counts: 0 })
  })
})
