import type { NewsKind } from '@support-console/contract'
import type { Format } from '../../../kit/download/index.ts'
import type { MadeFile } from '../../../kit/download/made-file.ts'
import type { Asked as FileCall } from '../../../kit/download/use-download.ts'
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

/** Whatever its order and page. */
type Narrowed = Omit<Asked, 'sort' | 'order' | 'page'>

/** A list as a file, and what the log says of it. */
interface SavedList {
  matches: (companyId: number, narrowed: Narrowed, call: FileCall) => Promise<MadeFile>
  matchesAction: (companyId: number, format: Format) => string
  chosen: (companyId: number, ids: string[], call: FileCall) => Promise<MadeFile>
  chosenAction: (companyId: number, count: number, format: Format) => string
}

/** A list of what a company has: SIMs, panels, users. */
export interface ListPlan<Row> {
  name: string
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
  read: (companyId: number, asked: Asked, signal: AbortSignal) => Promise<ListPage<Row>>
  news?: NewsKind
  saved?: SavedList
}
