import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openHttpStage } from '../../testing/http-stage.ts'
import { systemClock } from '../clock.ts'
import { createAgent, exchange } from './exchange.ts'

/** A proxy that notes whom it was asked for. */
async function openProxy() {
  const asked: string[] = []
  // What needs no encryption is forwarded, all else goes through a tunnel (RFC 9110, 7.6 and 9.3.6).
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '').host)
    response.end('{}')
  })
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const { hostname, port } = new URL(`http://${request.url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

it('R34 neighbours are reached through the proxy, but for those that NO_PROXY names', async () => {
  const stage = await openHttpStage(() => ({ body: '{}' }))
  onTestFinished(stage.close)
  const proxy = await openProxy()
  const { host } = new URL(stage.url)
  const ask = async (noProxy: string) => {
    const agent = createAgent({ proxy: { httpProxy: proxy.url, noProxy } })
    const answer = await exchange({
      agent,
      clock: systemClock,
      system: 'Northcell',
      method: 'GET',
      url: new URL(stage.url),
      headers: {},
      signal: new AbortController().signal,
    })
    await agent.destroy()
    return answer.status
  }
  expect(await ask('')).toBe(200)
  expect(proxy.asked).toEqual([host])
  expect(await ask('127.0.0.1')).toBe(200)
  expect(proxy.asked).toEqual([host])
})
