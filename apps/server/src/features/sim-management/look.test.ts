import { describe, expect, it } from 'vitest'
import type { Observation } from '../../platform/observations/observed.ts'
import type { Carrier, CarrierSim } from '../../systems/carriers/carrier.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createLook } from './look.ts'

describe('R43 a look at a SIM', () => {
  const noted: Observation[] = []
  const observations = {
    note: (said: Observation) => noted.push(said),
    written: async () => {},
    onNote: () => {},
  }
  const platform = { clock: createTestClock(), log: {} as never, observations }
  const lookAt = (sim: Partial<CarrierSim>) => {
    const carrier = {
      name: 'AT&T',
      rules: { deactivated: ['Deactivated'] },
      readSim: async () => sim,
    } as unknown as Carrier
    const look = createLook(platform, carrier, true)
    return look.atSim('8901170000000000013', new AbortController().signal)
  }

  it("concludes nothing from a word of the carrier's that no one knows: the SIM may be deactivated", async () => {
    expect(await lookAt({ deviceStatus: 'Unknown', rawStatus: 'RETIRED' })).toEqual({
      is: 'unreadable',
      sentence: "AT&T calls its state 'RETIRED', which the console does not know.",
      problem: 'CarrierError',
    })
  })

  it('tells deactivated from active', async () => {
    expect(await lookAt({ deviceStatus: 'Deactivated', rawStatus: 'DEACTIVATED' })).toEqual({
      is: 'deactivated',
    })
    expect(await lookAt({ deviceStatus: 'Active', rawStatus: 'ACTIVATED' })).toEqual({
      is: 'active',
      status: 'ACTIVATED',
    })
  })

  it('connected console 2 keeps what the carrier said, and nothing of what it was not asked for', async () => {
    noted.length = 0
    await lookAt({ deviceStatus: 'Active', rawStatus: 'ACTIVATED', imei: '', onlineStatus: 'Unknown' })
    expect(noted).toMatchObject([{ kind: 'sim', id: '8901170000000000013', source: 'AT&T' }])
    expect(noted[0]?.said).toEqual({ fields: { deviceStatus: 'Active', rawStatus: 'ACTIVATED' } })
  })
})
