import { expect, it } from 'vitest'
import { putIn } from '../../kit/use-address.ts'
import { emailSearch, valuesOf } from './search.ts'

it('D25 a new search begins on the first page, in the order that was chosen', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' }
  const search = emailSearch({
    email: 'a@b.example',
    text: '',
    days,
    isAllTime: false,
    page: undefined,
    hidesRobot: true,
    changesOnly: false,
  })
  const address = new URLSearchParams('text=old&txid=1&page=3&order=-date')
  const next = putIn(address, valuesOf(search))
  expect([next.get('page'), next.get('txid'), next.get('text')]).toEqual([null, null, null])
  expect([next.get('email'), next.get('order')]).toEqual(['a@b.example', '-date'])
})
