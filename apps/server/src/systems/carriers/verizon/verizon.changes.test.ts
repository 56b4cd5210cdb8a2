import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openHttpStage, type Seen, type StageAnswer } from '../../../testing/http-stage.ts'
import { startField, type TestField } from '../../../testing/test-field.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { json, sample } from '../answers-stage.ts'
import { fieldCarriers } from '../field-stage.ts'
import { createVerizon } from './verizon.adapter.ts'

const iccid = '89148000000000001231'
const requestId = '6f0f1f7e-0000-4000-8000-000000000001'
const reference = () => ({ reference: randomUUID() })

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const apiToken: StageAnswer = { body: '{"access_token":"api","expires_in":3600}' }
const session: StageAnswer = { body: '{"sessionToken":"s"}' }

/** Verizon that answers these instead of the usual; a list is used up, its last answer stays. */
async function verizon(answers: Record<string, StageAnswer | StageAnswer[]> = {}) {
  const usual: Record<string, StageAnswer> = {
    '/token': apiToken,
    '/session/login': session,
    '/devices/actions/deactivate': json('verizon/request-accepted.json'),
  }
  const next = ({ path }: Seen): StageAnswer => {
    const given = answers[path] ?? usual[path] ?? { status: 404, body: '{}' }
    if (!Array.isArray(given)) return given
    return (given.length > 1 ? given.shift() : given[0]) ?? { status: 404, body: '{}' }
  }
  const stage = await openHttpStage(next)
  const outbound = createTestOutbound()
  open.push(stage, outbound)
  const carrier = createVerizon(outbound, {
    baseUrl: stage.url,
    tokenUrl: `${stage.url}/token`,
    key: 'k',
    secret: 's',
    username: 'u',
    password: 'p',
    account: '0000123456-00001',
    descriptionField: 'CustomField1',
    answerWithinMs: 10_000,
  })
  const asked = (path: string) => stage.seen.filter((each) => each.path === path).length
  return { carrier, asked, stage }
}

const statusPath = `/accounts/0000123456-00001/requests/${requestId}/status`

