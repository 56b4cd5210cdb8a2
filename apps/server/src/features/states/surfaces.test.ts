import {
  type CauseGroup,
  type calls,
  type FoundThing,
  mostBatchRows,
  type PanelState,
  type Permission,
  type ResolvedLine,
  type SimState,
  verdictRights,
} from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { isThorough } from '../../../../../scripts/testing/thorough.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { parseCsv } from '../../testing/parse-csv.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Of each kind so many: more than a page of a list shows. SURFACES_SEED for another world. */
const many = isThorough ? 250 : 60
const seed = Number(process.env.SURFACES_SEED ?? 38)

/** Hours ago, or never. */
const age = fc.constantFrom(null, 0, 0.01, 0.5, 2, 23, 25, 300, 9000)
const status = fc.constantFrom('Active', 'Suspended', 'Deactivated', 'Inventory', 'Unknown', 'odd', '')
const word = fc.record({
  status,
  online: fc.constantFrom('Online', 'Offline', 'Unknown'),
  age,
  outcome: fc.constantFrom('Success', 'Success', 'Unavailable', 'NotFound'),
})
const verdict = fc.option(
  fc.record({ state: fc.constantFrom('cause', 'likely', 'not-known', 'fine'), since: age, at: age }),
)
const simArbitrary = fc.record({
  own: word,
  broker: word,
  connector: word,
  changed: age,
  deactivated: age,
  used: fc.constantFrom(null, 10, 75, 120),
  usable: fc.boolean(),
  verdict,
})
const panelArbitrary = fc.record({
  session: fc.constantFrom('connected', 'silent', 'gone', null),
  container: fc.constantFrom('fresh', 'fresh', 'stale', 'failing', 'unheard'),
  age: fc.constantFrom(0.01, 1, 30, 900),
  heard: age,
  missed: fc.boolean(),
  refusedAt: fc.constantFrom(null, 'fresh', 'failing'),
  begun: fc.constantFrom(0, 0, 0, 3, 5),
  environment: fc.constantFrom('test', 'prod', null),
  verdict,
})

const iccidOf = (n: number) => `${n % 2 ? '8901170' : '8914800'}0000${String(n).padStart(8, '0')}`
const cloudIdOf = (n: number) => `CBS3${String(n).padStart(6, '0')}`
const physicalIdOf = (n: number) => `0a0a0a0a-0000-4000-8000-${String(n).padStart(12, '0')}`

