import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainQuery } from './plain-address.ts'

it('54.7 a query out of the source of a page says the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string())),
      fc.constantFrom('&amp;', '&AMP;', '&amp;amp;'),
      (pairs, written) => {
        const query = `?${new URLSearchParams(pairs)}`
        expect(plainQuery(query.replaceAll('&', written))).toBe(query)
        expect(plainQuery(query)).toBe(query)
      },
    ),
  )
})
