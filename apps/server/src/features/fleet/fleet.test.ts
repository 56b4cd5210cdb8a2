import {
  type FleetFindingKind,
  type FleetGrouping,
  type FleetRow,
  factRights,
  fleetFindings,
  type Permission,
} from '@support-console/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { seesAll } from '../../testing/views.ts'
import { readFilter } from './filter.ts'
import { judge } from './judge.ts'
import { listFleet } from './list-fleet.ts'
import { lookAtSilentPanels } from './look-at-silent.ts'
import { readFigures } from './read-overview.ts'

const began = Date.parse('2026-11-25T00:00:00.000Z')
const hour = (hours: number) => new Date(began + hours * 3600_000)
const iccidOf = (n: number) => `8901170000000${String(n).padStart(6, '0')}`
const panelOf = (n: number) => `CBS${String(n).padStart(7, '0')}`

describeOnOneDatabase('fleet 2 what is wrong in the whole fleet', (database) => {
  const db = () => database.get().db
  const run = (statement: string) => sql.raw(statement).execute(db())
  beforeEach(async () => {
    const kept = [
      'fleet_finding',
      'fleet_expected',
      'observation',
      'observed_identifier',
      'thing_finding',
      'thing_finding_unreserved',
      'webconnect_absence',
      'webconnect_outage',
    ]
    for (const table of [
      ...kept,
      'webconnect_container',
      'csr_deployment',
      'csr',
      'csr_release',
      'sim',
      'panel',
      'company',
    ])
      await run(`delete from ${table}`)
    await run(`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (7, 'Harbor', '1000001', 'us', 'us', 'TIER2_STANDARD')`)
  })

  const sim = (n: number, panel = panelOf(n), deactivated: Date | null = null, company: number | null = 7) =>
    db()
      .insertInto('sim')
      .values({
        iccid: iccidOf(n),
        vendor_code: 'ATT',
        company_id: company,
        network_model: null,
        panel,
        deactivated_at: deactivated,
      })
      .execute()
  const panel = (n: number) =>
    run(
      `insert into panel (cloud_id, company_id, panel_info) values ('${panelOf(n)}', 7, '{"serviceStates": []}')`,
    )
  const says = (
    id: string,
    at: Date,
    fields: Record<string, string>,
    of = { kind: 'sim' as 'sim' | 'panel', source: 'AT&T' },
  ) => keepObservations(db(), [{ ...of, id, askedAt: at.toISOString(), tookMs: 5, said: { fields } }])
  const session = (n: number, at: Date, fields: Record<string, string>) =>
    says(panelOf(n), at, { container: 'webconnect-3', ...fields }, { kind: 'panel', source: 'WebConnect' })
  const judgeAt = async (at: Date) => {
    await run(`update webconnect_container set checked_at = '${at.toISOString()}'`)
    for (const [kind, table, id] of [
      ['sim', 'sim', 'iccid'],
      ['panel', 'panel', 'cloud_id'],
      ['csr', 'csr', 'server'],
    ] as const) {
      const { rows } = await sql<{
        id: string
      }>`select ${sql.ref(id)} as id from ${sql.table(table)} order by 1`.execute(db())
      await db()
        .transaction()
        .execute((trx) =>
          judge(
            trx,
            seesAll(at),
            kind,
            rows.map((row) => row.id),
          ),
        )
    }
  }
  const found = async (readings = 1) =>
    (await db().selectFrom('fleet_finding').selectAll().orderBy('finding').orderBy('thing_id').execute())
      .filter((row) => row.readings >= readings)
      .map((row) => `${row.finding} ${row.thing_id}`)
  const since = async (finding: FleetFindingKind) =>
    (await db().selectFrom('fleet_finding').select('since').where('finding', '=', finding).executeTakeFirst())
      ?.since

  it('counts each kind at a SIM after a second reading, with when it was first seen', async () => {
    await sim(1, panelOf(1), hour(-48)) // still billed
    await sim(2) // gone there
    await sim(3, '') // in no panel
    await sim(4) // seen in another panel
    await sim(5) // another IMEI
    await sim(6, panelOf(6), null, null) // of no company
    await sim(7) // fine
    const read = async (at: Date) => {
      for (const n of [1, 3, 4, 6, 7])
        await says(iccidOf(n), at, { deviceStatus: 'Active', rawStatus: 'ACTIVATED' })
      await says(iccidOf(2), at, { deviceStatus: 'Deactivated', rawStatus: 'DEACTIVATED' })
      await says(iccidOf(5), at, { deviceStatus: 'Active', imei: '352099001700017' })
      await session(44, at, { connection: 'connected', iccid: iccidOf(4) })
    }
    await says(iccidOf(5), hour(-1), { deviceStatus: 'Active', imei: '352099001700009' })
    await read(hour(0))
    await judgeAt(hour(0))
    await judgeAt(hour(0))
    const all = [
      `gone-there ${iccidOf(2)}`,
      `imei-changed ${iccidOf(5)}`,
      `no-company ${iccidOf(6)}`,
      `no-panel ${iccidOf(3)}`,
      `other-panel ${iccidOf(4)}`,
      `still-billed ${iccidOf(1)}`,
    ]
    expect(await found()).toEqual(all)
    // One reading, however often it is judged, is one.
    expect(await found(2)).toEqual([])
    await read(hour(1))
    await judgeAt(hour(1))
    expect(await found(2)).toEqual(all)
    expect(await since('no-panel')).toEqual(hour(0))
    expect(await since('imei-changed')).toEqual(hour(0))
    await db()
      .updateTable('sim')
      .set({ panel: panelOf(3) })
      .where('iccid', '=', iccidOf(3))
      .execute()
    await judgeAt(hour(2))
    expect(await found()).toEqual(all.filter((each) => !each.startsWith('no-panel')))
  })

  it('a reading that failed is none; a SIM that its carrier does not know is gone there', async () => {
    await sim(1)
    await sim(2)
    const fails = (n: number, at: Date, status: string) =>
      keepObservations(db(), [
        {
          kind: 'sim',
          id: iccidOf(n),
          source: 'AT&T',
          askedAt: at.toISOString(),
          tookMs: 1,
          said: { status, problem: 'x' },
        },
      ])
    await says(iccidOf(1), hour(0), { deviceStatus: 'Deactivated', rawStatus: 'DEACTIVATED' })
    await fails(2, hour(0), 'NotFound')
    await judgeAt(hour(0))
    await fails(1, hour(1), 'CarrierError')
    await fails(2, hour(1), 'NotFound')
    await judgeAt(hour(1))
    expect(await found()).toEqual([`gone-there ${iccidOf(1)}`, `gone-there ${iccidOf(2)}`])
    expect(await found(2)).toEqual([`gone-there ${iccidOf(2)}`])
  })

  const list = async (
    text: string,
    {
      may = () => true,
      at = hour(1),
      by = 'cause',
    }: { may?: (right: Permission) => boolean; at?: Date; by?: FleetGrouping } = {},
  ) => {
    const { filter } = await readFilter(db(), may, text)
    return listFleet(db(), {
      view: { ...seesAll(at), may },
      filter,
      by: filter.cause ? 'thing' : by,
      sort: 'things',
      order: 'desc',
      page: 1,
    })
  }
  const groupsIn = ({ rows }: { rows: readonly FleetRow[] }) =>
    rows.flatMap((row) =>
      'hours' in row ? [`${row.things} ${row.id}: ${row.silent} silent, ${row.notConnected} left`] : [],
    )
  const silent = (n: number, heard: Date) =>
    session(n, hour(1), { connection: 'silent', iccid: iccidOf(n), heardAt: heard.toISOString() })
  const isAway = (n: number, how: 'left' | 'silent', since: Date) =>
    run(`insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, carrier)
      values ('${panelOf(n)}', '${how}', '${since.toISOString()}', 'webconnect-3', '${iccidOf(n)}', 'ATT')`)
  const isFound = (
    n: number,
    code: string | null,
    state: string,
    at: Date,
    tables = ['thing_finding', 'thing_finding_unreserved'],
  ) =>
    Promise.all(
      tables.map((table) =>
        run(`insert into ${table} (thing_kind, thing_id, code, state, since, at) values ('panel', '${panelOf(n)}',
          ${code === null ? 'null' : `'${code}'`}, '${state}', '${at.toISOString()}', '${at.toISOString()}')`),
      ),
    )

  /** Nine silent panels: 1 to 5 in an outage, 6 suspended, 7 unexplained, 8 found before it stopped, 9 not looked at and elsewhere. */
  async function nine() {
    await run(
      `insert into webconnect_container (container_name, said_at, checked_at) values ('webconnect-3', now(), now())`,
    )
    for (let n = 1; n <= 9; n++) {
      await panel(n)
      await sim(n)
      await silent(n, new Date(hour(0).getTime() + n * 60_000))
      await isAway(n, 'silent', new Date(hour(0).getTime() + n * 60_000))
    }
    await run(`insert into webconnect_outage (outage_id, scope, scope_id, how, began_at, stopped_until, members, away, most_away, usual, told_at)
      overriding system value values (77, 'container', 'webconnect-3', 'together', '${hour(0).toISOString()}', '${hour(0.1).toISOString()}',
        9, 5, 5, 1, '${hour(0.1).toISOString()}')`)
    for (let n = 1; n <= 5; n++)
      await run(
        `insert into webconnect_outage_panel values (77, '${panelOf(n)}', 7, '${hour(0).toISOString()}', null)`,
      )
    await says(iccidOf(6), hour(0.5), { deviceStatus: 'Suspended' })
    await isFound(6, 'sim-not-active', 'cause', hour(0.5))
    await isFound(7, null, 'unexplained', hour(0.5))
    await isFound(8, 'sim-not-active', 'cause', hour(-2))
    await judgeAt(hour(1))
  }

  it('52.8, U3 lists by cause, what stops most panels first, and what was not looked at', async () => {
    await nine()
    // Who is in an outage that is told counts at once.
    expect(groupsIn(await list(''))).toEqual(['5 outage container webconnect-3: 5 silent, 0 left'])
    await judgeAt(hour(1.1))
    const found = await list('')
    expect(groupsIn(found)).toEqual([
      '5 outage container webconnect-3: 5 silent, 0 left',
      '2 not-looked-at: 2 silent, 0 left',
      '1 check sim-not-active ATT suspended: 1 silent, 0 left',
      '1 unexplained: 1 silent, 0 left',
    ])
    expect(found).toMatchObject({ matches: 4, things: 9 })
    expect(found.rows[0]).toMatchObject({
      outage: { outageId: '77', of: { kind: 'container', id: 'webconnect-3' }, members: 9, usual: 1 },
      companies: 1,
      company: { companyId: 7, name: 'Harbor' },
      since: new Date(hour(0).getTime() + 60_000).toISOString(),
      newest: new Date(hour(0).getTime() + 300_000).toISOString(),
      hours: [...Array.from({ length: 22 }, () => 0), 0, 5],
      checkedAt: null,
    })
    expect(found.rows[2]).toMatchObject({ checkedAt: hour(0.5).toISOString() })
    const opened = await list('cause=outage container webconnect-3')
    expect(opened.rows.map((row) => ('of' in row ? row.of.id : '')).sort()).toEqual(
      [1, 2, 3, 4, 5].map(panelOf),
    )
    expect(opened.rows[0]).toMatchObject({
      stand: 'counts',
      state: { state: 'silent' },
      company: { name: 'Harbor' },
    })
    // What is back leaves the row; what is looked at since goes to what was found.
    await run(`update webconnect_outage_panel set back_at = now() where cloud_id = '${panelOf(1)}'`)
    await isFound(9, null, 'not-known', hour(1.05))
    expect(groupsIn(await list(''))).toContain('1 not-known: 1 silent, 0 left')
    expect(groupsIn(await list(''))).toContain('4 outage container webconnect-3: 4 silent, 0 left')
    await run(`update webconnect_outage set ended_at = now()`)
    expect(groupsIn(await list(''))[0]).toBe('6 not-looked-at: 6 silent, 0 left')
  })

  it('52.8 groups the same things by company, by carrier and one by one', async () => {
    await nine()
    await judgeAt(hour(1.1))
    expect(groupsIn(await list('', { by: 'company' }))).toEqual(['9 company 7: 9 silent, 0 left'])
    expect(groupsIn(await list('', { by: 'carrier' }))).toEqual(['9 carrier ATT: 9 silent, 0 left'])
    const { rows, matches } = await list('', { by: 'thing' })
    expect([rows.length, matches]).toEqual([9, 9])
    expect((await list('cause=carrier ATT')).things).toBe(9)
    expect((await list('cause=company none')).things).toBe(0)
    expect((await list('not-company=7')).matches).toBe(0)
    // What can be chosen is told as without that choice; a company of nothing that matches has its name all the same.
    await run(`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (8, 'Prairie', '1000002', 'us', 'us', 'TIER2_STANDARD')`)
    const harbor = { companyId: 7, name: 'Harbor', things: 9 }
    expect((await list('not-company=7')).companies).toEqual([harbor])
    const prairie = { companyId: 8, name: 'Prairie', things: 0 }
    expect((await list('company=8')).companies).toEqual([harbor, prairie])
    expect((await list('company=8', { may: (right) => right !== factRights.company })).companies).toEqual([
      harbor,
    ])
  })

  it('U14, D45 lists what is wrong with the panels of a CSR server, for who may read servers', async () => {
    await nine()
    await judgeAt(hour(1.1))
    await run(`update panel set receiver = 'csr-06' where cloud_id in ('${panelOf(2)}', '${panelOf(3)}')`)
    const { rows } = await list('csr=csr-06', { by: 'thing' })
    expect(rows.map((row) => ('of' in row ? row.of.id : '')).sort()).toEqual([panelOf(2), panelOf(3)])
    expect((await list('csr=csr-07')).things).toBe(0)
    expect((await list('not-csr=csr-06')).things).toBe(7)
    const without = (right: Permission) => right !== 'csr.read'
    expect(await readFilter(db(), without, 'csr=csr-06&not-csr=csr-07')).toMatchObject({
      filter: { csr: undefined, not: { csr: undefined } },
      leftOut: [
        { name: 'csr', value: 'csr-06' },
        { name: 'not-csr', value: 'csr-07' },
      ],
    })
  })

  it('52.8 a thing stands in one row, its first cause, and its other findings are counted', async () => {
    await nine()
    await run(`update panel set flagged = true, flag_changed_at = '${hour(-24 * 9).toISOString()}'`)
    await isFound(9, 'panel-management', 'likely', hour(0.6))
    await panel(10)
    await run(
      `update panel set flagged = true, flag_changed_at = '${hour(-24 * 9).toISOString()}' where cloud_id = '${panelOf(10)}'`,
    )
    await judgeAt(hour(1))
    await judgeAt(hour(1.1))
    const found = await list('')
    expect(found.things).toBe(10)
    // One that reports, and one that does not: the same cause is the same row.
    expect(groupsIn(found)).toContain('2 check panel-management: 1 silent, 0 left')
    const { rows } = await list('cause=outage container webconnect-3')
    expect(rows[0]).toMatchObject({ code: 'silent', also: 1 })
    expect((await list('finding=disabled-for-long')).things).toBe(10)
  })

  it('52.8, D45 tells of a cause only what the reader may know', async () => {
    await nine()
    await judgeAt(hour(1.1))
    const without = (...rights: Permission[]) => ({ may: (right: Permission) => !rights.includes(right) })
    expect((await list('', without('webconnect.read'))).things).toBe(0)
    expect(
      (await readFigures(db(), { ...seesAll(hour(1.1)), ...without('webconnect.read') })).silent,
    ).toBeNull()
    // Who may not read all that a verdict goes by is told none, and not that no one looked.
    expect(groupsIn(await list('', without('sim-information.read')))).toEqual([
      '5 outage container webconnect-3: 5 silent, 0 left',
      '4 not-shown: 4 silent, 0 left',
    ])
    await run(`delete from thing_finding_unreserved where thing_id = '${panelOf(6)}'`)
    expect(groupsIn(await list('', without('panel-environment.read')))).toContain(
      '3 not-looked-at: 3 silent, 0 left',
    )
    await run(`update webconnect_outage set scope = 'csr', scope_id = 'csr-06'`)
    expect(groupsIn(await list('', without('csr.read')))[0]).toBe('9 not-shown: 9 silent, 0 left')
  })

  it('52.8 after a scan looks at those that are silent for more than an hour, and at no others', async () => {
    await nine()
    await panel(10)
    await silent(10, hour(0.5))
    await judgeAt(hour(1.2))
    await run(`delete from look`)
    const jobs = { send: async () => {} } as unknown as Jobs
    await lookAtSilentPanels(db(), jobs, seesAll(hour(1.3)))
    const looked = async () =>
      (await db().selectFrom('look_thing').select('thing_id').orderBy('position').execute()).map(
        (row) => row.thing_id,
      )
    expect(await looked()).toEqual([8, 9].map(panelOf))
    expect(await db().selectFrom('look').select(['email', 'thing_kind']).execute()).toEqual([
      { email: '', thing_kind: 'panel' },
    ])
    await lookAtSilentPanels(db(), jobs, seesAll(hour(1.3)))
    expect(await looked()).toHaveLength(2)
  })

  it('52.8 the rows, what waits and what is expected add up to the panels that are silent now', async () => {
    await nine()
    await judgeAt(hour(1.1))
    for (const n of [10, 11]) await panel(n)
    await silent(10, hour(0.2))
    await isAway(10, 'silent', hour(0.2))
    // Left just now, and one that the inventory does not have.
    await session(11, hour(1.1), { connection: 'gone' })
    await isAway(11, 'left', hour(1.1))
    await isAway(12, 'silent', hour(0.3))
    await judgeAt(hour(1.15))
    await run(
      `update fleet_finding set readings = 1, at = '${hour(1.15).toISOString()}' where thing_id = '${panelOf(10)}'`,
    )
    await run(`insert into fleet_expected (expected_id, finding, thing_kind, thing_id, reason, email, until)
      values ('10000000-1111-4222-8333-000000000009', 'silent', 'panel', '${panelOf(9)}', 'Spare', 'a@example.com', '${hour(24).toISOString()}')`)
    await run(
      `update fleet_finding set expected_id = '10000000-1111-4222-8333-000000000009' where thing_id = '${panelOf(9)}'`,
    )
    const { panels, silent: stands } = await readFigures(db(), seesAll(hour(1.15)))
    expect(panels?.silent).toBe(12)
    expect(stands).toEqual({ listed: 8, once: 1, expected: 1, others: 2 })
    const { rows } = await list('', { at: hour(1.15) })
    const sum = rows.reduce((all, row) => all + ('hours' in row ? row.silent + row.notConnected : 0), 0)
    expect(sum).toBe(8)
  })

  it('52.8 a panel that no container told of never connected, where all of them answer', async () => {
    await panel(31)
    await run(`insert into webconnect_container (container_name, said_at, checked_at, problem) values
      ('webconnect-5', '${hour(0).toISOString()}', '${hour(0).toISOString()}', 'HTTP 500')`)
    await judgeAt(hour(0))
    expect(await found()).toEqual([])
    await run(`update webconnect_container set problem = ''`)
    await judgeAt(hour(0))
    expect(await found()).toEqual([`never-connected ${panelOf(31)}`])
    await session(31, hour(0.1), { connection: 'connected', container: 'webconnect-5' })
    await judgeAt(hour(0.1))
    expect(await found()).toEqual([])
  })

  it('52.8 a panel that left is not connected once it had time to begin another session', async () => {
    await run(
      `insert into webconnect_container (container_name, said_at, checked_at) values ('webconnect-4', now(), now()) on conflict do nothing`,
    )
    await panel(21)
    await session(21, hour(-1), { connection: 'connected', container: 'webconnect-4', iccid: iccidOf(21) })
    await session(21, hour(0), { connection: 'gone', container: 'webconnect-4', iccid: iccidOf(21) })
    const at = async (hours: number) => {
      await run(
        `update webconnect_container set said_at = '${hour(hours).toISOString()}', checked_at = '${hour(hours).toISOString()}'`,
      )
      await judgeAt(hour(hours))
      return (await found(1)).filter((each) => each.includes('not-connected'))
    }
    expect(await at(0.2)).toEqual([])
    expect(await at(0.3)).toEqual([`not-connected ${panelOf(21)}`])
    await session(21, hour(0.4), { connection: 'connected', container: 'webconnect-4', iccid: iccidOf(21) })
    expect(await at(0.5)).toEqual([])
  })

  it('a CSR server that runs another release than most, or whose deployment failed', async () => {
    await run(`insert into csr_release values ('4.2.1'), ('5.0.0')`)
    for (let n = 1; n <= 4; n++)
      await run(`insert into csr (server, ip_address, release, status) values ('csr-0${n}', '10.0.0.${n}', '${n === 4 ? '4.2.1' : '5.0.0'}',
        '${n === 3 ? 'Error' : 'Succeeded'}')`)
    await judgeAt(hour(0))
    await judgeAt(hour(1))
    expect(await found(2)).toEqual(['in-error csr-03', 'off-release csr-04'])
  })

  it('D54 what CSR agents say counts after their second answer, as does that there is none', async () => {
    await run(`insert into csr_release values ('4.1.0'), ('5.0.0') on conflict do nothing`)
    await run(`delete from csr`)
    for (let n = 1; n <= 5; n++)
      await run(`insert into csr (server, ip_address, release) values ('csr-0${n}', '10.0.0.${n}', '5.0.0')`)
    const of = (n: number, at: Date) => ({
      kind: 'csr' as const,
      id: `10.0.0.${n}`,
      source: 'CSR agent',
      askedAt: at.toISOString(),
      tookMs: 5,
    })
    const word = (n: number, at: Date, release = '5.0.0', agentState = 'idle') => ({
      ...of(n, at),
      said: { fields: { release, agentState, agentReason: '', reportingPanels: '3' } },
    })
    const hear = async (at: Date) => {
      await keepObservations(db(), [
        word(1, at, '4.1.0'),
        word(2, at, '5.0.0', 'failed'),
        { ...of(3, at), said: { status: 'Unavailable', problem: 'It did not answer.' } },
        word(4, at),
        word(5, at),
      ])
      await judgeAt(at)
    }
    await hear(hour(0))
    expect(await found(2)).toEqual([])
    await hear(hour(1))
    expect(await found(2)).toEqual([
      'core-down csr-02',
      'does-not-answer csr-03',
      'off-release csr-01',
      'other-release csr-01',
    ])
  })

  it('fleet 5 what is expected leaves the counts, and comes back when it changes', async () => {
    await sim(1, '')
    const read = async (at: Date, rawStatus = 'ACTIVATED') => {
      await says(iccidOf(1), at, { deviceStatus: 'Active', rawStatus })
      await judgeAt(at)
    }
    await read(hour(0))
    await read(hour(1))
    const stands = async (at: Date) => {
      const { once, expected } = await readFigures(db(), seesAll(at))
      return [(await list('finding=no-panel', { at })).things, once, expected]
    }
    expect(await stands(hour(1))).toEqual([1, 0, 0])
    const expectedId = '10000000-1111-4222-8333-000000000001'
    const about = { finding: 'no-panel', thing_kind: 'sim', thing_id: iccidOf(1) } as const
    await db()
      .insertInto('fleet_expected')
      .values({ ...about, expected_id: expectedId, reason: 'Spare', email: 'a@example.com', until: hour(24) })
      .execute()
    await run(`update fleet_finding set expected_id = '${expectedId}'`)
    await read(hour(2))
    expect(await stands(hour(2))).toEqual([0, 0, 1])
    expect(await stands(hour(25))).toEqual([1, 0, 0])
    await read(hour(3), 'ACTIVATION_READY')
    expect(await stands(hour(3))).toEqual([1, 0, 0])
  })

  it('every finding has a thing and rights', () => {
    for (const { thing, rights } of Object.values(fleetFindings)) {
      expect(['sim', 'panel', 'csr']).toContain(thing)
      expect(rights.length).toBeGreaterThan(0)
    }
  })
})