describeOnOneDatabase('D40 generated things have one state on every surface', (database) => {
  let keys: KeyServer
  let server: TestApp
  const scoped = scopedTokens()
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { furtherTokens: [scoped.authenticator] },
    })
    await plant(db(), server.app.platform.clock.now())
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  const all = Array.from({ length: many }, (_, n) => n)
  const everything: Permission[] = [
    ...new Set([
      ...verdictRights,
      ...(['companies.read', 'sim-information.read', 'sim-management.read', 'panels.read'] as const),
      'sim-management.change' as const,
    ]),
  ]
  const readers: Record<string, Permission[]> = {
    everything,
    'no sessions': everything.filter((right) => right !== 'webconnect.read'),
    'no environments': everything.filter((right) => right !== 'panel-environment.read'),
    'SIMs, panels and companies alone': [
      ...(['sim-information.read', 'sim-management.read', 'panels.read', 'companies.read'] as const),
      'sim-management.change',
    ],
  }

  it.each(Object.entries(readers))('to a reader of %s', async (name, rights) => {
    // However long the readers before took.
    const now = server.app.platform.clock.now()
    await sql`update webconnect_container set checked_at = ${now} where container_name <> 'stale'`.execute(
      db(),
    )
    const token = scoped.token('eng-admin', [...rights])
    const get = async <Data>(path: string, body?: object | string): Promise<Data> => {
      const { code, envelope } = await server.call(body ? 'POST' : 'GET', `/api/${path}`, {
        token,
        ...(body && { body }),
      })
      expect([path, code, envelope.message]).toEqual([path, 200, envelope.message])
      return envelope.data as Data
    }
    const csv = async (path: string) => {
      const { text } = await server.call('GET', `/api/${path}`, { token })
      const [headings = [], ...lines] = parseCsv(`\ufeff${text.replace(/^\ufeff/, '')}`)
      return new Map(
        lines.map((line) => [
          line[0] ?? '',
          Object.fromEntries(headings.map((heading, at) => [heading, line[at] ?? ''])),
        ]),
      )
    }
    const pages = async <Row>(path: string, rowsOf: (data: never) => Row[]) => {
      const found: Row[] = []
      for (let page = 1; found.length < many; page++)
        found.push(...rowsOf(await get<never>(`${path}?page=${page}`)))
      return found
    }
    const ids = { sim: all.map(iccidOf), panel: all.map(cloudIdOf) }

    // What the pages of things say is what all others must say.
    const sims = new Map<string, SimState>()
    for (const id of ids.sim) sims.set(id, (await get<{ state: SimState }>(`things/v1/sims/${id}`)).state)
    const panels = new Map<string, PanelState>()
    for (const id of ids.panel)
      panels.set(id, (await get<{ state: PanelState }>(`things/v1/panels/${id}`)).state)
    const said: Record<string, Map<string, unknown>> = {}

    const resolve = async (lines: string[]) =>
      (await get<{ items: ResolvedLine[] }>('search/v1/resolve', { text: lines.join('\n') })).items
    said.resolve = new Map(
      (await resolve([...ids.sim, ...ids.panel])).map(({ given, hit }) => [given, hit?.state]),
    )
    const some = all.filter((n) => n % 10 === 0)
    said.find = new Map()
    for (const id of some.flatMap((n) => [iccidOf(n), cloudIdOf(n)])) {
      const { hits } = await get<{ hits: FoundThing[] }>(`search/v1/find?q=${id}`)
      said.find.set(id, hits.find((hit) => hit.id === id)?.state)
    }
    for (const n of some.slice(0, 5)) {
      await get('search/v1/recent', { kind: 'sim', id: iccidOf(n) })
      await get('search/v1/recent', { kind: 'panel', id: cloudIdOf(n) })
    }
    const { items } = await get<{ items: FoundThing[] }>('search/v1/recent')
    said.recent = new Map(items.map(({ id, state }) => [id, state]))
    expect(items).toHaveLength(10)

    type Sims = z.output<(typeof calls)['listCompanySims']['data']>
    type Panels = z.output<(typeof calls)['listCompanyPanels']['data']>
    const company = 'companymanager/v1/companies/1'
    const rows = [
      ...(await pages(`${company}/sims`, ({ sims: some }: Sims) => some)).map(
        ({ iccid, state }) => [iccid, state] as const,
      ),
      ...(await pages(`${company}/panels`, ({ panels: some }: Panels) => some)).map(
        ({ cloudId, state }) => [cloudId, state] as const,
      ),
    ]
    said.list = new Map<string, unknown>(rows)
    const { groups } = await get<{ groups: CauseGroup[] }>('diagnosis/v1/panels', {
      cloudIds: ids.panel.slice(0, 500),
    })
    const lines = groups.flatMap((group) => group.panels)
    said['diagnosis line'] = new Map(lines.map(({ cloudId, state }) => [cloudId, state]))
    said['SIM of a diagnosis line'] = new Map(
      lines.flatMap(({ iccid, simState }) => (iccid === null ? [] : [[iccid, simState]])),
    )

    said.question = new Map()
    for (const id of some.map(iccidOf))
      said.question.set(id, (await get<{ state: SimState }>(`simmanagement/v1/sims/${id}`)).state)
    type Checked = z.output<(typeof calls)['batchUpload']['data']>
    const listed = ids.sim.slice(0, mostBatchRows).join('\n')
    said['question of a batch'] = new Map(
      (await get<Checked>('simmanagement/v1/batchupload', JSON.stringify(listed))).map(
        ({ iccid, simState }) => [iccid, simState],
      ),
    )
    type Located = z.output<(typeof calls)['locatePanels']['data']>
    const located = await get<Located>('panelmanagement/v1/locate/1000001?queryType=sapNumber')
    said['Panel Management'] = new Map(located.panels.map(({ cloudId }, n) => [cloudId, located.states[n]]))
    // The diagnosis begins with the same word; of a panel that no container ever told of the state is not known.
    for (const { cloudId, symptom } of lines) {
      const { state = '', at = null } = panels.get(cloudId) ?? {}
      const also = { 'one-way': ['silent', 'reporting'], 'not-connected': at === null ? ['not-known'] : [] }
      expect([cloudId, symptom, ...(also[symptom as keyof typeof also] ?? [])]).toContain(state)
    }

    const states = new Map<string, SimState | PanelState>([...sims, ...panels])
    for (const [surface, told] of Object.entries(said)) {
      expect(told.size, surface).toBeGreaterThan(0)
      for (const [id, state] of told) expect([surface, id, state]).toEqual([surface, id, states.get(id)])
    }
    const files = new Map([
      ...(await csv(`${company}/sims/export`)),
      ...(await csv(`${company}/panels/export`)),
    ])
    expect(files.size).toBe(2 * many)
    const managed = await csv('panelmanagement/v1/export/1000001?queryType=sapNumber')
    expect(managed.size).toBe(many)
    for (const [id, row] of [...files, ...managed]) {
      const { state, online, since, at, source, isFresh, facts, cause } = states.get(id) ?? {}
      expect([id, row]).toMatchObject([
        id,
        {
          State: state,
          Online: online ?? '',
          StateSince: since ?? '',
          StateAt: at ?? '',
          StateBy: source,
          StateIsFresh: String(isFresh),
          Beside: facts?.join(' '),
          Finding: cause?.code ?? '',
          FindingState: cause?.state ?? '',
        },
      ])
    }

    // And the company's head counts what its lists show.
    const { state } = await get<{ state: { counts: { sims: object; panels: object } } }>(`${company}/state`)
    const count = async (path: string) => (await get<{ matches: number }>(`${company}/${path}`)).matches
    expect(state.counts).toEqual({
      sims: {
        total: many,
        wrong: await count('sims?show=wrong'),
        notAsked: await count('sims?show=not-asked'),
      },
      panels: {
        total: many,
        wrong: await count('panels?show=wrong'),
        notAsked: await count('panels?show=not-asked'),
        silent: await count('panels?show=silent'),
        otherEnvironment: await count('panels?show=other-environment'),
      },
    })
    // The world has all of it, and who may not read it is told none of it.
    const has = (right: string) => (rights as readonly string[]).includes(right)
    const words = new Set([...panels.values()].map((each) => each.state))
    expect(words.has('silent')).toBe(has('webconnect.read'))
    expect([...panels.values()].some(({ facts }) => facts.includes('other-environment'))).toBe(
      has('panel-environment.read'),
    )
    expect([...states.values()].some(({ cause }) => cause !== null)).toBe(name === 'everything')
    for (const word of ['refused', 'flapping', 'not-connected'])
      expect(words.has(word as never)).toBe(has('webconnect.read'))
    expect([...sims.values()].some(({ facts }) => facts.includes('over-threshold'))).toBe(true)
    expect(new Set([...sims.values()].map((each) => each.state)).size).toBe(5)
  })
})

