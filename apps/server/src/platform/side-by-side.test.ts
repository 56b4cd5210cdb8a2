import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachApart } from './side-by-side.ts'

it('R43 all items are worked on, whichever fail, and what failed is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean()), fc.integer({ min: 1, max: 5 }), async (fails, atOnce) => {
      const done: number[] = []
      const failed = fails.filter(Boolean).length
      const ended = eachApart(atOnce, [...fails.entries()], async ([at, isFailing]) => {
        done.push(at)
        if (isFailing) throw new Error('failed')
      }).then(
        () => 0,
        (error: unknown) => (error instanceof AggregateError ? error.errors.length : 1),
      )
      expect(await ended).toBe(failed)
      expect(done).toEqual([...fails.keys()])
    }),
  )
})