describe('Verizon: what became of a request (carriers.md 2c)', () => {
  it('is pending, then done', async () => {
    const { carrier } = await verizon({
      [statusPath]: [
        json('verizon/request-status-pending.json'),
        json('verizon/request-status-success.json'),
      ],
    })
    expect(await carrier.requestState(requestId)).toEqual({ state: 'pending' })
    expect(await carrier.requestState(requestId)).toEqual({ state: 'done' })
  })

  it('is refused, in a sentence', async () => {
    const { carrier } = await verizon({ [statusPath]: json('verizon/request-status-failure.json') })
    expect(await carrier.requestState(requestId)).toEqual({
      state: 'refused',
      sentence: 'Verizon reports that it could not deactivate the SIM.',
    })
  })

  it.each([
    ['another word', { requestId, status: 'Unheard' }],
    ['another request', { requestId: randomUUID(), status: 'Success' }],
    ['no word', { requestId }],
  ])('is malformed with %s', async (_what, body) => {
    const { carrier } = await verizon({ [statusPath]: { body: JSON.stringify(body) } })
    await expect(carrier.requestState(requestId)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('is not known of a request that Verizon forgot', async () => {
    const body = '{"errorCode":"UnifiedWebService.REQUEST_FAILED.RequestNotFound","errorMessage":"x"}'
    const { carrier } = await verizon({ [statusPath]: { status: 400, body } })
    await expect(carrier.requestState(requestId)).rejects.toMatchObject({
      kind: 'not-found',
      sentence: 'Verizon does not know this request.',
    })
  })
})

describe('Verizon: tokens that end while it is asked to deactivate', () => {
  it.each([
    ['verizon/error-400-session-expired.json', 400, '/session/login'],
    ['verizon/error-400-session-invalid.json', 400, '/session/login'],
    ['verizon/error-401-invalid-credentials.json', 401, '/token'],
  ])(
    '%s: made again once, and the change is sent again, which was turned away unread',
    async (path, status, made) => {
      const { carrier, asked } = await verizon({
        '/devices/actions/deactivate': [json(path, status), json('verizon/request-accepted.json')],
      })
      expect(await carrier.deactivate(iccid, reference())).toEqual({ outcome: 'accepted', requestId })
      expect([asked('/devices/actions/deactivate'), asked(made)]).toEqual([2, 2])
    },
  )

  it('a fresh one is not accepted either: refused, for the administrator', async () => {
    const { carrier, asked } = await verizon({
      '/devices/actions/deactivate': json('verizon/error-400-session-expired.json', 400),
    })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({ outcome: 'refused' })
    expect(asked('/devices/actions/deactivate')).toBe(2)
  })

  it.each([
    ['/token', { status: 503, body: '{}' }],
    ['/token', { body: '<html></html>' }],
    ['/session/login', { status: 500, body: '{}' }],
    ['/session/login', { body: '{"half":' }],
  ])('%s answers %j: the change was not asked for', async (path, answer) => {
    const { carrier, asked } = await verizon({ [path]: answer })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({ outcome: 'not-asked' })
    expect(asked('/devices/actions/deactivate')).toBe(0)
  })

  it('the session ended and no login works: the change, turned away once, was not made', async () => {
    const { carrier, asked } = await verizon({
      '/devices/actions/deactivate': json('verizon/error-400-session-expired.json', 400),
      '/session/login': [session, { status: 500, body: '{}' }],
    })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({ outcome: 'not-asked' })
    expect(asked('/devices/actions/deactivate')).toBe(1)
  })

  it('the login is refused: so is the change', async () => {
    const { carrier, asked } = await verizon({ '/session/login': json('verizon/error-400-login.json', 400) })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({
      outcome: 'refused',
      sentence: expect.stringContaining("refuses the console's login"),
    })
    expect(asked('/devices/actions/deactivate')).toBe(0)
  })
})

describe('Verizon: answers to a deactivation', () => {
  it.each([
    ['{"requestId":""}', 200, 'unknown'],
    ['{}', 200, 'unknown'],
    [sample('verizon/error-400-unexpected.json'), 400, 'unknown'],
    [sample('verizon/error-400-state.json'), 400, 'refused'],
    [sample('verizon/error-400-identifier.json'), 400, 'refused'],
    [sample('verizon/error-400-account.json'), 400, 'refused'],
  ])('%s with HTTP %i: %s, after one request', async (body, status, outcome) => {
    const { carrier, asked } = await verizon({ '/devices/actions/deactivate': { status, body } })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({ outcome })
    expect(asked('/devices/actions/deactivate')).toBe(1)
  })

  it('busy (429): waits, and is asked again, because it was turned away unread', async () => {
    const { carrier } = await verizon({
      '/devices/actions/deactivate': [{ status: 429, body: '{}' }, json('verizon/request-accepted.json')],
    })
    expect(await carrier.deactivate(iccid, reference())).toMatchObject({ outcome: 'accepted' })
  })
})

describe('Verizon in the field: sessions that end in the middle of a batch', () => {
  let field: TestField
  beforeAll(async () => {
    field = await startField()
  })
  afterAll(() => field.stop())

  it('are noticed by no one, and no SIM is asked for twice', async () => {
    const outbound = createTestOutbound()
    open.push(outbound)
    const carrier = fieldCarriers.VZN({ outbound, url: field.url })
    // Of the demo world's range: prefix, number, check digit.
    const batch = [
      '89148000000000010000',
      '89148000000000010018',
      '89148000000000010026',
      '89148000000000010034',
    ]
    await carrier.readSim(iccidOf(batch))
    await field.expireVerizonSessions()
    const outcomes = await Promise.all(batch.map((each) => carrier.deactivate(each, reference())))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(batch.map(() => 'accepted'))
    for (const each of batch) expect(await field.deactivations(each)).toBe(1)
  })

  it('a request that fails later is refused by its status, and the SIM stays active', async () => {
    const outbound = createTestOutbound()
    open.push(outbound)
    const carrier = fieldCarriers.VZN({ outbound, url: field.url })
    await field.steerVerizon({ failNext: 1 })
    const outcome = await carrier.deactivate('8914800000000000014', reference())
    if (outcome.outcome !== 'accepted' || !carrier.requestState) throw new Error(JSON.stringify(outcome))
    const { requestState } = carrier
    await expect
      .poll(() => requestState(outcome.requestId), { timeout: 60_000 })
      .toMatchObject({ state: 'refused' })
    expect((await carrier.readSim('8914800000000000014')).deviceStatus).toBe('Active')
  })
})

const iccidOf = (batch: string[]) => batch[0] ?? ''
