import { describe, expect, it } from 'vitest'
import type { Carrier } from '../../systems/carriers/carrier.ts'
import { createLook } from './look.ts'

describe('R43 a look at a SIM', () => {
  const lookAt = (sim: { deviceStatus: string; rawStatus: string }) => {
    const carrier = {
      name: 'AT&T',
      rules: { deactivated: ['Deactivated'] },
      readSim: async () => sim,
    } as unknown as Carrier
    return createLook(carrier, true)('8901170000000000013', new AbortController().signal)
  }

  it("concludes nothing from a word of the carrier's that nobody knows: the SIM may be deactivated", async () => {
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
})
