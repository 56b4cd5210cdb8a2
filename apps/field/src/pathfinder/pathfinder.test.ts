import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { call, startField } from '../testing/start-field.ts'
import { seedPanels } from '../world/panels.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

const headers = { authorization: 'Bearer demo-pathfinder-token' }
const named = (n: string) => `6f9619ff-8b86-d011-b42d-00c04fc964${n}`
const url = (physicalId: string) => `${field.url}/pathfinder/v1/panels/${physicalId}/environment`
const read = (physicalId: string) => call(url(physicalId), { headers })
const point = (physicalId: string, environment: unknown) =>
  call(url(physicalId), { method: 'PUT', headers, body: { environment } })
const mappings = (id: string, environment: string) =>
  call(`${field.url}/pathfinder/v1/mappings?${new URLSearchParams({ id, environment })}`, { headers })
const panels = seedPanels()
const panel = (cloudId: string) => {
  const found = panels.find((each) => each.cloudId === cloudId)
  if (!found) throw new Error(`no ${cloudId}`)
  return found
}

describe('demo world: panels', () => {
  it('are 2,000, the same each time, with ids of their own', () => {
    expect(seedPanels()).toEqual(panels)
    expect(panels).toHaveLength(2000)
    for (const name of ['cloudId', 'physicalId', 'productId', 'deviceId'] as const)
      expect(new Set(panels.map((each) => each[name])).size).toBe(2000)
    for (const { physicalId } of panels)
      expect(physicalId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('mostly point to TEST, where the demo is, a few to PROD and DEV; a few never connected', () => {
    const share = (of: (each: (typeof panels)[number]) => boolean) => panels.filter(of).length / panels.length
    expect(share((each) => each.environment === 'TEST')).toBeGreaterThan(0.95)
    for (const environment of ['PROD', 'DEV'])
      expect(share((each) => each.environment === environment)).toBeGreaterThan(0.01)
    expect(share((each) => !each.connected)).toBeLessThan(0.03)
  })
})

describe('docs/neighbours/panel-systems.md: Pathfinder', () => {
  it('reads the environment of a panel that has connected', async () => {
    expect((await read(named('ff'))).body).toEqual({
      physicalPanelId: named('ff'),
      environment: 'PROD',
      changedAt: expect.stringMatching(/Z$/),
    })
    const { physicalId } = panel('CBS0000027')
    expect((await read(physicalId)).body).toMatchObject({ environment: 'TEST' })
  })

  it('points a panel elsewhere; it is known there from then on, and still where it was', async () => {
    const { physicalId, deviceId } = panel('CBS0000063')
    expect((await mappings(deviceId, 'PROD')).status).toBe(404)
    const answer = await point(physicalId, 'PROD')
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ environment: 'PROD' })])
    expect((await read(physicalId)).body).toMatchObject({ environment: 'PROD' })
    expect((await mappings(deviceId, 'PROD')).status).toBe(200)
    expect((await mappings(deviceId, 'DEV')).status).toBe(200)
    expect((await mappings(deviceId, 'TEST')).status).toBe(404)
  })

  it("specification 11 knows a panel in PROD in TEST too, the demo's own host, where it was tried out", async () => {
    expect((await mappings('CBS0000001', 'TEST')).status).toBe(200)
    expect((await mappings('CBS0000001', 'DEV')).status).toBe(404)
  })

  it('looks a panel up by each of its ids', async () => {
    const { cloudId, physicalId, productId, deviceId } = panel('CBS0000001')
    for (const id of [cloudId, physicalId, productId, deviceId])
      expect((await mappings(id, 'PROD')).body).toEqual({
        environment: 'PROD',
        mappings: [
          { idType: 'CloudId', value: cloudId },
          { idType: 'PhysicalPanelId', value: physicalId },
          { idType: 'PanelProductId', value: productId },
          { idType: 'DeviceId', value: deviceId },
        ],
      })
  })

  it('does not know CBS0000003, which never connected, nor what is no panel', async () => {
    const { cloudId, physicalId } = panel('CBS0000003')
    expect((await read(physicalId)).body).toMatchObject({ code: 'PANEL_NOT_FOUND' })
    expect((await mappings(cloudId, 'PROD')).body).toMatchObject({ code: 'MAPPING_NOT_FOUND' })
    expect((await read('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await point(physicalId, 'TEST')).status).toBe(404)
  })

  it('fails on CBS0000004 with 500 and refuses CBS0000009 with 403, changing neither', async () => {
    for (const [physicalId, status] of [
      [named('04'), 500],
      [named('09'), 403],
    ] as const) {
      expect((await point(physicalId, 'TEST')).status).toBe(status)
      expect((await read(physicalId)).body).toMatchObject({ environment: 'PROD' })
    }
  })

  it('refuses a wrong token, an unknown environment, a look-up without an id', async () => {
    const wrong = await call(url(named('ff')), { headers: { authorization: 'Bearer x' } })
    expect([wrong.status, wrong.body]).toEqual([401, expect.objectContaining({ code: 'UNAUTHORIZED' })])
    for (const environment of ['prod', 'STAGE', 7, undefined])
      expect((await point(named('ff'), environment)).status).toBe(400)
    expect((await mappings('CBS0000001', 'prod')).status).toBe(400)
    expect((await mappings('', 'PROD')).status).toBe(400)
  })
})
