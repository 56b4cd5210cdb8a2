import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpStage, openHttpStage, type StageAnswer } from '../testing/http-stage.ts'
import { createTestOutbound } from '../testing/test-outbound.ts'
import { createPathfinder, isForbidden, type Pathfinder } from './pathfinder/pathfinder.adapter.ts'
import { createRemotePortal, type RemotePortal } from './remote-portal/remote-portal.adapter.ts'

const physicalId = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
const json = (value: unknown, status = 200): StageAnswer => ({ status, body: JSON.stringify(value) })

let stage: HttpStage
let answer: StageAnswer
let portal: RemotePortal
let pathfinder: Pathfinder
let outbound: ReturnType<typeof createTestOutbound>
beforeAll(async () => {
  stage = await openHttpStage(() => answer)
})
beforeEach(() => {
  stage.fault(undefined)
  stage.seen.splice(0)
  // New ones each time: a breaker remembers.
  outbound = createTestOutbound()
  portal = createRemotePortal(outbound, {
    baseUrl: `${stage.url}/portal`,
    apiKey: 'key',
    answerWithinMs: 20_000,
  })
  pathfinder = createPathfinder(outbound, {
    baseUrl: `${stage.url}/pf/`,
    token: 'token',
    answerWithinMs: 20_000,
  })
})
afterAll(() => stage.close())

describe('docs/neighbours/panel-systems.md: the Remote Portal', () => {
  const management = (remoteId: string, managementDisabled: unknown) => json({ remoteId, managementDisabled })

  it('is asked by its API key, with the transaction id, below its address', async () => {
    answer = management('RP-1', true)
    expect(await portal.isDisabled('RP-1')).toBe(true)
    await portal.setDisabled('RP-1', true)
    expect(stage.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/portal/panels/RP-1/management', ''],
      ['PUT', '/portal/panels/RP-1/management', '{"managementDisabled":true}'],
    ])
    for (const { headers } of stage.seen)
      expect(headers).toMatchObject({ 'x-api-key': 'key', 'x-transaction-id': outbound.transactionId })
  })

  it.each([
    ['another panel', management('RP-2', true)],
    ['no panel', json({ managementDisabled: true })],
    ['no yes or no', management('RP-1', 'true')],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['404 in words of a web server', { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' }],
    ['nothing', { body: '' }],
  ] as [string, StageAnswer][])('R35 does not believe an answer about %s', async (_what, given) => {
    answer = given
    await expect(portal.isDisabled('RP-1')).rejects.toMatchObject({
      kind: expect.toBeOneOf(['malformed', 'mixed-up']),
      sent: true,
    })
  })

  it('does not believe a change that is answered with the opposite, and asks once', async () => {
    answer = management('RP-1', false)
    await expect(portal.setDisabled('RP-1', true)).rejects.toMatchObject({ kind: 'mixed-up' })
    expect(stage.seen).toHaveLength(1)
  })

  it.each([
    [401, { error: 'UNAUTHORIZED' }, 'credentials'],
    [403, { error: 'FORBIDDEN' }, 'credentials'],
    [404, { error: 'PANEL_NOT_FOUND' }, 'not-found'],
    [409, { error: 'PANEL_LOCKED', message: 'It is locked.' }, 'refused'],
    [422, { error: 'X'.repeat(300), message: 'y'.repeat(5000) }, 'refused'],
    [500, { error: 'INTERNAL' }, 'server-error'],
    [503, {}, 'server-error'],
  ])('understands HTTP %i', async (status, body, kind) => {
    answer = json(body, status)
    const error = await portal.setDisabled('RP-1', true).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind, system: 'Remote Portal' })
    expect((error as { sentence: string }).sentence.length).toBeLessThan(400)
    expect(stage.seen).toHaveLength(1)
  })

  it('R35 repeats a reading that failed, never a change', async () => {
    answer = management('RP-1', false)
    stage.fault('cut', 1)
    expect(await portal.isDisabled('RP-1')).toBe(false)
    expect(stage.seen).toHaveLength(2)
    stage.fault('cut', 1)
    await expect(portal.setDisabled('RP-1', false)).rejects.toMatchObject({ kind: 'unreachable', sent: true })
    expect(stage.seen).toHaveLength(3)
  })

  it('R35 is left alone after five calls without an answer', async () => {
    stage.fault('refuse')
    for (let i = 0; i < 5; i++)
      await expect(portal.setDisabled('RP-1', true)).rejects.toMatchObject({ kind: 'unreachable' })
    const asked = stage.seen.length
    await expect(portal.setDisabled('RP-1', true)).rejects.toMatchObject({
      sent: false,
      sentence: expect.stringMatching(/^Remote Portal failed to answer several times in a row/),
    })
    expect(stage.seen).toHaveLength(asked)
  })

  it('R34 no id leaves its place in the address', async () => {
    answer = management('RP/../x?y', true)
    await portal.isDisabled('RP/../x?y')
    expect(stage.seen[0]?.path).toBe('/portal/panels/RP%2F..%2Fx%3Fy/management')
    await expect(portal.isDisabled('..')).rejects.toThrow('dots')
  })
})

