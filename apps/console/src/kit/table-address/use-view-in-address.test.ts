import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { TableHeader, TableSort } from '../../ui/data-table/index.ts'
import { useViewInAddress } from './use-view-in-address.ts'

const headers: readonly TableHeader[] = [
  { key: 'time', value: 'Time', isSortable: true },
  { key: 'name', value: 'Name', isSortable: true, shouldSortInAscendingOrderByDefault: true },
  { key: 'note', value: 'Note' },
]
const usual: TableSort = { key: 'time', direction: 'desc' }

function View() {
  const { sort, page } = useViewInAddress(headers, usual).view
  return `${sort?.key} ${sort?.direction} ${page}`
}

it.each([
  ['', 'time desc 1'],
  ['?direction=asc&page=3', 'time asc 3'],
  ['?sort=name', 'name asc 1'],
  ['?sort=name&direction=desc', 'name desc 1'],
  ['?sort=name&direction=up&page=-2', 'name asc 1'],
  ['?sort=note&direction=asc', 'time desc 1'],
  ['?sort=nothing&page=many', 'time desc 1'],
])('D25 the address %j asks for %s', (query, view) => {
  const page = createElement(MemoryRouter, { initialEntries: [`/${query}`] }, createElement(View))
  expect(renderToStaticMarkup(page)).toBe(view)
})
