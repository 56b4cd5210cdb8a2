import { expect, it } from 'vitest'
import { subjectOf } from './page-subject.ts'

const of = (search: string, params = {}) => subjectOf(new URLSearchParams(search), params)

it('use 2 the title of a tab names the thing that its address names', () => {
  expect(of('simId=8901170000000000013&only=differences')).toBe('SIM 8901…0013')
  expect(of('simId=8901170000000000013&batch=79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')).toBe('SIM 8901…0013')
  expect(of('txid=79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')).toBe('Transaction 79e8af3e…61ff')
  expect(of('batch=79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')).toBe('Batch 79e8af3e…61ff')
  expect(of('by=cloudId&ids=CBS0000001')).toBe('CBS0000001')
  expect(of('by=cloudId&ids=CBS0000001+CBS0000002')).toBe('2 IDs')
  expect(of('physicalId=6f9619ff-8b86-d011-b42d-00c04fc964ff')).toBe('Panel 6f9619ff…64ff')
  expect(of('container=webconnect-1&sort=x')).toBe('webconnect-1')
  expect(of('email=installer@harbor.example')).toBe('installer@harbor.example')
  expect(of('search=harbor')).toBe('“harbor”')
  expect(of('', { companyId: '1', companyName: 'Harbor Security', customerId: '1000001' })).toBe(
    'Harbor Security',
  )
  expect(of('', { companyId: '1', companyName: '-' })).toBe('Company 1')
  expect(of('', { iccid: '8901170000000000013' })).toBe('8901170000000000013')
  expect(of('sort=name&page=2')).toBeUndefined()
  expect(of('simId=')).toBeUndefined()
})

it('use 2 a long or strange address makes no long title', () => {
  expect(of(`search=${'x'.repeat(5000)}`)?.length).toBeLessThan(70)
  expect(of(`simId=${'8'.repeat(5000)}`)?.length).toBeLessThan(70)
})
