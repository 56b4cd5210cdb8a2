import { useEffect, useRef } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { textsOf } from '../../texts/text.ts'
import { announce } from '../announce.ts'
import type { TableHeader, TableSort } from './table.types.ts'

const tableText = textsOf(dataTable)

interface Announced {
  headers: readonly TableHeader[]
  sort: TableSort | undefined
  page: number
  pageCount: number
  /** How many rows, in words. */
  count: string
  isLoaded: boolean
}

/** Tells a screen reader of another order, page or number of rows, once the rows are there; nothing at the start. */
export function useAnnouncements({ headers, sort, page, pageCount, count, isLoaded }: Announced): void {
  const order = sort ? `${sort.key} ${sort.direction}` : ''
  const said = useRef({ order, page, count, isLoaded })
  useEffect(() => {
    if (!isLoaded) {
      said.current = { ...said.current, isLoaded }
      return
    }
    const before = said.current
    said.current = { order, page, count, isLoaded }
    const sentences: string[] = []
    if (order !== before.order && sort) {
      const column = headers.find(({ key }) => key === sort.key)?.value ?? sort.key
      sentences.push(tableText(sort.direction === 'asc' ? 'SortedAscending' : 'SortedDescending', { column }))
    }
    if (page !== before.page) sentences.push(`${tableText('PageOfPages', { page, pages: pageCount })}.`)
    if (sentences.length > 0 || count !== before.count || !before.isLoaded) sentences.push(count)
    if (sentences.length > 0) announce(sentences.join(' '))
  }, [headers, sort, order, page, pageCount, count, isLoaded])
}
