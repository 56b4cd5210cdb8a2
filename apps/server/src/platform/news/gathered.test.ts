import { expect, it } from 'vitest'
import { createGathered } from './gathered.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ kind: 'sim' as const, id: `${n}` }))

it('D37 notices that wait name each thing once, of more than 200 only the kind, and are gone when taken', () => {
  const gathered = createGathered()
  expect(gathered.isEmpty()).toBe(true)
  for (const notice of [...many(200), ...many(200)]) gathered.add(notice)
  gathered.add({ kind: 'company', id: '1' })
  expect(gathered.take()).toEqual([...many(200), { kind: 'company', id: '1' }])
  expect([gathered.isEmpty(), gathered.take()]).toEqual([true, []])

  for (const notice of many(202)) gathered.add(notice)
  gathered.add({ kind: 'company', id: null })
  gathered.add({ kind: 'company', id: '1' })
  expect(gathered.take()).toEqual([
    { kind: 'sim', id: null },
    { kind: 'company', id: null },
  ])
})
