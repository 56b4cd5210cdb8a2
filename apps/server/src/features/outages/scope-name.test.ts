import { expect, test } from 'vitest'
import { nameOfScope } from './scope-name.ts'

test('outages name what panels share as people know it, not by its code', () => {
  expect(nameOfScope('network-model', 'TIER3_STANDARD', '')).toBe('Tier3 Standard')
  expect(nameOfScope('carrier', 'VZN', '')).toBe('Verizon')
  expect(nameOfScope('company', '7', 'Harbor Security')).toBe('Harbor Security')
  expect(nameOfScope('firmware', '4.2.1', '')).toBe('4.2.1')
})
