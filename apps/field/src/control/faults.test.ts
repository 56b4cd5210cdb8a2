import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { Browser } from '../testing/browser.ts'
import { call, startField } from '../testing/start-field.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
afterEach(() => call(`${field.url}/control/faults`, { method: 'DELETE' }))
afterAll(() => field.close())

const ask = (signal?: AbortSignal) =>
  fetch(`${field.url}/mobile-broker/api/v1/sims/8901170000000000013`, {
    headers: { 'x-api-key': 'demo-broker-key', 'x-transaction-id': 'c0ffee00-0000-4000-8000-000000000001' },
    ...(signal ? { signal } : {}),
  })
const fault = (body: unknown) => call(`${field.url}/control/faults`, { method: 'POST', body })

describe('D2 faults on demand', () => {
  it('refuse breaks the connection before an answer', async () => {
    await fault({ system: 'mobile-broker', fault: 'refuse' })
    await expect(ask()).rejects.toThrow()
  })

  it('500 answers in the manner of the system', async () => {
    await fault({ system: 'mobile-broker', fault: '500' })
    const answer = await ask()
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ error: 'INTERNAL' })
  })

  it('hang never answers', async () => {
    await fault({ system: 'mobile-broker', fault: 'hang' })
    await expect(ask(AbortSignal.timeout(300))).rejects.toThrow(/timeout/)
  })

  it('cut sends the headers and half of the body', async () => {
    await fault({ system: 'mobile-broker', fault: 'cut' })
    const answer = await ask()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('slow answers late, and rightly', async () => {
    await fault({ system: 'mobile-broker', fault: 'slow', seconds: 0.2 })
    const begun = performance.now()
    expect((await ask()).status).toBe(200)
    expect(performance.now() - begun).toBeGreaterThan(180)
  })

  it('slow answers at once when the faults are deleted', async () => {
    await fault({ system: 'mobile-broker', fault: 'slow', seconds: 3600, times: 1 })
    const answer = ask()
    // It has met the fault once the fault is over.
    await expect.poll(async () => (await call(`${field.url}/control/faults`)).body).toEqual({ faults: [] })
    await call(`${field.url}/control/faults`, { method: 'DELETE' })
    expect((await answer).status).toBe(200)
  })

  it('garbage is HTML or half a JSON document, with 200', async () => {
    await fault({ system: 'mobile-broker', fault: 'garbage', times: 1 })
    expect(await (await ask()).text()).toMatch(/^<html>/)
    await fault({ system: 'mobile-broker', fault: 'garbage', variant: 'half-json', times: 1 })
    const half = await ask()
    expect(half.headers.get('content-type')).toContain('application/json')
    await expect(half.json()).rejects.toThrow(SyntaxError)
    expect((await ask()).status).toBe(200)
  })

  it('packed is the right answer, packed unasked', async () => {
    await fault({ system: 'mobile-broker', fault: 'packed', variant: 'br' })
    const answer = await ask()
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(await answer.json()).toMatchObject({ iccid: '8901170000000000013' })
  })

  it('answer says what it was given, instead of the work or after it, where the operation is the one named', async () => {
    const says = { status: 409, type: 'text/plain; charset=utf-8', body: 'Not today: ü' }
    for (const acts of [false, true]) {
      await fault({ system: 'mobile-broker', fault: 'answer', ...says, acts, operation: '/sims/', times: 1 })
      const answer = await ask()
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        says.status,
        says.type,
        says.body,
      ])
    }
    const log = await call(`${field.url}/control/requests?system=mobile-broker&limit=2`)
    // Only the later one was read by the system.
    expect(log.body).toMatchObject({
      requests: [
        { action: 'read', status: 409 },
        { action: null, status: 409 },
      ],
    })
    await fault({ system: 'mobile-broker', fault: 'answer', ...says, operation: '/elsewhere' })
    expect((await ask()).status).toBe(200)
  })

  it('times counts down and the fault is over', async () => {
    await fault({ system: 'mobile-broker', fault: '500', times: 2 })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([500, 500, 200])
    expect((await call(`${field.url}/control/faults`)).body).toEqual({ faults: [] })
  })

  it('share 0 never happens, and another system is untouched', async () => {
    await fault({ system: 'mobile-broker', fault: '500', share: 0 })
    await fault({ system: 'connector', fault: '500' })
    expect((await ask()).status).toBe(200)
  })

  it('reaches the sign-on too', async () => {
    await fault({ system: 'sign-on', fault: 'cut' })
    const browser = new Browser(field.url)
    const answer = await fetch(`${browser.protocol}/certs`)
    await expect(answer.text()).rejects.toThrow()
    // A browser asks first whether it may: an answer without a body.
    const headers = { origin: 'http://localhost:8080', 'access-control-request-method': 'POST' }
    await fetch(`${browser.protocol}/token`, { method: 'OPTIONS', headers }).catch(() => {})
    expect((await ask()).status).toBe(200)
  })

  it.each([
    [{ system: 'unheard-of', fault: '500' }, "'system' must be one of"],
    [{ system: 'att', fault: 'explode' }, "'fault' must be one of"],
    [{ system: 'att', fault: '500', share: 2 }, "'share' must be a number"],
    [{ system: 'att', fault: '500', often: 1 }, "Unknown field 'often'"],
    [{ system: 'att', fault: 'packed', variant: 'html' }, "'variant' must be one of gzip, br, deflate."],
    [{ system: 'att', fault: 'answer', body: {} }, "'body' must be a text."],
    [[], "'fault' must be one of"],
  ])('says what is wrong with %j', async (body, message) => {
    const answer = await fault(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message: expect.stringContaining(message) })
  })

  it('control calls refuse pages of other sites', async () => {
    const answer = await call(`${field.url}/control/faults`, { headers: { origin: 'http://evil.example' } })
    expect(answer.status).toBe(403)
  })
})

describe('D8 the request log', () => {
  it('names transaction, SIM and action of what came in, and counts', async () => {
    await ask()
    const log = await call(`${field.url}/control/requests?system=mobile-broker&iccid=8901170000000000013`)
    expect(log.body).toMatchObject({
      counts: [{ system: 'mobile-broker', action: 'read', iccid: '8901170000000000013' }],
      requests: expect.arrayContaining([
        expect.objectContaining({ transactionId: 'c0ffee00-0000-4000-8000-000000000001', action: 'read' }),
      ]),
    })
    expect((await call(`${field.url}/control/requests?system=unheard-of`)).status).toBe(400)
  })
})
