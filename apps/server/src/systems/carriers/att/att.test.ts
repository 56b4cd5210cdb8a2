import { afterEach, describe, expect, it } from 'vitest'
import { openHttpStage, type StageAnswer } from '../../../testing/http-stage.ts'
import type { TestClock } from '../../../testing/test-clock.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { createAtt } from './att.adapter.ts'
import { attSim } from './att.mapping.ts'
import { AttDevice, AttSession } from './att.wire.ts'

const iccid = '89011700000000001234'
const json = (path: string, status = 200): StageAnswer => ({ status, body: sample(path) })
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function att(
  answer: (path: string, clock: TestClock) => StageAnswer | Promise<StageAnswer>,
  answerWithinMs = 15_000,
) {
  const outbound = createTestOutbound()
  const stage = await openHttpStage(({ path }) => answer(path, outbound.clock))
  open.push(stage, outbound)
  const carrier = createAtt(outbound, { baseUrl: stage.url, user: 'u', apiKey: 'k', answerWithinMs })
  return { stage, carrier, outbound }
}

describe('AT&T: fair use (D5, carriers.md 1)', () => {
  it('has one call in flight at most, and no sixth within a second', async () => {
    let inside = 0
    let most = 0
    const starts: number[] = []
    const { carrier } = await att(async (path, clock) => {
      starts.push(clock.elapsed())
      most = Math.max(most, ++inside)
      await clock.wait(10)
      inside--
      const body = sample(path.endsWith('sessionInfo') ? 'att/session-online.json' : 'att/device.json')
      return { body: body.replace(iccid, path.split('/')[2] ?? '') }
    })
    await Promise.all(Array.from({ length: 6 }, (_, i) => carrier.readSim(`8901170000000000${i}`)))
    expect(most).toBe(1)
    expect(starts).toHaveLength(12)
    starts.forEach((start, i) => {
      const fifthBefore = starts[i - 5]
      if (fifthBefore !== undefined) expect(start - fifthBefore).toBeGreaterThanOrEqual(1010)
    })
  })

  it('waits and asks again after 40000029, whatever HTTP code it comes with', async () => {
    const answers = [json('att/error-429-rate-limit.json', 429), json('att/error-429-rate-limit.json', 400)]
    const { carrier, stage } = await att(
      (path) =>
        answers.shift() ?? json(path.endsWith('sessionInfo') ? 'att/session-online.json' : 'att/device.json'),
    )
    expect((await carrier.readSim(iccid)).deviceStatus).toBe('Active')
    expect(stage.seen).toHaveLength(4)
  })
})

describe('AT&T: in two lanes (D30)', () => {
  const online = (path: string) =>
    json(path.endsWith('sessionInfo') ? 'att/session-online.json' : 'att/device.json')

  it('D30 look-ups of the same SIM at the same time are one, which ends when the last reader left', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { carrier, stage } = await att(async (path) => {
      await held
      return online(path)
    })
    const away = new AbortController()
    const left = carrier.readSim(iccid, { signal: away.signal })
    const others = [carrier.readSim(iccid), carrier.readSim(iccid)]
    const connections = [carrier.readOnline(iccid), carrier.readOnline(iccid)]
    away.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    letGo()
    const [one, two] = await Promise.all(others)
    expect(one).toEqual(two)
    expect(await Promise.all(connections)).toEqual(['Online', 'Online'])
    expect(stage.seen.map(({ path }) => path.endsWith('sessionInfo'))).toHaveLength(3)
    await carrier.readSim(iccid)
    expect(stage.seen).toHaveLength(5)
  })

  it('D30 one call where that is enough: of a SIM out of service, and for a batch', async () => {
    const { carrier, stage } = await att((path) =>
      path.endsWith('sessionInfo') ? json('att/session-online.json') : json('att/device-deactivated.json'),
    )
    expect(await carrier.readSim(iccid)).toMatchObject({
      deviceStatus: 'Deactivated',
      onlineStatus: 'Offline',
    })
    expect(stage.seen).toHaveLength(1)
    const active = await att(online)
    expect(await active.carrier.readSim(iccid, { stateOnly: true })).toMatchObject({
      deviceStatus: 'Active',
      onlineStatus: 'Unknown',
    })
    expect(active.stage.seen).toHaveLength(1)
  })

  it('D30 a read that hangs gives its place up after 30 s, and the next one has it; changes keep their time', async () => {
    const { carrier, stage, outbound } = await att(online, 180_000)
    stage.fault('hang', 2)
    const hung = carrier.readSim(iccid)
    const failing = expect(hung).rejects.toMatchObject({
      kind: 'timeout',
      sentence: 'AT&T did not answer within 30 s. Try again in a minute.',
    })
    await expect.poll(() => stage.seen.length).toBe(1)
    const changing = carrier.deactivate(iccid, {
      reference: '3f2c0000-0000-4000-8000-000000000001',
      isPatient: true,
    })
    const other = expect(carrier.readOnline(iccid)).rejects.toMatchObject({ kind: 'timeout' })
    await outbound.clock.advance(29_999)
    expect(stage.seen).toHaveLength(1)
    await outbound.clock.advance(1)
    await failing
    expect(outbound.slow).toEqual(['att true'])
    await expect.poll(() => stage.seen.length).toBe(2)
    // The person's read goes before the batch's change, and hangs as well.
    expect(stage.seen[1]?.method).toBe('GET')
    await outbound.clock.advance(30_000)
    await other
    expect(await changing).toEqual({ outcome: 'done' })
    expect(outbound.slow).toEqual(['att true', 'att false'])
  })
})