describe('docs/neighbours/panel-systems.md: Pathfinder', () => {
  it('reads and points in its own words for environments, with its token', async () => {
    answer = json({ physicalPanelId: `{${physicalId.toUpperCase()}}`, environment: 'TEST' })
    expect(await pathfinder.environmentOf(physicalId)).toEqual({
      environment: 'test',
      changedAt: expect.any(String),
    })
    await pathfinder.pointTo(physicalId, 'test')
    expect(stage.seen[1]).toMatchObject({ method: 'PUT', body: '{"environment":"TEST"}' })
    expect(stage.seen[0]?.headers.authorization).toBe('Bearer token')
  })

  it.each([
    ['another panel', { physicalPanelId: physicalId.replace('6', '7'), environment: 'TEST' }],
    ['an unknown environment', { physicalPanelId: physicalId, environment: 'STAGE' }],
  ])('R35 does not believe an answer about %s', async (_what, body) => {
    answer = json(body)
    await expect(pathfinder.environmentOf(physicalId)).rejects.toMatchObject({
      kind: expect.toBeOneOf(['malformed', 'mixed-up']),
    })
  })

  it('does not believe a change that is answered with another environment', async () => {
    answer = json({ physicalPanelId: physicalId, environment: 'PROD' })
    await expect(pathfinder.pointTo(physicalId, 'dev')).rejects.toMatchObject({ kind: 'mixed-up' })
    expect(stage.seen).toHaveLength(1)
  })

  it('looks up by any id, leaves out types that no one knows, refuses another environment', async () => {
    answer = json({
      environment: 'DEV',
      mappings: [
        { idType: 'CloudId', value: 'C1' },
        { idType: 'SerialNumber', value: '7' },
      ],
    })
    expect(await pathfinder.mappingsOf('a&b=c/..', 'dev')).toEqual([{ idType: 'CloudId', value: 'C1' }])
    expect(stage.seen[0]?.path).toBe('/pf/mappings')
    expect(Object.fromEntries(stage.seen[0]?.query ?? [])).toEqual({ id: 'a&b=c/..', environment: 'DEV' })
    await expect(pathfinder.mappingsOf('C1', 'prod')).rejects.toMatchObject({ kind: 'mixed-up' })
  })

  it('tells its own 403 from a token that it does not accept', async () => {
    answer = json({ code: 'FORBIDDEN', detail: 'Held.' }, 403)
    const forbidden = await pathfinder.pointTo(physicalId, 'dev').catch((thrown: unknown) => thrown)
    expect([isForbidden(forbidden), forbidden]).toEqual([true, expect.objectContaining({ kind: 'refused' })])
    answer = json({ code: 'UNAUTHORIZED' }, 401)
    const unknown = await pathfinder.pointTo(physicalId, 'dev').catch((thrown: unknown) => thrown)
    expect([isForbidden(unknown), unknown]).toEqual([false, expect.objectContaining({ kind: 'credentials' })])
  })

  it('R35 ends a call that takes too long', async () => {
    stage.fault('hang')
    const hasty = createPathfinder(outbound, { baseUrl: stage.url, token: 'token', answerWithinMs: 1500 })
    const pointing = hasty.pointTo(physicalId, 'dev')
    pointing.catch(() => {})
    await expect.poll(() => stage.seen.length).toBe(1)
    await outbound.clock.advance(1500)
    await expect(pointing).rejects.toMatchObject({
      kind: 'timeout',
      sentence: 'Pathfinder did not answer within 1.5 s. Try again in a minute.',
    })
    expect(stage.seen).toHaveLength(1)
  })
})
