import type { NewsKind } from '@support-console/contract'
import type { CompanyPart } from '@support-console/contract/addresses'
import type { RowPlan, TableHeader, TableSort } from '../../../ui/data-table/index.ts'

/** What a list is asked for; a filter of the plan's stands under its own name. */
export interface Asked extends Readonly<Record<string, string | number | undefined>> {
  text: string | undefined
  sort: string
  order: 'asc' | 'desc'
  page: number
}

export interface ListPage<Row> {
  rows: readonly Row[]
  /** On all pages. */
  matches: number
  /** Whatever is filtered. */
  total: number
  /** Of all that match; null: they are too many to be named. */
  ids: readonly string[] | null
}

/** A list of what a company has: SIMs, panels, users. */
export interface ListPlan<Row> {
  /** In the addresses of its calls, and in their answers. */
  name: CompanyPart
  caption: string
  headers: readonly TableHeader[]
  usual: TableSort
  rows: RowPlan<Row>
  /** What can be searched, in the field itself. */
  searchHint: string
  /** Each under its name in the call and in the address. */
  filters: readonly {
    name: string
    label: string
    /** Of no choice: 'Any carrier'. */
    any: string
    options: readonly { value: string; label: string }[]
  }[]
  news?: NewsKind
  /** Of a list that can be selected from and saved: what its calls name identifiers, and what the log says of each file. */
  saved?: {
    ids: 'iccids' | 'cloudIds'
    matches: 'ActionSims' | 'ActionPanels'
    chosen: 'ActionChosenSims' | 'ActionChosenPanels'
  }
}
