import { expect, it } from 'vitest'
import { requestOf } from './api.ts'

it('house 3.1 each call is waited for as long as the contract says, unless its caller has less time', () => {
  const params = { cloudId: 'CBS0000001' }
  const key = 'POST /panelmanagement/v1/devicemigration/{cloudId}'
  expect(requestOf(key, { params })).toMatchObject({
    path: '/panelmanagement/v1/devicemigration/CBS0000001',
    patience: 105,
  })
  expect(requestOf('GET /session/v1/access', {}).patience).toBe(45)
  expect(requestOf(key, { params, patience: 10 }).patience).toBe(10)
})
