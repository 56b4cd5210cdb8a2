import { afterEach, describe, expect, it } from 'vitest'
import { openHttpStage, type StageAnswer } from '../../../testing/http-stage.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { aerisWords } from '../carrier-words.ts'
import { createAeris } from './aeris.adapter.ts'
import { aerisResultError } from './aeris.errors.ts'
import { aerisOnline, aerisStatus } from './aeris.mapping.ts'
import { AerisNetwork } from './aeris.wire.ts'

const iccid = '8932300000000000011'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function aeris(
  device: StageAnswer,
  network: StageAnswer = { body: sample('aeris/network-online.json') },
  change: { answer?: StageAnswer; deactivation?: 'cancel' | 'suspend' } = {},
) {
  const stage = await openHttpStage(({ path }) => {
    if (path === '/devices/details') return device
    return path.endsWith('/network/details') ? network : (change.answer ?? { status: 404, body: '' })
  })
  const outbound = createTestOutbound()
  open.push(stage, outbound)
  const carrier = createAeris(outbound, {
    baseUrl: stage.url,
    apiKey: 'k',
    accountId: '1',
    email: 'a@example.com',
    ...(change.deactivation ? { deactivation: change.deactivation } : {}),
  })
  return { carrier, outbound, stage }
}

describe('Aeris: HTTP 200 is not success (carriers.md 3)', () => {
  it.each([
    ['aeris/error-200-not-found.json', 200, 'not-found'],
    ['aeris/error-401.json', 401, 'credentials'],
    ['aeris/error-500.json', 500, 'server-error'],
  ] as const)('%s with HTTP %i is %s', async (path, status, kind) => {
    const { carrier } = await aeris({ status, body: sample(path) })
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind, system: 'Aeris' })
  })

  it("says Aeris's own reason for a refusal", async () => {
    const { carrier } = await aeris({ body: '{"resultCode":1048,"resultMessage":"Not now."}' })
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({
      sentence: 'Aeris refused the request: Not now (code 1048).',
    })
  })

  it('integration 3, 14 its words and flags, none of them more than they say; the words are settings', () => {
    const status = (attributes: object, words = aerisWords) =>
      aerisStatus({ deviceStatus: 'Bill', ...attributes } as Parameters<typeof aerisStatus>[0], words)
    expect(status({})).toBe('Active')
    expect(status({ active: false })).toBe('Unknown')
    expect(status({ deviceStatus: 'Provisioned', active: false })).toBe('Unknown')
    expect(status({ deviceStatus: null, active: false })).toBe('Unknown')
    expect(status({ deviceStatus: 'Suspended', active: false })).toBe('Suspended')
    expect(status({ cancelCode: 1 })).toBe('Deactivated')
    expect(['Cancelled', 'DEACTIVATED', 'Retired'].map((deviceStatus) => status({ deviceStatus }))).toEqual([
      'Deactivated',
      'Deactivated',
      'Deactivated',
    ])
    expect(status({ deviceStatus: 'Gone' }, { ...aerisWords, deactivated: ['gone'] })).toBe('Deactivated')
    const error = (resultCode: number, resultMessage: string, words = aerisWords) =>
      aerisResultError('Aeris', { resultCode, resultMessage }, words)?.kind
    expect(error(0, '')).toBeUndefined()
    expect(error(200, '', { ...aerisWords, success: ['0', '200'] })).toBeUndefined()
    expect(error(1006, '')).toBe('not-found')
    expect(error(7, 'Unknown error')).toBe('refused')
    expect(error(7, 'Key and account are NOT LINKED')).toBe('credentials')
  })

  it('takes a resultCode that is text, as the SOAP side gives it, and one inside the device', async () => {
    const whole = JSON.parse(sample('aeris/device.json'))
    const { carrier } = await aeris({ body: JSON.stringify({ ...whole, resultCode: '0' }) })
    expect((await carrier.readSim(iccid)).deviceStatus).toBe('Active')
    const inner = { ...whole.deviceAttributes[0], result: { resultCode: 1006, resultMessage: 'x' } }
    const other = await aeris({ body: JSON.stringify({ ...whole, deviceAttributes: [inner] }) })
    await expect(other.carrier.readSim(iccid)).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('true cause, Witnesses: tells of a second record of the SIM in the same answer', async () => {
    const whole = JSON.parse(sample('aeris/device.json'))
    const second = { ...whole.deviceAttributes[0], deviceStatus: 'Cancel' }
    const { carrier } = await aeris(
      { body: JSON.stringify({ ...whole, deviceAttributes: [whole.deviceAttributes[0], second] }) },
      { body: sample('aeris/network-offline.json') },
    )
    expect((await carrier.readSim(iccid)).alsoListed).toEqual(['Deactivated'])
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

  it('reads a device out of service although Aeris keeps no network status of it', async () => {
    const { carrier } = await aeris(
      { body: sample('aeris/device-cancelled.json') },
      { body: sample('aeris/error-200-not-activated.json') },
    )
    expect(await carrier.readSim(iccid)).toMatchObject({
      deviceStatus: 'Deactivated',
      onlineStatus: 'Offline',
    })
    expect(await carrier.readOnline(iccid)).toBe('Offline')
  })

  it('is online when registered with an open data session only', () => {
    const whole = JSON.parse(sample('aeris/network-online.json'))
    const online = (registration: object | null, dataSession: object | null) =>
      aerisOnline(AerisNetwork.parse({ ...whole, networkResponse: [{ registration, dataSession }] }), iccid)
    const [early, late] = ['2025-11-02T23:12:22.000Z', '2025-11-03T01:49:44.000Z']
    expect(online({ isRegistered: true }, { lastStartTime: late, lastStopTime: early })).toBe('Online')
    expect(online({ isRegistered: true }, { lastStartTime: late })).toBe('Online')
    expect(online({ isRegistered: true }, { lastStartTime: early, lastStopTime: late })).toBe('Offline')
    expect(online({ isRegistered: false }, { lastStartTime: late })).toBe('Offline')
    expect(online({ isRegistered: true }, null)).toBe('Offline')
    expect(online(null, null)).toBe('Unknown')
    expect(aerisOnline(AerisNetwork.parse({}), iccid)).toBe('Unknown')
  })
})

describe('Aeris: a deactivation (carriers.md 3)', () => {
  const reference = { reference: '3f2c0000-0000-4000-8000-000000000001' }
  const yes: StageAnswer = { body: sample('aeris/change.json') }
  const cancelled: StageAnswer = { body: sample('aeris/device-cancelled.json') }
  const active: StageAnswer = { body: sample('aeris/device.json') }
  const suspended: StageAnswer = {
    body: sample('aeris/device.json')
      .replace('"Bill"', '"Suspend"')
      .replace('"active": true', '"active": false'),
  }

  it('is a cancellation, confirmed by a read, and final', async () => {
    const { carrier, stage } = await aeris(cancelled, undefined, { answer: yes })
    expect(await carrier.deactivate(iccid, reference)).toEqual({ outcome: 'done' })
    expect(stage.seen.map(({ path }) => path)).toEqual(['/devices/cancel', '/devices/details'])
    expect(JSON.parse(stage.seen[0]?.body ?? '')).toEqual({
      accountID: '1',
      email: 'a@example.com',
      ICCID: iccid,
    })
    expect(carrier.rules.cannotUndo).toContain('cannot undo')
    expect(carrier.rules.deactivated).toEqual(['Deactivated'])
  })

  it('is a suspension where configured so: then Suspended is done, and nothing is lost', async () => {
    const { carrier, stage } = await aeris(suspended, undefined, { answer: yes, deactivation: 'suspend' })
    expect(await carrier.deactivate(iccid, reference)).toEqual({ outcome: 'done' })
    expect(stage.seen[0]?.path).toBe('/devices/suspend')
    expect(carrier.rules).toMatchObject({ cannotUndo: '', deactivated: ['Suspended', 'Deactivated'] })
  })

  it.each([
    ['that Aeris does not show', active, 'still shows the SIM as Active'],
    ['of which Aeris shows a suspension', suspended, 'still shows the SIM as Suspended'],
    ['whose confirming read fails', { status: 500, body: '{}' }, 'but its check failed'],
    [
      'whose confirming read is refused',
      { body: sample('aeris/error-200-not-found.json') },
      'but its check failed',
    ],
  ])('%s is unknown', async (_what, device, words) => {
    const { carrier } = await aeris(device, undefined, { answer: yes })
    expect(await carrier.deactivate(iccid, reference)).toMatchObject({
      outcome: 'unknown',
      sentence: expect.stringContaining(words),
    })
  })

  it.each([
    ['{"resultCode":1048,"resultMessage":"Operation not allowed."}', 200, 'refused'],
    ['{"resultMessage":"OK"}', 200, 'unknown'],
    [sample('aeris/error-500.json'), 500, 'unknown'],
    [sample('aeris/error-401.json'), 401, 'refused'],
  ])('answered with %s and HTTP %i is %s, without a second request', async (body, status, outcome) => {
    const { carrier, stage } = await aeris(active, undefined, { answer: { status, body } })
    expect(await carrier.deactivate(iccid, reference)).toMatchObject({ outcome })
    expect(stage.seen).toHaveLength(1)
  })
})
