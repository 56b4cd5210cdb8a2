import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createLogger } from '../logging/logger.ts'
import { createProviderKeys, NoProviderKeys } from './provider-keys.ts'

async function publicJwk(kid: string) {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }
}

type Answer = object[] | number | string | undefined

/** A provider whose answer the test decides (its keys, an HTTP code, a body or none), and our keys of it. */
async function keysOf(answer: () => Answer, { hasAddress = true } = {}) {
  const clock = createTestClock()
  let asked = 0
  const accepted: (string | undefined)[] = []
  const provider = createServer((request, response) => {
    asked += 1
    accepted.push(request.headers.accept)
    const given = answer()
    if (given === undefined) return
    if (typeof given === 'number') response.writeHead(given, { location: '/certs' }).end()
    else {
      const body = typeof given === 'string' ? given : JSON.stringify({ keys: given })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    provider.closeAllConnections()
    await new Promise((resolve) => provider.close(resolve))
  }
  onTestFinished(stop)
  const lines: string[] = []
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/certs`
  const keys = createProviderKeys({
    url: async () => {
      if (hasAddress) return url
      throw new Error('no document')
    },
    clock,
    log: createLogger(parseConfig({ DEMO: 'on' }), { write: (line: string) => lines.push(line) }),
  })
  const ask = async (kid: string) => keys({ alg: 'RS256', kid }, { payload: '', signature: '' })
  /** The facts of the last line of the log, once there are so many. */
  const said = async (many: number) => {
    await expect.poll(() => lines.length).toBe(many)
    const { url, why, lastGoodAt } = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>
    return { url, why, lastGoodAt }
  }
  return { ask, clock, lines, said, stop, url, accepted, asked: () => asked }
}

it('R12 an answer that came while the process was held up for longer than 5 s is read', async () => {
  const key = await publicJwk('k')
  const { ask, clock, lines } = await keysOf(() => {
    // The whole process stands still, as while the embedded database is at work.
    clock.jump(5_200)
    return [key]
  })
  expect([await ask('k'), lines]).toEqual([expect.anything(), []])
})

it('R12 an empty set of keys takes the place of no good one', async () => {
  let set: object[] = [await publicJwk('k')]
  const { ask, clock, lines } = await keysOf(() => set)
  await ask('k')
  set = []
  clock.jump(11 * 60_000)
  await ask('k')
  await expect.poll(() => lines.join()).toContain('the key set is empty')
  expect(await ask('k')).toBeDefined()
})

it('R12 a flood of unknown key ids asks the provider once in 5 s at most', async () => {
  const set: object[] = [await publicJwk('k')]
  const { ask, clock, asked } = await keysOf(() => set)
  await ask('k')
  await expect(ask('unknown')).rejects.toThrow('no applicable key')
  expect(asked()).toBe(2)
  set.push(await publicJwk('new'))
  const fresh = ask('new')
  const strangers = Promise.allSettled(Array.from({ length: 49 }, (_, i) => ask(`unknown-${i}`)))
  await clock.someoneWaits()
  // So many wait; one more is refused while time stands still, and anyone who has a known key waits for no one.
  await expect(ask('one-more')).rejects.toThrow('no applicable key')
  expect(await ask('k')).toBeDefined()
  expect(asked()).toBe(2)
  await clock.advance(5_000)
  expect(await fresh).toBeDefined()
  expect((await strangers).map(({ status }) => status)).toEqual(Array(49).fill('rejected'))
  expect(asked()).toBe(3)
  // Their places are free again.
  const next = ask('unknown')
  await clock.someoneWaits()
  await clock.advance(5_000)
  await expect(next).rejects.toThrow('no applicable key')
  expect(asked()).toBe(4)
})

const minute = 60_000

it('R12 keys are looked for again after ten minutes, while the old ones serve', async () => {
  const key = await publicJwk('k')
  const { ask, clock, asked, accepted, url } = await keysOf(() => [key])
  expect((await Promise.all([ask('k'), ask('k')])).every(Boolean)).toBe(true)
  expect([asked(), accepted]).toEqual([1, ['application/json']])
  clock.jump(10 * minute)
  await ask('k')
  // Whatever was asked before this has come, too.
  await fetch(url)
  expect(asked()).toBe(2)
  clock.jump(1)
  await ask('k')
  await expect.poll(asked).toBe(3)
})

it('R12 a provider that is away is asked every half minute, and its keys serve for a day', async () => {
  let answer: Answer = [await publicJwk('k')]
  const { ask, clock, asked, said, url } = await keysOf(() => answer)
  await ask('k')
  const goodAt = clock.now().toISOString()
  answer = 503
  clock.jump(11 * minute)
  await ask('k')
  expect(await said(1)).toEqual({ url, why: 'HTTP 503', lastGoodAt: goodAt })
  clock.jump(minute / 2 - 1)
  await ask('k')
  expect(asked()).toBe(2)
  clock.jump(1)
  await ask('k')
  await expect.poll(asked).toBe(3)
  await said(2)
  clock.jump(24 * 60 * minute - 11.5 * minute)
  expect(await ask('k')).toBeDefined()
  await said(3)
  clock.jump(1)
  await expect(ask('k')).rejects.toThrow(`no keys from ${url}`)
  await expect(ask('k')).rejects.toBeInstanceOf(NoProviderKeys)
})

it('R12 without any key the provider is asked again after a second', async () => {
  let answer: Answer = 503
  const { ask, clock, asked, said, url } = await keysOf(() => answer)
  await expect(Promise.all([ask('k'), ask('k')])).rejects.toThrow(`no keys from ${url}`)
  expect(await said(1)).toEqual({ url, why: 'HTTP 503', lastGoodAt: null })
  answer = [await publicJwk('k')]
  clock.jump(999)
  await expect(ask('k')).rejects.toThrow(NoProviderKeys)
  expect(asked()).toBe(1)
  clock.jump(1)
  expect(await ask('k')).toBeDefined()
})

it.each<[string, Answer, RegExp]>([
  ['no JSON', 'no', /JSON/],
  ['no set of keys', '{"keys":7}', /JSON Web Key Set/],
  ['a redirect', 302, /redirect/],
])('R12 %s takes the place of no good key', async (_what, odd, why) => {
  let answer: Answer = [await publicJwk('k')]
  const { ask, clock, said } = await keysOf(() => answer)
  await ask('k')
  answer = odd
  clock.jump(11 * minute)
  await ask('k')
  expect((await said(1)).why).toMatch(why)
  expect(await ask('k')).toBeDefined()
})

it('R12 a provider that cannot be reached, or has no document, is told so', async () => {
  const gone = await keysOf(() => [])
  await gone.stop()
  await expect(gone.ask('k')).rejects.toThrow(NoProviderKeys)
  expect((await gone.said(1)).why).toMatch(/^fetch failed: .*ECONNREFUSED/)
  const nameless = await keysOf(() => [], { hasAddress: false })
  await expect(nameless.ask('k')).rejects.toThrow('no keys from the provider, whose document cannot be had')
  expect(await nameless.said(1)).toEqual({ url: '', why: 'no document', lastGoodAt: null })
})

it('R12 an answer is waited for five seconds', async () => {
  const { ask, clock, asked, lines, said } = await keysOf(() => undefined)
  const failing = ask('k')
  failing.catch(() => {})
  await expect.poll(asked).toBe(1)
  await clock.advance(4_999)
  expect(lines).toEqual([])
  await clock.advance(1)
  await expect(failing).rejects.toThrow(NoProviderKeys)
  expect((await said(1)).why).toBe('no answer within 5 s')
})

it('R12 a key that fits and cannot be used is no reason to search', async () => {
  const key = await publicJwk('k')
  const { ask, asked } = await keysOf(() => [key, { ...key, alg: 'RS256' }])
  await expect(ask('k')).rejects.toThrow(/multiple matching keys/)
  expect(asked()).toBe(1)
})
