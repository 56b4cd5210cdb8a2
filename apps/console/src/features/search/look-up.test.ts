import { countLines, longestSearch } from '@support-console/contract/search.words'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lookUp } from './look-up.ts'

function lookedUp(stray: Parameters<typeof lookUp>[0]) {
  const went: string[] = []
  lookUp(stray, { navigate: () => went.push('list'), search: (typed) => went.push(typed) })
  return went
}

it('43.5 only what a search takes goes to the search; longer or more goes to the list', () => {
  const words = fc.string({ unit: fc.constantFrom('a', '7', ' ', '\n', 'é'), maxLength: 2 * longestSearch })
  fc.assert(
    fc.property(words, (text) => {
      for (const typed of lookedUp({ text, others: 0 }).filter((each) => each !== 'list')) {
        expect(typed.length).toBeLessThanOrEqual(longestSearch)
        expect(countLines(typed)).toBe(1)
      }
    }),
  )
  expect(lookedUp({ text: 'x'.repeat(200_000), others: 0 })).toEqual(['list'])
  expect(lookedUp({ text: 'CBS0000001', others: 0 })).toEqual(['CBS0000001'])
})
