import { expect, it } from 'vitest'
import { sayCount } from './say-count.ts'

it.each([
  ['sims', 0, '0 SIMs'],
  ['panels', 1, '1 panel'],
  ['users', 2, '2 users'],
  ['sims', 10_000, '10,000 SIMs'],
  ['sims', 10_001, '10,000+ SIMs'],
] as const)('16 how many a company has, as the pages of others count it: %s, %i', (part, count, said) => {
  expect(sayCount(part, count)).toBe(said)
})
