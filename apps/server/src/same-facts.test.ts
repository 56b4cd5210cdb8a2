import type { CauseGroup, calls, FoundThing, ResolvedLine, ThingState } from '@support-console/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { openSituationStage, type SituationStage } from './features/diagnosis/situations-stage.ts'
import { judgeEverything } from './features/fleet/survey.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { parseCsv } from './testing/parse-csv.ts'
import { seesAll } from './testing/views.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

type DataOf<Name extends keyof typeof calls> = z.output<(typeof calls)[Name]['data']>

/** Of company 1: it has no session, and points to another environment. */
const panel = 'CBS0000001'
const company = 'companymanager/v1/companies/1'
/** Suspended everywhere, of the same company. */
const sim = '8914800000000000055'
const stands = 'stand=counts,once,expected'

/** One thing as surfaces say it, each fact by itself. */
const stateFacts = ['state', 'online', 'since', 'at', 'source', 'isFresh', 'facts', 'cause'] as const

describeOnOneDatabase('52.11 one fact, one keeper, one number', (database) => {
  let stage: SituationStage
  beforeAll(async () => {
    stage = await openSituationStage(database.get())
    await stage.field.enter('sim-suspended-everywhere')
    await stage.field.enter('panel-in-another-environment')
    await stage.collect()
  })
  afterAll(() => stage.close())

  async function get<Data>(path: string, body?: object): Promise<Data> {
    const answer = await stage.server.call(body ? 'POST' : 'GET', `/api/${path}`, { ...(body && { body }) })
    expect([path, answer.code, answer.envelope.message]).toEqual([path, 200, answer.envelope.message])
    return answer.envelope.data as Data
  }
  const csv = async (path: string, id: string, column: string) => {
    const { text } = await stage.server.call('GET', `/api/${path}`)
    const [headings = [], ...lines] = parseCsv(`\ufeff${text.replace(/^\ufeff/, '')}`)
    const line = lines.find((cells) => cells.includes(id))
    return line && Object.fromEntries(headings.map((heading, at) => [heading, line[at]]))[column]
  }
  async function find<Row>(path: string, rowsOf: (data: never) => Row[], isIt: (row: Row) => boolean) {
    for (let page = 1; page < 60; page++) {
      const rows = rowsOf(await get<never>(`${path}${path.includes('?') ? '&' : '?'}page=${page}`))
      const row = rows.find(isIt)
      if (row || rows.length === 0) return row
    }
  }
  const inFleet = (filter: string, id: string) =>
    find(
      `fleet/v1/findings?by=thing&filter=${encodeURIComponent(`${stands}&${filter}`)}`,
      ({ rows }: DataOf<'listFleet'>) => rows,
      (row) => 'of' in row && row.of.id === id,
    )

  /** What every surface says of the two things. */
  async function statesSaid(): Promise<Record<string, Record<string, ThingState | null | undefined>>> {
    const resolved = await get<{ items: ResolvedLine[] }>('search/v1/resolve', { text: `${panel}\n${sim}` })
    const hitOf = async (id: string) =>
      (await get<{ hits: FoundThing[] }>(`search/v1/find?q=${id}`)).hits.find((hit) => hit.id === id)?.state
    const { groups } = await get<{ groups: CauseGroup[] }>('diagnosis/v1/panels', { cloudIds: [panel] })
    const [panelInFleet, simInFleet] = [await inFleet('company=1', panel), await inFleet('company=1', sim)]
    const fleetOf = (row: typeof simInFleet) => (row && 'state' in row ? { fleet: row.state } : {})
    return {
      panel: {
        page: (await get<{ state: ThingState }>(`things/v1/panels/${panel}`)).state,
        list: (
          await find(
            `${company}/panels`,
            ({ panels }: DataOf<'listCompanyPanels'>) => panels,
            ({ cloudId }) => cloudId === panel,
          )
        )?.state,
        palette: await hitOf(panel),
        'search of many': resolved.items[0]?.hit?.state,
        diagnose: groups.flatMap((group) => group.panels)[0]?.state,
        ...fleetOf(panelInFleet),
      },
      SIM: {
        page: (await get<{ state: ThingState }>(`things/v1/sims/${sim}`)).state,
        list: (
          await find(
            `${company}/sims`,
            ({ sims }: DataOf<'listCompanySims'>) => sims,
            ({ iccid }) => iccid === sim,
          )
        )?.state,
        palette: await hitOf(sim),
        'search of many': resolved.items[1]?.hit?.state,
        question: (await get<{ state: ThingState }>(`simmanagement/v1/sims/${sim}`)).state,
        ...fleetOf(simInFleet),
      },
    }
  }

  /** Each fact as each surface says it. */
  async function factsSaid(): Promise<Record<string, Record<string, unknown>>> {
    const facts: Record<string, Record<string, unknown>> = {}
    for (const [thing, surfaces] of Object.entries(await statesSaid()))
      for (const fact of stateFacts)
        facts[`${fact} of the ${thing}`] = Object.fromEntries(
          Object.entries(surfaces).map(([surface, state]) => [surface, state?.[fact]]),
        )
    for (const [thing, list, id] of [
      ['panel', 'panels', panel],
      ['SIM', 'sims', sim],
    ] as const) {
      Object.assign(facts[`state of the ${thing}`] ?? {}, {
        export: await csv(`${company}/${list}/export`, id, 'State'),
      })
      const since = facts[`since of the ${thing}`] ?? {}
      since.export = (await csv(`${company}/${list}/export`, id, 'StateSince')) || null
    }
    const overview = await get<DataOf<'getFleet'>>('fleet/v1/overview')
    const { limits } = await get<DataOf<'listAttention'>>('attention/v1/current')
    const { metrics } = await get<DataOf<'getMetrics'>>('wcmetrics/v1/metrics/getall?details=false')
    const { state } = await get<{ state: ThingState }>(`${company}/state`)
    const { counts } = state
    const matches = async (path: string) => (await get<{ matches: number }>(`${company}/${path}`)).matches
    const fleet = await get<DataOf<'listFleet'>>(`fleet/v1/findings?filter=${encodeURIComponent(stands)}`)
    const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
    const away = sum(fleet.rows.map((row) => ('hours' in row ? row.silent + row.notConnected : 0)))
    const found = async (finding: string) =>
      (
        await get<DataOf<'listFleet'>>(
          `fleet/v1/findings?filter=${encodeURIComponent(`${stands}&company=1&finding=${finding}`)}`,
        )
      ).things
    return {
      ...facts,
      'panels that are silent now': {
        Home: limits?.panels?.silent,
        fleet: overview.panels?.silent,
        'rows of the fleet and the others': away + (overview.silent?.others ?? 0),
        'WebConnect Metrics and those without a session':
          sum(metrics.map(({ silentCount }) => silentCount)) + (await without()),
      },
      'SIMs that their carrier told of': {
        Home: limits?.sims?.seen,
        fleet: sum(overview.coverage.map(({ within }) => within)),
      },
      'panels of the company in another environment': {
        head: counts?.panels?.otherEnvironment,
        list: await matches('panels?show=other-environment'),
        fleet: await found('other-environment'),
      },
      'panels of the company that are wrong': {
        head: counts?.panels?.wrong,
        list: await matches('panels?show=wrong'),
      },
      'SIMs of the company that are wrong': {
        head: counts?.sims?.wrong,
        list: await matches('sims?show=wrong'),
      },
    }
  }
  /** How many left and are not back. */
  const without = async () =>
    new Set(
      (
        await stage.db
          .selectFrom('webconnect_absence')
          .select('cloud_id')
          .where('ended_at', 'is', null)
          .where('how', '=', 'left')
          .execute()
      ).map((row) => row.cloud_id),
    ).size

  const survey = async () => {
    await stage.server.app.platform.observations.written()
    await judgeEverything(stage.db, () => seesAll(new Date()), new AbortController().signal)
  }
  const isOver = async (path: string) =>
    vi.waitFor(async () => expect((await get<{ state: string }>(path)).state).not.toBe('running'), {
      timeout: 120_000,
      interval: 200,
    })

  it.each([
    [
      'a look',
      async () => {
        await stage.ask(`panels/${panel}`)
        await stage.ask(`sims/${sim}`)
      },
    ],
    [
      'a look at many',
      async () => {
        const { lookId } = await looks({ kind: 'named', things: [`panel ${panel}`, `sim ${sim}`] })
        await isOver(`diagnosis/v1/looks/${lookId}`)
      },
    ],
    [
      'an import',
      () => stage.load('sims.csv', `iccid,vendorCode,sapCompanyId,usable\n${sim},VZN,1000001,false\n`),
    ],
    [
      'a sweep',
      async () => {
        const { sweepId } = await stage.server
          .call('POST', '/api/fleet/v1/sweeps', { body: { of: 'all' } })
          .then(({ envelope }) => envelope.data as { sweepId: string })
        // With the bulk check of the silent panels that follows it.
        await vi.waitFor(
          async () => {
            expect(
              (await get<{ sweep: { state: string } }>(`fleet/v1/sweeps/${sweepId}`)).sweep.state,
            ).not.toBe('running')
            const look = stage.db.selectFrom('look').select('look_id').where('state', '=', 'running')
            expect(await look.execute()).toEqual([])
          },
          { timeout: 200_000, interval: 500 },
        )
      },
    ],
  ])('every surface says the same twenty facts after %s', async (_name, act) => {
    await act()
    // What a look found newer than the containers told is told by them, too.
    await stage.collect()
    await survey()
    const facts = await factsSaid()
    expect(Object.keys(facts)).toHaveLength(21)
    expect(facts['cause of the panel']).toMatchObject({ fleet: { code: 'panel-environment' } })
    for (const [fact, surfaces] of Object.entries(facts)) {
      const [first] = Object.values(surfaces)
      expect([fact, surfaces]).toEqual([
        fact,
        Object.fromEntries(Object.keys(surfaces).map((name) => [name, first])),
      ])
    }
  })

  const looks = async (body: object) =>
    (await stage.server.call('POST', '/api/diagnosis/v1/looks', { body })).envelope.data as { lookId: string }
})
