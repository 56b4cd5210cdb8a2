import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountInCents } from './cells.ts'

it('I03 an amount is its cents, with no, one or two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
      const sign = cents < 0 ? '-' : ''
      const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
      const two = String(rest).padStart(2, '0')
      const ways = [`${sign}${whole}.${two}`]
      if (rest % 10 === 0) ways.push(`${sign}${whole}.${rest / 10}`)
      if (rest === 0) ways.push(`${sign}${whole}`)
      for (const way of ways) expect(amountInCents.parse(way)).toBe(cents === 0 ? 0 : cents)
    }),
  )
  expect(amountInCents.parse('12.5')).toBe(1250)
  expect(Object.is(amountInCents.parse('-0.0'), 0)).toBe(true)
  for (const no of ['12,5', '1.234', '', '1e3']) expect(amountInCents.safeParse(no).success).toBe(false)
})
