import { expect, it } from 'vitest'
import { withPage } from './selection.ts'

const chosen = new Set(['1', '2', '60'])
const page = ['1', '2', '3']

it('2.14 the header selects a page and takes it away; what stands on other pages stays selected', () => {
  // As the table says it: the page's rows alone, or none.
  expect(withPage(chosen, new Set(page), page)).toEqual(new Set(['1', '2', '60', '3']))
  expect(withPage(chosen, new Set(), page)).toEqual(new Set(['60']))
})

it('2.14 a row is selected and taken away alone', () => {
  expect(withPage(chosen, new Set([...chosen, '3']), page)).toEqual(new Set(['1', '2', '60', '3']))
  expect(withPage(chosen, new Set(['2', '60']), page)).toEqual(new Set(['2', '60']))
})
