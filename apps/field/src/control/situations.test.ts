import { situations } from '@support-console/demo-world/situations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { call, startField } from '../testing/start-field.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
const control = (method: string, name = '') =>
  call(`${field.url}/control/situations${name && `/${name}`}`, { method })
afterEach(() => control('DELETE'))
afterAll(() => field.close())

const sim = '8901170000000000013'
const panel = 'CBS0000001'
const read = async (path: string, headers: Record<string, string>) =>
  (await call(`${field.url}/${path}`, { headers })).body
const broker = (iccid = sim) => read(`mobile-broker/api/v1/sims/${iccid}`, { 'x-api-key': 'demo-broker-key' })
const connector = (iccid = sim) =>
  read(`connector/v1/devices?iccid=${iccid}`, { authorization: 'Bearer demo-connector-token' })
const att = (iccid = sim) =>
  read(`att/rws/api/v1/devices/${iccid}`, {
    authorization: `Basic ${Buffer.from('console:demo-att-key').toString('base64')}`,
  })
const webConnect = (path: string) =>
  read(`webconnect/${path}`, { authorization: 'Bearer demo-webconnect-token' })
const connection = async () =>
  (
    (await webConnect('webconnect-1/v1/connections?limit=1000')) as { connections: { cloud: object }[] }
  ).connections.find(({ cloud }) => JSON.stringify(cloud).includes(panel)) as
    | { lastReceivedTime: string; ethernet: { ipAddress: string }; iccid: string }
    | undefined

describe('connected console 5 situations', () => {
  it('are listed with a sentence, what to ask about and what is to be found, and say which are present', async () => {
    await control('POST', 'sim-suspended-everywhere')
    const { situations: listed } = (await control('GET')).body as {
      situations: { name: string; isPresent: boolean }[]
    }
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(situations))
    expect(listed.length).toBeGreaterThanOrEqual(40)
    expect(listed.filter(({ isPresent }) => isPresent)).toEqual([
      {
        name: 'sim-suspended-everywhere',
        sentence: 'The SIM is suspended, and all three systems say so.',
        about: { sim: '89148000000000010018' },
        expects: { state: 'cause', code: 'sim-not-active' },
        isPresent: true,
      },
    ])
    expect((await control('POST', 'nowhere')).status).toBe(404)
  })

  it('one without a name is given in the body, with the session of a SIM and what its container received', async () => {
    const changes = {
      sims: { [sim]: { all: { online: false, session: { beganMinutes: 90, endedMinutes: 30 } } } },
      connections: { [panel]: { status: 'NAK', sentMinutes: 5 } },
    }
    expect((await call(`${field.url}/control/situations`, { method: 'POST', body: changes })).status).toBe(
      201,
    )
    const { lastSeenAt } = ((await connector()) as { devices: [{ lastSeenAt: string }] }).devices[0]
    expect(Math.abs(Date.now() - 30 * 60_000 - Date.parse(lastSeenAt))).toBeLessThan(60_000)
    const found = (await connection()) as unknown as { lastReceivedStatus: string; lastSendDataTime: string }
    expect(found.lastReceivedStatus).toBe('NAK')
    expect(Math.abs(Date.now() - 5 * 60_000 - Date.parse(found.lastSendDataTime))).toBeLessThan(60_000)
    expect((await call(`${field.url}/control/situations`, { method: 'POST', body: [] })).status).toBe(400)
  })

  it('all can be entered, and everything is as it was when they are left', async () => {
    const before = [await broker(), await connector(), await att()]
    for (const name of Object.keys(situations)) expect((await control('POST', name)).status, name).toBe(201)
    await control('DELETE')
    expect([await broker(), await connector(), await att()]).toEqual(before)
    expect((await call(`${field.url}/control/faults`)).body).toEqual({ faults: [] })
  })

  it('a SIM is told by one system only, by all, or like another one that no one has', async () => {
    await control('POST', 'sim-deactivated-at-the-carrier')
    expect(await att()).toMatchObject({ status: 'DEACTIVATED' })
    expect(await broker()).toMatchObject({ status: 'Active' })
    await control('DELETE')
    await control('POST', 'sim-company-at-connector')
    expect(await connector()).toMatchObject({
      devices: [{ companyName: 'Prairie Alarm', connection: 'ONLINE' }],
    })
    await control('POST', 'sim-not-in-inventory')
    expect(await att('8901170000000099999')).toMatchObject({
      iccid: '8901170000000099999',
      status: 'ACTIVATED',
    })
  })

  it('a SIM is listed twice, in an own word, or as another one; a container leaves the zone out', async () => {
    await control('POST', 'sim-listed-twice')
    expect(await connector()).toMatchObject({
      devices: [{ deviceStatus: 'ACTIVE' }, { deviceStatus: 'SUSPENDED' }],
    })
    await control('POST', 'half-answers')
    expect(await broker()).toMatchObject({ iccid: sim, status: '', imei: '' })
    await control('POST', 'answers-about-another-sim')
    expect(await broker()).toMatchObject({ iccid: '8901170000900000105', status: 'Active' })
    await control('POST', 'container-writes-local-time')
    const { time } = (await webConnect('webconnect-1/v1/metrics')) as { time: string }
    expect(time).toMatch(/T\d\d:\d\d:\d\d$/)
    expect(Math.abs(Date.parse(`${time}Z`) + 300 * 60_000 - Date.now())).toBeLessThan(60_000)
  })

  it('a panel is heard, silent or gone at its container with the address of its SIM; a container fails', async () => {
    await control('POST', 'panel-in-order')
    const heard = await connection()
    expect(heard).toMatchObject({ iccid: sim, ethernet: { ipAddress: '10.64.18.13' } })
    expect(Date.now() - Date.parse(heard?.lastReceivedTime ?? '')).toBeLessThan(120_000)
    await control('POST', 'panel-not-heard')
    const silent = await connection()
    expect(Date.now() - Date.parse(silent?.lastReceivedTime ?? '')).toBeGreaterThan(7_100_000)
    await control('POST', 'panel-not-connected')
    expect(await connection()).toBeUndefined()
    await control('POST', 'container-gone')
    expect(await webConnect('webconnect-1/v1/metrics')).toMatchObject({ code: 'CONTAINER_NOT_FOUND' })
    await control('DELETE')
    await control('POST', 'container-clock-wrong')
    const { time } = (await webConnect('webconnect-1/v1/metrics')) as { time: string }
    expect(Date.parse(time) - Date.now()).toBeGreaterThan(600_000)
  })

  it('what a silent system holds up is answered when the situation is left; other faults stay', async () => {
    const fault = { system: 'pathfinder', fault: '500' }
    await call(`${field.url}/control/faults`, { method: 'POST', body: fault })
    await control('POST', 'connector-never-answers')
    const answer = connector()
    await expect
      .poll(async () =>
        JSON.stringify((await call(`${field.url}/control/requests?system=connector&limit=1`)).body),
      )
      .toContain('"status":null')
    await control('DELETE')
    expect(await answer).toMatchObject({ devices: [{ iccid: sim }] })
    expect((await call(`${field.url}/control/faults`)).body).toMatchObject({ faults: [fault] })
    await call(`${field.url}/control/faults`, { method: 'DELETE' })
  })
})
