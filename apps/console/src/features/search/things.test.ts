import { expect, it } from 'vitest'
import { sayFact, sayFactAlone } from './things.ts'

it('connected console 6 what is said of a hit says of what it is, and its time is the reader’s', () => {
  expect(sayFactAlone({ name: 'connections', value: '390' })).toBe('390 connections')
  expect(sayFactAlone({ name: 'sapCompanyId', value: '1000001' })).toBe('SAP company ID 1000001')
  expect(sayFactAlone({ name: 'company', value: 'Harbor Security' })).toBe('Harbor Security')
  const at = { name: 'at', value: '2026-11-23T11:59:41.699Z' } as const
  expect(sayFactAlone(at)).toBe(sayFact(at))
  expect(sayFact(at)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
})
