import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createOutbound } from '../platform/outbound/index.ts'
import { simsForBatches } from '../testing/demo-sims.ts'
import { fastField, startField, type TestField } from '../testing/test-field.ts'
import { createTestOutbound, type TestOutbound } from '../testing/test-outbound.ts'
import type { CarrierSim } from './carriers/carrier.ts'
import { fieldCarriers } from './carriers/field-stage.ts'
import { createConnector } from './connector/connector.adapter.ts'
import { createMobileBroker } from './mobile-broker/mobile-broker.adapter.ts'

let field: TestField
let outbound: TestOutbound
beforeAll(async () => {
  field = await startField(fastField)
})
afterAll(() => field.stop())
beforeEach(() => {
  outbound = createTestOutbound()
})
afterEach(() => outbound.close())

const carrier = (vendor: keyof typeof fieldCarriers) => fieldCarriers[vendor]({ outbound, url: field.url })
const broker = (apiKey = 'demo-broker-key') =>
  createMobileBroker(outbound, { baseUrl: `${field.url}/mobile-broker/api/v1`, apiKey })
const connector = (token = 'demo-connector-token') =>
  createConnector(outbound, { baseUrl: `${field.url}/connector/v1`, token })

describe('the SIMs of the demo world, as their carriers tell them', () => {
  it.each<[string, keyof typeof fieldCarriers, string, Partial<CarrierSim>]>([
    [
      '8901170000000000013',
      'ATT',
      'happy',
      { deviceStatus: 'Active', onlineStatus: 'Online', imei: '350000001234562' },
    ],
    [
      '8914800000000000014',
      'VZN',
      'offline, with account number and description',
      {
        deviceStatus: 'Active',
        onlineStatus: 'Offline',
        accountNumber: '0342077109-00001',
        description: 'Harbor Security, panel 17',
      },
    ],
    ['8901170000000000021', 'ATT', 'Tier2', { deviceStatus: 'Active', ipAddress: '10.20.4.21' }],
    ['8914800000000000022', 'VZN', 'no NAT', { deviceStatus: 'Active', ipAddress: '10.20.4.22' }],
    ['8901170000000000039', 'ATT', 'no network model', { deviceStatus: 'Active' }],
    ['8914800000000000048', 'VZN', 'very slow', { deviceStatus: 'Active' }],
    ['8901170000000000054', 'ATT', 'refuses deactivation', { deviceStatus: 'Active' }],
    [
      '8914800000000000055',
      'VZN',
      'disagrees',
      { deviceStatus: 'Suspended', imei: '352099004761487', onlineStatus: 'Offline' },
    ],
    [
      '8932300000000000011',
      'AERIS',
      'Aeris',
      { deviceStatus: 'Active', onlineStatus: 'Online', ipAddress: '' },
    ],
    ['8946200000000000012', 'WYLESS', 'Wyless', { deviceStatus: 'Active', onlineStatus: 'Online' }],
    [
      '8901170000000000062',
      'ATT',
      'deactivated',
      { deviceStatus: 'Deactivated', rawStatus: 'DEACTIVATED', onlineStatus: 'Offline' },
    ],
    ['8901170000000000070', 'ATT', 'answer lost after deactivation', { deviceStatus: 'Active' }],
    ['89011700000000010003', 'ATT', 'of a range', { deviceStatus: 'Active' }],
    ['89148000000000010000', 'VZN', 'of a range', { deviceStatus: 'Active' }],
  ])('%s at %s: %s', async (iccid, vendor, _shows, expected) => {
    const sim = await carrier(vendor).readSim(iccid)
    expect(sim).toMatchObject({ iccid, ...expected })
    expect(sim.phoneNumber).toMatch(/^1?\d{10}$/)
    expect(Object.hasOwn(sim, 'accountNumber')).toBe(vendor === 'VZN')
  })

  it('8914800000000000030 is unknown to its carrier', async () => {
    await expect(carrier('VZN').readSim('8914800000000000030')).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('8901170000000000047 gets 503 every time', async () => {
    await expect(carrier('ATT').readSim('8901170000000000047')).rejects.toMatchObject({
      kind: 'server-error',
      sentence: 'AT&T reports a fault of its own (HTTP 503). Try again in a minute.',
    })
  })
})

describe('D5 the SIMs of the demo world, asked to be deactivated', () => {
  const reference = () => ({ reference: crypto.randomUUID() })

  it('8901170000000000054 is refused, with the reason, and stays active', async () => {
    expect(await carrier('ATT').deactivate('8901170000000000054', reference())).toEqual({
      outcome: 'refused',
      why: 'refused',
      sentence:
        'AT&T refused the request: The status of this device can not be changed by this account (code 40000005).',
      code: '40000005',
    })
    expect((await carrier('ATT').readSim('8901170000000000054')).deviceStatus).toBe('Active')
  })

  it('8901170000000000070 is deactivated, and the answer is lost: unknown, after one request', async () => {
    const iccid = '8901170000000000070'
    expect(await carrier('ATT').deactivate(iccid, reference())).toMatchObject({ outcome: 'unknown' })
    expect((await carrier('ATT').readSim(iccid)).deviceStatus).toBe('Deactivated')
    expect(await field.deactivations(iccid)).toBe(1)
  })

  it('8901170000000000047, whose carrier answers 503, is unknown after one request', async () => {
    const iccid = '8901170000000000047'
    expect(await carrier('ATT').deactivate(iccid, reference())).toMatchObject({ outcome: 'unknown' })
    expect(await field.deactivations(iccid)).toBe(1)
  })
})

describe('2.5 MobileBroker and Connector (docs/neighbours/panel-systems.md)', () => {
  const iccid = '8901170000000000013'

  it('tell the happy SIM', async () => {
    expect(await broker().readSim(iccid)).toEqual({
      deviceStatus: 'Active',
      rawStatus: 'Active',
      imei: '350000001234562',
      ipAddress: '10.64.18.13',
      phoneNumber: '13125550113',
      onlineStatus: 'Online',
      realIp: '172.20.4.13',
      natIp: '10.64.18.13',
      referenceNumber: 'MB-20260914-0013',
      activatedBy: 'support@example.com',
      changedAt: expect.any(String),
    })
    expect(await connector().readSim(iccid)).toEqual({
      deviceStatus: 'Active',
      rawStatus: 'ACTIVE',
      imei: '350000001234562',
      ipAddress: '10.64.18.13',
      phoneNumber: '+13125550113',
      onlineStatus: 'Online',
      realIp: '172.20.4.13',
      natIp: '10.64.18.13',
      sapCompanyId: '1000001',
      companyName: 'Harbor Security',
    })
  })

  it('tell 8901170000000000021 with a NAT address that differs from the real one', async () => {
    const sim = await broker().readSim('8901170000000000021')
    expect(sim.natIp).not.toBe(sim.realIp)
  })

  it('disagree about 8914800000000000055', async () => {
    const [one, other] = [
      await broker().readSim('8914800000000000055'),
      await connector().readSim('8914800000000000055'),
    ]
    expect(one.ipAddress).not.toBe(other.ipAddress)
  })

  it('leave empty what the SIM does not have', async () => {
    expect(await broker().readSim('8901170000000000062')).toMatchObject({
      deviceStatus: 'Deactivated',
      ipAddress: '',
      natIp: '',
    })
    expect(await connector().readSim('8901170000000000039')).toMatchObject({
      sapCompanyId: '',
      companyName: '',
    })
  })

  it('say not-found of an unknown SIM', async () => {
    const unknown = '8901170000000009998'
    await expect(broker().readSim(unknown)).rejects.toMatchObject({
      kind: 'not-found',
      system: 'MobileBroker',
    })
    await expect(connector().readSim(unknown)).rejects.toMatchObject({
      kind: 'not-found',
      system: 'Connector',
    })
  })

  it('do not accept wrong credentials, and are asked once only', async () => {
    await expect(broker('wrong').readSim(iccid)).rejects.toMatchObject({ kind: 'credentials' })
    await expect(connector('wrong').readSim(iccid)).rejects.toMatchObject({ kind: 'credentials' })
    expect(outbound.settled.map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  it.each([
    ['refuse', 'unreachable'],
    ['500', 'server-error'],
    ['cut', 'unreachable'],
    ['garbage', 'malformed'],
  ])('R35 that meet %s fail as %s', async (fault, kind) => {
    await field.fault({ system: 'mobile-broker', fault })
    await field.fault({ system: 'connector', fault })
    try {
      await expect(broker().readSim(iccid)).rejects.toMatchObject({ kind, system: 'MobileBroker' })
      await expect(connector().readSim(iccid)).rejects.toMatchObject({ kind, system: 'Connector' })
    } finally {
      await field.heal()
    }
  })
})

describe('carriers under pressure, in the field', () => {
  it('AT&T is asked fifty SIMs at once and never shows its limit to anybody', {
    timeout: 180_000,
  }, async () => {
    // The limit is counted by the field's own clock, so this one goes by the real one; five times as fast as AT&T's.
    const paced = await startField({ FIELD_ATT_CALLS_PER_SECOND: '25' })
    const real = createOutbound({
      clock: systemClock,
      transactionId: () => crypto.randomUUID(),
      log: { warn: () => {}, debug: () => {} },
      observe: () => {},
    })
    const att = fieldCarriers.ATT({ outbound: real, url: paced.url, callsPerSecond: 25 })
    const reads = await Promise.all(simsForBatches('ATT', 0, 50).map((iccid) => att.readSim(iccid)))
    expect(reads.every((sim) => sim.deviceStatus === 'Active')).toBe(true)
    const requests = await paced.requests('system=att&limit=1000')
    const limited = requests.filter(({ status }) => status === 429)
    expect(requests.length - limited.length).toBe(100)
    expect(limited.length).toBeLessThan(10)
    await real.close()
    await paced.stop()
  })

  it("Verizon's sessions end in the middle of a run, and no reader notices", async () => {
    const verizon = carrier('VZN')
    await verizon.readSim('8914800000000000014')
    await field.expireVerizonSessions()
    const reads = await Promise.all(Array.from({ length: 20 }, () => verizon.readSim('8914800000000000014')))
    expect(reads).toHaveLength(20)
    const logins = (await field.requests('system=verizon&limit=1000')).filter(({ path }) =>
      path.endsWith('/session/login'),
    )
    expect(logins.length).toBeGreaterThanOrEqual(2)
  })
})
