import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createLogger } from '../logging/logger.ts'
import { createProviderKeys } from './provider-keys.ts'

async function publicJwk(kid: string) {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256' }
}

/** A provider whose answer the test decides, and our keys of it. */
async function keysOf(answer: () => object[]) {
  const clock = createTestClock()
  let asked = 0
  const provider = createServer((_request, response) => {
    asked += 1
    const keys = answer()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    provider.closeAllConnections()
    await new Promise((resolve) => provider.close(resolve))
  })
  const lines: string[] = []
  const keys = createProviderKeys({
    url: async () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/certs`,
    clock,
    log: createLogger(parseConfig({ DEMO: 'on' }), { write: (line: string) => lines.push(line) }),
  })
  const ask = async (kid: string) => keys({ alg: 'RS256', kid }, { payload: '', signature: '' })
  return { ask, clock, lines, asked: () => asked }
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

it('R12 a flood of unknown key ids asks the provider at most once in 5 s, and holds up a new key no longer', async () => {
  const set: object[] = [await publicJwk('k')]
  const { ask, clock, asked } = await keysOf(() => set)
  await ask('k')
  await expect(ask('unknown')).rejects.toThrow('no applicable key')
  expect(asked()).toBe(2)
  set.push(await publicJwk('new'))
  const fresh = ask('new')
  const strangers = Promise.allSettled(Array.from({ length: 49 }, (_, i) => ask(`unknown-${i}`)))
  await clock.someoneWaits()
  // So many wait; one more is refused while time stands still, and whoever has a known key waits for nobody.
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
