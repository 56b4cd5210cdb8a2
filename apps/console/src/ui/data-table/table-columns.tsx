import type { TableHeader } from './table.types.ts'
import { linkWidth, selectionWidth, subRowsWidth, type TableLayout } from './table-layout.ts'

/** The columns' widths; `useRegion` keeps them steady from there on. */
export function TableColumns({ headers, layout }: { headers: readonly TableHeader[]; layout: TableLayout }) {
  return (
    <colgroup>
      {layout.hasSubRows && <col style={{ width: subRowsWidth }} />}
      {layout.hasSelection && <col style={{ width: selectionWidth }} />}
      {headers.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
      {layout.hasLinks && <col style={{ width: linkWidth }} />}
    </colgroup>
  )
}