describe('AT&T: errors and mapping (carriers.md 1, 5)', () => {
  it.each([
    ['att/error-401-no-header.json', 401, 'credentials'],
    ['att/error-401-credentials.json', 401, 'credentials'],
    ['att/error-404-unknown.json', 404, 'not-found'],
    ['att/error-404-wrong-host.html', 404, 'malformed'],
    ['att/error-400-refused.json', 400, 'refused'],
    ['att/error-503.json', 503, 'server-error'],
  ] as const)('%s is %i %s', async (path, status, kind) => {
    const { carrier } = await att(() => json(path, status))
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind, system: 'AT&T' })
  })

  it('refuses an answer about another SIM', async () => {
    const { carrier } = await att(() => json('att/device.json'))
    await expect(carrier.readSim('89011700000000009997')).rejects.toMatchObject({ kind: 'mixed-up' })
  })

  it('shows a device without session record with its fixed address and an unknown connection', async () => {
    const device = JSON.stringify({ ...JSON.parse(sample('att/device.json')), fixedIPAddress: '10.9.8.7' })
    const { carrier } = await att((path) =>
      path.endsWith('sessionInfo') ? json('att/error-404-unknown.json', 404) : { body: device },
    )
    expect(await carrier.readSim(iccid)).toMatchObject({ ipAddress: '10.9.8.7', onlineStatus: 'Unknown' })
  })

  const device = AttDevice.parse(JSON.parse(sample('att/device.json')))
  const session = (path: string) => AttSession.parse(JSON.parse(sample(path)))
  const now = new Date('2026-01-01T00:00:00Z')

  it('is online only within a session', () => {
    const online = (path: string) => attSim(device, session(path), now).onlineStatus
    expect([
      online('att/session-online.json'),
      online('att/session-offline.json'),
      online('att/session-never.json'),
    ]).toEqual(['Online', 'Offline', 'Offline'])
  })

  it('knows every status of the guide and shows others as they came', () => {
    const statusOf = (status: string) => attSim({ ...device, status }, undefined, now)
    const words = [
      'ACTIVATED',
      'DEACTIVATED',
      'RETIRED',
      'PURGED',
      'TEST_READY',
      'ACTIVATION_READY',
      'INVENTORY',
      'REPLACED',
    ]
    expect(words.map((word) => statusOf(word).deviceStatus)).toEqual([
      'Active',
      'Deactivated',
      'Deactivated',
      'Deactivated',
      'Inventory',
      'Inventory',
      'Inventory',
      'Unknown',
    ])
    expect(statusOf('REPLACED').rawStatus).toBe('REPLACED')
    expect(statusOf('Activated')).toMatchObject({ deviceStatus: 'Active', rawStatus: 'Activated' })
  })
})

describe('AT&T: a deactivation (carriers.md 1)', () => {
  const reference = { reference: '3f2c0000-0000-4000-8000-000000000001' }

  it.each([
    ['{"iccid":"89011700000000001234"}', 200],
    ['{}', 200],
    ['{"iccid":null,"anything":1}', 202],
  ])('answered with %s and HTTP %i is done: what the answer holds is not published', async (body, status) => {
    const { carrier } = await att(() => ({ status, body }))
    expect(await carrier.deactivate(iccid, reference)).toEqual({ outcome: 'done' })
  })

  it.each([
    ['{"iccid":"89011700000000009997"}', 200, 'unknown'],
    ['"done"', 200, 'unknown'],
    ['', 200, 'unknown'],
    ['', 302, 'unknown'],
    [sample('att/error-503.json'), 503, 'unknown'],
    [sample('att/error-404-wrong-host.html'), 404, 'unknown'],
    [sample('att/error-404-unknown.json'), 404, 'refused'],
    [sample('att/error-401-credentials.json'), 401, 'refused'],
  ])('answered with %j and HTTP %i is %s, after one request', async (body, status, outcome) => {
    const { carrier, stage } = await att(() => ({ status, body }))
    expect(await carrier.deactivate(iccid, reference)).toMatchObject({ outcome })
    expect(stage.seen).toHaveLength(1)
  })

  it("that is refused says AT&T's own reason", async () => {
    const { carrier } = await att(() => json('att/error-400-refused.json', 400))
    expect(await carrier.deactivate(iccid, reference)).toEqual({
      outcome: 'refused',
      why: 'refused',
      sentence:
        'AT&T refused the request: The status of this device can not be changed by this account (code 40000005).',
      code: '40000005',
    })
  })

  it('waits and asks again after 40000029, which turns a change away unread', async () => {
    const answers = [json('att/error-429-rate-limit.json', 429), json('att/error-429-rate-limit.json', 400)]
    const { carrier, stage } = await att(() => answers.shift() ?? json('att/edit-answer.json'))
    expect(await carrier.deactivate(iccid, reference)).toEqual({ outcome: 'done' })
    expect(stage.seen).toHaveLength(3)
  })

  it('that stays turned away was not asked for', async () => {
    const { carrier } = await att(() => ({
      ...json('att/error-429-rate-limit.json', 429),
      headers: { 'retry-after': '20' },
    }))
    expect(await carrier.deactivate(iccid, reference)).toMatchObject({ outcome: 'not-asked' })
  })
})
