import { expect, it } from 'vitest'
import { inSentence, kindName, sayHowMany } from './thing-words.ts'

it.each([
  ['sim', 0, '0 SIMs'],
  ['panel', 1, '1 panel'],
  ['user', 2, '2 users'],
  ['csr', 1, '1 CSR server'],
  ['company', 1234, '1,234 companies'],
  ['sim', 10_000, '10,000 SIMs'],
  ['sim', 10_001, '10,000+ SIMs'],
] as const)('16 things are counted in their own word: %s, %i is %s', (kind, count, said) => {
  expect(sayHowMany(kind, count, 10_000)).toBe(said)
})

it('16 a kind keeps its capitals in a sentence only where they are an abbreviation', () => {
  expect([kindName('panel'), kindName('csr')].map(inSentence)).toEqual(['panel', 'CSR server'])
})
