import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { basic, call, startField } from '../testing/start-field.ts'
import { kindsOfEvents } from '../world/events.ts'
import { simOfPanel } from '../world/facts.ts'
import type { Truth } from '../world/truth.ts'

let field: RunningField
const begin = Date.parse('2026-03-02T06:00:00Z')
const minute = 60_000
const iso = (minutes: number) => new Date(begin + minutes * minute).toISOString()
const control = async (method: string, path: string, body?: unknown) => {
  const answer = await call(`${field.url}/control/${path}`, { method, body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as never
}
const goTo = (minutes: number) => control('POST', 'time', { now: iso(minutes), speed: 0 })
const play = (...events: object[]) => control('POST', 'stories', { name: 'test', events })
const truth = (panel: string): Promise<Truth> => control('GET', `truth?panel=${panel}`)
const read = async (path: string, headers: Record<string, string>) =>
  (await call(`${field.url}/${path}`, { headers })).body as never

interface Connection {
  cloud: { cloudId: string }
  lastReceivedTime: string
  connectedTime: string
}
const connections = async (container = 'webconnect-1'): Promise<Connection[]> => {
  const headers = { authorization: 'Bearer demo-webconnect-token' }
  const page: { connections: Connection[] } = await read(`webconnect/${container}/v1/connections`, headers)
  return page.connections
}
const connection = async (panel: string) => (await connections()).find(({ cloud }) => cloud.cloudId === panel)

/** Of AT&T, Harbor Security. */
const panel = 'CBS0000001'
const sim = '8901170000000000013'
const att = (): Promise<{ status: string }> =>
  read(`att/rws/api/v1/devices/${sim}`, { authorization: basic('console', 'demo-att-key') })
const attSession = (): Promise<{ dateSessionEnded: string | null }> =>
  read(`att/rws/api/v1/devices/${sim}/sessionInfo`, { authorization: basic('console', 'demo-att-key') })
const broker = (): Promise<{ status: string; updatedAt: string }> =>
  read(`mobile-broker/api/v1/sims/${sim}`, { 'x-api-key': 'demo-broker-key' })
const connector = (): Promise<{ devices: [{ deviceStatus: string }] }> =>
  read(`connector/v1/devices?iccid=${sim}`, { authorization: 'Bearer demo-connector-token' })

beforeAll(async () => {
  field = await startField({ attCallsPerSecond: 1000 })
})
afterEach(async () => {
  await control('DELETE', 'stories')
  await control('DELETE', 'situations')
})
afterAll(() => field.close())

describe('living world: its clock', () => {
  it('goes as the machine until it is set, stands, runs, and is what every neighbour goes by', async () => {
    const before: { now: string; speed: number } = await control('GET', 'time')
    expect(Math.abs(Date.parse(before.now) - Date.now())).toBeLessThan(5000)
    expect(before.speed).toBe(1)
    await goTo(0)
    const { time }: { time: string } = await read('webconnect/webconnect-1/v1/metrics', {
      authorization: 'Bearer demo-webconnect-token',
    })
    expect(time).toBe(iso(0))
    expect(await control('POST', 'time', { speed: 60_000 })).toMatchObject({ speed: 60_000 })
    await expect
      .poll(async () => Date.parse(((await control('GET', 'time')) as { now: string }).now))
      .toBeGreaterThan(begin + 5 * minute)
    expect((await call(`${field.url}/control/time`, { method: 'POST', body: { now: 'soon' } })).status).toBe(
      400,
    )
    expect((await call(`${field.url}/control/time`, { method: 'POST', body: { speed: -1 } })).status).toBe(
      400,
    )
  })
})

describe('living world: situations', () => {
  it('a silence begins at a moment and stays there while time goes on', async () => {
    await goTo(0)
    await control('POST', 'situations/container-silent')
    const before = await connections()
    expect(before.length).toBeGreaterThan(380)
    await goTo(30)
    const after = await connections()
    expect(after.map(({ lastReceivedTime }) => lastReceivedTime)).toEqual(
      before.map(({ lastReceivedTime }) => lastReceivedTime),
    )
    // The container's silence is the cause, from 45 minutes before the situation on.
    expect(await truth('CBS0000002')).toMatchObject({
      is: 'mute',
      cause: { what: 'container.deaf', at: iso(-45) },
      canBeKnown: true,
    })
  })
})

describe('living world: stories', () => {
  const layered = Object.entries(kindsOfEvents).flatMap(([what, kind]) => ('layer' in kind ? [what] : []))
  it.each(layered)('the truth names the event that was planted: %s', async (what) => {
    await goTo(0)
    const isOfContainer = what.startsWith('container.')
    const of = isOfContainer ? { container: 'webconnect-1' } : { panel }
    await play({ id: 'planted', at: iso(5), what, of, until: iso(3000) })
    // Who hangs on to its session has it for seven hours at most.
    await goTo(900)
    expect(await truth(panel)).toMatchObject({ isWrong: true, cause: { id: 'planted', what, at: iso(5) } })
    const { panels }: { panels: Truth[] } = await control('GET', `truth?at=${iso(900)}`)
    expect(panels.map((wrong) => wrong.panel)).toContain(panel)
    expect(panels.length > 300).toBe(isOfContainer)
    await goTo(4)
    expect(await truth(panel)).toMatchObject({ isWrong: false, cause: null })
  })

  it('the first thing on the way that does not work is the cause; the others are masked', async () => {
    await goTo(0)
    await play(
      { id: 'region', at: iso(1), what: 'carrier.region-down', of: { carrier: 'ATT' }, until: iso(60) },
      { id: 'core', at: iso(0), what: 'receiver.core-down', of: { panel }, until: iso(90) },
    )
    await goTo(20)
    expect(await truth(panel)).toMatchObject({ cause: { id: 'region' }, masked: [{ id: 'core' }] })
    await goTo(70)
    expect(await truth(panel)).toMatchObject({ cause: { id: 'core', isOver: false } })
  })

  it('what no view has shown yet cannot be known; what all tell alike is alike', async () => {
    await goTo(0)
    const [found] = (await connections()).filter(({ cloud }) => cloud.cloudId === panel)
    expect(found).toBeDefined()
    await play({ id: 'power', at: iso(10), what: 'panel.power-lost', of: { panel } })
    await goTo(10 + 0.001)
    expect(await truth(panel)).toMatchObject({ isWrong: true, canBeKnown: false })
    await goTo(40)
    const later = await truth(panel)
    expect(later).toMatchObject({ is: 'absent', canBeKnown: true })
    expect(later.alike).toContain('panel.radio-lost')
    expect(later.alike).not.toContain('carrier.suspended')
  })

  it('each neighbour hears of a suspension after its own lag, and of the end of its session', async () => {
    await goTo(0)
    await play({ at: iso(1), what: 'carrier.suspended', of: { panel }, lag: 1 })
    await goTo(2)
    expect((await att()).status).toBe('DEACTIVATED')
    expect([(await broker()).status, (await connector()).devices[0].deviceStatus]).toEqual([
      'Active',
      'ACTIVE',
    ])
    await goTo(35)
    expect((await attSession()).dateSessionEnded).toContain('2026-03-02 06:01')
    expect((await connector()).devices[0].deviceStatus).toBe('SUSPENDED')
    expect(await connection(panel)).toBeUndefined()
    await goTo(130)
    expect(await broker()).toMatchObject({ status: 'Suspended' })
    expect(Date.parse((await broker()).updatedAt)).toBeGreaterThan(begin + 20 * minute)
  })

  it('all told and drawn stories can be played, and DELETE leads back', async () => {
    await goTo(0)
    const before = [await connections(), await att(), await broker(), await connector()]
    const { stories }: { stories: { name: string }[] } = await control('GET', 'stories')
    for (const { name } of stories) await control('POST', 'stories', { name })
    for (let seed = 1; seed <= 6; seed++) await control('POST', 'stories', { seed, size: seed % 4 })
    const { playing }: { playing: unknown[] } = await control('GET', 'stories')
    expect(playing.length).toBeGreaterThan(25)
    await goTo(600)
    expect(((await control('GET', 'truth')) as { panels: unknown[] }).panels.length).toBeGreaterThan(10)
    await control('DELETE', 'stories')
    await goTo(0)
    expect([await connections(), await att(), await broker(), await connector()]).toEqual(before)
    expect(await control('GET', 'truth')).toMatchObject({ panels: [] })
    expect(await control('GET', 'faults')).toEqual({ faults: [] })
  })

  it('a container spells a SIM otherwise, tells old figures, and a neighbour fails for its time', async () => {
    await goTo(0)
    const now = await connection(panel)
    await play(
      { at: iso(1), what: 'container.spells', of: { container: 'webconnect-1' }, to: { spelling: 'short' } },
      { at: iso(1), what: 'container.figures-late', of: { container: 'webconnect-1' }, to: { minutes: 3 } },
      { at: iso(2), until: iso(9), what: 'neighbour.garbled', of: { neighbour: 'connector' } },
      { at: iso(1), what: 'source.says', of: { sim }, to: { source: 'mobile-broker', word: 'QUARANTINE' } },
    )
    await goTo(3)
    expect(await connection(panel)).toEqual({ ...now, iccid: sim.slice(0, -1) })
    expect((await broker()).status).toBe('QUARANTINE')
    await expect(connector()).rejects.toThrow(/JSON/)
    await goTo(10)
    expect((await connector()).devices[0].deviceStatus).toBe('ACTIVE')
  })

  it('what the console has a carrier do ends the session too', async () => {
    const generated = simOfPanel(100)
    await goTo(0)
    const headers = { authorization: basic('console', 'demo-att-key') }
    const url = `${field.url}/att/rws/api/v1/devices/${generated}`
    const body = { status: 'DEACTIVATED' }
    expect((await call(url, { method: 'PUT', headers, body })).status).toBe(200)
    await goTo(2)
    expect(await truth('CBS0000100')).toMatchObject({ cause: { what: 'carrier.deactivated', at: iso(0) } })
  })

  it.each([
    [{ name: 'none' }, 'There is no story of this name.'],
    [{ seed: 1, size: 9 }, "'size' is 0, 1, 2 or 3."],
    [{ events: [{ at: iso(0), what: 'panel.bored', of: {} }] }, "There is no event 'panel.bored'."],
    [{ events: [{ at: 'soon', what: 'panel.away', of: { panel } }] }, "'at' is a time"],
    [{ events: [{ at: iso(0), what: 'panel.away', of: {}, often: 2 }] }, "Unknown field 'often'"],
  ])('refuses what makes no sense: %j', async (body, message) => {
    const answer = await call(`${field.url}/control/stories`, { method: 'POST', body })
    expect(answer.status).toBe(400)
    expect((answer.body as { message: string }).message).toContain(message)
  })
})
