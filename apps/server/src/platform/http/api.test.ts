import { calls, defineCall } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp } from '../../testing/test-app.ts'
import type { Api } from './api.ts'
import { registerCall } from './register-call.ts'

describeOnOneDatabase('R15 the start ends where a call would stand open by mistake', (database) => {
  let keys: KeyServer
  beforeAll(async () => {
    keys = await startKeyServer()
  })
  afterAll(async () => {
    await keys.close()
  })

  const startWith = (furtherCalls: (api: Api) => void) =>
    startTestApp({ database: database.get(), keys, app: { furtherCalls } })
  const call = defineCall({
    method: 'GET',
    path: '/test/v1/open',
    access: 'signed-in',
    spec: 'test',
    summary: 'Test',
    data: z.null(),
  })
  const answer = async () => ({ data: null })

  it.each(['/api/test/v1/hidden', '/api', '/api/*'])('a route %s beside registerCall', async (url) => {
    await expect(startWith(({ app }) => app.get(url, async () => 'open'))).rejects.toThrow(
      `GET ${url} was not registered as a call of the contract`,
    )
  })

  it('a route that names a call which no one registered', async () => {
    const hidden = ({ app }: Api) => app.get('/api/test/v1/open', { config: { call } }, async () => 'open')
    await expect(startWith(hidden)).rejects.toThrow('was not registered')
  })

  it('a call without a permission that exists, or registered twice', async () => {
    const unknown = { ...call, access: 'everything' as 'signed-in' }
    await expect(startWith((api) => registerCall(api, unknown, answer))).rejects.toThrow(
      'names no permission that exists',
    )
    await expect(
      startWith((api) => {
        registerCall(api, call, answer)
        registerCall(api, call, answer)
      }),
    ).rejects.toThrow('is registered twice')
    expect(Object.keys(calls)).not.toHaveLength(0)
  })
})
