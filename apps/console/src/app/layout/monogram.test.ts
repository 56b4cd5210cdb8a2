import { expect, it } from 'vitest'
import { monogramOf } from './monogram.tsx'

it('2.1 the monogram takes first and last word of the name, or what there is', () => {
  const email = 'support@example.com'
  expect(monogramOf({ name: 'Support Desk', email })).toBe('SD')
  expect(monogramOf({ name: 'Anna Maria von Berg', email })).toBe('AB')
  expect(monogramOf({ name: 'Auditor', email })).toBe('AU')
  expect(monogramOf({ name: '', email })).toBe('SU')
  expect(monogramOf({ name: '(Émile) "Zed" Øst', email })).toBe('ÉØ')
})
