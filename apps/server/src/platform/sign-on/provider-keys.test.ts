import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createLogger } from '../logging/logger.ts'
import { createProviderKeys } from './provider-keys.ts'

it('R12 an answer that came while the process was held up for longer than 5 s is read', async () => {
  const clock = createTestClock()
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const answer = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] })
  const provider = createServer((_request, response) => {
    // The whole process stands still, as while the embedded database is at work.
    clock.jump(5_200)
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const lines: string[] = []
  const keys = createProviderKeys({
    url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/certs`,
    clock,
    log: createLogger(parseConfig({ DEMO: 'on' }), { write: (line: string) => lines.push(line) }),
  })
  const key = await keys({ alg: 'RS256', kid: 'k' }, { payload: '', signature: '' })
  expect([key, lines]).toEqual([expect.anything(), []])
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

it('R12 an empty set of keys takes the place of no good one', async () => {
  const clock = createTestClock()
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const good = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }]
  let set: object[] = good
  const provider = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: set }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const lines: string[] = []
  const keys = createProviderKeys({
    url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/certs`,
    clock,
    log: createLogger(parseConfig({ DEMO: 'on' }), { write: (line: string) => lines.push(line) }),
  })
  const ask = () => keys({ alg: 'RS256', kid: 'k' }, { payload: '', signature: '' })
  await ask()
  set = []
  clock.jump(11 * 60_000)
  await ask()
  await expect.poll(() => lines.join()).toContain('the key set is empty')
  expect(await ask()).toBeDefined()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})
