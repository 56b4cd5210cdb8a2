import type { SimDetail } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startField, type TestField } from '../../testing/test-field.ts'
import { untilHeldUp } from '../../testing/until-held-up.ts'

let field: TestField
let keys: KeyServer
beforeAll(async () => {
  ;[field, keys] = await Promise.all([startField(), startKeyServer()])
})
afterAll(async () => {
  await Promise.all([field.stop(), keys.close()])
})

const path = (simId: string, source: string) => `/api/siminformation/v1/simdetail/${simId}?source=${source}`
const roles = (...names: string[]) => ({ resource_access: { 'support-console': { roles: names } } })

// In a world of its own: its clock stands, and it counts what AT&T is asked.
describeOnOneDatabase('2.5 the line at a carrier', (database) => {
  beforeAll(() => seed(database.get().db, simWorld))

  it('D30 tells who waits for AT&T how many are before them, and that it is slow', async () => {
    const clock = createTestClock()
    const server = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url },
      app: { clock },
    })
    const [first, second] = ['8901170000000000013', '8901170000000000021']
    const place = async (simId: string, role = 'auditor') =>
      (
        await server.call('GET', `/api/siminformation/v1/simdetail/${simId}/place`, {
          token: await keys.token(roles(role)),
        })
      ).envelope
    try {
      await field.fault({ system: 'att', fault: 'hang', times: 2 })
      const looking: Promise<{ envelope: { data: SimDetail } }> = server.call('GET', path(first, 'vendor'))
      await untilHeldUp(field, 'att')
      await clock.advance(500)
      const waiting = server.call('GET', `/api/simmanagement/v1/querydevice/${second}`)
      // Until the second stands in the line, which is written down each second.
      await expect
        .poll(async () => {
          await clock.advance(1000)
          return (await place(second)).data
        })
        .toEqual({ ahead: 1, aboutSeconds: null, isSlow: false })
      expect((await place(first)).data).toEqual({ ahead: 0, aboutSeconds: null, isSlow: false })
      expect((await place('8914800000000000014')).data).toBeNull()
      expect((await place(second, 'nobody')).status).toBe('Forbidden')

      await clock.advance(30_000)
      expect((await looking).envelope.data.sources.vendor?.message).toContain(
        'AT&T did not answer within 30 s',
      )
      // The first one's stays without an answer: the second's comes after it.
      await expect.poll(async () => (await field.requests('system=att&limit=9')).length).toBe(2)
      await clock.advance(1000)
      await expect
        .poll(async () => (await place(second)).data)
        .toEqual({ ahead: 0, aboutSeconds: 60, isSlow: true })
      await clock.advance(30_000)
      expect((await waiting).code).toBe(503)
    } finally {
      clock.passing = true
      await server.close()
    }
  })
})
