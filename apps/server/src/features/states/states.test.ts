import { markOfState, type Permission } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { companyStatesOf } from './company-state.ts'
import { panelStatesOf } from './panel-state.ts'
import { receiverStatesOf } from './receiver-state.ts'
import { simStatesOf } from './sim-state.ts'
import type { View } from './view.ts'

const now = new Date('2026-11-25T12:00:00.000Z')
const [att, panel] = ['8901170000000000013', 'CBS0000001']
const ago = (hours: number) => new Date(now.getTime() - hours * 3600_000).toISOString()

describeOnOneDatabase('D40 the one state of a thing', (database) => {
  const db = () => database.get().db
  const view = (...without: Permission[]): View => ({
    may: (right) => !without.includes(right),
    now,
    host: 'test',
    staleAfterMs: 300_000,
    agentCountsMs: 300_000,
  })
  beforeEach(async () => {
    const kept = [
      ...(['observation', 'thing_finding', 'webconnect_missed', 'webconnect_refused'] as const),
      ...(['webconnect_sessions', 'webconnect_container'] as const),
    ]
    for (const table of [...kept, 'sim', 'panel', 'csr', 'company'] as const)
      await db().deleteFrom(table).execute()
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (7, 'Harbor', '1000001', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    await sql`insert into sim (iccid, vendor_code, company_id) values (${att}, 'ATT', 7)`.execute(db())
    await sql`insert into panel (cloud_id, company_id, panel_info) values
      (${panel}, 7, '{"serviceStates": [], "physicalPanelId": "ABCDEF00-0000-4000-8000-000000000001"}')`.execute(
      db(),
    )
  })
  const says = (
    id: string,
    source: string,
    fields: Record<string, string> | null,
    hours = 1,
    more: { kind?: string; unanswered?: number; status?: string } = {},
  ) =>
    sql`insert into observation (thing_kind, thing_id, source, fields, asked_at, unanswered_at, status)
    values (${more.kind ?? 'sim'}, ${id}, ${source}, ${fields && JSON.stringify(fields)}::jsonb, ${fields && ago(hours)},
      ${more.unanswered === undefined ? null : ago(more.unanswered)}, ${more.status ?? 'Success'})`.execute(
      db(),
    )
  const deactivate = (hours: number) =>
    sql`update sim set deactivated_at = ${ago(hours)} where iccid = ${att}`.execute(db())
  const container = (name: string, minutes: number) =>
    sql`insert into webconnect_container (container_name, said_at, checked_at) values (${name}, ${ago(minutes / 60)}, ${now})`.execute(
      db(),
    )
  const session = (fields: Record<string, string>, hours = 2) =>
    says(panel, 'WebConnect', { container: 'webconnect-1', ...fields }, hours, { kind: 'panel' })
  const stateOfSim = async (of = view()) => (await simStatesOf(db(), of, [att])).get(att)
  const stateOfPanel = async (of = view()) => (await panelStatesOf(db(), of, [panel])).get(panel)

  it('D51 a SIM whose present usage is over a threshold of its company, where that looks at it, says so', async () => {
    const used = (usedPercent: string, usageTo = '2026-11-30') =>
      says(att, 'AT&T usage', { usedPercent, usageTo })
    const factsOf = async (of = view()) => (await stateOfSim(of))?.facts
    const monitor = (isOn: boolean) =>
      sql`update company set usage_monitoring_enabled = ${isOn}, warning_threshold_percent = 75`.execute(db())
    const forget = () => db().deleteFrom('observation').execute()
    await monitor(true)
    for (const [percent, facts] of [
      ['74', []],
      ['75', ['over-threshold']],
      ['', []],
    ] as const) {
      await forget()
      await used(percent)
      expect([percent, await factsOf()]).toEqual([percent, facts])
    }
    await forget()
    await used('90')
    expect(await stateOfSim()).toMatchObject({ state: 'not-known', facts: ['over-threshold'] })
    expect(await factsOf(view('companies.read'))).toEqual([])
    await monitor(false)
    expect(await factsOf()).toEqual([])
    await monitor(true)
    await forget()
    await used('90', '2026-11-23')
    expect(await factsOf()).toEqual([])
  })

  it('a SIM that nothing was ever told about is not known', async () => {
    expect(await stateOfSim()).toMatchObject({
      state: 'not-known',
      since: null,
      at: null,
      source: '',
      isFresh: false,
    })
  })

  it("a SIM's carrier counts before MobileBroker and Connector, however new theirs are", async () => {
    await says(att, 'AT&T', { deviceStatus: 'Suspended' }, 5)
    await says(att, 'MobileBroker', { deviceStatus: 'Active', onlineStatus: 'Online' }, 0.1)
    await says(att, 'Verizon', { deviceStatus: 'Deactivated' }, 0.1)
    expect(await stateOfSim()).toMatchObject({
      state: 'suspended',
      at: ago(5),
      source: 'AT&T',
      isFresh: true,
      online: 'online',
    })
  })

  it('without its carrier what MobileBroker and Connector agree on counts, and nothing where they do not', async () => {
    await says(att, 'MobileBroker', { deviceStatus: 'Active' }, 3)
    expect(await stateOfSim()).toMatchObject({ state: 'active', at: ago(3), source: 'MobileBroker' })
    await says(att, 'Connector', { deviceStatus: 'Active' }, 2)
    await says(att, 'AT&T', { deviceStatus: 'Unknown' })
    expect(await stateOfSim()).toMatchObject({
      state: 'active',
      at: ago(2),
      source: 'Connector, MobileBroker',
    })
    await sql`update observation set fields = '{"deviceStatus": "Suspended"}' where source = 'Connector'`.execute(
      db(),
    )
    expect(await stateOfSim()).toMatchObject({ state: 'not-known', at: null, source: '' })
  })

  it('a deactivation done here counts at once, until its carrier says otherwise later', async () => {
    await says(att, 'AT&T', { deviceStatus: 'Active', onlineStatus: 'Online' }, 0.5)
    await deactivate(0.1)
    const done = { state: 'deactivated', since: ago(0.1), at: ago(0.1), source: 'Inventory', online: null }
    expect(await stateOfSim()).toMatchObject({ ...done, isFresh: true })
    await deactivate(400)
    expect(await stateOfSim()).toMatchObject({ state: 'active', source: 'AT&T', online: 'online' })
    await sql`update observation set fields = '{"deviceStatus": "Deactivated"}'`.execute(db())
    expect(await stateOfSim()).toMatchObject({ state: 'deactivated', since: ago(400), isFresh: true })
  })

  it('a word that is older than a day is shown with its age, and is no good one', async () => {
    await says(att, 'AT&T', { deviceStatus: 'Active', onlineStatus: 'Online' }, 30)
    const state = await stateOfSim()
    expect(state).toMatchObject({ state: 'active', at: ago(30), isFresh: false, online: null })
    expect(state && markOfState(state)).toBe('ready')
  })

  it('a carrier that no longer knows the SIM has no word; one that fails keeps its last', async () => {
    await says(att, 'AT&T', { deviceStatus: 'Active' }, 2, { unanswered: 1, status: 'Error' })
    expect(await stateOfSim()).toMatchObject({ state: 'active', at: ago(2) })
    await sql`update observation set status = 'NotFound'`.execute(db())
    expect(await stateOfSim()).toMatchObject({ state: 'not-known', at: null })
  })

  it('D46 it began when its source was first seen to say so', async () => {
    await sql`insert into observed_change (thing_kind, thing_id, source, field, before, after, at) values
      ('sim', ${att}, 'AT&T', 'deviceStatus', 'Inventory', 'Active', ${ago(50)}),
      ('sim', ${att}, 'AT&T', 'deviceStatus', 'Active', 'Suspended', ${ago(9)}),
      ('sim', ${att}, 'AT&T', 'imei', '1', '2', ${ago(3)}),
      ('sim', ${att}, 'Connector', 'deviceStatus', 'Active', 'Suspended', ${ago(2)})`.execute(db())
    await says(att, 'AT&T', { deviceStatus: 'Suspended' }, 1)
    expect(await stateOfSim()).toMatchObject({ state: 'suspended', since: ago(9), at: ago(1) })
  })

  it('its last verdict stands until the state is another, and is told to readers of all behind it', async () => {
    await container('webconnect-1', 1)
    await session({ connection: 'connected' }, 2)
    await sql`insert into thing_finding (thing_kind, thing_id, code, state, since, at)
      values ('panel', ${panel}, 'panel-services', ${'cause'}, ${ago(9)}, ${ago(1)})`.execute(db())
    expect((await stateOfPanel())?.cause).toMatchObject({ code: 'panel-services', at: ago(1) })
    expect((await stateOfPanel(view('companies.read')))?.cause).toBeNull()
    await sql`update thing_finding set at = ${ago(3)}`.execute(db())
    const state = await stateOfPanel()
    expect(state?.cause).toBeNull()
    expect(state && markOfState(state)).toBe('ok')
  })

  it('a panel is as its container last told, and not known as soon as that is silent itself', async () => {
    expect(await stateOfPanel()).toMatchObject({ state: 'not-known', at: null, source: '' })
    await container('webconnect-1', 1)
    await session({ connection: 'connected' }, 2)
    expect(await stateOfPanel()).toMatchObject({
      state: 'reporting',
      since: ago(2),
      at: ago(1 / 60),
      source: 'WebConnect',
      isFresh: true,
    })
    await sql`update observation set fields = fields || ${JSON.stringify({ connection: 'silent', heardAt: ago(3) })}::jsonb`.execute(
      db(),
    )
    expect(await stateOfPanel()).toMatchObject({ state: 'silent', since: ago(3), isFresh: true })
    await sql`insert into webconnect_missed (cloud_id, container_name, since, took_ms) values (${panel}, 'webconnect-1', ${ago(1)}, 5)`.execute(
      db(),
    )
    expect(await stateOfPanel()).toMatchObject({ state: 'not-connected', since: ago(1) })
    await sql`update webconnect_container set (said_at, checked_at) = (${ago(0.2)}, ${ago(0.2)})`.execute(
      db(),
    )
    expect(await stateOfPanel()).toMatchObject({
      state: 'not-known',
      since: ago(0.2),
      at: ago(0.2),
      isFresh: false,
    })
  })

  it('a panel whose messages are not accepted is refused, one that began four sessions flaps', async () => {
    await container('webconnect-1', 1)
    await session({ connection: 'connected' })
    const refuse = (name: string) =>
      sql`insert into webconnect_refused (cloud_id, container_name, since) values (${panel}, ${name}, ${ago(0.5)})
        on conflict (cloud_id) do update set container_name = excluded.container_name`.execute(db())
    await refuse('webconnect-2')
    expect(await stateOfPanel()).toMatchObject({ state: 'reporting' })
    await refuse('webconnect-1')
    expect(await stateOfPanel()).toMatchObject({ state: 'refused', since: ago(0.5), isFresh: true })
    const begin = (hour: string, times: number) =>
      sql`insert into webconnect_sessions (cloud_id, hour, begun) values (${panel}, ${hour}, ${times})`.execute(
        db(),
      )
    await begin('2026-11-25T10:00:00Z', 9)
    await begin('2026-11-25T11:00:00Z', 2)
    await begin('2026-11-25T12:00:00Z', 1)
    expect(await stateOfPanel()).toMatchObject({ state: 'refused' })
    await sql`update webconnect_sessions set begun = begun + 1`.execute(db())
    expect(await stateOfPanel()).toMatchObject({ state: 'flapping', since: null, isFresh: true })
    expect(await stateOfPanel(view('webconnect.read'))).toMatchObject({ state: 'not-known', since: null })
  })

  it('of a container that does not answer nothing is known, but that who had left before is not there', async () => {
    await container('webconnect-1', 1)
    await sql`update webconnect_container set problem = 'HTTP 500'`.execute(db())
    await session({ connection: 'silent', heardAt: ago(3) })
    expect(await stateOfPanel()).toMatchObject({ state: 'not-known' })
    await sql`update observation set fields = fields || '{"connection": "gone"}'`.execute(db())
    expect(await stateOfPanel()).toMatchObject({ state: 'not-connected', since: ago(2) })
  })

  it('D45 without the right to sessions, or to environments, a panel’s state is made without them', async () => {
    await container('webconnect-1', 1)
    await session({ connection: 'connected' })
    await says('abcdef00-0000-4000-8000-000000000001', 'Pathfinder', { environment: 'prod' }, 90, {
      kind: 'panel',
    })
    expect(await stateOfPanel()).toMatchObject({ state: 'reporting', facts: ['other-environment'] })
    expect(await stateOfPanel(view('webconnect.read'))).toMatchObject({
      state: 'not-known',
      at: null,
      source: '',
    })
    expect(await stateOfPanel(view('panel-environment.read'))).toMatchObject({ facts: [] })
    expect((await simStatesOf(db(), view('sim-information.read'), [att])).size).toBe(0)
  })

  it('a company tells how many are wrong and how many were never asked, of what its reader may read', async () => {
    const of = async (...without: Permission[]) => (await companyStatesOf(db(), view(...without), [7])).get(7)
    expect(await of()).toMatchObject({
      state: 'not-known',
      isFresh: false,
      counts: { sims: { total: 1, wrong: 0, notAsked: 1 }, panels: { total: 1, wrong: 0, notAsked: 1 } },
    })
    await says(att, 'AT&T', { deviceStatus: 'Active' }, 2)
    await container('webconnect-1', 1)
    await session({ connection: 'silent' })
    expect(await of()).toMatchObject({
      state: 'wrong',
      counts: { sims: { total: 1, wrong: 0, notAsked: 0 }, panels: { total: 1, wrong: 1, silent: 1 } },
    })
    expect(await of('panels.read')).toMatchObject({
      state: 'fine',
      at: ago(2),
      isFresh: true,
      counts: { panels: null },
    })
    expect(await of('webconnect.read')).toMatchObject({
      state: 'not-known',
      counts: { panels: { wrong: 0, silent: 0 } },
    })
  })

  it('D54 a receiver stands as its agent says, as old as its word', async () => {
    await sql`insert into csr_release (version) values ('5.0.0') on conflict do nothing`.execute(db())
    await sql`insert into csr (server, ip_address, release, agent_release, agent_state, agent_panels, agent_at, agent_since)
      values ('csr-1', '10.0.0.1', '5.0.0', '5.0.0', 'idle', 3, ${ago(1)}, ${ago(2)})`.execute(db())
    const of = async () => (await receiverStatesOf(db(), view(), ['csr-1'])).get('csr-1')
    expect(await of()).toMatchObject({ state: 'in-order', at: ago(1), source: 'CSR agent', isFresh: false })
    await sql`update csr set agent_at = ${ago(0.01)}, agent_release = '4.2.0'`.execute(db())
    expect(await of()).toMatchObject({ state: 'other-release', isFresh: true, since: ago(2) })
  })
})
