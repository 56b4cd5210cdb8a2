import { afterEach, describe, expect, it } from 'vitest'
import { openHttpStage, type StageAnswer } from '../../../testing/http-stage.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { createAeris } from './aeris.adapter.ts'
import { aerisOnline } from './aeris.mapping.ts'
import { AerisNetwork } from './aeris.wire.ts'

const iccid = '8932300000000000011'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function aeris(
  device: StageAnswer,
  network: StageAnswer = { body: sample('aeris/network-online.json') },
) {
  const stage = await openHttpStage(({ path }) => (path.endsWith('/network/details') ? network : device))
  const outbound = createTestOutbound()
  open.push(stage, outbound)
  const carrier = createAeris(outbound, {
    baseUrl: stage.url,
    apiKey: 'k',
    accountId: '1',
    email: 'a@example.com',
  })
  return { carrier, outbound }
}

describe('Aeris: HTTP 200 is not success (carriers.md 3)', () => {
  it.each([
    ['aeris/error-200-not-found.json', 200, 'not-found'],
    ['aeris/error-200-not-activated.json', 200, 'refused'],
    ['aeris/error-401.json', 401, 'credentials'],
    ['aeris/error-500.json', 500, 'server-error'],
  ] as const)('%s with HTTP %i is %s', async (path, status, kind) => {
    const { carrier } = await aeris({ status, body: sample(path) })
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind, system: 'Aeris' })
  })

  it("says Aeris's own reason for a refusal", async () => {
    const { carrier } = await aeris({ body: sample('aeris/error-200-not-activated.json') })
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({
      sentence: 'Aeris refused the request: Device not Activated (code 1047).',
    })
  })

  it('takes a resultCode that is text, as the SOAP side gives it, and one inside the device', async () => {
    const whole = JSON.parse(sample('aeris/device.json'))
    const { carrier } = await aeris({ body: JSON.stringify({ ...whole, resultCode: '0' }) })
    expect((await carrier.readSim(iccid)).deviceStatus).toBe('Active')
    const inner = { ...whole.deviceAttributes[0], result: { resultCode: 1006, resultMessage: 'x' } }
    const other = await aeris({ body: JSON.stringify({ ...whole, deviceAttributes: [inner] }) })
    await expect(other.carrier.readSim(iccid)).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('reads a cancelled device as Deactivated', async () => {
    const { carrier } = await aeris(
      { body: sample('aeris/device-cancelled.json') },
      { body: sample('aeris/network-offline.json') },
    )
    expect(await carrier.readSim(iccid)).toMatchObject({
      deviceStatus: 'Deactivated',
      rawStatus: 'Cancel',
      onlineStatus: 'Offline',
    })
  })

  it('is online when registered with an open data session only', () => {
    const whole = JSON.parse(sample('aeris/network-online.json'))
    const online = (registration: object | null, dataSession: object | null) =>
      aerisOnline(AerisNetwork.parse({ ...whole, networkResponse: [{ registration, dataSession }] }))
    const [early, late] = ['2025-11-02T23:12:22.000Z', '2025-11-03T01:49:44.000Z']
    expect(online({ isRegistered: true }, { lastStartTime: late, lastStopTime: early })).toBe('Online')
    expect(online({ isRegistered: true }, { lastStartTime: late })).toBe('Online')
    expect(online({ isRegistered: true }, { lastStartTime: early, lastStopTime: late })).toBe('Offline')
    expect(online({ isRegistered: false }, { lastStartTime: late })).toBe('Offline')
    expect(online({ isRegistered: true }, null)).toBe('Offline')
    expect(online(null, null)).toBe('Unknown')
    expect(aerisOnline(AerisNetwork.parse({}))).toBe('Unknown')
  })
})
