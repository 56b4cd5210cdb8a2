import { describe, expect, it } from 'vitest'
import { openStore } from '../store/store.ts'
import { checkDigit } from './generator.ts'
import { seedSims } from './sims.ts'
import { openWorld } from './world.ts'

const sims = [...seedSims().values()]

describe('demo world', () => {
  it('is the same each time, with valid check digits and addresses and numbers of their own', () => {
    expect([...seedSims().values()]).toEqual(sims)
    expect(new Set(sims.map(({ iccid }) => iccid)).size).toBe(sims.length)
    for (const sim of sims) {
      expect(checkDigit(sim.iccid.slice(0, -1))).toBe(sim.iccid.at(-1))
      expect(checkDigit(sim.imei.slice(0, -1))).toBe(sim.imei.at(-1))
      expect(sim.msisdn).toMatch(/^1\d{3}55501\d\d$/)
    }
    for (const name of ['iccid', 'imei', 'imsi', 'msisdn', 'natIp'] as const) {
      expect(new Set(sims.map((sim) => sim[name])).size).toBe(sims.length)
    }
  })

  it('agrees in all three systems except where it must not', () => {
    const world = openWorld(openStore(''))
    const compared = ['state', 'imei', 'ipAddress', 'msisdn', 'online'] as const
    for (const { iccid, shows } of sims) {
      const [broker, carrier, connector] = [
        world.seenBy('mobile-broker', iccid),
        world.seenBy('carrier', iccid),
        world.seenBy('connector', iccid),
      ]
      if (shows === 'unknown-to-carrier') {
        expect(carrier).toBeUndefined()
        expect(broker && connector).toBeDefined()
        continue
      }
      const differing = compared.filter(
        (name) => broker?.[name] !== carrier?.[name] || broker?.[name] !== connector?.[name],
      )
      expect(differing).toEqual(shows === 'sources-disagree' ? ['state', 'imei', 'ipAddress'] : [])
    }
  })

  it('design: 0055 is as in the picture', () => {
    const world = openWorld(openStore(''))
    const iccid = '8914800000000000055'
    expect(world.seenBy('carrier', iccid)).toMatchObject({
      state: 'suspended',
      imei: '352099004761487',
      ipAddress: '10.64.18.55',
    })
    expect(world.seenBy('mobile-broker', iccid)).toMatchObject({
      state: 'active',
      imei: '352099001761481',
      referenceNumber: 'MB-20260914-0055',
    })
    expect(world.seenBy('connector', iccid)).toMatchObject({
      state: 'active',
      ipAddress: '10.64.22.55',
      natIp: '10.64.18.55',
    })
  })

  it.each([
    ['8901170000000000021', { natIp: '10.20.4.21', realIp: '172.20.4.21' }],
    ['8914800000000000022', { natIp: '10.20.4.22', realIp: '10.20.4.22' }],
    ['8901170000000000039', { company: null }],
    ['8901170000000000062', { state: 'deactivated', online: false, ipAddress: null }],
    ['8914800000000000014', { online: false, state: 'active' }],
  ])('%s shows what its row says', (iccid, expected) => {
    expect(openWorld(openStore('')).seenBy('carrier', iccid)).toMatchObject(expected)
  })

  it('lets all systems follow a change by the carrier', () => {
    const world = openWorld(openStore(''))
    world.change('8914800000000000055', 'deactivated')
    for (const observer of ['carrier', 'mobile-broker', 'connector'] as const) {
      expect(world.seenBy(observer, '8914800000000000055')).toMatchObject({
        state: 'deactivated',
        ipAddress: null,
      })
    }
    expect(world.history('8914800000000000055')).toHaveLength(1)
  })
})
