import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { call, startField } from '../testing/start-field.ts'
import { checkDigit } from '../world/generator.ts'
import type { Connection } from './containers.ts'

let field: RunningField
beforeAll(async () => {
  field = await startField()
})
afterEach(() => steer({ gone: [], silent: [], size: null }))
afterAll(() => field.close())

const headers = { authorization: 'Bearer demo-webconnect-token' }
const read = async <Body>(path: string): Promise<Body> =>
  (await call(`${field.url}/webconnect/${path}`, { headers })).body as Body
const steer = (body: object) => call(`${field.url}/control/webconnect`, { method: 'POST', body })

async function connectionsOf(name: string): Promise<Connection[]> {
  const found: Connection[] = []
  for (let next: string | null = '0'; next !== null; ) {
    const page: { connections: Connection[]; next: string | null } = await read(
      `${name}/v1/connections?after=${next}&limit=100`,
    )
    found.push(...page.connections)
    next = page.next
  }
  return found
}

describe('2.13, D2 WebConnect', () => {
  it('eight containers hold about 2,500 connections of different panels', async () => {
    const { containers } = await read<{ containers: { containerName: string }[] }>('v1/containers')
    expect(containers.map(({ containerName }) => containerName)).toEqual(
      Array.from({ length: 8 }, (_, i) => `webconnect-${i + 1}`),
    )
    const all: Connection[] = []
    for (const { containerName } of containers) {
      const connections = await connectionsOf(containerName)
      const metrics = await read<{ connectionCount: number }>(`${containerName}/v1/metrics`)
      expect(Math.abs(metrics.connectionCount - connections.length)).toBeLessThan(5)
      all.push(...connections)
    }
    expect(Math.abs(all.length - 2500)).toBeLessThan(100)
    expect(new Set(all.map(({ cloud }) => cloud.cloudId)).size).toBe(all.length)
    expect(new Set(all.map(({ connectionId }) => connectionId)).size).toBe(all.length)
    for (const { iccid } of all) expect(checkDigit(iccid.slice(0, -1))).toBe(iccid.at(-1))
    expect(all.filter(({ lastReceivedStatus }) => lastReceivedStatus === 'TIMEOUT').length).toBeGreaterThan(
      10,
    )
  })

  it('one clock is ahead', async () => {
    const { time } = await read<{ time: string }>('webconnect-6/v1/metrics')
    expect(Date.parse(time) - Date.now()).toBeGreaterThan(60_000)
  })

  it('a container can go, fall silent, and there can be many large ones', async () => {
    await steer({ gone: ['webconnect-2'], silent: ['webconnect-3'] })
    const { containers } = await read<{ containers: unknown[] }>('v1/containers')
    expect(containers).toHaveLength(7)
    expect((await call(`${field.url}/webconnect/webconnect-2/v1/metrics`, { headers })).status).toBe(404)
    await expect(
      fetch(`${field.url}/webconnect/webconnect-3/v1/metrics`, { headers, signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow(/timeout/)
    await steer({ size: { containers: 100, panels: 20_000 } })
    expect((await read<{ containers: unknown[] }>('v1/containers')).containers).toHaveLength(99)
    const large = await read<{ connectionCount: number }>('webconnect-100/v1/metrics')
    expect(large.connectionCount).toBeGreaterThan(19_000)
  })

  it('refuses who has no token, and steering that makes no sense', async () => {
    expect((await call(`${field.url}/webconnect/v1/containers`)).status).toBe(401)
    expect((await steer({ often: 1 })).body).toEqual({ message: "Unknown field 'often'." })
    expect((await steer({ size: { containers: -1, panels: 2 } })).status).toBe(400)
  })
})
