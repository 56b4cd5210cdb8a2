import { type FleetFindingKind, factRights, fleetFindings, type Permission } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { seesAll } from '../../testing/views.ts'
import { nameCauses } from './causes.ts'
import { readFilter } from './filter.ts'
import { judge } from './judge.ts'
import { listFleet } from './list-fleet.ts'
import { countFindings } from './read-overview.ts'

const began = Date.parse('2026-11-25T00:00:00.000Z')
const hour = (hours: number) => new Date(began + hours * 3600_000)
const iccidOf = (n: number) => `8901170000000${String(n).padStart(6, '0')}`
const panelOf = (n: number) => `CBS${String(n).padStart(7, '0')}`

describeOnOneDatabase('fleet 2 what is wrong in the whole fleet', (database) => {
  const db = () => database.get().db
  const run = (statement: string) => sql.raw(statement).execute(db())
  beforeEach(async () => {
    const kept = ['fleet_finding', 'fleet_expected', 'observation', 'observed_identifier']
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
    await db().transaction().execute(nameCauses)
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

  it('panels that fell silent together are one row, which opens, and heal one by one', async () => {
    for (let n = 1; n <= 9; n++) await panel(n)
    await run(
      `insert into webconnect_container (container_name, said_at, checked_at) values ('webconnect-3', now(), now())`,
    )
    const silent = (n: number, heard: Date) =>
      session(n, hour(1), { connection: 'silent', iccid: iccidOf(n), heardAt: heard.toISOString() })
    for (let n = 1; n <= 6; n++) await silent(n, new Date(hour(0).getTime() + n * 60_000))
    await silent(7, hour(-20))
    await judgeAt(hour(1))
    const list = async (text: string, may: (right: Permission) => boolean = () => true) => {
      const view = { ...seesAll(hour(1)), may }
      const { filter } = await readFilter(db(), may, text)
      return listFleet(db(), {
        view,
        filter,
        isOpen: filter.cause !== undefined,
        sort: 'since',
        order: 'desc',
        page: 1,
      })
    }
    expect((await list('')).matches).toBe(0)
    await judgeAt(hour(1.1))
    const { rows, matches, findings } = await list('')
    expect([matches, findings]).toEqual([2, 7])
    const group = rows.find((row) => 'opens' in row)
    expect(group).toMatchObject({
      code: 'silent',
      of: { kind: 'container', id: 'webconnect-3' },
      things: 6,
      companies: 1,
      company: { companyId: 7, name: 'Harbor' },
      since: new Date(hour(0).getTime() + 60_000).toISOString(),
    })
    const opened = await list(`cause=${encodeURIComponent(group && 'opens' in group ? group.opens : '')}`)
    expect(opened.rows.map((row) => row.of.id).sort()).toEqual([1, 2, 3, 4, 5, 6].map(panelOf))
    expect(opened.rows[0]).toMatchObject({
      stand: 'counts',
      state: { state: 'silent' },
      company: { name: 'Harbor' },
    })
    expect((await list('not-company=7')).matches).toBe(0)
    // What can be chosen is told as without that choice; a company of nothing that matches has its name all the same.
    await run(`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (8, 'Prairie', '1000002', 'us', 'us', 'TIER2_STANDARD')`)
    const harbor = { companyId: 7, name: 'Harbor', findings: 7 }
    expect((await list('not-company=7')).companies).toEqual([harbor])
    expect((await list('company=8')).companies).toEqual([
      harbor,
      { companyId: 8, name: 'Prairie', findings: 0 },
    ])
    expect((await list('company=8', (right) => right !== factRights.company)).companies).toEqual([harbor])
    // D45: without the right neither told nor counted.
    const blind = (right: Permission) => right !== 'webconnect.read'
    expect((await list('', blind)).findings).toBe(0)
    expect(await countFindings(db(), { ...seesAll(hour(1)), may: blind })).not.toContainEqual(
      expect.objectContaining({ finding: 'silent' }),
    )
    await session(1, hour(2), { connection: 'connected', iccid: iccidOf(1) })
    await judgeAt(hour(2))
    const later = await list(`cause=${encodeURIComponent(group && 'opens' in group ? group.opens : '')}`)
    expect(later.findings).toBe(5)
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
      const of = (await countFindings(db(), seesAll(at))).find(({ finding }) => finding === 'no-panel')
      return [of?.count, of?.once, of?.expected]
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