async function plant(db: Db, now: Date): Promise<void> {
  const at = (hours: number | null) =>
    hours === null ? null : new Date(now.getTime() - hours * 3600_000).toISOString()
  const sims = fc.sample(simArbitrary, { numRuns: many, seed })
  const panels = fc.sample(panelArbitrary, { numRuns: many, seed })
  await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
    values (1, 'Harbor', '1000001', 'us', 'us', 'TIER2_STANDARD')`.execute(db)
  await sql`update company set usage_monitoring_enabled = true, warning_threshold_percent = 75`.execute(db)
  const containers = { fresh: 0.005, stale: 4, failing: 0.3, unheard: null }
  for (const [name, said] of Object.entries(containers))
    await sql`insert into webconnect_container (container_name, said_at, checked_at, problem)
      values (${name}, ${at(said)}, ${name === 'stale' ? at(said) : now}, ${name === 'failing' ? 'HTTP 500' : ''})`.execute(
      db,
    )
  const observe = async (
    kind: string,
    id: string,
    source: string,
    { fields, hours, outcome = 'Success' }: { fields: object; hours: number | null; outcome?: string },
  ) =>
    sql`insert into observation (thing_kind, thing_id, source, fields, asked_at, status, unanswered_at) values
      (${kind}, ${id}, ${source}, ${hours === null ? null : JSON.stringify(fields)}::jsonb, ${at(hours)}, ${outcome},
        ${outcome === 'Success' ? null : now})`.execute(db)
  const judge = async (kind: string, id: string, found: (typeof sims)[number]['verdict']) =>
    found &&
    sql`insert into thing_finding (thing_kind, thing_id, code, state, since, at)
      values (${kind}, ${id}, ${kind === 'sim' ? 'sim-imei' : 'panel-services'}, ${found.state}, ${at(found.since ?? 1)}, ${at(found.at ?? 1)})`.execute(
      db,
    )
  for (const [n, sim] of sims.entries()) {
    const [iccid, carrier] = [iccidOf(n), n % 2 ? 'AT&T' : 'Verizon']
    await sql`insert into sim (iccid, vendor_code, company_id, usable, deactivated_at, panel)
      values (${iccid}, ${n % 2 ? 'ATT' : 'VZN'}, 1, ${sim.usable}, ${at(sim.deactivated)}, ${n % 3 ? cloudIdOf(n) : ''})`.execute(
      db,
    )
    if (sim.changed !== null)
      await sql`insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
        values ('sim', ${iccid}, ${carrier}, 'deviceStatus', 'before', ${sim.own.status}, ${at(sim.changed)})`.execute(
        db,
      )
    const told = { [carrier]: sim.own, MobileBroker: sim.broker, Connector: sim.connector }
    for (const [
      source,
      { status: deviceStatus, online: onlineStatus, age: hours, outcome },
    ] of Object.entries(told))
      if (hours !== null || outcome !== 'Success')
        await observe('sim', iccid, source, { fields: { deviceStatus, onlineStatus }, hours, outcome })
    if (sim.used !== null)
      await observe('sim', iccid, `${carrier} usage`, {
        fields: { usedPercent: String(sim.used), usageTo: now.toISOString().slice(0, 10) },
        hours: 1,
      })
    await judge('sim', iccid, sim.verdict)
  }
  for (const [n, panel] of panels.entries()) {
    const id = cloudIdOf(n)
    await sql`insert into panel (cloud_id, company_id, panel_info)
      values (${id}, 1, ${JSON.stringify({ serviceStates: [], physicalPanelId: physicalIdOf(n) })}::jsonb)`.execute(
      db,
    )
    const { session, container, environment } = panel
    const heardAt = session === 'silent' ? (at(panel.heard) ?? '') : ''
    if (session) {
      await observe('panel', id, 'WebConnect', {
        fields: { connection: session, container, heardAt },
        hours: panel.age,
      })
      if (panel.missed && session !== 'gone')
        await sql`insert into webconnect_missed (cloud_id, container_name, since, took_ms) values (${id}, ${container}, ${at(0.02)}, 5)`.execute(
          db,
        )
    }
    if (panel.refusedAt)
      await sql`insert into webconnect_refused (cloud_id, container_name, since) values (${id}, ${panel.refusedAt}, ${at(0.4)})`.execute(
        db,
      )
    if (panel.begun > 0)
      await sql`insert into webconnect_sessions (cloud_id, hour, begun) values (${id}, date_trunc('hour', ${now}::timestamptz, 'UTC'), ${panel.begun})`.execute(
        db,
      )
    if (environment)
      await observe('panel', physicalIdOf(n), 'Pathfinder', { fields: { environment }, hours: 5 })
    await judge('panel', id, panel.verdict)
  }
  await sql`analyze`.execute(db)
}
