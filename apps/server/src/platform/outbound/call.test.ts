import { expect, it } from 'vitest'
import { basicAuthorization, formBody, jsonBody } from './index.ts'

it('R35 bodies and authorizations are written as their kinds ask for', () => {
  expect(jsonBody({ a: ['é'] })).toEqual({ type: 'application/json', text: '{"a":["é"]}' })
  expect(formBody({ a: 'b c', d: '&=é' })).toEqual({
    type: 'application/x-www-form-urlencoded',
    text: 'a=b+c&d=%26%3D%C3%A9',
  })
  expect(basicAuthorization('user', 'é:x')).toBe('Basic dXNlcjrDqTp4')
})
